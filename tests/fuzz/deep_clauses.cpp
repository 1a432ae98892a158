// SPDX-License-Identifier: Apache-2.0
// The deepest clauses under AddressSanitizer without optimisation, where frames are largest: header-only, so that all
// of the language is compiled so. A clause is parsed, printed, copied, bound, computed and destroyed.
#include "tests/language/deep_clauses.hpp"

#include "tests/language/case_table.hpp"

#include <lancespec/evaluate.hpp>

#include <cstdio>

namespace {

namespace where = lancespec::where;

bool fails(std::string const& text, char const* what) {
    std::printf("%s: %.60s… (%zu bytes)\n", what, text.c_str(), text.size());
    return true;
}

}  // namespace

int main() {
    bool failed = false;
    auto const table = case_table::make();
    for (auto const& text : deep_clauses::all()) {
        auto const tree = where::parse(text);
        if (tree.has_error()) continue;
        auto const copy = *tree;
        if (!(*where::parse(where::format(copy)) == *tree)) failed = fails(text, "prints as another tree");
    }
    for (auto const& text : deep_clauses::bindable()) {
        auto const tree = where::parse(text);
        if (tree.has_error()) {
            failed = fails(text, tree.error().message.c_str());
            continue;
        }
        auto const filter = where::bind_filter(*tree, *table.fields);
        if (filter.has_error()) {
            failed = fails(text, "does not bind");
            continue;
        }
        if (auto const rows = where::select_rows(*filter, table); rows.has_error())
            failed = fails(text, "cannot be evaluated");
        (void)where::bind_filter(where::normalize(*tree), *table.fields);
    }
    std::puts(failed ? "failed" : "every deep clause holds");
    return failed ? 1 : 0;
}
