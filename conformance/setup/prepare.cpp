// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/prepare.hpp"

#include "conformance/setup/environment.hpp"
#include "conformance/setup/fixtures.hpp"

#include <lancespec/model/tables.hpp>

#include <fmt/format.h>

namespace lancespec::conformance {
namespace {

bool exists(client& by, std::vector<std::string> const& names) {
    model::table_exists_request request;
    request.id = names;
    return by.call(request).ok;
}

/// A new column that can be backfilled: a computed one, else a virtual one. Its name, or why there is none.
result<std::string, not_made> add_column(fixtures& shop, client& by, std::vector<std::string> const& table) {
    auto const computed = shop.add_computed_column(by, table);
    if (computed) return {boost::system::in_place_value, "c_computed"};
    auto const made_by_function = shop.add_virtual_column(by, table);
    if (made_by_function) return {boost::system::in_place_value, "c_virtual"};
    return not_made{
        fmt::format("a computed column: {}; a virtual column: {}", computed.error().why, made_by_function.error().why)};
}

void make_view(fixtures& shop, client& by, std::vector<std::string> const& table, fixture& objects) {
    auto const view = shop.make_view(by, table, "view", model::materialized_view_kind::query);
    if (!view) {
        objects.view_not_made = view.error().why;
        return;
    }
    objects.view = *view;
    objects.view_exists = true;
    auto const chunker = shop.make_view(by, table, "chunks", model::materialized_view_kind::chunker);
    objects.chunker_view = chunker ? *chunker : std::vector<std::string>{};
}

}  // namespace

void prepare_objects(session& run) {
    auto objects = run.options().objects;
    if (!run.options().may_make() || (objects.table_exists && objects.view_exists)) return;
    client by(run, "set_up");
    if (!objects.table_exists && !objects.view_exists && exists(by, objects.table)) return;
    if (!run.given_up().empty()) return;
    auto& shop = fixtures_of(run);
    auto const table = shop.make_table(by, "tab");
    if (!table) {
        if (!objects.table_exists) objects.table_not_made = table.error().why;
        if (!objects.view_exists) objects.view_not_made = table.error().why;
        return run.use(std::move(objects));
    }
    if (!objects.table_exists) {
        if (auto const column = add_column(shop, by, *table)) {
            objects.table = *table;
            objects.table_exists = true;
            objects.column = *column;
            objects.nested_column.clear();
            objects.ordinary_column = "x";
        } else {
            objects.table_not_made = column.error().why;
        }
    }
    if (!objects.view_exists) make_view(shop, by, *table, objects);
    run.use(std::move(objects));
}

}  // namespace lancespec::conformance
