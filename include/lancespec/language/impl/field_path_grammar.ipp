// The grammar of field paths, in Boost.Spirit X3. Parsers write straight into the list of segments and note the
// first thing that went wrong, so neither success nor failure throws or builds an attribute.
#pragma once

#include <lancespec/language/field_path.hpp>

#include <boost/spirit/home/x3.hpp>

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

/// Never matches; notes why the path is refused. The first note is kept: later ones come from backtracking.
struct refuse : x3::parser<refuse> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    constexpr explicit refuse(field_path_errc code, bool at_quote_ = false) : why(code), at_quote(at_quote_) {}

    template <class Iterator, class Context, class Other, class Attribute>
    bool parse(Iterator& first, Iterator const&, Context const& context, Other const&, Attribute&) const {
        state& s = x3::get<state_tag>(context);
        if (s.where == nullptr) {
            s.code = why;
            s.where = at_quote ? s.quote : first;
        }
        return false;
    }

    field_path_errc why;
    bool at_quote;
};

inline constexpr auto add_plain = [](auto& context) {
    auto const& text = x3::_attr(context);
    x3::get<state_tag>(context).segments.emplace_back(text.begin(), text.end());
};
inline constexpr auto open_quote = [](auto& context) {
    state& s = x3::get<state_tag>(context);
    s.quote = x3::_where(context).begin() - 1;  // the action runs behind the backtick
    s.segments.emplace_back();
};
inline constexpr auto add_run = [](auto& context) {
    auto const& text = x3::_attr(context);
    x3::get<state_tag>(context).segments.back().append(text.begin(), text.end());
};
inline constexpr auto add_backtick = [](auto& context) { x3::get<state_tag>(context).segments.back() += '`'; };
inline constexpr auto check_not_empty = [](auto& context) {
    x3::_pass(context) = !x3::get<state_tag>(context).segments.back().empty();
};

inline auto const plain = x3::raw[+(x3::char_ - '.' - '`')][add_plain] >>
                          ((!x3::lit('`')) | refuse{field_path_errc::quote_in_plain_segment});

inline auto const quoted = x3::lit('`')[open_quote] >>
                           *(x3::raw[+(x3::char_ - '`')][add_run] | x3::lit("``")[add_backtick]) >>
                           ('`' | refuse{field_path_errc::unclosed_quote, true}) >>
                           (x3::eps[check_not_empty] | refuse{field_path_errc::empty_segment, true}) >>
                           (&(x3::lit('.') | x3::eoi) | refuse{field_path_errc::text_after_quote});

// A quoted segment that failed has noted why, so what the alternatives after it do no longer matters.
inline auto const segment = quoted | plain | refuse{field_path_errc::empty_segment};

inline auto const path = segment % '.' >> x3::eoi;

}  // namespace detail::path_grammar
LANCESPEC_END_NAMESPACE
