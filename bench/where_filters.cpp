// SPDX-License-Identifier: Apache-2.0
// Times the ten filters over many rows: `where_filters ROWS [FILE]`. One line a filter: its name, milliseconds (the
// median of five), the rows kept, and what databases are asked. With FILE the table is written there as an Arrow file.
// where_compare.py runs this beside SQLite and DuckDB.
#include "bench/where_filters.hpp"
#include "bench/side_by_side.hpp"

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/language/evaluate.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

int main(int argc, char** argv) {
    auto const rows = argc > 1 ? std::atoll(argv[1]) : 1'000'000;
    auto const table = where_bench::table(rows);
    if (argc > 2) {
        // In parts: an Arrow message holds at most two gigabytes here.
        std::vector<lancespec::columnar::record_batch> const parts{table};
        auto const written = lancespec::columnar::write_ipc_file(*table.fields, parts);
        if (!written || !(std::ofstream(argv[2], std::ios::binary) << *written)) {
            std::fprintf(stderr, "the table could not be written to %s\n", argv[2]);
            return 1;
        }
    }
    for (auto const& filter : where_bench::filters()) {
        auto const tree = lancespec::where::parse(filter.ours);
        auto const bound = lancespec::where::bind_filter(*tree, *table.fields);
        if (!bound) {
            std::fprintf(stderr, "%s: %s\n", filter.name.c_str(), bound.error().message.c_str());
            return 1;
        }
        std::vector<double> times;
        std::int64_t kept = 0;
        for (int i = 0; i < 5; ++i) {
            times.push_back(bench::nanoseconds([&] { kept = lancespec::where::select(*bound, table)->count(); }, 1) /
                            1e6);
        }
        std::printf("%s\t%.2f\t%lld\t%s\t%s\n", filter.name.c_str(), bench::median(times), static_cast<long long>(kept),
                    filter.theirs.c_str(), filter.for_sqlite.c_str());
    }
    return 0;
}
