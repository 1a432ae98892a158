// SPDX-License-Identifier: Apache-2.0
// A library for c_data_test.py: takes a stream over by Arrow's C interface and gives it out again.
#include <lancespec/evaluate.hpp>

#include <cstring>
#include <exception>

namespace columnar = lancespec::columnar;

/// The stream at @p from, filtered by @p filter unless that is empty, to @p to. Nothing, or what is wrong.
extern "C" char const* lancespec_copy(ArrowArrayStream* from, ArrowArrayStream* to, char const* filter) {
    static char error[512];
    auto const refuse = [](std::string const& why) {
        auto const size = why.copy(error, sizeof error - 1);
        error[size] = '\0';
        return error;
    };
    try {
        auto taken = columnar::import_stream(*from);
        if (!taken) return refuse(to_string(taken.error()));
        if (*filter != '\0') {
            auto const tree = lancespec::where::parse(filter);
            if (!tree) return refuse(tree.error().message);
            auto const bound = lancespec::where::bind_filter(*tree, *taken->fields);
            if (!bound) return refuse(bound.error().message);
            for (auto& batch : taken->batches) {
                auto const rows = lancespec::where::select_rows(*bound, batch);
                if (!rows) return refuse(rows.error().message);
                for (auto& column : batch.columns) column = columnar::take(*column, *rows);
                batch.length = static_cast<std::int64_t>(rows->size());
            }
        }
        columnar::export_stream(std::move(*taken), *to);
        return nullptr;
    } catch (std::exception const& e) {
        return refuse(e.what());
    }
}
