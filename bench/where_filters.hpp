// SPDX-License-Identifier: Apache-2.0
// The ten filters of the comparison with databases, and the table that they run over.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace where_bench {

namespace columnar = lancespec::columnar;

/// `name` says what a filter is for; `ours` is Lance's dialect, `theirs` what SQLite and DuckDB read.
struct filter {
    std::string name;
    std::string ours;
    std::string theirs;      ///< DuckDB
    std::string for_sqlite;  ///< empty: SQLite cannot run it
};

inline std::string in_list(int count) {
    std::string out = "(";
    for (int i = 0; i < count; ++i)
        out += (i == 0 ? "'" : ", '") + std::string("name-") + std::to_string(i * 37 % 50'000) + "'";
    return out + ')';
}

inline std::string or_of(std::string const& column, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += (i == 0 ? "" : " OR ") + column + " = " + std::to_string(i * 47);
    return out;
}

inline std::vector<filter> filters() {
    auto const names = "name IN " + in_list(1'000);
    return {
        {"int range", "id > 250000 AND id < 750000", "id > 250000 AND id < 750000", "id > 250000 AND id < 750000"},
        {"string equality", "name = 'name-4711'", "name = 'name-4711'", "name = 'name-4711'"},
        {"IN of 1,000 texts", names, names, names},
        {"LIKE prefix", "name LIKE 'name-47%'", "name LIKE 'name-47%'", "name LIKE 'name-47%'"},
        {"LIKE infix", "note LIKE '%needle%'", "note LIKE '%needle%'", "note LIKE '%needle%'"},
        {"nested field", "point.x > 500", "point.x > 500", ""},
        {"arithmetic", "id * 2 + num > 1000000", "id * 2 + num > 1000000", "id * 2 + num > 1000000"},
        {"regex", "regexp_like(note, 'need.e [0-9]+')", "regexp_matches(note, 'need.e [0-9]+')", ""},
        {"null-heavy", "sparse > 10 OR sparse IS NULL AND num < 5", "sparse > 10 OR sparse IS NULL AND num < 5",
         "sparse > 10 OR sparse IS NULL AND num < 5"},
        {"OR of 20", or_of("num", 20), or_of("num", 20), or_of("num", 20)},
    };
}

/// @p rows rows: id int64, num int32, name and note texts, sparse int32 of which nine in ten are null, point a struct
/// of x int32. One value in twenty is null elsewhere. The same at every run.
inline columnar::record_batch table(std::int64_t rows) {
    auto fields = std::make_shared<columnar::schema>();
    fields->fields =
        columnar::parse_data_type(
            "struct<id: int64, num: int32, name: utf8, note: utf8, sparse: int32, point: struct<x: int32>>")
            ->children;
    std::vector<columnar::array_builder> builders;
    for (auto const& field : fields->fields) builders.emplace_back(field.type);
    std::mt19937_64 random(20);
    static char const* const words[] = {"alpha", "beta", "gamma", "delta", "needs", "needle", "reed", "sees"};
    for (std::int64_t i = 0; i < rows; ++i) {
        auto const draw = random();
        auto const null = [&](int shift) { return (draw >> shift) % 20 == 0; };
        auto const value = [&](int shift, std::uint64_t end) {
            return columnar::scalar{static_cast<std::int64_t>((draw >> shift) % end)};
        };
        builders[0].push(value(0, 1'000'000));
        builders[1].push(null(3) ? columnar::scalar{} : value(11, 1'000));
        builders[2].push(null(5) ? columnar::scalar{}
                                 : columnar::scalar{"name-" + std::to_string((draw >> 17) % 50'000)});
        std::string note;
        for (int k = 0; k < 3; ++k) {
            auto const word = (draw >> (20 + 4 * k)) % 64;
            note += words[word < 8 ? word : word % 4];
            note += ' ';
        }
        builders[3].push({note + std::to_string((draw >> 40) % 100)});
        builders[4].push((draw >> 33) % 10 != 0 ? columnar::scalar{} : value(7, 100));
        builders[5].push(null(9) ? columnar::scalar{} : columnar::scalar{columnar::scalars{value(23, 1'000)}});
    }
    columnar::record_batch out{fields, {}, rows};
    for (auto& builder : builders) out.columns.push_back(builder.finish());
    return out;
}

}  // namespace where_bench
