// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/rows.hpp"

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace lancespec::conformance {

std::string rows_of(std::int64_t first, std::int64_t count) {
    columnar::schema fields;
    fields.fields = {{"id", *columnar::parse_data_type("int64"), true, {}},
                     {"x", *columnar::parse_data_type("int64"), true, {}},
                     {"s", *columnar::parse_data_type("utf8"), true, {}}};
    std::vector<columnar::array_builder> builders;
    for (auto const& field : fields.fields) builders.emplace_back(field.type);
    for (auto id = first; id < first + count; ++id) {
        builders[0].push({id});
        builders[1].push({id * 10});
        builders[2].push({fmt::format("row {}", id)});
    }
    columnar::record_batch batch{std::make_shared<columnar::schema const>(fields), {}, count};
    for (auto& builder : builders) batch.columns.push_back(builder.finish());
    return columnar::write_ipc_stream(fields, {&batch, 1}).value();
}

}  // namespace lancespec::conformance
