// SPDX-License-Identifier: Apache-2.0
// Documents that break exactly one rule, at a known place: valid ones, changed as their tables forbid.
#pragma once

#include <lancespec/core/type_info.hpp>
#include <lancespec/core/violation.hpp>

#include <boost/json/value.hpp>

#include <cstddef>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// One way to break a document: a value put in the place of another, or a member taken away.
struct mutation {
    std::string within;     ///< pointer of the object or array that is changed
    std::string key;        ///< its member, when it is an object
    std::size_t index = 0;  ///< its item, when it is an array; its size: one more
    bool remove = false;
    boost::json::value put;
    std::string pointer;  ///< where a strict decoder must report it
    rule broken = rule::type;
};

/// Every change after which @p document, a valid one of @p type, breaks exactly one rule, in the order of the fields.
/// Every rule of every member that is given, or could be, is broken by some; what depends on the value of others is
/// left alone. Linear in the document: choose a change before copying a large one.
[[nodiscard]] LANCESPEC_DECL std::vector<mutation> mutations_of(boost::json::value const& document,
                                                                reflect::type_info const& type);

/// Changes @p document, which must have the place that @p change is about.
LANCESPEC_DECL void apply(mutation const& change, boost::json::value& document);

/// `/limit = true`, `without /column`, for people.
[[nodiscard]] LANCESPEC_DECL std::string to_string(mutation const& change);

/// A document that breaks one rule of its table.
struct mutated_document {
    boost::json::value document;
    std::string pointer;  ///< where a strict decoder must report it
    rule broken = rule::malformed;
    std::string what;  ///< `/limit = true`, `without /column`, for people
};

/// Every document that differs from @p document, a valid one of @p type, in one place and breaks exactly one rule
/// there, in the order of the fields: mutations_of(), each applied to a copy of the whole.
[[nodiscard]] LANCESPEC_DECL std::vector<mutated_document> mutated_documents(boost::json::value const& document,
                                                                             reflect::type_info const& type);

}  // namespace contract
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/contract/impl/mutations.ipp>
#endif
