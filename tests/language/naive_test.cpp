// SPDX-License-Identifier: Apache-2.0
#include <lancespec/language/evaluate.hpp>

#include "tests/language/naive.hpp"
#include "tests/language/random_filter.hpp"
#include "tests/support/catch.hpp"

namespace naive_test {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;

/// What the library keeps of @p tree, or the reason why it does not say.
inline std::string kept(where::expression const& tree, columnar::record_batch const& table,
                        std::vector<std::int64_t>& rows) {
    auto const bound = where::bind_filter(tree, *table.fields);
    if (bound.has_error()) return "bind: " + bound.error().message;
    auto selected = where::select_rows(*bound, table);
    if (selected.has_error()) return "evaluate: " + selected.error().message;
    rows = std::move(*selected);
    return {};
}

inline void check_trees(std::uint32_t seed, std::int64_t rows, int trees) {
    random_filter::maker make(seed);
    auto const table = make.table(rows);
    for (int i = 0; i < trees; ++i) {
        auto const tree = make.filter(4);
        auto const text = where::format(tree);
        RC_LOG() << text << "\n";
        auto const parsed = where::parse(text);
        RC_ASSERT(parsed.has_value());
        RC_ASSERT(*parsed == tree);
        std::vector<std::int64_t> got;
        RC_ASSERT(kept(*parsed, table, got) == "");
        RC_ASSERT(got == naive::select(tree, table));
        std::vector<std::int64_t> normal;
        RC_ASSERT(kept(where::normalize(tree), table, normal) == "");
        RC_ASSERT(normal == got);
    }
}

TEST_CASE("random filters keep the rows that a naive interpreter keeps, in their normal form too",
          "[language][naive]") {
    // A hundred times 20 trees over 500 rows: a million rows.
    rc::prop("naive_rows",
             [] { check_trees(*rc::gen::arbitrary<std::uint32_t>(), *rc::gen::inRange<std::int64_t>(490, 515), 20); });
}

TEST_CASE("blocks of rows join without a seam", "[language][naive]") {
    rc::prop("naive_blocks", [] {
        auto const seed = *rc::gen::arbitrary<std::uint32_t>();
        if (seed % 10 != 0) return check_trees(seed, *rc::gen::inRange<std::int64_t>(0, 130), 3);
        check_trees(seed, *rc::gen::element<std::int64_t>(8191, 8192, 8193, 8256, 16385), 3);
    });
}

}  // namespace naive_test
