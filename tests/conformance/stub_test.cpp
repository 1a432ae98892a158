// SPDX-License-Identifier: Apache-2.0
#include "conformance/faults/stub.hpp"

#include "conformance/serve/built_in.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/contract/example.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/http/mapping.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace stub_test {

namespace contract = lancespec::contract;
namespace http = lancespec::http;
namespace lc = lancespec::conformance;
namespace reflect = lancespec::reflect;

/// What is wrong with @p answer as a success of @p op, read strictly; empty: nothing.
std::string wrong_with(contract::operation const& op, http::response const& answer) {
    if (answer.status != op.success_status) return "status " + std::to_string(answer.status) + ": " + answer.body;
    reflect::instance value(op.response());
    auto const error = http::read_response(op, answer, value.write(), contract::decode_options::strict());
    return error ? to_string(error->broken) + " in " + answer.body : "";
}

/// A good request of @p op, made from its table as a client would, for the object @p name.
http::request request_of(contract::operation const& op, std::string_view name = "a") {
    auto document = contract::example(op.request()).as_object();
    document.erase("identity");
    if (document.contains("id")) document["id"] = boost::json::array{boost::json::string(name)};
    reflect::instance value(op.request());
    lancespec::violations broken;
    contract::decode_into(value.write(), lancespec::to_json(document), contract::decode_options::strict(), broken);
    http::request out;
    http::write_request(op, value.read(), {}, out, broken);
    CHECK(to_string(broken) == "");
    return out;
}

std::int64_t code_of(http::response const& answer) {
    return lancespec::parse_json(answer.body).value().at("code").as_int64();
}

contract::operation const& find(std::string_view id) {
    auto const* const op = contract::find_operation(id);
    REQUIRE(op != nullptr);
    return *op;
}

TEST_CASE("The example answer of every operation is a success that its own contract accepts") {
    for (auto const& op : contract::operations()) {
        CAPTURE(op.id);
        auto const answer = lc::example_answer(op);
        CHECK(wrong_with(op, answer) == "");
        CHECK(answer == lc::example_answer(op));
        CHECK(answer.body.empty() == (op.response_body == contract::body_kind::none));
        CHECK(answer.body.find("page_token") == std::string::npos);
    }
    CHECK(lc::example_answer(find("CountTableRows")).body == "1");
    CHECK(lc::example_answer(find("TableExists")).body.empty());
}

/// Calls @p visit with the name and value of every member within @p value.
void each_member(boost::json::value const& value,
                 std::function<void(std::string_view, boost::json::value const&)> const& visit) {
    if (auto const* const list = value.if_array())
        for (auto const& item : *list) each_member(item, visit);
    if (auto const* const object = value.if_object())
        for (auto const& member : *object) {
            visit(member.key(), member.value());
            each_member(member.value(), visit);
        }
}

TEST_CASE("What clients parse in an example answer is as real servers send it") {
    std::map<std::string, int> met;
    for (auto const& op : contract::operations()) {
        auto const body = lancespec::parse_json(lc::example_answer(op, {"ns", "t/1"}).body);
        if (!body) continue;
        CAPTURE(op.id);
        each_member(*body, [&](std::string_view name, boost::json::value const& value) {
            CAPTURE(name, lancespec::to_json(value));
            ++met[std::string(name)];
            if (name == "location" || name == "table_uri" || name == "manifest_path")
                CHECK(std::string_view(value.as_string()).starts_with("memory://lancespec-stub/ns/t%2F1.lance"));
            if (name == "transaction_id" || name == "job_id" || name == "index_uuid") {
                auto const& one = value.is_array() ? value.get_array().at(0) : value;
                CHECK(one.as_string().size() == 36);
            }
            if (name == "storage_options") CHECK(value.as_object().empty());
            if (name == "is_only_declared" || name == "managed_versioning") CHECK(value == false);
            if (name == "index_type") CHECK(value == "IVF_PQ");
            if (name == "distance_type") CHECK(value == "l2");
            if (name == "timestamp_millis") CHECK(value.as_int64() > 1'600'000'000'000);
            if (name == "createAt") CHECK(value.as_int64() > 1'600'000'000);
            if (name == "id") CHECK(value == boost::json::value({"ns", "t/1"}));
            if (name == "schema")
                for (auto const& field : value.at("fields").as_array())
                    CHECK(
                        lancespec::columnar::parse_data_type(std::string_view(field.at("type").at("type").as_string()))
                            .has_value());
        });
    }
    for (auto const* name :
         {"location", "table_uri", "manifest_path", "transaction_id", "job_id", "index_uuid", "schema",
          "storage_options", "index_type", "distance_type", "timestamp_millis", "createAt", "id"})
        CHECK(met[name] > 0);
}

TEST_CASE("A parameter has one answer on every route that has it, executed or not") {
    lc::built_in_options options;
    options.demo = options.stub = true;
    lc::built_in_service service(options);
    for (auto const* value : {"", "0", "-1", "x", "%FF", "9223372036854775808", "true", "a,b", "1"}) {
        std::map<std::string, std::pair<std::string, std::string_view>> answers;  // by parameter: answer, operation
        for (auto const& op : contract::operations())
            for (auto const& p : op.parameters) {
                if (p.in != contract::location::query || p.name == "mode") continue;
                auto request = request_of(op, "nothing");
                request.target = request.target.substr(0, request.target.find('?'));
                request.target += '?' + std::string(p.name) + '=' + value;
                auto const answer = service.handle(request);
                auto const error = answer.status < 400
                                       ? std::string()
                                       : std::string(lancespec::parse_json(answer.body)->at("detail").as_string());
                auto const place = "query:" + std::string(p.name) + ":";
                auto const at = error.find(place);
                auto const told = at == std::string::npos ? "taken" : error.substr(at, error.find(';', at) - at);
                // A parameter may be of another type elsewhere: `version` is a number, `branch` a name.
                auto const kind =
                    p.field.empty() ? 0 : static_cast<int>(op.request().fields[op.request().find(p.field)].type().kind);
                CAPTURE(op.id, std::string(p.name), value, answer.body);
                auto const [first, fresh] =
                    answers.try_emplace(std::string(p.name) + std::to_string(kind), told, op.id);
                if (!fresh) {
                    CAPTURE(first->second.second);
                    CHECK(told == first->second.first);
                }
            }
    }
}

TEST_CASE("Arrow answers have rows that can be read, in the framing that the operation declares") {
    auto const answer = lc::example_answer(find("QueryTable"));
    CHECK(answer.fields.find("content-type") == "application/vnd.apache.arrow.file");
    auto const rows = lancespec::columnar::read_ipc_file(answer.body);
    REQUIRE(rows.has_value());
    REQUIRE(rows->batches.size() == 1);
    CHECK(rows->batches[0].length == 3);
    CHECK(rows->fields->index_of("name") == 1);
}

TEST_CASE("A good request of every operation is answered, and one for an unknown object is not found") {
    for (auto const& op : contract::operations()) {
        CAPTURE(op.id);
        CHECK(wrong_with(op, lc::stub_answer(request_of(op))) == "");
        if (!op.has_id()) continue;
        auto const unknown = lc::stub_answer(request_of(op, "x_lancespecnone_y"));
        CHECK(unknown.status == 404);
        auto const code = static_cast<lancespec::error_code>(code_of(unknown));
        CHECK((code == lancespec::error_code::namespace_not_found || code == lancespec::error_code::table_not_found ||
               code == lancespec::error_code::transaction_not_found));
    }
    CHECK(code_of(lc::stub_answer(request_of(find("DescribeNamespace"), "lancespecnone"))) == 1);
    CHECK(code_of(lc::stub_answer(request_of(find("DescribeTable"), "lancespecnone"))) == 4);
    CHECK(code_of(lc::stub_answer(request_of(find("RefreshMaterializedView"), "lancespecnone"))) == 4);
    CHECK(code_of(lc::stub_answer(request_of(find("DescribeTransaction"), "lancespecnone"))) == 10);
    CHECK(code_of(lc::stub_answer(request_of(find("CreateTable"), "lancespecnone"))) == 1);
}

TEST_CASE("An unknown object is found within the body too, where the route names none") {
    auto request = request_of(find("BatchCreateTableVersions"));
    auto const at = request.body.find(R"("id":["a"])");
    REQUIRE(at != std::string::npos);
    request.body.replace(at, 10, R"("id":["lancespecnone"])");
    auto const answer = lc::stub_answer(request);
    CHECK(answer.status == 404);
    CHECK(code_of(answer) == 4);
}

TEST_CASE("Only names of ids make an object unknown: the word elsewhere is a value like any other") {
    auto request = request_of(find("AlterTableBackfillColumns"));
    request.body = R"({"column":"lancespecnone","context":{"id":"lancespecnone"}})";
    CHECK(lc::stub_answer(request).status == 202);
}

TEST_CASE("What has no route, and what breaks the tables, is told as a server tells it") {
    auto const unknown = lc::stub_answer({"GET", "/v1/nothing", {}, ""});
    CHECK(unknown.status == 404);
    CHECK(code_of(unknown) == 0);
    auto const method = lc::stub_answer({"DELETE", "/v1/table/a/describe", {}, ""});
    CHECK(method.status == 405);
    CHECK(method.fields.find("allow") == "POST");
    for (auto const* body : {"{}", R"({"column":""})", R"({"column":"a","id":["b"]})", "no JSON"}) {
        auto const broken = lc::stub_answer({"POST", "/v1/table/a/backfill_column", {}, body});
        CAPTURE(body, broken.body);
        CHECK(broken.status == 400);
        CHECK(code_of(broken) == 13);
        CHECK(lancespec::parse_json(broken.body)->at("instance") == "/v1/table/a/backfill_column");
    }
}

TEST_CASE("A server told to stand in answers every operation; without, it declines what it does not execute") {
    auto const left_out = lc::not_executed_operations();
    CHECK(!left_out.empty());
    CHECK(left_out.size() < 54);
    lc::built_in_options options;
    lc::built_in_service declining(options);
    options.stub = true;
    lc::built_in_service standing_in(options);
    for (auto const* op : left_out) {
        CAPTURE(op->id);
        auto request = request_of(*op);
        request.fields.set("x-request-id", "r1");
        CHECK(declining.handle(request).status == 406);
        auto const answer = standing_in.handle(request);
        CHECK(wrong_with(*op, answer) == "");
        CHECK(answer.fields.find("x-request-id") == "r1");
    }
    for (auto const& op : contract::operations())
        if (std::find(left_out.begin(), left_out.end(), &op) == left_out.end()) {
            CAPTURE(op.id);
            CHECK(standing_in.handle(request_of(op)).status == declining.handle(request_of(op)).status);
        }
}

TEST_CASE("A server that stands in asks for credentials first") {
    lc::built_in_options options;
    options.stub = true;
    options.service.token = "secret";
    lc::built_in_service guarded(options);
    auto request = request_of(*lc::not_executed_operations().front());
    CHECK(guarded.handle(request).status == 401);
    request.fields.set("authorization", "Bearer secret");
    CHECK(guarded.handle(request).status != 401);
    CHECK(guarded.handle(request).status < 300);
}

}  // namespace stub_test
