// SPDX-License-Identifier: Apache-2.0
#include <lancespec/http/mapping.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/core/json.hpp>

namespace mapping_test {

namespace http = lancespec::http;
namespace model = lancespec::model;
using backfill = model::alter_table_backfill_columns_request;
using refresh = model::refresh_materialized_view_request;
using lancespec::error_code;
using lancespec::rule;

http::request post(std::string target, std::string body, http::headers fields = {}) {
    return {"POST", std::move(target), std::move(fields), std::move(body)};
}

backfill read(http::request const& request) {
    return http::from_http<backfill>(request).value();
}

lancespec::violation only_violation(http::request const& request) {
    auto const read = http::from_http<backfill>(request);
    REQUIRE(!read);
    REQUIRE(read.error().size() == 1);
    return read.error()[0];
}

TEST_CASE("The route's id fills a body that has none") {
    CHECK(read(post("/v1/table/a%24b/backfill_column", R"({"column":"x"})")).id == std::vector<std::string>{"a", "b"});
    CHECK(read(post("/v1/table/a~b%24/backfill_column?delimiter=~", R"({"column":"x"})")).id ==
          std::vector<std::string>{"a", "b$"});
}

TEST_CASE("Route and body must name the same object") {
    CHECK(read(post("/v1/table/a$b/backfill_column", R"({"column":"x","id":["a","b"]})")).id);
    auto const v = only_violation(post("/v1/table/a$b/backfill_column", R"({"column":"x","id":["a","c"]})"));
    CHECK(v.pointer == "/id");
    CHECK(v.broken == rule::route_body);
    CHECK(v.message == R"(the body names ["a", "c"], the route ["a", "b"])");
}

TEST_CASE("An empty list of names in the body is no id: the route's counts") {
    auto const read_id = read(post("/v1/table/a$b/backfill_column", R"({"column":"x","id":[]})")).id;
    CHECK(read_id == std::vector<std::string>{"a", "b"});
}

TEST_CASE("A delimiter that is none is told alike with and without an id in the route") {
    for (auto const& [method, path] : {std::pair{"GET", "/v1/table"}, std::pair{"POST", "/v1/table/a/describe"},
                                       std::pair{"POST", "/v1/table/batch-commit"}}) {
        auto const match = http::match_route(method, path);
        REQUIRE(match.operation != nullptr);
        lancespec::reflect::instance value(match.operation->request());
        lancespec::violations broken;
        http::read_request(match, {method, std::string(path) + "?delimiter=", {}, ""}, value.write(), {}, broken);
        CHECK(std::count_if(broken.begin(), broken.end(), [](auto const& v) {
                  return v.pointer == "query:delimiter" && v.broken == rule::identifier;
              }) == 1);
    }
}

TEST_CASE("What is wrong with the route is told by its place") {
    CHECK(only_violation(post("/v1/table/a%2/backfill_column", R"({"column":"x"})")).pointer == "path:id");
    CHECK(only_violation(post("/v1/table/%FF/backfill_column", R"({"column":"x"})")).broken == rule::malformed);
    CHECK(only_violation(post("/v1/table/a$$b/backfill_column", R"({"column":"x"})")).broken == rule::identifier);
    CHECK(only_violation(post("/v1/table/a/backfill_column?delimiter=", R"({"column":"x"})")).pointer ==
          "query:delimiter");
    CHECK(only_violation(post("/v1/table/a/backfill_column?delimiter=%", R"({"column":"x"})")).pointer ==
          "query:delimiter=%");
}

TEST_CASE("Header credentials win over the body's identity, each on its own") {
    auto const* body = R"({"column":"x","identity":{"auth_token":"body","api_key":"body"}})";
    auto const both =
        read(post("/v1/table/a/backfill_column", body, {{"authorization", "bearer head"}, {"X-API-Key", "head"}}));
    CHECK(both.identity->auth_token == "head");
    CHECK(both.identity->api_key == "head");
    auto const one = read(post("/v1/table/a/backfill_column", body, {{"x-api-key", "head"}}));
    CHECK(one.identity->auth_token == "body");
    CHECK(one.identity->api_key == "head");
    auto const other_scheme = read(post("/v1/table/a/backfill_column", body, {{"Authorization", "Basic abc"}}));
    CHECK(!other_scheme.identity->auth_token);
    CHECK(other_scheme.identity->api_key == "body");
    CHECK(!read(post("/v1/table/a/backfill_column", R"({"column":"x"})")).identity);
}

TEST_CASE("A refresh takes no body, an empty one, null and {} alike; a backfill needs its body") {
    for (auto const* body : {"", " \n", "null", "{}"})
        CHECK(http::from_http<refresh>(post("/v1/materialized_view/v/refresh", body)).value().id ==
              std::vector<std::string>{"v"});
    CHECK(only_violation(post("/v1/table/a/backfill_column", "")).broken == rule::malformed);
}

TEST_CASE("A request of another route is not read") {
    CHECK(!http::from_http<refresh>(post("/v1/table/a/backfill_column", "{}")));
    CHECK(!http::from_http<backfill>(post("/nowhere", "{}")));
}

TEST_CASE("A client's request carries the id in the path and credentials and header context in headers") {
    backfill request;
    request.id = {{"a.b", "c$d"}};
    request.column = "x";
    request.identity = model::identity{"key", "token"};
    request.context = {{"header.x-trace", "1"},
                       {"plain", "2"},
                       {"header.bad name", "3"},
                       {"header.x-evil", "a\r\nb"},
                       {"header.Content-Length", "0"}};
    http::write_options options;
    options.delimiter = "~";
    auto const written = http::to_http(request, options).value();
    CHECK(written.target == "/v1/table/a.b~c%24d/backfill_column?delimiter=~");
    CHECK(written.fields.find("authorization") == "Bearer token");
    CHECK(written.fields.find("x-api-key") == "key");
    CHECK(written.fields.find("x-trace") == "1");
    CHECK(written.fields.size() == 4);  // content-type is the fourth: what no header can carry is in the body alone
    CHECK(written.body.find("token") == std::string::npos);
}

TEST_CASE("A client's request that cannot be written says why") {
    auto const pointer = [](backfill const& request) {
        auto const written = http::to_http(request);
        REQUIRE(!written);
        return written.error().at(0).pointer;
    };
    backfill request;
    request.column = "x";
    CHECK(pointer(request) == "/id");
    request.id = {{"a$b"}};
    CHECK(pointer(request) == "/id");
    request.id = {{"a"}};
    request.column = "";
    CHECK(pointer(request) == "/column");
    request.column = "x";
    request.identity = model::identity{std::nullopt, "a\r\nx-evil: 1"};
    CHECK(pointer(request) == "/identity/auth_token");
}

TEST_CASE("An error body has both documented shapes at once") {
    auto const response = http::write_error({error_code::table_not_found, "no such table", "more", "/v1/table/x"});
    CHECK(response.status == 404);
    CHECK(response.fields.find("content-type") == "application/json");
    auto const body = lancespec::parse_json(response.body).value();
    CHECK(body.at("code") == 4);
    CHECK(body.at("error") == "no such table");
    CHECK(body.at("detail") == "more");
    CHECK(body.at("instance") == "/v1/table/x");
    CHECK(body.at("type") == "/errors/not-found-error");
    CHECK(body.at("title") == "Not found");
    CHECK(body.at("status") == 404);
    CHECK(http::write_error({error_code::service_unavailable, "", "", ""}).fields.find("retry-after") == "1");
    CHECK(!response.fields.find("retry-after"));
}

TEST_CASE("Violations become InvalidInput, the first in the message, all of them in the detail") {
    auto const error = http::to_error(
        {{"/a", rule::type, "must be x", std::nullopt}, {"/b", rule::required, "is required", std::nullopt}});
    CHECK(error.code == error_code::invalid_input);
    CHECK(error.message == "/a: type: must be x (and 1 more)");
    CHECK(error.detail == "/a: type: must be x; /b: required: is required");
    // Of a document with more violations than are listed, the count is a least one.
    auto const many = http::to_error({{"/a", rule::type, "must be x", std::nullopt},
                                      {"/b", rule::type, "must be y", std::nullopt},
                                      {"", rule::limit, "more than 2 violations", std::nullopt}});
    CHECK(many.message == "/a: type: must be x (and at least 1 more)");
}

TEST_CASE("A client reads any 2xx as success, with every response header as a context entry") {
    auto const answer =
        http::answer_from_http<backfill>({200, {{"X-Request-Id", "abc"}}, R"({"job_id":"j","context":{"k":"v"}})"})
            .value();
    CHECK(answer.job_id == "j");
    CHECK(answer.context == model::context{{"k", "v"}, {"header.X-Request-Id", "abc"}});
}

TEST_CASE("A client reads the error of the body, or learns what is wrong with it") {
    auto const known = http::answer_from_http<backfill>({404, {}, R"({"code":4,"error":"gone"})"}).error();
    CHECK(known.status == 404);
    CHECK(known.answered->code == error_code::table_not_found);
    auto const later = http::answer_from_http<backfill>({409, {}, R"({"code":77})"}).error();
    CHECK(later.answered->code == error_code::internal);
    CHECK(later.answered->detail.find("77") != std::string::npos);
    auto const html = http::answer_from_http<backfill>({502, {}, "<html>"}).error();
    CHECK(!html.answered);
    CHECK(html.broken.at(0).broken == rule::malformed);
    CHECK(http::answer_from_http<backfill>({202, {}, "{}"}).error().broken.at(0).pointer == "/job_id");
    CHECK_THROWS_WITH(http::answer_from_http<backfill>({404, {}, R"({"code":4,"error":"gone"})"}).value(),
                      "TableNotFound: gone");
}

TEST_CASE("Law: what a client writes a server reads back, whatever the names and the delimiter") {
    rc::prop("mapping/round-trip", [] {
        auto request = *lancespec::arbitrary::valid<backfill>();
        request.id = *rc::gen::resize(
            4, rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(lancespec::arbitrary::text(1))));
        http::write_options options;
        options.delimiter = *rc::gen::element<std::string>("$", ".", "~", "::", "/", "é");
        auto const written = http::to_http(request, options);
        if (!written) return;  // a name holds the delimiter, or a credential a control character
        auto read = http::from_http<backfill>(*written);
        if (!read) RC_FAIL(to_string(read.error()));
        // An empty identity travels as no header at all, and a header's value loses nothing but outer white space.
        if (request.identity && !request.identity->auth_token && !request.identity->api_key) request.identity.reset();
        if (read->identity && read->identity->auth_token && request.identity->auth_token->starts_with(' '))
            read->identity->auth_token = request.identity->auth_token;
        RC_ASSERT(*read == request);
    });
}

}  // namespace mapping_test
