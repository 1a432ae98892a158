// SPDX-License-Identifier: Apache-2.0
// Body of executor/demo.hpp.
#pragma once

#include <lancespec/executor/demo.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {
namespace detail {

inline columnar::data_type demo_type(std::string_view text) {
    return columnar::parse_data_type(text).value();
}

inline columnar::schema demo_schema() {
    columnar::schema fields;
    for (auto const& [name, type] : {std::pair{"id", "int64"},
                                     {"name", "utf8"},
                                     {"price", "float64"},
                                     {"stats", "struct<width: int32, height: int32>"}})
        fields.fields.push_back({name, demo_type(type), true, {}});
    return fields;
}

/// Rows @p first to @p first + @p count - 1 of the items.
inline columnar::record_batch demo_items(std::shared_ptr<columnar::schema const> const& fields, std::int64_t first,
                                         std::int64_t count) {
    constexpr std::string_view kinds[] = {"red chair", "small oak table", "lamp", "blue glass vase", "clock"};
    std::vector<columnar::array_builder> builders;
    for (auto const& field : fields->fields) builders.emplace_back(field.type);
    for (auto id = first; id < first + count; ++id) {
        builders[0].push({id});
        builders[1].push({std::string(kinds[static_cast<std::size_t>(id % 5)])});
        if (id % 12 == 11)
            builders[2].append_null();
        else
            builders[2].push({static_cast<double>(id % 23) + 0.5});
        builders[3].push({columnar::scalars{{id % 7 + 1}, {id % 4 + 1}}});
    }
    columnar::record_batch out{fields, {}, count};
    for (auto& builder : builders) out.columns.push_back(builder.finish());
    return out;
}

inline columnar::record_batch demo_leaf(std::shared_ptr<columnar::schema const> const& fields) {
    columnar::array_builder ids(fields->fields.front().type);
    for (std::int64_t id = 1; id <= 3; ++id) ids.push({id});
    return {fields, {ids.finish()}, 3};
}

}  // namespace detail

LANCESPEC_DECL void load_demo(catalog& into) {
    object_identifier const demo{"demo"};
    object_identifier const items{"demo", "items"};
    object_identifier const deep{"demo", "deep"};
    into.create_namespace(demo).value();
    into.create_namespace(deep).value();

    auto const fields = std::make_shared<columnar::schema const>(detail::demo_schema());
    std::vector<columnar::record_batch> fragments;
    for (std::int64_t first : {0, 32, 64}) fragments.push_back(detail::demo_items(fields, first, 32));
    into.create_table(items, *fields, std::move(fragments)).value();
    into.add_computed_column(items, "doubled", "id * 2").value();
    into.add_computed_column(items, "stats.area", "stats.width * stats.height").value();
    into.add_virtual_column(items, {{"name_upper", detail::demo_type("utf8"), true, {}}, "upper", {"name"}}).value();
    into.create_branch(items, "experiment").value();

    columnar::schema leaf;
    leaf.fields.push_back({"id", detail::demo_type("int64"), true, {}});
    auto const leaf_fields = std::make_shared<columnar::schema const>(leaf);
    into.create_table(deep.child("leaf"), leaf, {detail::demo_leaf(leaf_fields)}).value();
    into.add_computed_column(deep.child("leaf"), "doubled", "id * 2").value();

    auto const query = [](std::string const& rest) { return R"({"table":["demo","items"],)" + rest + "}"; };
    into.create_materialized_view(demo.child("cheap"),
                                  {model::materialized_view_kind::query,
                                   query(R"("columns":["id","name","price"],"where":"price < 10")"), ""})
        .value();
    into.create_materialized_view(demo.child("labels"), {model::materialized_view_kind::udtf,
                                                         query(R"("columns":["id","name"])"), "identity"})
        .value();
    into.create_materialized_view(demo.child("chunks"), {model::materialized_view_kind::chunker,
                                                         query(R"("columns":["name","id"])"), "split_words"})
        .value();
}

}  // namespace executor
LANCESPEC_END_NAMESPACE
