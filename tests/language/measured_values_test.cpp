// SPDX-License-Identifier: Apache-2.0
// The functions of lists and of text give the values that were measured on Lance, and no function is left out.
#include <lancespec/language/evaluate.hpp>
#include <lancespec/language/impl/functions.ipp>

#include "tests/support/catch.hpp"

#include "tests/language/json_values.hpp"

#include <fstream>
#include <set>
#include <string>

namespace measured_values_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

/// The column that an expression gives, as text, or the message of what refused it.
inline std::string computed(std::string const& text, columnar::record_batch const& table) {
    where::parse_options options;
    options.dialect = where::compatibility::newest;
    auto const tree = where::parse(text, options);
    if (tree.has_error()) return "error: " + tree.error().message;
    auto const bound = where::bind_value(*tree, *table.fields, {options.dialect, true});
    if (bound.has_error()) return "error: " + bound.error().message;
    auto const column = where::compute(*bound, table);
    if (column.has_error()) return "error: " + column.error().message;
    std::string out;
    for (std::int64_t row = 0; row < (*column)->length(); ++row)
        out += columnar::to_string(columnar::get(**column, row), bound->type()) + '\n';
    return out;
}

/// Runs the cases of a file: a table, and expressions with a type and their values or "error".
inline std::set<std::string> run(std::string const& name) {
    std::ifstream file(LANCESPEC_SOURCE_DIR "/tests/language/data/" + name);
    REQUIRE(file);
    std::set<std::string> functions;
    columnar::record_batch table;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("# table ")) table = json_values::table_of(boost::json::parse(line.substr(8)));
        if (line.empty() || line.front() == '#') continue;
        auto const first = line.find('\t');
        auto const second = line.find('\t', first + 1);
        auto const third = line.find('\t', second + 1);
        std::string const text(boost::json::parse(line.substr(0, first)).as_string());
        auto const type = line.substr(first + 1, second == std::string::npos ? second : second - first - 1);
        INFO(text);
        for (std::size_t at = 0; (at = text.find('(', at)) != std::string::npos; ++at) {
            auto const begin = text.find_last_of(" (,", at - 1);
            functions.insert(text.substr(begin == std::string::npos ? 0 : begin + 1, at - begin - 1));
        }
        auto const got = computed(text, table);
        if (type == "error") {
            CHECK(got.starts_with("error"));
            continue;
        }
        auto const of = columnar::parse_data_type(type);
        REQUIRE(of.has_value());
        std::string expected;
        auto const values = boost::json::parse(line.substr(second + 1, third - second - 1));
        for (auto const& value : values.as_array())
            expected += columnar::to_string(json_values::value_of(value, *of), *of) + '\n';
        CHECK(got == expected);
    }
    return functions;
}

TEST_CASE("the functions of lists and text give the values that Lance gives", "[language][evaluate]") {
    auto functions = run("list_values.tsv");
    functions.merge(run("text_values.tsv"));
    for (auto const& entry : where::detail::function_names) {
        auto const id = entry.id;
        bool const of_lists = id >= where::function_id::make_array && id <= where::function_id::generate_series;
        bool const of_text = id <= where::function_id::regexp_instr;
        INFO(entry.name << " is measured");
        CHECK(((!of_lists && !of_text) || functions.contains(std::string(entry.name))));
    }
}

}  // namespace measured_values_test
