// SPDX-License-Identifier: Apache-2.0
// The six-row table that the filters of tests/language/data/where_cases.tsv run over.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace case_table {

namespace columnar = lancespec::columnar;
using columnar::scalar;
using columnar::scalars;

inline scalar i(std::int64_t value) {
    return {value};
}
inline scalar f(double value) {
    return {value};
}
inline scalar t(std::string value) {
    return {std::move(value)};
}
inline scalar b(bool value) {
    return {value};
}
inline scalar u(std::uint64_t value) {
    return {value};
}
inline scalar l(scalars items) {
    return {std::move(items)};
}
inline scalar null() {
    return {};
}

/// Rows 0 to 5; NaN, infinity, both zeros, the least and greatest integers, and a row of nulls are among them.
inline columnar::record_batch make() {
    auto fields = std::make_shared<columnar::schema>();
    fields->fields =
        columnar::parse_data_type(
            "struct<i8: int8, i32: int32, i64: int64, u8: uint8, u64: uint64, f32: float32, f64: float64, "
            "s: utf8, b: bool, bin: binary, d: date32, ts: timestamp[us], Camel: int32, `with-dash`: int32, "
            "`sp col`: int32, select: int32, 1abc: int32, é: int32, `bt``k`: int32, l: list<int32>, "
            "ls: list<utf8>, st: struct<x: int32, Y: utf8, `a.b`: int32, `c``d`: int32, `sp ace`: int32, "
            "inner: struct<z: int32>>, lst: list<struct<q: int32>>>")
            ->children;
    auto const nan = std::numeric_limits<double>::quiet_NaN();
    auto const inf = std::numeric_limits<double>::infinity();
    auto const least32 = std::numeric_limits<std::int32_t>::min();
    auto const most32 = std::numeric_limits<std::int32_t>::max();
    auto const least64 = std::numeric_limits<std::int64_t>::min();
    auto const most64 = std::numeric_limits<std::int64_t>::max();
    auto const n = null();
    auto const six = [&](scalar first, scalar second, scalar third = {}) {
        return scalars{std::move(first), std::move(second), std::move(third), n, n, n};
    };
    auto const number = six(i(1), i(2));
    std::vector<scalars> const columns{
        {i(1), i(2), i(0), i(-128), i(127), n},
        {i(1), i(2), i(0), i(least32), i(most32), n},
        {i(1), i(2), i(0), i(least64), i(most64), n},
        {i(1), i(2), i(0), n, i(255), n},
        {u(1), u(2), u(std::numeric_limits<std::uint64_t>::max()), n, n, n},
        {f(1.5), f(nan), f(-0.0), f(inf), f(0.1), n},
        {f(1.5), f(nan), f(-0.0), f(inf), f(0.1), n},
        {t("abc"), t("ABC"), t("it's 100%"), t("12"), t(""), n},
        {b(true), b(false), n, b(true), b(true), n},
        six(t("\xDE\xAD"), t("\xBE")),
        six(i(18628), i(18993)),
        six(i(1609459200000000), i(1640995200000000)),
        six(i(1), i(2), i(0)),
        number,
        number,
        number,
        number,
        number,
        number,
        six(l({i(1), i(2)}), l({}), l({i(3)})),
        six(l({t("a"), t("b")}), l({}), l({t("it's")})),
        six(l({i(1), t("y1"), i(1), i(1), i(1), l({i(1)})}), l({n, t("y2"), i(2), i(2), i(2), l({i(2)})})),
        six(l({l({i(1)})}), l({})),
    };
    columnar::record_batch out{fields, {}, 6};
    for (std::size_t c = 0; c < columns.size(); ++c) {
        columnar::array_builder builder(fields->fields[c].type);
        for (auto const& value : columns[c]) builder.push(value);
        out.columns.push_back(builder.finish());
    }
    return out;
}

}  // namespace case_table
