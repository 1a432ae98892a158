// SPDX-License-Identifier: Apache-2.0
// Lance field paths: `a.b`, `` a.`b.c` ``: parse, canonical form, resolution in a schema.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE

/// Why a text is not a field path, or names nothing.
enum class field_path_errc : std::uint8_t {
    empty_path = 1,
    empty_segment,           ///< nothing between two dots, at an end, or between two backticks
    unclosed_quote,          ///< a backtick that no backtick ends
    quote_in_plain_segment,  ///< a backtick after other characters of a segment
    text_after_quote,        ///< a closing backtick not followed by a dot or the end
    invalid_utf8,
    too_long,  ///< more bytes than `limits::path_bytes`
};

/// One sentence for a person.
LANCESPEC_DECL std::string_view message(field_path_errc code) noexcept;

struct field_path_error {
    field_path_errc code = field_path_errc::empty_path;
    std::size_t offset = 0;  ///< byte offset into the text
    friend bool operator==(field_path_error const&, field_path_error const&) = default;
};

[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(field_path_error const& error,
                                                            boost::source_location const&);

/// The error under the path, with a caret where it goes wrong (core/diagnostic.hpp).
LANCESPEC_DECL std::string render(field_path_error const& error, std::string_view text);

/// How a canonical path is quoted.
enum class path_quoting : std::uint8_t {
    full,     ///< a segment with any character that is not alphanumeric (Unicode) or `_`; display, errors, responses
    minimal,  ///< a segment with a dot or a backtick only
};

/// A parsed field path: at least one segment, none empty. Compare paths by their segments, never by text.
struct field_path {
    std::vector<std::string> segments;

    /// Parses the whole of @p text (grammar: field paths of the Lance table format). No trimming, no folding.
    /// Linear; never throws but for memory.
    static LANCESPEC_DECL result<field_path, field_path_error> parse(std::string_view text, limits const& bounds = {});

    /// The canonical text, which parses to the same segments.
    [[nodiscard]] LANCESPEC_DECL std::string to_string(path_quoting quoting = path_quoting::full) const;

    friend bool operator==(field_path const&, field_path const&) = default;
    friend auto operator<=>(field_path const&, field_path const&) = default;
};

enum class path_matching : std::uint8_t {
    exact_then_ascii_case,  ///< per level an exact match first, then one that differs in ASCII case only
    exact,
};

/// A path that names a field: the child index at each level, and the path as the schema spells it.
struct resolved_path {
    std::vector<std::size_t> indices;
    field_path canonical;
    columnar::field const* target = nullptr;  ///< points into the schema that was asked
};

/// A path that names nothing in a schema.
struct unresolved_path {
    std::size_t level = 0;             ///< the first segment that was not found
    std::vector<std::string> nearest;  ///< canonical full paths with the most similar names, best first, at most 3
    bool ambiguous = false;            ///< more than one field differs in ASCII case only, and none is exact
};

/// Finds @p path in @p fields, level by level; a leaf's name alone never reaches a nested field. List children
/// are reached by their stored name. Linear in the fields of each level.
LANCESPEC_DECL result<resolved_path, unresolved_path> resolve(
    field_path const& path, columnar::schema const& fields,
    path_matching matching = path_matching::exact_then_ascii_case);

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/language/impl/field_path.ipp>
#endif
