// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/service.hpp>

#include "tests/support/behaviour.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/text.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/executor/demo.hpp>
#include <lancespec/http/mapping.hpp>

#include <boost/json/object.hpp>

// The behaviour of the reference server, request by request: what each kind of request is answered with.
namespace service_test {

namespace executor = lancespec::executor;
namespace http = lancespec::http;

struct fixture {
    explicit fixture(executor::service_options options = {})
        : catalog(inline_jobs()), service(catalog, std::move(options)) {
        executor::load_demo(catalog);
    }
    static executor::catalog_options inline_jobs() {
        executor::catalog_options options;
        options.inline_jobs = true;
        options.seed = 1;
        return options;
    }

    http::response post(std::string target, std::string body, http::headers fields = {}) {
        return service.handle({"POST", std::move(target), std::move(fields), std::move(body)});
    }
    http::response backfill(std::string body, http::headers fields = {}) {
        return post("/v1/table/demo%24items/backfill_column", std::move(body), std::move(fields));
    }
    http::response refresh(std::string const& view, std::string body) {
        return post("/v1/materialized_view/demo%24" + view + "/refresh", std::move(body));
    }

    executor::catalog catalog;
    executor::service service;
};

boost::json::value body_of(http::response const& r) {
    auto parsed = lancespec::parse_json(r.body);
    REQUIRE(parsed.has_value());
    return *parsed;
}

void check_accepted(http::response const& r) {
    CAPTURE(r.body);
    CHECK(r.status == 202);
    CHECK(r.fields.find("content-type") == "application/json");
    auto const body = body_of(r);
    CHECK(!body.at("job_id").as_string().empty());
    if (auto const* context = body.as_object().if_contains("context"))
        for (auto const& entry : context->as_object()) CHECK(entry.value().is_string());
}

/// Every error body has both documented shapes at once.
void check_error(http::response const& r, int status, int code) {
    CAPTURE(r.body);
    CHECK(r.status == status);
    CHECK(r.fields.find("content-type") == "application/json");
    auto const body = body_of(r);
    CHECK(body.at("code") == code);
    CHECK(body.at("status") == status);
    for (auto const* member : {"error", "detail", "instance", "type", "title"}) CHECK(body.at(member).is_string());
}

TEST_CASE("Every kind of request is answered as the table says") {
    for (auto const& asked : behaviour::table()) {
        fixture f(behaviour::options_of(asked.server));
        auto const got = f.post(asked.target, asked.body, asked.fields);
        CAPTURE(asked.what, got.body);
        CHECK(behaviour::complaint(asked, got) == "");
    }
}

TEST_CASE("Authentication comes first, and what is half right is wrong") {
    fixture f(behaviour::options_of(behaviour::server_kind::guarded));
    auto const* good = R"({"column":"doubled"})";
    check_error(f.backfill("{"), 401, 16);
    check_error(f.backfill(good, {{"authorization", "Basic right"}}), 401, 16);
    check_error(f.backfill(good, {{"authorization", "Bearer "}}), 401, 16);
    check_error(f.backfill(good, {{"authorization", "Bearer rightright"}}), 401, 16);
    check_error(f.backfill(good, {{"x-api-key", "ke"}}), 401, 16);
    // The body's identity counts where no header says otherwise.
    check_accepted(f.backfill(R"({"column":"doubled","identity":{"auth_token":"right"}})"));
    check_error(f.backfill(R"({"column":"doubled","identity":{"auth_token":"wrong"}})"), 401, 16);
}

TEST_CASE("credentials given twice are a 400, whoever would read the first or the last of them") {
    fixture guarded(behaviour::options_of(behaviour::server_kind::guarded));
    fixture open;
    auto const* good = R"({"column":"doubled"})";
    for (auto* f : {&guarded, &open}) {
        for (auto const* second : {"Bearer right", "Bearer wrong", "Basic x", ""}) {
            check_error(f->backfill(good, {{"authorization", "Bearer right"}, {"Authorization", second}}), 400, 13);
            check_error(f->backfill(good, {{"authorization", second}, {"authorization", "Bearer right"}}), 400, 13);
        }
        check_error(f->backfill(good, {{"x-api-key", "key"}, {"X-API-Key", "other"}}), 400, 13);
    }
    check_accepted(guarded.backfill(good, {{"authorization", "Bearer right"}}));
}

TEST_CASE("A well-formed path that names no column is answered 404 with code 12 and its canonical form") {
    fixture f;
    for (auto const& [path, canonical] : {std::pair{"no.such", "no.such"},
                                          {"`no-such`", "`no-such`"},
                                          {"area", "area"},
                                          {"`stats.area`", "`stats.area`"}}) {
        auto const r = f.backfill(R"({"column":")" + std::string(path) + R"("})");
        check_error(r, 404, 12);
        CHECK(std::string(body_of(r).at("error").as_string()).find(canonical) != std::string::npos);
    }
}

TEST_CASE("Routes are taken with a slash at the end, and any delimiter; an unknown route or method says so") {
    fixture f;
    check_accepted(f.post("/v1/table/demo%24items/backfill_column/", R"({"column":"doubled"})"));
    check_accepted(f.post("/v1/table/demo~items/backfill_column?delimiter=~", R"({"column":"doubled"})"));
    check_error(f.post("/v1/table/demo~items/backfill_column", R"({"column":"doubled"})"), 404, 4);
    // Where HTTP has a truer status than the code's own, the body says so too.
    check_error(f.post("/v1/nothing", "{}"), 404, 0);
    check_error(f.service.handle({"GET", "/lancespec/jobs/none", {}, ""}), 404, 13);
    auto const get = f.service.handle({"GET", "/v1/table/demo%24items/backfill_column", {}, ""});
    check_error(get, 405, 0);
    CHECK(get.fields.find("allow") == "POST");
}

TEST_CASE("A job can be looked up by its id") {
    fixture f;
    auto const id = std::string(body_of(f.backfill(R"({"column":"doubled"})")).at("job_id").as_string());
    auto const r = f.service.handle({"GET", "/lancespec/jobs/" + id, {}, ""});
    CHECK(r.status == 200);
    auto const job = body_of(r);
    CHECK(job.at("job_id").as_string() == id);
    CHECK(job.at("state") == "succeeded");
    CHECK(job.at("kind") == "backfill");
    CHECK(job.at("column") == "doubled");
    CHECK(f.service.handle({"GET", "/lancespec/jobs/none", {}, ""}).status == 404);
    CHECK(f.service.handle({"GET", "/lancespec/jobs/%zz", {}, ""}).status == 404);
}

TEST_CASE("The request's id comes back, the failure's place is the request's path") {
    fixture f;
    auto const r = f.post("/v1/table/demo%24nope/backfill_column?x=1", R"({"column":"x"})", {{"X-Request-Id", "abc"}});
    CHECK(r.fields.find("x-request-id") == "abc");
    CHECK(body_of(r).at("instance") == "/v1/table/demo%24nope/backfill_column");
}

TEST_CASE("Law: whatever the bytes, the answer is a success or an error with both shapes, never a 500") {
    fixture f;
    rc::prop("service/any-bytes", [&f] {
        auto const target =
            *rc::gen::oneOf(rc::gen::just(std::string("/v1/table/demo%24items/backfill_column")),
                            rc::gen::map(lancespec::arbitrary::bytes(),
                                         [](std::string const& b) { return "/v1/table/" + b + "/backfill_column"; }),
                            lancespec::arbitrary::bytes());
        auto const body = *rc::gen::oneOf(lancespec::arbitrary::bytes(),
                                          rc::gen::map(lancespec::arbitrary::text(), [](std::string const& t) {
                                              std::string json = R"({"column":)";
                                              lancespec::append_json_string(json, t);
                                              return json + ",\"where\":\"false\"}";
                                          }));
        auto const r = f.service.handle({"POST", target, {}, body});
        RC_ASSERT(r.status != 500);
        auto const parsed = lancespec::parse_json(r.body);
        RC_ASSERT(parsed.has_value());
        RC_ASSERT(r.status == 202 || parsed->at("code").is_int64());
    });
}

}  // namespace service_test
