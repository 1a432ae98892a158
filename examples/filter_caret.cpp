// SPDX-License-Identifier: Apache-2.0
// Parses a filter as Lance does, binds it to the columns of a table, and points at what is wrong with it.
//
//   filter_caret 'price > 5 AND nome = 1'
#include <lancespec/evaluate.hpp>

#include <iostream>
#include <string_view>

namespace columnar = lancespec::columnar;
namespace where = lancespec::where;

int main(int argc, char** argv) {
    std::string_view const filter = argc > 1 ? argv[1] : "price > 5 AND nome = 1";

    auto const tree = where::parse(filter);
    if (!tree) {
        std::cout << where::render(tree.error(), filter) << '\n';
        return 1;
    }

    columnar::schema const columns{columnar::parse_data_type("struct<name: utf8, price: float64>").value().children};
    auto const bound = where::bind_filter(*tree, columns);
    if (!bound) {
        std::cout << where::render(bound.error(), filter) << '\n';
        return 1;
    }
    std::cout << "understood as " << where::format(*tree) << '\n';
}
