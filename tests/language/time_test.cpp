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

TEST_CASE("functions of integers at their ends fail with an error, or are exact", "[language][time]") {
    CHECK(value("factorial(-1)") == "error: factorial(-1): there is none of a negative number");
    CHECK(value("factorial(0)") == "int64 1");
    CHECK(value("factorial(20)") == "int64 2432902008176640000");
    CHECK(value("coalesce(substr('abc', -9223372036854775807 - 1), '')") == "utf8 'abc'");
    CHECK(value("coalesce(substr('abc', -9223372036854775807 - 1, 9223372036854775807), '')") == "utf8 ''");
    CHECK(value("coalesce(substr('abc', -1, 3), '')") == "utf8 'a'");
    CHECK(value("regexp_instr('abc', '', 9223372036854775807)") == "int64 0");
    CHECK(value("abs(-9223372036854775807 - 1)").rfind("error: ", 0) == 0);
}

}  // namespace time_test
