// SPDX-License-Identifier: Apache-2.0
// Valid documents made from the field tables alone: what a request or response looks like.
#pragma once

#include <lancespec/core/type_info.hpp>

#include <boost/json/value.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

struct example_options {
    spec_version version = latest_spec_version;
    bool optional_members = true;
    /// Objects within objects beyond which optional members are left out and lists are as short as may be, so that
    /// types that hold themselves come to an end.
    int deepest = 3;
};

/// A valid document of @p type with small readable values, the same each time: `a` for text, and field paths, WHERE
/// clauses and dates where the table asks for them. Bounds and choices are kept: of members that exclude each other the
/// first is there. Bytes that are the HTTP body are no JSON and left out. Linear in the document.
[[nodiscard]] LANCESPEC_DECL boost::json::value example(reflect::type_info const& type,
                                                        example_options const& options = {});

}  // namespace contract
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/contract/impl/example.ipp>
#endif
