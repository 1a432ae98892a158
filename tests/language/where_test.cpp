// SPDX-License-Identifier: Apache-2.0
#include <lancespec/language/where.hpp>

#include "tests/language/deep_clauses.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/utf8.hpp>

#include <pthread.h>

#include <functional>

namespace where_test {

namespace where = lancespec::where;
using where::expression;

inline std::string canonical(std::string_view text) {
    auto const parsed = where::parse(text);
    return parsed.has_value() ? where::format(*parsed) : "error: " + parsed.error().message;
}

inline where::parse_error error_of(std::string_view text) {
    auto const parsed = where::parse(text);
    REQUIRE(parsed.has_error());
    return parsed.error();
}

/// Runs @p what on a thread with a stack of 1 MiB.
inline void on_small_stack(std::function<void()> what) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{1} << 20);
    pthread_t thread;
    auto const run = [](void* from) -> void* {
        (*static_cast<std::function<void()>*>(from))();
        return nullptr;
    };
    REQUIRE(pthread_create(&thread, &attributes, run, &what) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

using deep_clauses::repeated;

/// A type that CAST knows.
inline lancespec::columnar::data_type random_type() {
    static std::vector<std::string> const names{"int8",   "int32", "uint64", "float32",       "utf8",
                                                "binary", "bool",  "date32", "timestamp[ns]", "decimal128(9, 2)"};
    return *lancespec::columnar::parse_data_type(*rc::gen::elementOf(names));
}

/// A tree as the parser makes them.
inline expression random_tree(int depth) {
    auto const choice = depth <= 0 ? *rc::gen::inRange(0, 4) : *rc::gen::inRange(0, 14);
    auto const child = [&](int less = 1) { return random_tree(depth - less); };
    switch (choice) {
        case 10: {
            where::call out;
            out.name = {*rc::gen::element<std::string>("lower", "coalesce", "cast", "x y", "in"),
                        where::quote_style::none};
            if (out.name.name != "lower" && out.name.name != "coalesce") out.name.quotes = where::quote_style::backtick;
            auto const count = *rc::gen::inRange(0, 3);
            for (int i = 0; i < count; ++i) out.arguments.push_back(child(2));
            return expression(std::move(out));
        }
        case 11: {
            where::cast out;
            out.is_try = *rc::gen::arbitrary<bool>();
            out.type = random_type();
            out.operand.push_back(child());
            return expression(std::move(out));
        }
        case 12: {
            where::list out;
            auto const count = *rc::gen::inRange(0, 3);
            for (int i = 0; i < count; ++i) out.items.push_back(child(2));
            return expression(std::move(out));
        }
        case 13: {
            where::access out;
            out.first.push_back(child());
            auto const count = *rc::gen::inRange(1, 4);
            for (int i = 0; i < count; ++i) {
                where::access_step step;
                step.kind = static_cast<where::access_kind>(*rc::gen::inRange(0, 3));
                // The field of a column is a part of its name, and the index of a text is a field.
                bool const column = out.steps.empty() && std::holds_alternative<where::column>(out.first[0].node);
                if (step.kind == where::access_kind::field && column) step.kind = where::access_kind::cast;
                if (step.kind == where::access_kind::field) step.field = {"q r", where::quote_style::backtick};
                if (step.kind == where::access_kind::cast) step.type = random_type();
                if (step.kind == where::access_kind::item)
                    step.index.push_back(expression(where::unary{where::unary_op::minus, {child(2)}}));
                out.steps.push_back(std::move(step));
            }
            // A chain of steps that begins with one is one chain.
            if (std::holds_alternative<where::access>(out.first[0].node)) return std::move(out.first[0]);
            return expression(std::move(out));
        }
        case 0: {
            where::literal out;
            switch (*rc::gen::inRange(0, 6)) {
                case 0: break;
                case 1: out.value = *rc::gen::arbitrary<bool>(); break;
                case 2: out.value = static_cast<std::int64_t>(*rc::gen::inRange<std::int64_t>(0, 1'000'000)); break;
                case 3: out.value = std::uint64_t{1} << 63; break;
                case 4: out.value = static_cast<double>(*rc::gen::inRange(0, 1 << 20)) / 1024; break;
                default:
                    out.value = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("a'\"`%\\ -")));
                    break;
            }
            return expression(out);
        }
        case 1:
        case 2: {
            static std::vector<std::string> const names{"a",    "Camel", "é",    "select", "and",
                                                        "date", "x y",   "bt`k", "1a"};
            where::column out;
            auto const count = *rc::gen::inRange(1, 4);
            for (int i = 0; i < count; ++i) {
                auto const name = *rc::gen::elementOf(names);
                bool const plain = name.find_first_of(" `1") == std::string::npos;
                auto const quotes =
                    plain && *rc::gen::arbitrary<bool>() ? where::quote_style::none : where::quote_style::backtick;
                out.path.push_back({name, quotes});
            }
            return expression(out);
        }
        case 3: {
            where::typed_literal out;
            bool const date = *rc::gen::arbitrary<bool>();
            out.type.id = date ? lancespec::columnar::type_id::date32 : lancespec::columnar::type_id::timestamp;
            if (!date) out.type.unit = static_cast<lancespec::columnar::time_unit>(*rc::gen::inRange(0, 4));
            out.text = "2021-01-01";
            return expression(out);
        }
        case 4:
        case 5: {
            where::logical out;
            out.op = choice == 4 ? where::logical_op::and_ : where::logical_op::or_;
            auto const count = *rc::gen::inRange(2, 5);
            for (int i = 0; i < count; ++i) out.terms.push_back(child(2));
            return expression(std::move(out));
        }
        case 6: {
            where::unary out;
            out.op = *rc::gen::arbitrary<bool>() ? where::unary_op::not_ : where::unary_op::minus;
            out.operand.push_back(child());
            return expression(std::move(out));
        }
        default: {
            static std::vector<std::vector<where::link_op>> const levels{
                {where::link_op::multiply, where::link_op::divide, where::link_op::modulo},
                {where::link_op::add, where::link_op::subtract},
                {where::link_op::equal, where::link_op::less, where::link_op::greater_equal, where::link_op::between,
                 where::link_op::in},
                {where::link_op::like, where::link_op::ilike},
                {where::link_op::is_null, where::link_op::is_true, where::link_op::is_false}};
            auto const& ops = *rc::gen::elementOf(levels);
            where::chain out;
            out.first.push_back(child());
            auto const count = *rc::gen::inRange(1, 4);
            for (int i = 0; i < count; ++i) {
                where::chain_link step;
                step.op = *rc::gen::elementOf(ops);
                bool const may_negate = step.op >= where::link_op::between;
                step.negated = may_negate && *rc::gen::arbitrary<bool>();
                int operands = step.op >= where::link_op::is_null ? 0 : step.op == where::link_op::between ? 2 : 1;
                if (step.op == where::link_op::in) operands = *rc::gen::inRange(1, 4);
                for (int k = 0; k < operands; ++k) step.operands.push_back(child(2));
                bool const may_escape = step.op == where::link_op::like || step.op == where::link_op::ilike;
                if (may_escape && *rc::gen::arbitrary<bool>())
                    step.escape = *rc::gen::element<std::string>("!", "'", "é");
                out.links.push_back(std::move(step));
            }
            return expression(std::move(out));
        }
    }
}

TEST_CASE("operators bind as the table of precedence says", "[language][where]") {
    struct row {
        std::string text;
        std::string same_as;
    };
    auto const c = GENERATE(values<row>({
        {"a = 1 AND b OR c", "((a = 1) AND b) OR c"},
        {"a OR b AND c", "a OR (b AND c)"},
        {"NOT a AND b", "(NOT a) AND b"},
        {"NOT a = b", "NOT (a = b)"},
        {"NOT a IS NULL", "NOT (a IS NULL)"},
        {"NOT a LIKE b", "NOT (a LIKE b)"},
        {"a = b IS NULL", "(a = b) IS NULL"},
        {"a LIKE b = c", "a LIKE (b = c)"},
        {"a = b LIKE c", "(a = b) LIKE c"},
        {"a LIKE b IS TRUE", "(a LIKE b) IS TRUE"},
        {"a < b + c", "a < (b + c)"},
        {"a + b * c", "a + (b * c)"},
        {"-a * b", "(-a) * b"},
        {"- a + b", "(-a) + b"},
        {"a BETWEEN 1 + 1 AND 2 AND b", "(a BETWEEN (1 + 1) AND 2) AND b"},
        {"a = NOT b = c", "a = (NOT (b = c))"},
        {"a BETWEEN NOT b AND c AND d", "(a BETWEEN (NOT b) AND c) AND d"},
    }));
    CAPTURE(c.text);
    auto const left = where::parse(c.text);
    auto const right = where::parse(c.same_as);
    REQUIRE(left.has_value());
    REQUIRE(right.has_value());
    CHECK(*left == *right);
}

TEST_CASE("left-associative chains are flat", "[language][where]") {
    auto const parsed = where::parse("a - b - c + d");
    REQUIRE(parsed.has_value());
    CHECK(std::get<where::chain>(parsed->node).links.size() == 3);
    auto const logical = where::parse("a AND b AND c AND (d AND e)");
    REQUIRE(logical.has_value());
    CHECK(std::get<where::logical>(logical->node).terms.size() == 4);
}

TEST_CASE("a clause prints canonically", "[language][where]") {
    struct row {
        std::string text;
        std::string canonical;
    };
    auto const c = GENERATE(values<row>({
        {"i32=1", "i32 = 1"},
        {"i32 == 1 and s != 'x'", "i32 = 1 AND s <> 'x'"},
        {"\ti32\n=\r1", "i32 = 1"},
        {"i32\xC2\xA0= 1", "i32 = 1"},
        {"i32 = -- c\n 1", "i32 = 1"},
        {"i32 /* a - b */ = 1", "i32 = 1"},
        {"i32 =1and b", "i32 = 1 AND b"},
        {"((a))", "a"},
        {"s = 'it''s'", "s = 'it''s'"},
        {"s = 'back\\slash'", "s = 'back\\slash'"},
        {"f = .5 OR f = 5. OR f = 1e3", "f = 0.5 OR f = 5.0 OR f = 1000.0"},
        {"u = 18446744073709551615", "u = 18446744073709551615"},
        {"\"Camel\" = 1", "`Camel` = 1"},
        {"st.\"a.b\" = 1", "st.`a.b` = 1"},
        {"st . x = 1", "st.x = 1"},
        {"(st).x = 1", "st.x = 1"},
        {"select = 1", "select = 1"},
        {"date = date '2021-01-01'", "date = date '2021-01-01'"},
        {"ts = timestamp(3) '2021-01-01'", "ts = timestamp(3) '2021-01-01'"},
        {"ts = TIMESTAMP(6) '2021-01-01'", "ts = timestamp '2021-01-01'"},
        {"a NOT IN (1, NULL)", "a NOT IN (1, NULL)"},
        {"a not between 1 and 2", "a NOT BETWEEN 1 AND 2"},
        {"s not ilike '%' escape '\\'", "s NOT ILIKE '%' ESCAPE '\\'"},
        {"- -1 = (a = b)", "-(-1) = (a = b)"},
        {"x * 2", "x * 2"},
        {"l [ 1 ] . q :: INT", "l[1].q::int"},
        {"st['a b'].c = X'DEAD'", "st.`a b`.c = X'dead'"},
        {"cast(a as decimal(9,2)) = try_cast(b as int unsigned)",
         "CAST(a AS decimal(9, 2)) = TRY_CAST(b AS int unsigned)"},
        {"array[1, 2] = [] or f ( a , 'b' )", "[1, 2] = [] OR f(a, 'b')"},
        {"`array`[1] = 1", "`array`[1] = 1"},
        {"-1::string || 'x' << 2", "-1::string || 'x' << 2"},
        {"a not null", "a IS NOT NULL"},
    }));
    CHECK(canonical(c.text) == c.canonical);
    CHECK(canonical(c.canonical) == c.canonical);
}

TEST_CASE("what is not in the dialect is refused by name and place", "[language][where]") {
    struct row {
        std::string text;
        std::string named;
        std::size_t offset;
    };
    auto const c = GENERATE(values<row>({
        {"a = +1", "a unary +", 4},
        {"!b", "!", 0},
        {"a && b", "&&", 2},
        {"a & 1", "&", 2},
        {"a ^ 1", "^", 2},
        {"a # 1", "#", 2},
        {"a ** 2", "**", 2},
        {"a XOR b", "XOR", 2},
        {"a div 2", "DIV", 2},
        {"a <=> b", "<=>", 2},
        {"s ~ 'a'", "~", 2},
        {"s rlike 'a'", "RLIKE", 2},
        {"s REGEXP 'a'", "REGEXP", 2},
        {"s SIMILAR TO 'a'", "SIMILAR TO", 2},
        {"case when a then b end", "CASE", 0},
        {"a IN (select 1)", "a subquery", 6},
        {"exists (select 1)", "EXISTS", 0},
        {"(a, b) = c", "tuples", 2},
        {"ts > interval '1 day'", "INTERVAL", 5},
        {"ts AT TIME ZONE 'UTC' = ts", "AT TIME ZONE", 3},
        {"s COLLATE \"C\" = 'a'", "COLLATE", 2},
        {"a IS UNKNOWN", "IS UNKNOWN", 5},
        {"a IS NOT DISTINCT FROM 1", "IS DISTINCT FROM", 9},
        {"b ISNULL", "ISNULL", 2},
        {"a = ?", "the placeholder ?", 4},
    }));
    CAPTURE(c.text);
    auto const error = error_of(c.text);
    CHECK(error.message.rfind(c.named, 0) == 0);
    CHECK(error.message.find("not supported") != std::string::npos);
    CHECK(error.offset == c.offset);
}

TEST_CASE("slips are refused with the place and a hint", "[language][where]") {
    CHECK(error_of("").message == "the clause is empty");
    CHECK(error_of("  \t").message == "the clause is empty");
    CHECK(error_of("a = 1 garbage").offset == 6);
    CHECK(error_of("a = 1; drop table t").offset == 5);
    CHECK(error_of("a = 1 LIMIT 1").offset == 6);
    CHECK(error_of("(a = 1").offset == 6);
    CHECK(error_of("a = 1)").offset == 5);
    CHECK(error_of("a = 1, 2").offset == 5);
    CHECK(error_of("a IN ()").offset == 6);
    CHECK(error_of("a IN (1, 2,)").offset == 11);
    CHECK(error_of("a BETWEEN 1").message.find("AND") != std::string::npos);
    CHECK(error_of("a BETWEEN 1 OR 2").message.find("AND") != std::string::npos);
    CHECK(error_of("s = 'abc").offset == 4);
    CHECK(error_of("`a = 1").offset == 0);
    CHECK(error_of("a = 1 /* c").offset == 6);
    CHECK(error_of("`` = 1").offset == 0);
    CHECK(error_of("`bt`k` = 1").hint.find("twice") != std::string::npos);
    CHECK(error_of("1abc = 1").hint.find('`') != std::string::npos);
    CHECK(error_of("s LIKE 'a' ESCAPE 'ab'").message.find("one character") != std::string::npos);
    CHECK(error_of("a ESCAPE 'b'").message.find("LIKE") != std::string::npos);
    CHECK(error_of("\xEF\xBB\xBF"
                   "a = 1")
              .message.find("byte-order mark") != std::string::npos);
    CHECK(error_of("s = \xE2\x80\x98"
                   "abc\xE2\x80\x99")
              .message.find("quotes") != std::string::npos);
    CHECK(error_of("a = \xFF").offset == 4);
    CHECK(error_of("a = = 1").offset == 4);
    CHECK(error_of("ts = timestamp(4) '2021-01-01'").offset == 5);
    CHECK(error_of("a NOT 1").offset == 6);
}

TEST_CASE("an error tells line and column in characters, and shows them", "[language][where]") {
    std::string const text = "é = 1 AND\n  日 = ! 2";
    auto const error = error_of(text);
    CHECK(error.line == 2);
    CHECK(error.column == 7);
    CHECK(where::render(error, text) ==
          "line 2, column 7 (byte 19): ! is not supported in Lance filters\n      日 = ! 2\n          ^\nhint: write "
          "NOT");
}

TEST_CASE("nodes know the bytes they were read from", "[language][where]") {
    auto const parsed = where::parse(" a = 1 AND (b < 2)");
    REQUIRE(parsed.has_value());
    CHECK(parsed->range.offset == 1);
    CHECK(parsed->range.end == 18);
    auto const& terms = std::get<where::logical>(parsed->node).terms;
    CHECK(terms[0].range.end == 6);
    CHECK(terms[1].range.offset == 12);
}

TEST_CASE("a tree prints to a text that parses to an equal tree", "[language][where]") {
    rc::prop("where_round_trip", [] {
        auto const tree = random_tree(5);
        auto const text = where::format(tree);
        auto const parsed = where::parse(text);
        RC_LOG() << text;
        if (parsed.has_error()) RC_LOG() << parsed.error().message;
        RC_ASSERT(parsed.has_value());
        RC_ASSERT(*parsed == tree);
        RC_ASSERT(where::format(*parsed) == text);
    });
}

TEST_CASE("any tokens in any order parse or are refused, in a bounded number of steps", "[language][where]") {
    rc::prop("where_any_tokens", [] {
        static std::vector<std::string> const pieces{"a",
                                                     "b.c",
                                                     "`q`",
                                                     "\"d\"",
                                                     "'t'",
                                                     "1",
                                                     ".5",
                                                     "1e",
                                                     "(",
                                                     ")",
                                                     ",",
                                                     "and",
                                                     "or",
                                                     "not",
                                                     "in",
                                                     "between",
                                                     "like",
                                                     "escape",
                                                     "is",
                                                     "null",
                                                     "true",
                                                     "-",
                                                     "--",
                                                     "/*",
                                                     "*/",
                                                     "*",
                                                     "=",
                                                     "<",
                                                     "||",
                                                     "date",
                                                     "timestamp",
                                                     "(3)",
                                                     "\n",
                                                     "\xC2\xA0",
                                                     "\xFF",
                                                     "é",
                                                     "[",
                                                     "::",
                                                     "select",
                                                     "'",
                                                     "`",
                                                     "\"",
                                                     std::string(1, '\0')};
        std::string text;
        auto const count = *rc::gen::inRange(0, 30);
        for (int i = 0; i < count; ++i) {
            text += *rc::gen::elementOf(pieces);
            if (*rc::gen::arbitrary<bool>()) text += ' ';
        }
        where::parse_statistics statistics;
        auto const parsed = where::parse(text, {}, statistics);
        RC_ASSERT(statistics.rule_calls <= 64 * (text.size() + 1));
        if (parsed.has_error()) {
            RC_ASSERT(parsed.error().offset <= text.size());
            RC_ASSERT(!parsed.error().message.empty());
            (void)where::render(parsed.error(), text);
            return;
        }
        auto const again = where::parse(where::format(*parsed));
        RC_ASSERT(again.has_value());
        RC_ASSERT(*again == *parsed);
    });
}

TEST_CASE("nesting is accepted to the limit and refused beyond it", "[language][where]") {
    auto const nested = [](std::size_t levels) { return repeated("(", levels) + "a = 1" + repeated(")", levels); };
    CHECK(where::parse(nested(128)).has_value());
    CHECK(where::parse(nested(129)).has_error());
    CHECK(where::parse(repeated("NOT ", 128) + "a").has_value());
    CHECK(where::parse(repeated("NOT ", 129) + "a").has_error());
    CHECK(where::parse(repeated("- ", 129) + "a").has_error());
    CHECK(where::parse(repeated("a IN (", 129) + "a").has_error());
    CHECK(where::parse(repeated("(a) AND ", 1000) + "a").has_value());
    lancespec::limits small;
    small.where_depth = 2;
    CHECK(where::parse("((a))", small).has_value());
    CHECK(where::parse("(((a)))", small).has_error());
}

TEST_CASE("the deepest clauses work on a stack of 1 MiB", "[language][where]") {
    for (auto const& text : deep_clauses::all()) {
        bool fine = false;
        on_small_stack([&] {
            auto const parsed = where::parse(text);
            fine = parsed.has_error() || *where::parse(where::format(*parsed)) == *parsed;
        });
        CHECK(fine);
    }
}

TEST_CASE("copies are equal, however deep, and copying takes no stack", "[language][where]") {
    expression deep(where::column{{{"a", where::quote_style::none}}});
    for (int i = 0; i < 100'000; ++i) {
        where::call outer{{"f", where::quote_style::none}, {}};
        outer.arguments.push_back(std::move(deep));
        deep = expression(std::move(outer));
    }
    on_small_stack([&] {
        auto const copy = deep;
        CHECK(copy == deep);
        CHECK(where::format(copy).size() > 300'000);
    });
}

TEST_CASE("double quotes name a column, or are text, or are refused", "[language][where]") {
    where::parse_options options;
    CHECK(where::notes(*where::parse("\"a\" = 1 AND b", options)).size() == 1);
    CHECK(where::notes(*where::parse("`a` = 1", options)).empty());
    options.quotes = where::double_quotes::text;
    CHECK(where::format(*where::parse("a = \"b\"", options)) == "a = 'b'");
    options.quotes = where::double_quotes::refused;
    CHECK(where::parse("a = \"b\"", options).has_error());
    options.dialect = where::compatibility::newest;
    CHECK(where::format(*where::parse("a is not distinct from 1", options)) == "a IS NOT DISTINCT FROM 1");
    CHECK(where::format(*where::parse("st.x = `b`"), where::name_quoting::full) == "`st`.`x` = `b`");
}

TEST_CASE("a normal form is flat, without double negation, and joins equalities", "[language][where]") {
    auto const normal = [](std::string_view text) { return where::format(where::normalize(*where::parse(text))); };
    CHECK(normal("(a AND b) AND (c AND d)") == "a AND b AND c AND d");
    CHECK(normal("NOT (s LIKE 'a%')") == "s NOT LIKE 'a%'");
    CHECK(normal("NOT NOT a IS NULL") == "a IS NULL");
    CHECK(normal("x = 1 OR x = 2 OR x IN (3, 1) OR y") == "x IN (1, 2, 3) OR y");
    // Joined in linear time: what is joined is not looked through again for the next one.
    CHECK(normal("x = 0" + repeated(" OR x = 1", 100'000)) == "x IN (0, 1)");
    CHECK(normal("x = 1 OR x = 'a' OR NOT (x = 1)") == "x = 1 OR x = 'a' OR NOT x = 1");
}

TEST_CASE("text is accepted to the limit and refused beyond it", "[language][where]") {
    lancespec::limits small;
    small.where_bytes = 5;
    CHECK(where::parse("a = 1", small).has_value());
    auto const refused = where::parse("a = 10", small);
    REQUIRE(refused.has_error());
    CHECK(refused.error().offset == 5);
}

TEST_CASE("long chains and lists cost steps in proportion to their bytes", "[language][where]") {
    auto const cost = [](std::string const& text) {
        where::parse_statistics statistics;
        auto const parsed = where::parse(text, {}, statistics);
        REQUIRE(parsed.has_value());
        CHECK(statistics.rule_calls <= 64 * text.size());
        on_small_stack([&] { (void)(*where::parse(where::format(*parsed)) == *parsed); });
        return static_cast<double>(statistics.rule_calls) / static_cast<double>(text.size());
    };
    for (auto const* piece : {" OR x = 1", " AND x", " + 1", " * x", " = x", " IS NULL", " IN (1)", " LIKE x"}) {
        auto const few = cost("x" + repeated(piece, 100));
        auto const many = cost("x" + repeated(piece, 20'000));
        CHECK(many < few * 1.1);
    }
    cost("x IN (1" + repeated(", 1", 20'000) + ")");
    cost("x = 0" + repeated(" OR x = 1", 3'000));
}

TEST_CASE("An error in a long line shows what is around the caret, and nothing that is no UTF-8") {
    std::string const text = std::string(5000, ' ') + "x = é ^ y" + std::string(5000, ' ');
    auto const parsed = lancespec::where::parse(text);
    REQUIRE(!parsed);
    auto const shown = lancespec::where::render(parsed.error(), text);
    CHECK(shown.size() < 500);
    auto const lines = shown.substr(shown.find('\n') + 1);
    auto const caret = lines.find('^', lines.find('\n'));
    REQUIRE(caret != std::string::npos);
    // The é before the caret is one character of two bytes.
    CHECK(lines[caret - lines.find('\n') - 1 + 1] == '^');
    std::string const broken = "s = 'a\xff'";
    auto const refused = lancespec::where::parse(broken);
    REQUIRE(!refused);
    CHECK(lancespec::find_invalid_utf8(lancespec::where::render(refused.error(), broken)) == std::string::npos);
}

TEST_CASE("a word of the language may name a function, and prints to an equal tree") {
    for (std::string const word :
         {"in", "between", "like", "ilike", "is", "and", "or", "as", "escape", "array", "abs"}) {
        auto const parsed = where::parse(word + "(1, 0.0)");
        INFO(word);
        REQUIRE(parsed.has_value());
        CHECK(*where::parse(where::format(*parsed)) == *parsed);
    }
}

}  // namespace where_test
