// SPDX-License-Identifier: Apache-2.0
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/evaluate.hpp>

#include <lancespec/columnar/scalar.hpp>

#include "tests/support/catch.hpp"

namespace time_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

/// The value of a constant expression and its type, or `error: …`.
inline std::string value(std::string_view text) {
    where::parse_options options;
    options.dialect = where::compatibility::newest;
    columnar::schema const none;
    auto const bound = where::bind_value(*where::parse(text, options), none, {where::compatibility::newest});
    if (bound.has_error()) return "error: " + bound.error().message;
    columnar::record_batch const row{std::make_shared<columnar::schema>(), {}, 1};
    auto const column = where::compute(*bound, row);
    if (column.has_error()) return "error: " + column.error().message;
    return columnar::to_string(bound->type()) + ' ' + columnar::to_string(columnar::get(**column, 0), bound->type());
}

TEST_CASE("dates and timestamps at the ends of their types fail with an error, or are exact", "[language][time]") {
    CHECK(value("date_part('year', cast(-9223372036854775807 as timestamp))") ==
          "error: a time is beyond what calendars know");
    CHECK(value("date_trunc('hour', cast(-9223372036854775807 as timestamp(9)))") == "error: a time is out of range");
    CHECK(value("date_trunc('day', cast(-9223372036854775807 as timestamp(9)))") == "error: a time is out of range");
    CHECK(value("date_trunc('hour', cast(9223372036854775807 as timestamp(9)))") ==
          "timestamp[ns] 2262-04-11T23:00:00");
    CHECK(value("cast(cast(9223372036854775807 as timestamp(0)) as date)") ==
          "error: 9223372036854775807 cannot be cast to date32");
    CHECK(value("try_cast(cast(9223372036854775807 as timestamp(0)) as date)") == "date32 null");
    CHECK(value("cast(date '9999-12-31' as timestamp(9))").rfind("error: 9999-12-31 cannot be cast", 0) == 0);
    CHECK(value("date_part('year', date '0001-01-01')") == "int32 1");
    CHECK(value("cast(date '0001-01-01' as timestamp)") == "timestamp[us] 0001-01-01T00:00:00");
}

/// Two zones of one column, `b` in Berlin and `p` in a place that nobody knows; the rows kept, or `error: …`.
inline std::string kept(std::string_view filter) {
    auto fields = std::make_shared<columnar::schema>();
    columnar::record_batch table{nullptr, {}, 2};
    for (auto const* zone : {"Europe/Berlin", "Nowhere/Land"}) {
        auto type = columnar::parse_data_type("timestamp[s]").value();
        type.timezone = zone;
        columnar::array_builder builder(type);
        // 2021-01-01T00:00:00 in Berlin, and the second 02:30 of 2021-10-31 there.
        REQUIRE(builder.append({std::int64_t{1609455600}}));
        REQUIRE(builder.append({std::int64_t{1635643800}}));
        table.columns.push_back(builder.finish());
        fields->fields.push_back({zone[0] == 'E' ? "b" : "p", type, true, {}});
    }
    table.fields = fields;
    auto const bound = where::bind_filter(*where::parse(filter), *fields);
    if (bound.has_error()) return "error: " + bound.error().message;
    auto const rows = where::select_rows(*bound, table);
    if (rows.has_error()) return "error: " + rows.error().message;
    std::string out;
    for (auto const row : *rows) out += std::to_string(row);
    return out;
}

TEST_CASE("a zone that is not known is an error wherever it matters", "[language][time]") {
    std::string const unknown =
        "error: time zone Nowhere/Land is not known: it is no offset such as +02:00, and no name in "
        "/usr/share/zoneinfo "
        "(Debian's package tzdata)";
    auto const filter =
        GENERATE(as<std::string>(), "p = timestamp '2021-01-01 00:00:00'", "p < date '2021-01-01'",
                 "date_part('hour', p) = 0", "date_trunc('day', p) = p", "cast(p AS string) = ''", "concat(p, '') = ''",
                 "cast(p AS date) = date '2021-01-01'", "to_date(p) = date '2021-01-01'",
                 "p IN (timestamp '2021-01-01 00:00:00')", "NOT (p = '2021-01-01 00:00:00')", "to_char(p, '%H') = '00'",
                 "coalesce(p, timestamp '2021-01-01 00:00:00') = p");
    CAPTURE(filter);
    CHECK(kept(filter) == unknown);
}

TEST_CASE("instants need no zone", "[language][time]") {
    CHECK(kept("p IS NOT NULL") == "01");
    CHECK(kept("p = b") == "01");
    CHECK(kept("cast(p AS bigint) = 1609455600") == "0");
    CHECK(kept("p = timestamp '2021-01-01 00:00:00+01:00'") == "0");
}

TEST_CASE("a local time that clocks skip or show twice is an error that says so", "[language][time]") {
    CHECK(kept("b = timestamp '2021-03-28 02:30:00'") ==
          "error: 2021-03-28T02:30:00 does not exist in Europe/Berlin: the clocks are put forward over it");
    CHECK(kept("b < timestamp '2021-10-31 02:30:00'") ==
          "error: 2021-10-31T02:30:00 is twice in Europe/Berlin: the clocks are put back; write it with its offset");
    CHECK(kept("b = timestamp '2021-10-31 02:30:00+01:00'") == "1");
    CHECK(kept("b = timestamp '2021-01-01 00:00:00'") == "0");
    CHECK(kept("date_part('hour', b) = 2") == "1");
    CHECK(kept("cast(b AS string) = '2021-10-31T02:30:00+01:00'") == "1");
    CHECK(kept("date_trunc('hour', b) = timestamp '2021-10-31 02:00:00+01:00'") == "1");
}

TEST_CASE("dates and timestamps of any units compare without converting", "[language][time]") {
    auto const years = GENERATE(as<std::string>(), "date '9999-12-31'", "timestamp(0) '9999-12-31 00:00:00'",
                                "timestamp(3) '9999-12-31 00:00:00'", "timestamp '9999-12-31 00:00:00'");
    CAPTURE(years);
    for (auto const* time :
         {"date '2021-01-01'", "timestamp(0) '2021-01-01 00:00:00'", "timestamp(9) '2021-01-01 00:00:00'"}) {
        CHECK(value(std::string(time) + " < " + years) == "bool true");
        CHECK(value(years + " <= " + time) == "bool false");
        CHECK(value(std::string(time) + " IN (" + years + ", " + time + ")") == "bool true");
        CHECK(value(years + " IS DISTINCT FROM " + time) == "bool true");
    }
    CHECK(value("timestamp(0) '2021-01-01 00:00:00' = timestamp(9) '2021-01-01 00:00:00.000000001'") == "bool false");
    CHECK(value("date '2021-01-01' = timestamp(9) '2021-01-01 00:00:00'") == "bool true");
    CHECK(kept("b < timestamp(9) '2021-01-01 00:00:00.000000001'") == "0");
    CHECK(kept("b BETWEEN date '0001-01-01' AND date '9999-12-31'") == "01");
}

TEST_CASE("the nanoseconds of a minute are beyond 32 bits", "[language][time]") {
    CHECK(value("date_part('nanosecond', timestamp(9) '2021-01-01 00:00:59.999999999')") == "int64 59999999999");
    CHECK(value("date_part('microsecond', timestamp(9) '2021-01-01 00:00:59.999999999')") == "int32 59999999");
}

TEST_CASE("days added beyond the last date are an error", "[language][time]") {
    CHECK(value("date '2021-01-01' + 31") == "date32 2021-02-01");
    CHECK(value("date '2021-01-01' + 3000000000") == "error: a date is out of range");
    CHECK(value("date '2021-01-01' - 9223372036854775807") == "error: a date is out of range");
}

TEST_CASE("functions of integers at their ends fail with an error, or are exact", "[language][time]") {
    CHECK(value("factorial(-1)") == "error: factorial(-1): there is none of a negative number");
    CHECK(value("factorial(0)") == "int64 1");
    CHECK(value("factorial(20)") == "int64 2432902008176640000");
    CHECK(value("coalesce(substr('abc', -9223372036854775807 - 1), '')") == "utf8 'abc'");
    CHECK(value("coalesce(substr('abc', -9223372036854775807 - 1, 9223372036854775807), '')") == "utf8 ''");
    CHECK(value("coalesce(substr('abc', -1, 3), '')") == "utf8 'a'");
    CHECK(value("regexp_instr('abc', '', 9223372036854775807)") == "int64 0");
    std::string const most = "decimal(38, 0) '" + std::string(38, '9') + "'";
    CHECK(value(most + " + 1 = 0") == "error: a number is out of range in decimal128(38, 0)");
    CHECK(value(most + " - 1 < " + most) == "bool true");
    CHECK(value("abs(-9223372036854775807 - 1)").rfind("error: ", 0) == 0);
}

}  // namespace time_test
