// SPDX-License-Identifier: Apache-2.0
// Parses and binds a filter as Lance does, and points at what is wrong with it.
//
//   filter_caret 'price > 5 AND name LIKE'
#include <lancespec/evaluate.hpp>

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
    std::string_view const filter = argc > 1 ? argv[1] : "price > 5 AND name LIKE";

    auto const tree = lancespec::where::parse(filter);
    if (!tree) {
        std::cout << render(tree.error(), filter) << '\n';
        return 1;
    }
    std::cout << "understood as " << lancespec::where::format(*tree) << '\n';
}
