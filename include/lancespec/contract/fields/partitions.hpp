// SPDX-License-Identifier: Apache-2.0
// Field tables: partition keys, as directory namespaces keep them. No operation sends them.
#pragma once

#include <lancespec/contract/fields/arrow_schema.hpp>
#include <lancespec/contract/fields/common.hpp>
#include <lancespec/model/partitions.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

#if LANCESPEC_TABLES_HERE

template <>
struct describe<model::partition_transform> {
    using t = model::partition_transform;
    static constexpr std::string_view name = "PartitionTransform";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::type>("type").required().says(
            "identity, year, month, day, hour, bucket, multi_bucket, truncate, or another"),
        field<&t::num_buckets>("num_buckets").says("of bucket and multi_bucket"),
        field<&t::width>("width").says("of truncate"),
    });
};

template <>
struct describe<model::partition_field> {
    using t = model::partition_field;
    static constexpr std::string_view name = "PartitionField";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::field_id>("field_id").required().says("identifies the key"),
        field<&t::source_ids>("source_ids").required().says("ids of the columns it is made of"),
        field<&t::transform>("transform").says("how it is made, when by a known transform"),
        field<&t::expression>("expression").says("how it is made, when by an expression"),
        field<&t::result_type>("result_type").required().says("its type"),
    });
};

template <>
struct describe<model::partition_spec> {
    using t = model::partition_spec;
    static constexpr std::string_view name = "PartitionSpec";
    static constexpr auto fields = std::to_array<field_info>({
        field<&t::id>("id").required().says("number of the specification"),
        field<&t::fields>("fields").required().says("the keys"),
    });
};

#endif

LANCESPEC_TABLE(model::partition_transform)
LANCESPEC_TABLE(model::partition_field)
LANCESPEC_TABLE(model::partition_spec)

}  // namespace reflect
LANCESPEC_END_NAMESPACE
