// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/prepare.hpp"
#include "conformance/setup/environment.hpp"

#include "conformance/setup/fixtures.hpp"
#include "conformance/suite/runner.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/conformance/watched_service.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <stdexcept>

namespace prepare_test {

namespace lc = lancespec::conformance;
using lancespec_test::watched_service;
using names = std::vector<std::string>;

lc::run_options options() {
    auto out = canned::options();
    out.set_up = true;
    return out;
}

/// The objects that a run on @p service tests with.
lc::fixture prepared(watched_service& service, lc::run_options const& how = options()) {
    lc::in_process_transport way(service.handler());
    lc::session_with_set_up run(way, how, "prepared");
    lc::prepare_objects(run);
    return run.options().objects;
}

/// Refuses a new column of the kind that has @p member, and what @p operations do.
watched_service::twist refusing(std::string member, names operations = {}) {
    return [member = std::move(member), operations = std::move(operations)](
               std::string_view operation,
               lancespec::http::request const& request) -> std::optional<lancespec::http::response> {
        bool const column = operation == "AlterTableAddColumns" && !member.empty() &&
                            request.body.find("\"" + member + "\"") != std::string::npos;
        bool const listed = std::ranges::find(operations, operation) != operations.end();
        if (column || listed) return canned::error(406, 0);
        return std::nullopt;
    };
}

TEST_CASE("the demo data is used where it is, and nothing is made") {
    watched_service service(true);
    auto const objects = prepared(service);
    CHECK(objects.table == names{"demo", "items"});
    CHECK(objects.column == "doubled");
    CHECK(service.requests().size() == 1);
    CHECK(service.requests()[0].operation->does == lancespec::contract::effect::read);
}

TEST_CASE("elsewhere a table with a computed column and its views are made") {
    watched_service service;
    auto const objects = prepared(service);
    CHECK(objects.table == names{"lancespecprepared", "tab"});
    CHECK((objects.column == "c_computed" && objects.nested_column.empty() && objects.ordinary_column == "x"));
    CHECK(objects.view == names{"lancespecprepared", "view"});
    CHECK(objects.chunker_view == names{"lancespecprepared", "chunks"});
    CHECK((objects.table_exists && objects.view_exists));
    CHECK((objects.table_not_made.empty() && objects.view_not_made.empty()));
}

TEST_CASE("where computed columns are refused, a virtual one is made") {
    watched_service service;
    service.instead = refusing("computed");
    auto const objects = prepared(service);
    CHECK(objects.table == names{"lancespecprepared", "tab"});
    CHECK(objects.column == "c_virtual");
    CHECK(service.ids("AlterTableAddColumns").size() == 2);
}

TEST_CASE("where both are refused, the reason has the server's words for each, and the view is made all the same") {
    watched_service service;
    service.instead = refusing("", {"AlterTableAddColumns"});
    auto const objects = prepared(service);
    CHECK_FALSE(objects.table_exists);
    CHECK(objects.table == names{"demo", "items"});
    CHECK_THAT(objects.table_not_made,
               Catch::Contains("a computed column: AlterTableAddColumns is answered 406 with code 0") &&
                   Catch::Contains("a virtual column: AlterTableAddColumns is answered 406 with code 0"));
    CHECK(objects.view == names{"lancespecprepared", "view"});
    CHECK(objects.view_exists);

    watched_service again;
    again.instead = refusing("", {"AlterTableAddColumns"});
    auto const run = canned::run(again.handler(), options());
    auto const& first = canned::result_of(run, "backfill_column.accepted");
    CHECK(first.result == lc::outcome::blocked);
    CHECK_THAT(first.reason, Catch::Contains("the suite could not make one itself: a computed column: "));
    CHECK(run.left_behind.empty());
}

TEST_CASE("where no table can be made, both reasons say so, and nothing else is tried") {
    watched_service service;
    service.instead = refusing("", {"CreateTable"});
    auto const objects = prepared(service);
    CHECK((!objects.table_exists && !objects.view_exists));
    CHECK_THAT(objects.table_not_made, Catch::Contains("CreateTable is answered 406"));
    CHECK(objects.view_not_made == objects.table_not_made);
    CHECK(service.ids("AlterTableAddColumns").empty());
    CHECK(service.ids("CreateMaterializedView").empty());
}

TEST_CASE("where no view can be made, the reason says so, and the table is used") {
    watched_service service;
    service.instead = refusing("", {"CreateMaterializedView"});
    auto const objects = prepared(service);
    CHECK((objects.table_exists && !objects.view_exists));
    CHECK(objects.view == names{"demo", "cheap"});
    CHECK_THAT(objects.view_not_made, Catch::Contains("CreateMaterializedView is answered 406"));
    CHECK(service.ids("CreateMaterializedView").size() == 1);
}

TEST_CASE("what the user named is used, and only the other is made") {
    watched_service service;
    auto how = options();
    how.objects.table = {"mine", "t"};
    how.objects.column = "c";
    how.objects.table_exists = true;
    auto const objects = prepared(service, how);
    CHECK(objects.table == names{"mine", "t"});
    CHECK(objects.column == "c");
    CHECK(objects.view == names{"lancespecprepared", "view"});
    CHECK(service.ids("AlterTableAddColumns").empty());

    watched_service other;
    how = options();
    how.objects.view = {"mine", "v"};
    how.objects.chunker_view.clear();
    how.objects.view_exists = true;
    auto const mine = prepared(other, how);
    CHECK(mine.view == names{"mine", "v"});
    CHECK(mine.chunker_view.empty());
    CHECK(mine.table == names{"lancespecprepared", "tab"});
    CHECK(other.ids("CreateMaterializedView").empty());
}

TEST_CASE("with both named, or set-up forbidden, nothing is sent") {
    watched_service service;
    auto how = options();
    how.objects.table_exists = how.objects.view_exists = true;
    (void)prepared(service, how);
    how = options();
    how.set_up = false;
    (void)prepared(service, how);
    CHECK(service.requests().empty());
}

TEST_CASE("a server that does not answer is asked little") {
    watched_service service;
    service.before_each = [](std::string_view) { throw std::runtime_error("gone"); };
    lc::in_process_transport way(service.handler());
    lc::session_with_set_up run(way, options(), "prepared");
    lc::prepare_objects(run);
    CHECK(run.requests() <= 3);
}

}  // namespace prepare_test
