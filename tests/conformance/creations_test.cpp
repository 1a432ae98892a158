// SPDX-License-Identifier: Apache-2.0
// Every request that may make an object is known as such before it is sent.
#include "conformance/setup/creations.hpp"

#include "conformance/setup/requests.hpp"
#include "conformance/setup/test_objects.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/contract/operations.hpp>

#include <set>

namespace creations_test {

namespace lc = lancespec::conformance;
namespace contract = lancespec::contract;
using names = std::vector<std::string>;

lancespec::http::request request_of(std::string_view operation, names const& object,
                                    boost::json::object const& members = {}) {
    return lc::write_members(*lc::find_operation(operation), object, members, "$", "rows");
}

std::set<names> made_by(lancespec::http::request const& request) {
    std::set<names> out;
    for (auto const& one : lc::creations_of(request)) out.insert(one.names);
    return out;
}

TEST_CASE("each operation of the contract makes objects, may make one, or takes away or reads, and is known to") {
    // One that is added to the contract must be put into one of these.
    std::set<std::string_view> const makes{"CreateNamespace",       "CreateTable", "RegisterTable",
                                           "DeclareTable",          "RenameTable", "BatchCommitTables",
                                           "CreateMaterializedView"};
    std::set<std::string_view> const harmless{
        "DropNamespace",  "DropTable",         "DeregisterTable",          "DeleteFromTable", "DropTableIndex",
        "DeleteTableTag", "DeleteTableBranch", "BatchDeleteTableVersions", "AlterTransaction"};
    for (auto const& op : contract::operations()) {
        INFO(op.id);
        CHECK(lc::makes_objects(op) == makes.contains(op.id));
        auto const* known = lc::find_operation(op.id);
        auto const request = lc::write_members(
            *known, {"a", "b"}, !lc::starts_job(*known) ? lc::example_members(*known) : boost::json::object{}, "$",
            "rows");
        bool const may = op.does == contract::effect::write && !harmless.contains(op.id);
        CHECK(lc::creations_of(request).empty() == !may);
    }
}

TEST_CASE(
    "what a request may make is what its route names, or its body where that differs, whatever is wrong with it") {
    CHECK(made_by(request_of("CreateTable", {"a", "b"})) == std::set<names>{{"a", "b"}});
    auto request = request_of("DeclareTable", {"a", "b"});
    for (std::string const body : {"", "{", "[]", "7", R"({"id": 7})", R"({"id": []})", R"({"id": [7]})", "\xff"}) {
        request.body = body;
        CHECK(made_by(request) == std::set<names>{{"a", "b"}});
    }
    request.body = R"({"id": ["c", "d"], "limit": "x"})";
    CHECK(made_by(request) == std::set<names>{{"a", "b"}, {"c", "d"}});
    CHECK(made_by(request_of("RenameTable", {"a", "b"}, {{"new_table_name", "c"}})) == std::set<names>{{"a", "c"}});
    CHECK(made_by(request_of("RenameTable", {"a", "b"},
                             {{"new_table_name", "c"}, {"new_namespace_id", boost::json::array{"x", "y"}}})) ==
          std::set<names>{{"x", "y", "c"}});
    CHECK(made_by(request_of("BatchCommitTables", {}, lc::example_members(*lc::find_operation("BatchCommitTables")))) ==
          std::set<names>{{"lancespec"}});
    CHECK(lc::creations_of({"POST", "/v1/nothing/a/create", {}, "{}"}).empty());
}

TEST_CASE("another delimiter, a slash at the end and percent escapes change nothing of what is named") {
    for (std::string const target :
         {"/v1/table/a%24b/create", "/v1/table/a%24b/create/", "/v1/table/a$b/create?mode=create",
          "/v1/table/a.b/create?delimiter=.", "/v1/table/%61::b/create?delimiter=%3A%3A"}) {
        INFO(target);
        CHECK(made_by({"POST", target, {}, ""}) == std::set<names>{{"a", "b"}});
    }
}

TEST_CASE("a view is about itself and the table that it reads") {
    auto const about = lc::objects_of(
        request_of("CreateMaterializedView", {"a", "v"},
                   {{"kind", "query"}, {"source_query", R"({"source_table": "t", "source_db_uri": null})"}}));
    CHECK(about == std::vector<names>{{"a", "v"}, {"a", "t"}});
}

}  // namespace creations_test
