// SPDX-License-Identifier: Apache-2.0
// A violation says where a document or request breaks which rule of the contract.
#pragma once

#include <lancespec/config.hpp>
#include <lancespec/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE

/// The rules a value can break, in the order in which they are looked at: at one place only the first broken
/// rule is reported.
enum class rule : std::uint8_t {
    malformed,       ///< not JSON, or bytes that are not UTF-8
    limit,           ///< deeper, longer or more than `limits` allows
    duplicate_key,   ///< the same member twice in one object
    unknown_member,  ///< a member that the schema does not have (only when asked for)
    required,        ///< a required member is absent; reported at the absent member
    type,            ///< another JSON type than the schema's, or an integer outside its format's range
    not_null,        ///< null where the schema does not allow it
    minimum,         ///< a number below the minimum
    min_length,      ///< a string with fewer characters than minLength
    item_count,      ///< a list with fewer items than minItems, or more than maxItems
    unique_items,    ///< an item that is in the list before
    vocabulary,      ///< a word outside a closed vocabulary
    date_time,       ///< text that is no RFC 3339 date and time
    choice,          ///< several, or none, of members of which exactly one belongs there
    field_path,      ///< text that is not a Lance field path
    where_clause,    ///< text that does not parse as a WHERE clause
    identifier,      ///< text that names no object: an empty name, a bad percent escape
    route_body,      ///< the request body and the route disagree
};

/// The stable, lower-case name of @p r: `min_length`. Used in reports and tests.
LANCESPEC_DECL std::string_view name(rule r) noexcept;

/// One broken rule.
struct violation {
    /// Where: an RFC 6901 pointer into the body (empty: the whole body), or `path:id`, `query:limit`,
    /// `header:authorization` for what travels elsewhere. Of a name longer than 1,000 bytes quote() is in it.
    std::string pointer;
    rule broken = rule::malformed;
    std::string message;  ///< one sentence for a person, naming the rule
    /// Byte offset into the document; set for malformed JSON and, relative to the value's own text, for
    /// field paths and WHERE clauses.
    std::optional<std::size_t> offset;

    friend bool operator==(violation const&, violation const&) = default;
};

using violations = std::vector<violation>;

/// `/column: min_length: must have at least 1 character`, one line of at most some 1,000 bytes, for people.
LANCESPEC_DECL std::string to_string(violation const& v);

/// The lines of to_string() for each violation, joined by "; ".
LANCESPEC_DECL std::string to_string(violations const& list);

/// Called by Boost.System when value() is asked of a result that holds violations.
[[noreturn]] inline void throw_exception_from_error(violations const& list, boost::source_location const&) {
    throw error_exception(to_string(list));
}

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/violation.ipp>
#endif
