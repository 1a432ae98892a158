// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/commands.hpp"

#include "tests/conformance/run_program.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/contract/operations.hpp>

#include <lancespec/core/json.hpp>

#include <unistd.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace contract_commands_test {

namespace json = boost::json;
using run_program::run;

/// A file with that text, gone at the end.
class file {
public:
    explicit file(std::string const& text)
        : path_((std::filesystem::temp_directory_path() / ("lancespec-contract-" + std::to_string(::getpid())))
                    .string()) {
        std::ofstream(path_) << text;
    }
    file(file const&) = delete;
    file& operator=(file const&) = delete;
    ~file() { std::remove(path_.c_str()); }
    [[nodiscard]] std::string const& path() const { return path_; }

private:
    std::string path_;
};

std::string text_of(std::filesystem::path const& path) {
    std::ostringstream out;
    out << std::ifstream(path).rdbuf();
    return out.str();
}

TEST_CASE("operations lists all of them, as text, Markdown and JSON") {
    auto const text = run({"operations"});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, Catch::Contains("CreateTableTag") && Catch::Contains("/v1/table/{id}/tags/create") &&
                             Catch::Contains(std::to_string(lancespec::contract::operations().size()) + " operations"));
    auto const listed = lancespec::parse_json(run({"operations", "--format", "json"}).out).value();
    auto const& all = listed.at("operations").as_array();
    CHECK(all.size() == lancespec::contract::operations().size());
    for (auto const& op : all) {
        CHECK(op.at("request").at("fields").is_array());
        CHECK(!op.at("summary").as_string().empty());
    }
    CHECK(run({"operations", "--format", "xml"}).status == 2);
}

TEST_CASE("docs/contract.md is what operations writes") {
    auto const page = text_of(std::filesystem::path(LANCESPEC_SOURCE_DIR) / "docs" / "contract.md");
    bool const same = run({"operations", "--format", "markdown"}).out == page;
    INFO("write it again: lancespec operations --format markdown > docs/contract.md");
    CHECK(same);
}

TEST_CASE("validate prints each violation with its place, and says so with its status") {
    file const good(R"({"tag":"t","version":1})");
    auto const fine = run({"validate", "CreateTableTag", "request", good.path()});
    CHECK(fine.status == 0);
    CHECK(fine.out.empty());
    file const bad(R"({"version":-1,"branch":7,"more":null})");
    auto const wrong = run({"validate", "createtabletag", "request", bad.path()});
    CHECK(wrong.status == 1);
    CHECK(wrong.out ==
          "/branch: type: must be a string, not an integer\n"
          "/tag: required: the member is required\n"
          "/version: minimum: must be at least 0\n");
    auto const strict = run({"validate", "CreateTableTag", "request", bad.path(), "--strict", "--format", "json"});
    CHECK(strict.status == 1);
    auto const document = lancespec::parse_json(strict.out).value();
    CHECK(document.at("violations").as_array().size() == 4);
    CHECK(document.at("violations").at(1).at("rule") == "unknown_member");
}

TEST_CASE("validate knows bodies that are one bare member, versions, and what has no JSON") {
    file const number("-7");
    CHECK(run({"validate", "CountTableRows", "response", number.path()}).out == "body: minimum: must be at least 0\n");
    file const later(R"({"k":1,"vector":null,"minimum_nprobes":1})");
    CHECK(run({"validate", "QueryTable", "request", later.path(), "--strict"}).status == 0);
    CHECK(run({"validate", "QueryTable", "request", later.path(), "--strict", "--spec", "0.11.1"}).status == 1);
    CHECK(run({"validate", "QueryTable", "response", later.path()}).status == 2);
    auto const unknown = run({"validate", "CreateTableTags", "request", later.path()});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, Catch::Contains("did you mean CreateTableTag?"));
    CHECK(run({"validate", "CreateTableTag", "request", "/no/such/file"}).status == 2);
    CHECK(run({"validate", "CreateTableTag", "answer", later.path()}).status == 2);
    CHECK(run({"validate", "CreateTableTag", "request", later.path(), "--spec", "0.10.0"}).status == 2);
}

TEST_CASE("openapi prints a document of every operation and schema, in JSON and in YAML") {
    auto const printed = run({"openapi", "--spec", "0.11.1"});
    CHECK(printed.status == 0);
    auto const document = lancespec::parse_json(printed.out).value();
    auto const& schemas = document.at("components").at("schemas").as_object();
    for (auto const& op : lancespec::contract::operations())
        if (op.request_body == lancespec::contract::body_kind::json) CHECK(schemas.contains(op.request().name));
    CHECK(document.at("info").at("version") == "0.11.1");
    file const yaml(run({"openapi", "--yaml", "--spec", "0.11.1"}).out);
    auto const same = run({"diff", yaml.path(), "--spec", "0.11.1"});
    CHECK(same.status == 0);
    CHECK(same.out == "0 differences from the contract of 0.11.1\n");
}

std::string changed(std::string const& from, std::string const& to) {
    auto text = run({"openapi"}).out;
    auto const at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST_CASE("diff tells one changed thing in one line") {
    struct one {
        std::string from;
        std::string to;
        std::string line;
    };
    one const changes[] = {
        {R"("/v1/table/{id}/tags/create")", R"("/v1/table/{id}/tags/new")",
         R"(CreateTableTag: route is "POST /v1/table/{id}/tags/create" in the contract, "POST /v1/table/{id}/tags/new" in the document)"},
        {R"("operationId": "CreateTableTag")", R"("operationId": "NewTag")",
         "CreateTableTag: the operation is missing from the document"},
        {R"("name": "descending")", R"("name": "newest")",
         "ListTableVersions query:descending: the parameter is missing from the document"},
        {R"("202")", R"("200")", "AlterTableBackfillColumns 202: the status is missing from the document"},
        {R"("minLength": 1)", R"("minLength": 2)", "minLength is 1 in the contract, 2 in the document"},
        {R"("uniqueItems": true)", R"("uniqueItems": false)",
         "uniqueItems is true in the contract, absent in the document"},
        {R"("num_partitions")", R"("numPartitions")",
         "CreateTableIndexRequest/num_partitions: the member is missing from the document"},
        {R"("name":"x-api-key")", R"("name":"api-key")", "ApiKeyAuth: security scheme is {"},
        {R"("BearerAuth": [])", R"("Bearer": [])", "BearerAuth: the security scheme is missing from the document"},
    };
    for (auto const& change : changes) {
        file const document(changed(change.from, change.to));
        auto const got = run({"diff", document.path()});
        CAPTURE(change.from, got.out);
        CHECK(got.status == 1);
        CHECK_THAT(got.out, Catch::Contains(change.line));
    }
    file const document(changed(R"("minLength": 1)", R"("minLength": 2)"));
    auto const told = lancespec::parse_json(run({"diff", document.path(), "--format", "json"}).out).value();
    REQUIRE(told.at("differences").as_array().size() == 1);
    CHECK(told.at("differences").at(0).at("what") == "minLength");
    CHECK(told.at("differences").at(0).at("contract") == 1);
}

TEST_CASE("between versions there are exactly the differences that the documents have") {
    file const early(run({"openapi", "--spec", "0.9.0"}).out);
    auto const got = run({"diff", early.path(), "--spec", "0.11.1"});
    CHECK(got.status == 1);
    CHECK_THAT(got.out,
               Catch::Contains("AddColumnsEntry/computed") && Catch::Contains("InsertIntoTableResponse/version"));
    CHECK_THAT(got.out, Catch::EndsWith("11 differences from the contract of 0.11.1\n"));
}

TEST_CASE("diff refuses what is no OpenAPI document, with its place") {
    for (auto const* text :
         {"", "[1]", "{}", "openapi: 2.0\npaths: {}\n", "a: [1\n", "{\"openapi\":\"3.1.0\"}", "a: &a [*a]\n", "\xFF"}) {
        file const document(text);
        auto const got = run({"diff", document.path()});
        CAPTURE(std::string(text), got.out, got.err);
        CHECK(got.status == 2);
    }
    CHECK(run({"diff", "/no/such/file"}).status == 2);
    CHECK(run({"diff"}).status == 2);
}

TEST_CASE("the published documents, where they are at hand, differ exactly where their version does") {
    auto const folder = std::filesystem::path(LANCESPEC_SOURCE_DIR).parent_path() / "shared" / "spec";
    auto const published = [&](char const* version) {
        return (folder / ("lance-namespace-" + std::string(version) + ".yaml")).string();
    };
    if (!std::filesystem::exists(folder)) return;
    CHECK(run({"diff", published("0.11.1"), "--spec", "0.11.1"}).out == "0 differences from the contract of 0.11.1\n");
    CHECK(run({"diff", published("0.9.0"), "--spec", "0.9.0"}).out == "0 differences from the contract of 0.9.0\n");
    CHECK(run({"diff", published("0.9.0"), "--spec", "0.11.1"}).status == 1);
}

TEST_CASE("each of these commands has help with examples") {
    for (auto const* command : {"operations", "validate", "openapi", "diff"}) {
        auto const help = run({command, "--help"});
        CHECK(help.status == 0);
        CHECK_THAT(help.out, Catch::Contains("Examples:"));
    }
}

}  // namespace contract_commands_test
