// The grammar of WHERE clauses, in Boost.Spirit X3.
//
// A clause is values with operators between them. The grammar reads tokens in that order and hands each to the
// builder, which knows precedence and nesting; no rule calls itself. A parser that does not match has consumed
// nothing but a word's few letters; one that finds an error notes it in the builder, and parsing ends.
#pragma once

#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/where_diagnose.ipp>

#include <boost/spirit/home/x3.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail::grammar {

namespace x3 = boost::spirit::x3;

struct builder_tag {};

template <class Context>
builder& the(Context const& context) {
    return x3::get<builder_tag>(context);
}

/// A primitive parser: `bool match(char const*& first, char const* last, builder&)`, without attribute.
template <class Derived>
struct primitive : x3::parser<Derived> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;

    template <class Context, class Other, class Attribute>
    bool parse(char const*& first, char const* const& last, Context const& context, Other const&, Attribute&) const {
        return this->derived().match(first, last, the(context));
    }
};

/// One character of an unquoted name; the first one of a name is no digit.
struct name_char : primitive<name_char> {
    constexpr explicit name_char(bool starts_name) : starts(starts_name) {}

    bool match(char const*& first, char const* last, builder&) const {
        if (first == last) return false;
        char const c = *first;
        if (static_cast<unsigned char>(c) < 0x80) {
            if (!is_word_byte(c) || (starts && c >= '0' && c <= '9')) return false;
            ++first;
            return true;
        }
        auto const read = decode_utf8({first, static_cast<std::size_t>(last - first)});
        if (!lancespec::detail::is_alphanumeric(read.scalar)) return false;
        first += read.size;
        return true;
    }
    bool starts;
};

/// White space that is not ASCII: Unicode's White_Space, the no-break space among it.
struct wide_space : primitive<wide_space> {
    bool match(char const*& first, char const* last, builder&) const {
        if (first == last || static_cast<unsigned char>(*first) < 0x80) return false;
        auto const read = decode_utf8({first, static_cast<std::size_t>(last - first)});
        auto const c = read.scalar;
        bool const space = c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
                           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
        if (space) first += read.size;
        return space;
    }
};

/// Never matches; notes an error at this place, or with `at_token` where the token begins.
struct refuse : primitive<refuse> {
    using diagnosis = bool (*)(builder&, std::size_t at);
    constexpr explicit refuse(diagnosis how) : diagnose(how) {}
    constexpr explicit refuse(char const* why, bool at_token_ = false) : message(why), at_token(at_token_) {}

    bool match(char const*& first, char const*, builder& b) const {
        if (b.failed) return false;
        auto const at = at_token ? b.token : static_cast<std::size_t>(first - b.text.data());
        return diagnose != nullptr ? diagnose(b, at) : b.refuse(at, message);
    }
    diagnosis diagnose = nullptr;
    char const* message = nullptr;
    bool at_token = false;
};

inline auto const at_comment = [](auto& context) {
    builder& b = the(context);
    b.token = static_cast<std::size_t>(x3::_where(context).begin() - b.text.data()) - 2;
};
inline auto const comment = "--" >> *(x3::char_ - '\n') | x3::lit("/*")[at_comment] >> *(x3::char_ - "*/") >>
                                                              ("*/" | refuse{"this comment is never closed", true});

inline auto const gap = *(+x3::char_(" \t\n\r\v\f") | wide_space{} | comment);

/// A token: counts, remembers where it begins, and skips what separates it from the next one.
template <class Subject>
struct token_directive : x3::unary_parser<Subject, token_directive<Subject>> {
    using base = x3::unary_parser<Subject, token_directive<Subject>>;
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    constexpr explicit token_directive(Subject const& inner) : base(inner) {}

    template <class Context, class Other, class Attribute>
    bool parse(char const*& first, char const* const& last, Context const& context, Other const& other,
               Attribute&) const {
        builder& b = the(context);
        if (b.failed) return false;
        ++b.calls;
        b.token = static_cast<std::size_t>(first - b.text.data());
        auto const before = first;
        if (!this->subject.parse(first, last, context, other, x3::unused)) {
            first = before;
            return false;
        }
        ++b.calls;
        b.token = static_cast<std::size_t>(first - b.text.data());
        gap.parse(first, last, context, other, x3::unused);
        return !b.failed;
    }
};
struct token_gen {
    template <class Subject>
    constexpr auto operator[](Subject const& subject) const {
        return token_directive<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject));
    }
};
inline constexpr token_gen token{};

/// `act([](builder& b, std::string_view text) { return …; })`: a semantic action that may refuse.
template <class Do>
constexpr auto act(Do what) {
    return [what](auto& context) {
        builder& b = the(context);
        auto const end = x3::_where(context).begin();
        auto const* const begin = b.text.data() + b.token;
        x3::_pass(context) = what(b, std::string_view(begin, static_cast<std::size_t>(end - begin)));
    };
}

inline auto const name_start = name_char{true};
inline auto const name_part = name_char{false};

/// A word in any case that is not the beginning of a longer one. ASCII alone folds, whatever the locale.
struct word : primitive<word> {
    constexpr explicit word(std::string_view lower_case) : letters(lower_case) {}

    bool match(char const*& first, char const* last, builder& b) const {
        if (static_cast<std::size_t>(last - first) < letters.size()) return false;
        for (std::size_t i = 0; i < letters.size(); ++i) {
            if (ascii_lower(first[i]) != letters[i]) return false;
        }
        auto after = first + letters.size();
        if (name_part.match(after, last, b)) return false;
        first += letters.size();
        return true;
    }
    std::string_view letters;
};

// ---- values

inline auto const digits = +x3::digit;
inline auto const exponent = x3::char_("eE") >> -x3::char_("+-") >> digits;
inline auto const number = ((digits >> -('.' >> *x3::digit)) | ('.' >> digits)) >> -exponent;

inline auto quoted(char quote, char const* doubled, char const* unclosed) {
    return x3::lit(quote) >> *((x3::char_ - quote) | doubled) >> (x3::lit(quote) | refuse{unclosed, true});
}
inline auto const string = quoted('\'', "''", "this text is never closed; inside it '' is a quote");
inline auto const backticked = quoted('`', "``", "this backtick is never closed");
inline auto const double_quoted = quoted('"', "\"\"", "this double quote is never closed");
inline auto const bare_name = name_start >> *name_part;
inline auto const any_name = bare_name | backticked | double_quoted;

inline auto const name_literal = act([](builder& b, std::string_view text) {
    literal out;
    if (text.size() == 4 && (text[0] | 0x20) == 't') out.value = true;
    if (text.size() == 5) out.value = false;
    return b.value(expression(std::move(out)), b.token, b.token + text.size());
});
inline auto const root_name = act([](builder& b, std::string_view text) { return b.name(text, b.token, true); });
inline auto const next_name = act([](builder& b, std::string_view text) { return b.name(text, b.token, false); });
inline auto const number_literal = act([](builder& b, std::string_view text) { return b.number(text, b.token); });
inline auto const text_literal = act([](builder& b, std::string_view text) {
    literal out;
    out.value = builder::unquote(text);
    return b.value(expression(std::move(out)), b.token, b.token + text.size());
});

/// `date` or `timestamp(3)`, only when text follows; otherwise it is a name like any other.
inline auto const set_type = [](columnar::type_id id) {
    return act([id](builder& b, std::string_view) {
        b.typed = {};
        b.typed.type.id = id;
        b.link_begin = b.token;
        return true;
    });
};
inline auto const set_unit = act([](builder& b, std::string_view text) {
    b.typed.type.unit = static_cast<columnar::time_unit>((text[0] - '0') / 3);
    return true;
});
inline auto const set_text = act([](builder& b, std::string_view text) {
    b.typed.text = builder::unquote(text);
    return b.value(expression(std::move(b.typed)), b.link_begin, b.token + text.size());
});
inline auto const precision = token['('] >> (token[x3::char_("0369")[set_unit]] |
                                             refuse{"a timestamp's precision is 0, 3, 6 or 9"}) >>
                              (token[')'] | refuse{"expected ) after the precision"});
inline auto const typed_value =
    (token[word("date")[set_type(columnar::type_id::date32)]] |
     token[word("timestamp")[set_type(columnar::type_id::timestamp)]] >> -(&x3::lit('(') >> precision)) >>
    token[string[set_text]];

inline auto const value = token[(word("null") | word("true") | word("false"))[name_literal]] | typed_value |
                          token[any_name[root_name]] | token[number[number_literal]] | token[string[text_literal]] |
                          refuse{&expected_value};

// ---- operators

inline auto const minus = act([](builder& b, std::string_view) { return b.prefix(unary_op::minus, b.token); });
inline auto const logical_not = act([](builder& b, std::string_view) { return b.prefix(unary_op::not_, b.token); });
inline auto const open_group = act([](builder& b, std::string_view) { return b.open_group(b.token); });

inline auto const before_value =
    token[x3::lit('(')[open_group]] | token[x3::lit('-')[minus]] | token[word("not")[logical_not]];

/// Operators of symbols; a negative value is one that the dialect does not have.
struct operator_symbols : x3::symbols<int> {
    operator_symbols() {
        auto const have = [this](char const* spelling, link_op op) { add(spelling, static_cast<int>(op)); };
        have("*", link_op::multiply);
        have("/", link_op::divide);
        have("%", link_op::modulo);
        have("+", link_op::add);
        have("-", link_op::subtract);
        have("=", link_op::equal);
        have("==", link_op::equal);
        have("<>", link_op::not_equal);
        have("!=", link_op::not_equal);
        have("<", link_op::less);
        have("<=", link_op::less_equal);
        have(">", link_op::greater);
        have(">=", link_op::greater_equal);
        for (auto const* spelling : {"||", "<<", ">>", "<=>", "=>", "->", "**", "<@"}) add(spelling, -1);
    }
};
inline operator_symbols const operators;

inline auto const begin_symbol = [](auto& context) {
    builder& b = the(context);
    int const op = x3::_attr(context);
    if (op < 0) {
        auto const end = static_cast<std::size_t>(x3::_where(context).begin() - b.text.data());
        x3::_pass(context) = not_supported(b, b.token, b.text.substr(b.token, end - b.token));
    } else {
        x3::_pass(context) = b.begin_link(static_cast<link_op>(op), b.token);
    }
};
inline auto begin_word(link_op op) {
    return act([op](builder& b, std::string_view) { return b.begin_link(op, b.link_begin, b.negated); });
}
inline auto const mark = act([](builder& b, std::string_view) {
    b.link_begin = b.token;
    b.negated = false;
    return true;
});
inline auto const negate = act([](builder& b, std::string_view) { return b.negated = true; });
inline auto const begin_list = act([](builder& b, std::string_view) { return b.begin_in(b.link_begin, b.negated); });
inline auto begin_term(logical_op op) {
    return act([op](builder& b, std::string_view) { return b.begin_term(op); });
}
inline auto end_is(link_op op) {
    return act([op](builder& b, std::string_view text) {
        return b.postfix(op, b.link_begin, b.token + text.size(), b.negated);
    });
}

// `IN (`, `BETWEEN`, `LIKE`, `ILIKE` behind an optional NOT: the words that begin with no value of their own.
inline auto const in_list = token[word("in")] >> (token[x3::lit('(')[begin_list]] | refuse{"expected ( after IN"});
inline auto const word_operator = in_list | token[word("between")[begin_word(link_op::between)]] |
                                  token[word("like")[begin_word(link_op::like)]] |
                                  token[word("ilike")[begin_word(link_op::ilike)]];
inline auto const named_operator = x3::eps[mark] >>
                                   ((token[word("not")[negate]] >>
                                     (word_operator | refuse{"expected IN, BETWEEN, LIKE or ILIKE after NOT"})) |
                                    word_operator);

inline auto const operator_between =
    token[operators[begin_symbol]] | token[word("and")[begin_term(logical_op::and_)]] |
    token[word("or")[begin_term(logical_op::or_)]] | named_operator |
    token[x3::lit(',')[act([](builder& b, std::string_view) { return b.next_item(b.token); })]];

inline auto const is_test = token[word("is")[mark]] >> -token[word("not")[negate]] >>
                            (token[word("null")[end_is(link_op::is_null)]] |
                             token[word("true")[end_is(link_op::is_true)]] |
                             token[word("false")[end_is(link_op::is_false)]] | refuse{&expected_is_operand});
inline auto const end_escape = act([](builder& b, std::string_view text) {
    auto character = builder::unquote(text);
    auto const count = utf8_length(character);
    return b.escape(std::move(character), b.token, count);
});
inline auto const after_value =
    token[x3::lit(')')[act([](builder& b, std::string_view) { return b.close(b.token); })]] | is_test |
    token['.'] >> (token[any_name[next_name]] | refuse{"expected a field's name after the dot"}) |
    token[word("escape")] >> (token[string[end_escape]] | refuse{"expected one character in quotes after ESCAPE"});

// ---- clause

inline auto const operand = *before_value >> value >> *after_value;
inline auto const clause = gap >> operand >> *(operator_between >> operand) >> (x3::eoi | refuse{&expected_operator});

}  // namespace where::detail::grammar
LANCESPEC_END_NAMESPACE
