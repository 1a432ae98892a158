// SPDX-License-Identifier: Apache-2.0
// Bodies of language/where.hpp: parsing and error texts. Printing is in where_format.ipp.
#pragma once

#include <lancespec/language/where.hpp>

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/where_grammar.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

LANCESPEC_DECL parse_error error_at(std::string_view text, std::size_t offset, std::string message,
                                    std::string hint = {}) {
    parse_error out;
    out.offset = std::min(offset, text.size());
    auto const before = text.substr(0, out.offset);
    for (char const c : before) out.line += c == '\n' ? 1 : 0;
    auto const line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    out.column = 1 + utf8_length(before.substr(line_begin));
    out.message = std::move(message);
    out.hint = std::move(hint);
    return out;
}

}  // namespace detail

LANCESPEC_DECL void throw_exception_from_error(parse_error const& error, boost::source_location const&) {
    throw error_exception("line " + std::to_string(error.line) + ", column " + std::to_string(error.column) + ": " +
                          error.message);
}

LANCESPEC_DECL std::string render(parse_error const& error, std::string_view text) {
    return lancespec::render(text, {error.offset, error.offset}, error.message, error.hint);
}

LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, parse_options const& options,
                                                     parse_statistics& statistics) {
    auto const& bounds = options.bounds;
    if (text.size() > bounds.where_bytes) {
        return detail::error_at(text, bounds.where_bytes,
                                "the clause is longer than " + std::to_string(bounds.where_bytes) + " bytes");
    }
    if (auto const bad = find_invalid_utf8(text); bad != std::string_view::npos) {
        return detail::error_at(text, bad, "the clause is not valid UTF-8");
    }
    detail::builder builder(text, options);
    char const* first = text.data();
    char const* const last = first + text.size();
    namespace x3 = boost::spirit::x3;
    bool const matched =
        x3::parse(first, last, x3::with<detail::grammar::builder_tag>(builder)[detail::grammar::clause]);
    statistics.rule_calls = builder.calls;
    if (matched && builder.finish(text.size())) return std::move(builder.current);
    if (!builder.failed) builder.refuse(static_cast<std::size_t>(first - text.data()), "this is no filter expression");
    return detail::error_at(text, builder.failed_at, std::move(builder.message), std::move(builder.hint));
}

LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, parse_options const& options) {
    parse_statistics ignored;
    return parse(text, options, ignored);
}

LANCESPEC_DECL result<expression, parse_error> parse(std::string_view text, limits const& bounds) {
    parse_options options;
    options.bounds = bounds;
    return parse(text, options);
}

}  // namespace where
LANCESPEC_END_NAMESPACE
