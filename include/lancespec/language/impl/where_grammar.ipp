// SPDX-License-Identifier: Apache-2.0
// The grammar of WHERE clauses, in Boost.Spirit X3.
//
// A clause is values with operators between them. The grammar reads tokens in that order and hands each to the
// builder, which knows precedence and nesting; no rule calls itself. A parser that does not match has consumed
// nothing but a word's few letters; one that finds an error notes it in the builder, and parsing ends.
//
// No parser has an attribute, and what is done with a token is a parser of its own behind it instead of a semantic
// action: Spirit's attributes and action contexts, which no one needs here, are what costs a compiler its time.
#pragma once

#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/where_diagnose.ipp>

#include <lancespec/language/impl/spirit.ipp>

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

/// An ASCII byte that is in a set, or with `but` any byte that is not.
struct one_of : primitive<one_of> {
    constexpr explicit one_of(std::string_view bytes) {
        for (char const c : bytes) bits[static_cast<std::size_t>(c) >> 6] |= std::uint64_t{1} << (c & 63);
    }

    bool match(char const*& first, char const* last, builder&) const {
        if (first == last) return false;
        auto const c = static_cast<unsigned char>(*first);
        if (c >= 0x80 || (bits[c >> 6] >> (c & 63) & 1) == 0) return false;
        ++first;
        return true;
    }
    std::array<std::uint64_t, 2> bits{};
};
struct but : primitive<but> {
    constexpr explicit but(char byte) : excluded(byte) {}

    bool match(char const*& first, char const* last, builder&) const {
        if (first == last || *first == excluded) return false;
        ++first;
        return true;
    }
    char excluded;
};
struct digit_of : primitive<digit_of> {
    constexpr explicit digit_of(bool hexadecimal) : letters(hexadecimal) {}

    bool match(char const*& first, char const* last, builder&) const {
        if (first == last) return false;
        char const c = ascii_lower(*first);
        if (!(c >= '0' && c <= '9') && !(letters && c >= 'a' && c <= 'f')) return false;
        ++first;
        return true;
    }
    bool letters;
};
inline constexpr digit_of digit{false};
inline constexpr digit_of hex_digit{true};

/// Behind a part of a token: does something with the token's text so far, and may refuse it. `act{…, argument}` hands
/// the argument on.
struct act : primitive<act> {
    using plain = bool (*)(builder&, std::string_view text);
    using with_argument = bool (*)(builder&, std::string_view text, int argument);
    constexpr explicit act(plain what) : run(what) {}
    constexpr act(with_argument what, int given) : run_with(what), argument(given) {}

    bool match(char const*& first, char const*, builder& b) const {
        auto const* const begin = b.text.data() + b.token;
        std::string_view const text(begin, static_cast<std::size_t>(first - begin));
        return run != nullptr ? run(b, text) : run_with(b, text, argument);
    }
    plain run = nullptr;
    with_argument run_with = nullptr;
    int argument = 0;
};

inline constexpr act at_comment{[](builder& b, std::string_view text) {
    b.token += text.size() - 2;
    return true;
}};
inline constexpr auto comment = "--" >> *but{'\n'} | "/*" >> at_comment >> *(!x3::lit("*/") >> (but{'*'} | '*')) >>
                                                         ("*/" | refuse{"this comment is never closed", true});

inline constexpr auto gap = *(+one_of{" \t\n\r\v\f"} | wide_space{} | comment);

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

inline constexpr auto name_start = name_char{true};
inline constexpr auto name_part = name_char{false};

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

inline constexpr auto digits = +digit;
inline constexpr auto exponent = one_of{"eE"} >> -one_of{"+-"} >> digits;
inline constexpr auto number = ((digits >> -('.' >> *digit)) | ('.' >> digits)) >> -exponent >> -x3::lit('L');

constexpr auto quoted(char quote, char const* doubled, char const* unclosed) {
    return x3::lit(quote) >> *(but{quote} | doubled) >> (x3::lit(quote) | refuse{unclosed, true});
}
inline constexpr auto string = x3::lit('\'') >> *(but{'\''} | "''") >> (x3::lit('\'') | refuse{&unclosed_text});
inline constexpr auto backticked = quoted('`', "``", "this backtick is never closed");
inline constexpr auto double_quoted = quoted('"', "\"\"", "this double quote is never closed");
inline constexpr auto bare_name = name_start >> *name_part;
inline constexpr auto any_name = bare_name | backticked | double_quoted;

inline constexpr act name_literal = act([](builder& b, std::string_view text) {
    literal out;
    if (text.size() == 4 && (text[0] | 0x20) == 't') out.value = true;
    if (text.size() == 5) out.value = false;
    return b.value(expression(std::move(out)), b.token, b.token + text.size());
});
inline constexpr act root_name = act([](builder& b, std::string_view text) { return b.name(text, b.token, true); });
inline constexpr act next_name = act([](builder& b, std::string_view text) { return b.name(text, b.token, false); });
inline constexpr act number_literal = act([](builder& b, std::string_view text) { return b.number(text, b.token); });
inline constexpr act text_literal = act([](builder& b, std::string_view text) { return b.text_value(text, b.token); });
inline constexpr act hex_literal = act(
    [](builder& b, std::string_view text) { return b.hexadecimal(text.substr(2), b.token, b.token + text.size()); });
inline constexpr act quoted_hex_literal = act([](builder& b, std::string_view text) {
    return b.hexadecimal(text.substr(2, text.size() - 3), b.token, b.token + text.size());
});

// A type: a word, numbers in parentheses, UNSIGNED. Reading one has no effect but on the builder's `type`.
inline constexpr act type_name = act([](builder& b, std::string_view text) {
    b.type = {};
    b.type.name = text;
    b.type_begin = b.token;
    return true;
});
inline constexpr act literal_type_name = act([](builder& b, std::string_view text) {
    if (!type_named(text)) return false;
    b.type = {};
    b.type.name = text;
    b.type_begin = b.token;
    return true;
});
inline constexpr act type_number = act([](builder& b, std::string_view text) {
    b.type.numbers[b.type.count++] = text;
    return true;
});
inline constexpr act type_unsigned = act([](builder& b, std::string_view) { return b.type.is_unsigned = true; });
inline constexpr auto type_arguments = token['('] >> token[digits >> type_number] >>
                                       -(token[','] >> token[digits >> type_number]) >> token[')'];
inline constexpr auto type_rest = -type_arguments >> -token[word("unsigned") >> type_unsigned];
inline constexpr auto type = (token[bare_name >> type_name] | refuse{"expected a type"}) >> type_rest;

/// `date '…'`, only when text follows; otherwise the word is a name like any other.
inline constexpr act set_text = act([](builder& b, std::string_view text) { return b.typed_value(text, b.token); });
inline constexpr auto typed_value = token[bare_name >> literal_type_name] >> type_rest >> token[string >> set_text];

inline constexpr auto empty_array =
    &('[' >> gap >> ']') >> token['['] >> token[x3::lit(']') >> act([](builder& b, std::string_view) {
                                                    return b.value(expression(list{}), b.token, b.token + 1);
                                                })];

inline constexpr auto value = token[(word("null") | word("true") | word("false")) >> name_literal] |
                              token[(one_of{"xX"} >> string) >> quoted_hex_literal] | typed_value |
                              token[any_name >> root_name] | token[("0x" >> *hex_digit) >> hex_literal] |
                              token[number >> number_literal] | token[string >> text_literal] | empty_array |
                              refuse{&expected_value};

// ---- operators

inline constexpr act minus = act([](builder& b, std::string_view) { return b.prefix(unary_op::minus, b.token); });
inline constexpr act logical_not = act([](builder& b, std::string_view) { return b.prefix(unary_op::not_, b.token); });
inline constexpr act open_group = act([](builder& b, std::string_view) { return b.open_group(b.token); });

constexpr act begin_cast(bool is_try) {
    return act(
        [](builder& b, std::string_view, int given) {
            b.link_begin = b.token;
            b.negated = given != 0;
            return true;
        },
        is_try);
}
inline constexpr auto cast_word = word("cast") >> begin_cast(false) | word("try_cast") >> begin_cast(true) |
                                  word("safe_cast") >> begin_cast(true);
inline constexpr auto open_cast =
    token[cast_word] >>
    token[x3::lit('(') >> act([](builder& b, std::string_view) { return b.begin_cast(b.negated, b.link_begin); })];
inline constexpr act open_array = act([](builder& b, std::string_view) { return b.begin_array(b.token); });
inline constexpr auto before_value =
    token[x3::lit('(') >> open_group] | token[x3::lit('-') >> minus] | token[word("not") >> logical_not] | open_cast |
    (-(token[word("array")] >> &x3::lit('[')) >> !('[' >> gap >> ']') >> token[x3::lit('[') >> open_array]);

struct spelled_operator {
    std::string_view text;
    link_op op{};
    bool known = true;
};

/// An operator of symbols, the longest that is there; some of them the dialect does not have.
struct symbol : primitive<symbol> {
    static constexpr std::array<spelled_operator, 22> all{
        {{"<=>", {}, false},         {"==", link_op::equal},      {"<>", link_op::not_equal},
         {"!=", link_op::not_equal}, {"<=", link_op::less_equal}, {">=", link_op::greater_equal},
         {"||", link_op::concat},    {"<<", link_op::shift_left}, {">>", link_op::shift_right},
         {"=>", {}, false},          {"->", {}, false},           {"**", {}, false},
         {"<@", {}, false},          {"//", {}, false},           {"*", link_op::multiply},
         {"/", link_op::divide},     {"%", link_op::modulo},      {"+", link_op::add},
         {"-", link_op::subtract},   {"=", link_op::equal},       {"<", link_op::less},
         {">", link_op::greater}}};

    bool match(char const*& first, char const* last, builder& b) const {
        if (first == last || std::string_view("<=!>|-*/%+").find(*first) == std::string_view::npos) return false;
        std::string_view const rest(first, static_cast<std::size_t>(last - first));
        for (auto const& one : all) {
            if (!rest.starts_with(one.text)) continue;
            first += one.text.size();
            if (one.known) return b.begin_link(one.op, b.token);
            return not_supported(b, b.token, one.text, std::string(hint_of(one.text, construct_hints)));
        }
        return false;
    }
};

constexpr act begin_word(link_op op) {
    return act([](builder& b, std::string_view,
                  int given) { return b.begin_link(static_cast<link_op>(given), b.link_begin, b.negated); },
               static_cast<int>(op));
}
inline constexpr act mark = act([](builder& b, std::string_view) {
    b.link_begin = b.token;
    b.negated = false;
    return true;
});
inline constexpr act negate = act([](builder& b, std::string_view) { return b.negated = true; });
inline constexpr act begin_list = act([](builder& b, std::string_view) { return b.begin_in(b.link_begin, b.negated); });
constexpr act begin_term(logical_op op) {
    return act([](builder& b, std::string_view, int given) { return b.begin_term(static_cast<logical_op>(given)); },
               static_cast<int>(op));
}
constexpr act end_is(link_op op) {
    return act(
        [](builder& b, std::string_view text, int given) {
            return b.postfix(static_cast<link_op>(given), b.link_begin, b.token + text.size(), b.negated);
        },
        static_cast<int>(op));
}

// `IN (`, `BETWEEN`, `LIKE`, `ILIKE` behind an optional NOT: the words that begin with no value of their own.
inline constexpr auto in_list = token[word("in")] >> (token[x3::lit('(') >> begin_list] | refuse{&expected_list});
inline constexpr auto word_operator = in_list | token[word("between") >> begin_word(link_op::between)] |
                                      token[word("like") >> begin_word(link_op::like)] |
                                      token[word("ilike") >> begin_word(link_op::ilike)];
inline constexpr auto named_operator = mark >>
                                       ((token[word("not") >> negate] >>
                                         (word_operator | refuse{"expected IN, BETWEEN, LIKE or ILIKE after NOT"})) |
                                        word_operator);

inline constexpr act begin_distinct = act([](builder& b, std::string_view) {
    if (b.options.dialect == compatibility::lance12) return not_supported(b, b.token, "IS DISTINCT FROM");
    return true;
});
inline constexpr auto is_distinct = token[word("is") >> mark] >> -token[word("not") >> negate] >>
                                    token[word("distinct") >> begin_distinct] >>
                                    (token[word("from") >> begin_word(link_op::is_distinct)] |
                                     refuse{"expected FROM after IS DISTINCT"});

/// `(` behind a name.
struct call_begins : primitive<call_begins> {
    bool match(char const*& first, char const* last, builder& b) const {
        return first != last && *first == '(' && b.is_name && !names_no_function(b);
    }
};
inline constexpr auto open_call =
    call_begins{} >> token[x3::lit('(') >> act([](builder& b, std::string_view) { return b.begin_call(b.token); })];
inline constexpr auto empty_call =
    &('(' >> gap >> ')') >> open_call >>
    token[x3::lit(')') >> act([](builder& b, std::string_view) { return b.end_node(b.token + 1); })];
inline constexpr auto open_index =
    token[x3::lit('[') >> act([](builder& b, std::string_view) { return b.begin_index(b.token); })];

inline constexpr auto operator_between =
    token[symbol{}] | token[word("and") >> begin_term(logical_op::and_)] |
    token[word("or") >> begin_term(logical_op::or_)] | named_operator | is_distinct | open_call | open_index |
    token[x3::lit(',') >> act([](builder& b, std::string_view) { return b.next_item(b.token); })];

inline constexpr auto is_test =
    (token[word("is") >> mark] >> -token[word("not") >> negate] >>
     (token[word("null") >> end_is(link_op::is_null)] | token[word("true") >> end_is(link_op::is_true)] |
      token[word("false") >> end_is(link_op::is_false)] | (!word("distinct") >> refuse{&expected_is_operand}))) |
    (token[word("not") >> mark] >> &word("null") >> negate >> token[word("null") >> end_is(link_op::is_null)]);
inline constexpr act end_escape = act([](builder& b, std::string_view text) {
    auto character = builder::unquote(text);
    auto const count = utf8_length(character);
    return b.escape(std::move(character), b.token, count);
});
inline constexpr act end_type = act([](builder& b, std::string_view) { return b.cast_step(b.link_begin, b.token); });
inline constexpr act end_cast = act([](builder& b, std::string_view) { return b.end_cast(b.token, b.token + 1); });
inline constexpr auto after_value =
    token[x3::lit(')') >> act([](builder& b, std::string_view) { return b.close(b.token); })] |
    token[x3::lit(']') >> act([](builder& b, std::string_view) { return b.close_bracket(b.token); })] | empty_call |
    is_test | (token[x3::lit("::") >> mark] >> type >> end_type) |
    token['.'] >> (token[any_name >> next_name] | refuse{"expected a field's name after the dot"}) |
    token[word("as")] >> type >> (token[x3::lit(')') >> end_cast] | refuse{"expected ) after the type"}) |
    token[word("escape")] >> (token[string >> end_escape] | refuse{"expected one character in quotes after ESCAPE"});

// ---- clause

inline constexpr auto operand = *before_value >> value >> *after_value;
inline constexpr auto clause = gap >> operand >> *(operator_between >> operand) >>
                               (x3::eoi | refuse{&expected_operator});

}  // namespace where::detail::grammar
LANCESPEC_END_NAMESPACE
