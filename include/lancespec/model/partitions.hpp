// SPDX-License-Identifier: Apache-2.0
// Requests and responses: partition keys, as directory namespaces keep them. No operation sends them.
#pragma once

#include <lancespec/model/arrow_schema.hpp>
#include <lancespec/model/common.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace model {

/// A known way to make a partition key.
struct partition_transform {
    std::string type;  ///< identity, year, month, day, hour, bucket, multi_bucket, truncate, or another
    std::optional<std::int64_t> num_buckets;  ///< of bucket and multi_bucket
    std::optional<std::int64_t> width;        ///< of truncate

    friend bool operator==(partition_transform const&, partition_transform const&) = default;
};

/// One partition key of a table: by a transform or an expression.
struct partition_field {
    std::string field_id;                          ///< identifies the key
    std::vector<std::int64_t> source_ids;          ///< ids of the columns it is made of
    std::optional<partition_transform> transform;  ///< how it is made, when by a known transform
    std::optional<std::string> expression;         ///< how it is made, when by an expression
    json_arrow_data_type result_type;              ///< its type

    friend bool operator==(partition_field const&, partition_field const&) = default;
};

/// The partition keys of a table.
struct partition_spec {
    std::int64_t id = 0;                  ///< number of the specification
    std::vector<partition_field> fields;  ///< the keys

    friend bool operator==(partition_spec const&, partition_spec const&) = default;
};

}  // namespace model
LANCESPEC_END_NAMESPACE
