// SPDX-License-Identifier: Apache-2.0
#include <lancespec/contract/operations.hpp>

#include "tests/support/catch.hpp"

#include <algorithm>

namespace operations_test {

namespace contract = lancespec::contract;

TEST_CASE("Every row is complete: an id of its own, a route with {id}, types, a success status, a summary") {
    for (auto const& op : contract::operations()) {
        CAPTURE(op.id);
        CHECK(contract::find_operation(op.id) == &op);
        CHECK(op.path.starts_with("/v1/"));
        CHECK(!op.path.ends_with("/"));
        CHECK(op.success_status / 100 == 2);
        CHECK(op.request != nullptr);
        CHECK(op.response != nullptr);
        CHECK(!op.summary.empty());
        CHECK(!op.tags.empty());
        CHECK(std::is_sorted(op.error_statuses.begin(), op.error_statuses.end() - 1));
        for (auto const& p : op.parameters)
            CHECK((p.in != contract::location::path ||
                   op.path.find("{" + std::string(p.name) + "}") != std::string_view::npos));
    }
    CHECK(contract::find_operation("NoSuchOperation") == nullptr);
}

TEST_CASE("Each parameter carries a member of its request") {
    for (auto const& op : contract::operations()) {
        CAPTURE(op.id);
        for (auto const& p : op.parameters)
            CHECK((p.name == "delimiter" || op.request().find(p.field) < op.request().fields.size()));
        CHECK(op.has_id() == (op.path.find("{id}") != std::string_view::npos));
        for (auto const& [kind, member, type] : {std::tuple{op.request_body, op.request_member, op.request},
                                                 std::tuple{op.response_body, op.response_member, op.response}})
            CHECK((kind == contract::body_kind::member) == (type().find(member) < type().fields.size()));
    }
}

TEST_CASE("Both job operations answer 202, backfill with a body, refresh with an optional one") {
    auto const& backfill = contract::operation_for<lancespec::model::alter_table_backfill_columns_request>();
    auto const& refresh = contract::operation_for<lancespec::model::refresh_materialized_view_request>();
    CHECK(backfill.id == "AlterTableBackfillColumns");
    CHECK(backfill.success_status == 202);
    CHECK(backfill.request_body == contract::body_kind::json);
    CHECK(backfill.request().name == "AlterTableBackfillColumnsRequest");
    CHECK(refresh.id == "RefreshMaterializedView");
    CHECK(refresh.success_status == 202);
    CHECK(refresh.request_body == contract::body_kind::optional_json);
    CHECK(refresh.response().name == "RefreshMaterializedViewResponse");
}

TEST_CASE("Names of fields are found by one look, and nothing else is") {
    for (auto const& op : contract::operations()) {
        for (auto const* type : {&op.request(), &op.response()}) {
            for (std::size_t i = 0; i < type->fields.size(); ++i) CHECK(type->find(type->fields[i].name) == i);
            for (auto const* other : {"", "x", "Column", "column ", "identitx"})
                CHECK(type->find(other) == type->fields.size());
        }
    }
}

}  // namespace operations_test
