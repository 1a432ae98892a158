// SPDX-License-Identifier: Apache-2.0
// The grammar of field paths, in Boost.Spirit X3. Parsers write straight into the list of segments and note the
// first thing that went wrong, so neither success nor failure throws or builds an attribute.
#pragma once

#include <lancespec/language/field_path.hpp>

#include <lancespec/language/impl/spirit.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace detail::path_grammar {

namespace x3 = boost::spirit::x3;

/// What the parsers write to.
struct state {
    char const* begin;
    std::vector<std::string>& segments;
    char const* quote = nullptr;  ///< the backtick that opened the segment being read
    field_path_errc code{};       ///< the first failure, if any
    char const* where = nullptr;
};
struct state_tag {};

/// A primitive parser: `bool match(char const*& first, char const* last, state&)`, without attribute.
template <class Derived>
struct primitive : x3::parser<Derived> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    template <class Context, class Other, class Attribute>
    bool parse(char const*& first, char const* const& last, Context const& context, Other const&, Attribute&) const {
        return this->derived().match(first, last, x3::get<state_tag>(context));
    }
};

/// Never matches; notes why the path is refused. The first note is kept: later ones come from backtracking.
struct refuse : primitive<refuse> {
    constexpr explicit refuse(field_path_errc code, bool at_quote_ = false) : why(code), at_quote(at_quote_) {}

    bool match(char const*& first, char const*, state& s) const {
        if (s.where == nullptr) {
            s.code = why;
            s.where = at_quote ? s.quote : first;
        }
        return false;
    }

    field_path_errc why;
    bool at_quote;
};

/// What is there up to a backtick or, where a segment begins, a dot, at least a byte: a segment of its own, or more of
/// the last one.
template <bool Begins>
struct run : primitive<run<Begins>> {
    bool match(char const*& first, char const* last, state& s) const {
        auto const* end = first;
        while (end != last && *end != '`' && !(Begins && *end == '.')) ++end;
        if (end == first) return false;
        if constexpr (Begins)
            s.segments.emplace_back(first, end);
        else
            s.segments.back().append(first, end);
        first = end;
        return true;
    }
};

/// Matches without reading, after doing something, if that says so.
template <auto What>
struct act : primitive<act<What>> {
    bool match(char const*& first, char const*, state& s) const { return What(s, first); }
};

inline bool open_quote(state& s, char const* here) {
    s.quote = here - 1;
    s.segments.emplace_back();
    return true;
}
inline bool add_backtick(state& s, char const*) {
    s.segments.back() += '`';
    return true;
}
inline bool is_not_empty(state& s, char const*) {
    return !s.segments.back().empty();
}

inline constexpr auto plain = run<true>{} >> ((!x3::lit('`')) | refuse{field_path_errc::quote_in_plain_segment});

inline constexpr auto quoted = x3::lit('`') >> act<&open_quote>{} >>
                               *(run<false>{} | x3::lit("``") >> act<&add_backtick>{}) >>
                               ('`' | refuse{field_path_errc::unclosed_quote, true}) >>
                               (act<&is_not_empty>{} | refuse{field_path_errc::empty_segment, true}) >>
                               (&(x3::lit('.') | x3::eoi) | refuse{field_path_errc::text_after_quote});

// A quoted segment that failed has noted why, so what the alternatives after it do no longer matters.
inline constexpr auto segment = quoted | plain | refuse{field_path_errc::empty_segment};

inline constexpr auto path = segment % '.' >> x3::eoi;

}  // namespace detail::path_grammar
LANCESPEC_END_NAMESPACE
