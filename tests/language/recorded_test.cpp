// SPDX-License-Identifier: Apache-2.0
// What Lance answers about literals beside columns and about time zones (tests/interop/record_literals.py), and where
// lancespec answers otherwise: *_differences.tsv have those, and docs/dialect.md the reasons.
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/evaluate.hpp>

#include "tests/support/catch.hpp"

#include <boost/json/parse.hpp>

#include <fstream>
#include <map>

namespace recorded_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
namespace json = boost::json;
using columnar::type_id;

inline std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> out(1);
    for (char const c : text) {
        if (c == at) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

/// Recurses along the type.
inline columnar::scalar scalar_of(json::value const& from, columnar::data_type const& type) {
    if (auto const* flag = from.if_bool()) return {*flag};
    if (auto const* text = from.if_string()) return {std::string(*text)};
    if (auto const* items = from.if_array()) {
        columnar::scalars out;
        for (auto const& item : *items) out.push_back(scalar_of(item, type.children.front().type));
        return {std::move(out)};
    }
    if (type.id == type_id::float32 || type.id == type_id::float64) return {from.to_number<double>()};
    if (type.id == type_id::uint64) return {from.to_number<std::uint64_t>()};
    if (type.id == type_id::decimal128) return {columnar::int128{from.to_number<std::int64_t>()}};
    return {from.to_number<std::int64_t>()};
}

struct recording {
    columnar::record_batch table;
    std::vector<std::string> forms;
    std::vector<std::vector<std::string>> lines;
};

inline recording read(std::string const& name) {
    std::ifstream file(LANCESPEC_SOURCE_DIR "/tests/language/data/" + name);
    recording out;
    auto fields = std::make_shared<columnar::schema>();
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || line.front() == '#') continue;
        auto parts = split(line, '\t');
        if (parts[0] == "form") {
            out.forms.push_back(parts[1]);
        } else if (parts[0] == "column") {
            auto const type = columnar::parse_data_type(parts[2]).value();
            columnar::array_builder builder(type);
            auto const values = json::parse(parts[3]);
            for (auto const& value : values.as_array()) REQUIRE(builder.append(scalar_of(value, type)));
            builder.append_null();
            out.table.length = builder.length();
            out.table.columns.push_back(builder.finish());
            fields->fields.push_back({parts[1], type, true, {}});
        } else {
            out.lines.push_back(std::move(parts));
        }
    }
    out.table.fields = fields;
    return out;
}

/// The rows kept, `-` for none, `E` for an error.
inline std::string kept(std::string_view filter, columnar::record_batch const& table) {
    where::parse_options options;
    options.dialect = where::compatibility::newest;
    auto const tree = where::parse(filter, options);
    if (tree.has_error()) return "E";
    auto const bound = where::bind_filter(*tree, *table.fields, {where::compatibility::newest});
    if (bound.has_error()) return "E";
    auto const rows = where::select_rows(*bound, table);
    if (rows.has_error()) return "E";
    std::string out;
    for (auto const row : *rows) out += std::to_string(row);
    return out.empty() ? "-" : out;
}

/// The filters that are answered otherwise, with the answer here.
inline std::map<std::string, std::string> differences(std::string const& name) {
    std::map<std::string, std::string> out;
    for (auto const& line : read(name).lines) out[line[0]] = line[1];
    return out;
}

inline std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size())) {
        text.replace(at, what.size(), with);
    }
    return text;
}

TEST_CASE("literals of every kind beside columns of every type are taken or refused as in Lance",
          "[language][recorded]") {
    auto const recorded = read("literal_cases.tsv");
    auto expected = differences("literal_differences.tsv");
    REQUIRE(recorded.lines.size() > 1'000);
    std::string others;
    for (auto const& line : recorded.lines) {
        auto const answers = split(line[2], ' ');
        REQUIRE(answers.size() == recorded.forms.size());
        for (std::size_t i = 0; i < answers.size(); ++i) {
            auto const filter = replaced(replaced(recorded.forms[i], "{c}", line[0]), "{l}", line[1]);
            auto const found = expected.find(filter);
            auto const answer = kept(filter, recorded.table);
            if (answer == (found == expected.end() ? answers[i] : found->second)) {
                if (found != expected.end()) expected.erase(found);
                continue;
            }
            others += '\n' + filter + '\t' + answer + "\tLance: " + answers[i];
        }
    }
    // A difference that is none any more leaves the list.
    for (auto const& [filter, answer] : expected) others += "\nno such difference: " + filter;
    CHECK(others == "");
}

TEST_CASE("timestamps with time zones answer as in Lance", "[language][recorded][time]") {
    auto const recorded = read("zone_cases.tsv");
    auto expected = differences("zone_differences.tsv");
    REQUIRE(recorded.lines.size() > 500);
    std::string others;
    for (auto const& line : recorded.lines) {
        auto const found = expected.find(line[0]);
        auto const answer = kept(line[0], recorded.table);
        if (answer == (found == expected.end() ? line[1] : found->second)) {
            if (found != expected.end()) expected.erase(found);
            continue;
        }
        others += '\n' + line[0] + '\t' + answer + "\tLance: " + line[1];
    }
    for (auto const& [filter, answer] : expected) others += "\nno such difference: " + filter;
    CHECK(others == "");
}

}  // namespace recorded_test
