// SPDX-License-Identifier: Apache-2.0
// A store of one's own behind HTTP: what it has is executed, what it has not is declined, and the rest is the
// library's.
#include <lancespec/http/dispatch.hpp>

#include <lancespec/core/json.hpp>

#include "tests/support/catch.hpp"

#include <boost/json/object.hpp>

#include <stdexcept>

namespace dispatch_test {

namespace http = lancespec::http;
namespace model = lancespec::model;
using lancespec::error_code;
using lancespec::namespace_error;

/// Two operations, one of which can be stopped; a third breaks.
struct store {
    lancespec::result<model::namespace_exists_response, namespace_error> execute(
        model::namespace_exists_request const& request) {
        asked = request.id.value();
        if (asked.back() == "there") return model::namespace_exists_response{};
        return namespace_error{error_code::namespace_not_found, "no namespace is called that", "", ""};
    }
    lancespec::result<model::list_tables_response, namespace_error> execute(model::list_tables_request const& request,
                                                                            std::stop_token const& stop) {
        if (stop.stop_requested()) return namespace_error{error_code::service_unavailable, "stopped", "", ""};
        model::list_tables_response out;
        out.tables = {"a", request.page_token.value_or("b")};
        return out;
    }
    lancespec::result<model::drop_namespace_response, namespace_error> execute(model::drop_namespace_request const&) {
        throw std::runtime_error("the secret of the inside");
    }
    std::vector<std::string> asked;
};

/// A request derives from another one's, whose response is not its own.
static_assert(http::executes_request<store, model::list_tables_request>);
static_assert(!http::executes_request<store, model::list_namespaces_request>);

boost::json::object body_of(http::response const& from) {
    return lancespec::parse_json(from.body).value().as_object();
}

TEST_CASE("what the store has is executed with the decoded request, and its answer encoded") {
    store behind;
    auto const found = http::dispatch({"POST", "/v1/namespace/a%20b$there/exists", {}, "{}"}, behind);
    CHECK(found.status == 200);
    CHECK(behind.asked == std::vector<std::string>{"a b", "there"});
    auto const listed = http::dispatch({"GET", "/v1/namespace/ns/table/list?page_token=z", {}, ""}, behind);
    CHECK(listed.status == 200);
    CHECK(body_of(listed).at("tables") == boost::json::array{"a", "z"});
}

TEST_CASE("what the store has not, and routes that are none, are errors of the contract") {
    store behind;
    auto const declined = http::dispatch({"POST", "/v1/table/t/describe", {}, "{}"}, behind);
    CHECK(declined.status == 406);
    CHECK(body_of(declined).at("code") == 0);
    CHECK(body_of(declined).at("instance") == "/v1/table/t/describe");
    CHECK(http::dispatch({"POST", "/v1/nothing", {}, "{}"}, behind).status == 404);
    auto const wrong_method = http::dispatch({"DELETE", "/v1/namespace/ns/table/list", {}, ""}, behind);
    CHECK(wrong_method.status == 405);
    CHECK(wrong_method.fields.find("allow") == "GET");
}

TEST_CASE("the store's errors get the status of their code, and the request's path as their instance") {
    store behind;
    auto const out = http::dispatch({"POST", "/v1/namespace/none/exists", {}, "{}"}, behind);
    CHECK(out.status == 404);
    CHECK(body_of(out).at("code") == 1);
    CHECK(body_of(out).at("instance") == "/v1/namespace/none/exists");
}

TEST_CASE("a request that breaks a rule never reaches the store") {
    store behind;
    auto const out = http::dispatch({"POST", "/v1/namespace/there/exists", {}, R"({"id": ["other"]})"}, behind);
    CHECK(out.status == 400);
    CHECK(body_of(out).at("code") == 13);
    CHECK(behind.asked.empty());
    CHECK(http::dispatch({"GET", "/v1/namespace/ns/table/list?limit=0", {}, ""}, behind).status == 400);
}

TEST_CASE("what the store throws is a 500 that tells nothing of it") {
    store behind;
    auto const out = http::dispatch({"POST", "/v1/namespace/ns/drop", {}, "{}"}, behind);
    CHECK(out.status == 500);
    CHECK(body_of(out).at("code") == 18);
    CHECK(out.body.find("secret") == std::string::npos);
}

TEST_CASE("credentials are looked at before the body, and those in it count where no header has any") {
    store behind;
    http::dispatch_options const options{.token = "sesame", .read_only_token = "look"};
    auto const status = [&](http::headers fields, std::string body, char const* what = "exists") {
        auto const target = std::string("/v1/namespace/there/") + what;
        return http::dispatch({"POST", target, std::move(fields), std::move(body)}, behind, options).status;
    };
    http::headers right;
    right.add("authorization", "Bearer sesame");
    http::headers wrong;
    wrong.add("authorization", "Bearer open");
    http::headers reader;
    reader.add("authorization", "Bearer look");
    http::headers twice = right;
    twice.add("authorization", "Bearer open");
    CHECK(status(right, "{}") == 200);
    CHECK(status(wrong, "not JSON") == 401);
    CHECK(status({}, "not JSON") == 401);
    CHECK(status({}, R"({"identity": {"auth_token": "sesame"}})") == 200);
    CHECK(status(reader, "{}") == 200);
    CHECK(status(reader, "{}", "drop") == 403);
    CHECK(status(twice, "{}") == 400);
}

TEST_CASE("a transport learns what of a body to read") {
    http::dispatch_options const options{.token = "sesame"};
    auto const bytes = [&](http::request const& head) { return http::admit(head, options).body_bytes; };
    http::headers right;
    right.add("authorization", "Bearer sesame");
    CHECK(bytes({"POST", "/v1/namespace/a/exists", right, ""}) == SIZE_MAX);
    CHECK(bytes({"POST", "/v1/namespace/a/exists", {}, ""}) == 1u << 20);  // the identity may be in it
    CHECK(bytes({"POST", "/v1/table/a/insert", {}, ""}) == 0);
    CHECK(bytes({"POST", "/v1/nothing", right, ""}) == 0);
    CHECK(http::admit({"POST", "/v1/table/a/insert", {}, ""}, options).otherwise.status == 401);
    CHECK(bytes({"POST", "/v1/table/a/insert", {}, ""}) == 0);
}

TEST_CASE("a stop token goes to what takes one, and an x-request-id comes back") {
    store behind;
    std::stop_source stop;
    http::headers fields;
    fields.add("x-request-id", "seven");
    http::request const request{"GET", "/v1/namespace/ns/table/list", fields, ""};
    CHECK(http::dispatch(request, behind, {}, stop.get_token()).status == 200);
    stop.request_stop();
    auto const stopped = http::dispatch(request, behind, {}, stop.get_token());
    CHECK(stopped.status == 503);
    CHECK(stopped.fields.find("x-request-id") == "seven");
}

TEST_CASE("a route of one's own refuses what dispatch() refuses") {
    http::dispatch_options options{.token = "sesame"};
    http::request const request{"GET", "/mine", {}, ""};
    auto const refused = http::refuse(request, options, lancespec::contract::effect::read);
    REQUIRE(refused);
    CHECK(refused->status == 401);
    options.unavailable = true;
    CHECK(http::refuse(request, options, lancespec::contract::effect::read)->status == 503);
    CHECK_FALSE(http::refuse(request, {}, lancespec::contract::effect::write));
}

}  // namespace dispatch_test
