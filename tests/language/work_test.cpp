// SPDX-License-Identifier: Apache-2.0
// What evaluation counts as work, and how it ends when there is too much of it.
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/evaluate.hpp>

#include "tests/support/catch.hpp"

#include <string>
#include <tuple>
#include <vector>

namespace language_work_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using lancespec::work_end;
using lancespec::work_meter;

/// @p rows_of rows of `s`, a text of @p size bytes, `i`, the row's number, and `l`, the numbers from 0 to 99.
columnar::record_batch table(std::int64_t rows_of, std::size_t size) {
    auto fields = std::make_shared<columnar::schema>();
    fields->fields = columnar::parse_data_type("struct<s: utf8, i: int64, l: list<int64>>")->children;
    columnar::scalars numbers;
    for (std::int64_t i = 0; i < 100; ++i) numbers.push_back({i});
    std::vector<columnar::array_builder> builders;
    for (auto const& field : fields->fields) builders.emplace_back(field.type);
    for (std::int64_t row = 0; row < rows_of; ++row) {
        REQUIRE(builders[0].append({std::string(size, 'a')}));
        REQUIRE(builders[1].append({row}));
        REQUIRE(builders[2].append({numbers}));
    }
    columnar::record_batch out{std::move(fields), {}, rows_of};
    for (auto& builder : builders) out.columns.push_back(builder.finish());
    return out;
}

lancespec::result<columnar::array_ptr, where::evaluation_error> compute(std::string const& text,
                                                                        columnar::record_batch const& rows,
                                                                        work_meter& work) {
    auto const tree = where::parse(text).value();
    auto const bound = where::bind_value(tree, *rows.fields).value();
    return where::compute(bound, rows, &work);
}

/// The steps that an expression takes.
std::int64_t steps_of(std::string const& text, columnar::record_batch const& rows) {
    INFO(text);
    work_meter work;
    auto const made = compute(text, rows, work);
    INFO((made ? "" : made.error().message));
    CHECK(made.has_value());
    return work.steps();
}

std::vector<std::string> const expressions{
    "i + 1 > 2 AND i < 40",
    "s = 'aaa' OR s LIKE '%b%'",
    "s LIKE '%a_b%' AND s ILIKE 'A%'",
    "levenshtein(s, 'bbbb')",
    "regexp_replace(s, 'a|b', 'x', 'g')",
    "regexp_like(s, '(a|b)+c')",
    "regexp_count(s, '[ab]')",
    "concat(s, i)",
    "s || s || s",
    "array_sort(array_reverse(l))",
    "array_union(l, l)",
    "l[3] + cardinality(l)",
    "CAST(s || '1' AS string)",
    "make_array(i, i + 1)",
    "i IN (1, 2, 3)",
};

TEST_CASE("An expression takes the same steps each time: as many are enough, one fewer is not", "[language][work]") {
    auto const rows = table(50, 12);
    for (auto const& text : expressions) {
        INFO(text);
        auto const steps = steps_of(text, rows);
        CHECK(steps >= 50);
        CHECK(steps_of(text, rows) == steps);
        work_meter enough({steps});
        CHECK(compute(text, rows, enough).has_value());
        CHECK(enough.steps() == steps);
        work_meter too_few({steps - 1});
        auto const failed = compute(text, rows, too_few);
        REQUIRE(failed.has_error());
        CHECK(failed.error().end == work_end::steps);
        CHECK(failed.error().message == "it takes more than " + std::to_string(steps - 1) + " steps");
        CHECK(failed.error().row >= 0);
        CHECK(failed.error().row < 50);
    }
}

TEST_CASE("An evaluation that is stopped takes next to no step", "[language][work]") {
    auto const rows = table(50, 12);
    std::stop_source stop;
    stop.request_stop();
    for (auto const& text : expressions) {
        INFO(text);
        work_meter work({}, stop.get_token());
        auto const failed = compute(text, rows, work);
        REQUIRE(failed.has_error());
        CHECK(failed.error().end == work_end::stopped);
        CHECK(work.steps() == 0);
    }
}

TEST_CASE("What takes long costs as much", "[language][work]") {
    auto const one = table(1, 2000);
    auto const some = table(1000, 10);
    auto const unicode = std::string("\\pL");
    for (auto const& [text, rows, least] : std::vector<std::tuple<std::string, columnar::record_batch, std::int64_t>>{
             {"levenshtein(s, repeat('b', 1000))", one, 2'000'000},
             {"regexp_count(s, 'a')", one, 2000 * (2000 / 16)},
             {"regexp_like(s, '(a|b|c|d|e|f|g|h)*z$')", some, 1000 * 10 * 2},
             {"s LIKE '%aaaaaaaaa_b%'", one, 2000 * 10},
             {"array_sort(range(0, 10000))", one, 10'000 * 16 * 10},
             {"repeat(s, 100)", one, 200'000},
             {"array_repeat(i, 10000)", one, 160'000},
             {"contains(s, 'b')", some, 10'000},
         }) {
        INFO(text);
        CHECK(steps_of(text, rows) >= least);
    }
    // A pattern of the rows themselves is compiled for each of them.
    auto const steps = steps_of("regexp_like(s, concat('" + unicode + "', i))", some);
    CHECK(steps > 1000 * 100 * 256);
    // Rows cost what they are.
    for (auto const& text : expressions) {
        INFO(text);
        auto const few = steps_of(text, table(100, 12));
        auto const many = steps_of(text, table(1000, 12));
        CHECK(many > few * 2);
        CHECK(many <= few * 11);
    }
}

TEST_CASE("A column that is made is counted in bytes", "[language][work]") {
    auto const rows = table(10'000, 10);  // more than one block
    work_meter work;
    REQUIRE(compute("repeat(s, 10)", rows, work).has_value());
    CHECK(work.bytes() >= 10'000 * 100);
    CHECK(work.bytes() < 10'000 * 120);
    work_meter small({lancespec::work_bounds::unlimited, lancespec::work_bounds::unlimited, 900'000});
    auto const failed = compute("repeat(s, 10)", rows, small);
    REQUIRE(failed.has_error());
    CHECK(failed.error().end == work_end::bytes);
}

TEST_CASE("A filter's steps are counted over the batches of one meter", "[language][work]") {
    auto const rows = table(100, 10);
    auto const tree = where::parse("levenshtein(s, 'bbbb') > 3").value();
    auto const filter = where::bind_filter(tree, *rows.fields).value();
    work_meter once;
    CHECK(where::select(filter, rows, &once)->count() == 100);
    work_meter three({once.steps() * 3});
    for (int i = 0; i < 3; ++i) CHECK(where::select_rows(filter, rows, &three)->size() == 100);
    auto const fourth = where::select(filter, rows, &three);
    REQUIRE(fourth.has_error());
    CHECK(fourth.error().end == work_end::steps);
    CHECK(where::select(filter, rows)->count() == 100);
}

}  // namespace language_work_test
