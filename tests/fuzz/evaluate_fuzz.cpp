// SPDX-License-Identifier: Apache-2.0
// Fuzz target: a clause that parses and binds is computed, as a filter and as a value, and keeps the same rows in its
// normal form.
#include "tests/language/case_table.hpp"

#include <lancespec/language/evaluate.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    namespace where = lancespec::where;
    static auto const table = case_table::make();
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    where::parse_options options;
    options.dialect = where::compatibility::newest;
    auto const tree = where::parse(text, options);
    if (tree.has_error()) return 0;
    where::bind_options const binding{where::compatibility::newest, true};
    if (auto const value = where::bind_value(*tree, *table.fields, binding)) {
        auto const column = where::compute(*value, table);
        if (column && (*column)->length() != table.length) std::abort();
    }
    auto const filter = where::bind_filter(*tree, *table.fields, binding);
    if (filter.has_error()) return 0;
    auto const rows = where::select_rows(*filter, table);
    if (rows.has_error()) return 0;
    auto const normal = where::bind_filter(where::normalize(*tree), *table.fields, binding);
    if (normal.has_error()) std::abort();
    auto const again = where::select_rows(*normal, table);
    if (again.has_error() || *again != *rows) std::abort();
    return 0;
}
