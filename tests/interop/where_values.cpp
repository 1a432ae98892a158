// SPDX-License-Identifier: Apache-2.0
// Computes expressions over a table: `where_values TABLE.json [newest]` reads one JSON string a line from standard
// input, and answers each with a line of JSON: {"type": …, "values": […]}, or {"error": …}. Values are spelled as in
// the tables of `lancespec where --table`.
#include "conformance/cli/table_file.hpp"

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/language/evaluate.hpp>

#include <boost/json.hpp>

#include <cmath>
#include <iostream>
#include <string>

namespace {

namespace columnar = lancespec::columnar;
namespace json = boost::json;

bool is_string(columnar::type_id id) {
    return id == columnar::type_id::utf8 || id == columnar::type_id::large_utf8;
}

json::value spelled(columnar::scalar const& value, columnar::data_type const& type) {
    if (auto const* b = std::get_if<bool>(&value.value)) return *b;
    if (auto const* i = std::get_if<std::int64_t>(&value.value); i != nullptr && type.id < columnar::type_id::float32) {
        return *i;
    }
    if (auto const* u = std::get_if<std::uint64_t>(&value.value)) return *u;
    if (auto const* d = std::get_if<double>(&value.value); d != nullptr && std::isfinite(*d)) return *d;
    if (auto const* s = std::get_if<std::string>(&value.value); s != nullptr && is_string(type.id)) {
        return json::string(*s);
    }
    if (auto const* items = std::get_if<columnar::scalars>(&value.value)) {
        if (type.id == columnar::type_id::struct_) {
            json::object out;
            for (std::size_t i = 0; i < items->size(); ++i)
                out[type.children[i].name] = spelled((*items)[i], type.children[i].type);
            return out;
        }
        json::array out;
        for (auto const& item : *items) out.push_back(spelled(item, type.children.front().type));
        return out;
    }
    if (value.is_null()) return nullptr;
    return json::string(columnar::to_string(value, type));
}

json::object answer(std::string_view text, columnar::record_batch const& table,
                    lancespec::where::parse_options const& options) {
    namespace where = lancespec::where;
    auto const tree = where::parse(text, options);
    if (!tree) return {{"error", tree.error().message}};
    auto const bound = where::bind_value(*tree, *table.fields, {options.dialect, true});
    if (!bound) return {{"error", bound.error().message}};
    auto const column = where::compute(*bound, table);
    if (!column) return {{"error", column.error().message}};
    json::array values;
    for (std::int64_t row = 0; row < (*column)->length(); ++row)
        values.push_back(spelled(columnar::get(**column, row), bound->type()));
    return {{"type", columnar::to_string(bound->type())}, {"values", std::move(values)}};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: where_values TABLE.json [newest]\n";
        return 2;
    }
    auto const table = lancespec::conformance::read_table(argv[1]);
    if (!table) {
        std::cerr << table.error() << '\n';
        return 2;
    }
    lancespec::where::parse_options options;
    if (argc > 2 && std::string_view(argv[2]) == "newest") options.dialect = lancespec::where::compatibility::newest;
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << json::serialize(answer(json::parse(line).as_string(), *table, options)) << '\n';
    }
    return 0;
}
