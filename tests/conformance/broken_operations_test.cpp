// SPDX-License-Identifier: Apache-2.0
// A verdict is owed: when one operation of a server breaks, in whatever way, no profile that holds it is called kept.
#include "conformance/engine/profiles.hpp"
#include "conformance/engine/standing.hpp"
#include "conformance/suite/runner.hpp"

#include "conformance/serve/built_in.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>

namespace broken_operations_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

/// A way of breaking: what is answered in place of the truth; nothing: the truth.
struct way {
    char const* name;
    std::optional<http::response> (*answer)(http::request const& request);
};

std::optional<http::response> drop(http::request const&) {
    throw std::runtime_error("the connection was closed");
}

constexpr way ways[] = {
    {"500 with code 18", [](auto const&) { return std::optional(canned::error(500, 18)); }},
    {"500 with code 18, not implemented",
     [](auto const&) { return std::optional(canned::json(500, R"({"error": "x not implemented", "code": 18})")); }},
    {"500 without a code", [](auto const&) { return std::optional(canned::text(500, "Internal Server Error")); }},
    {"400 with code 13", [](auto const&) { return std::optional(canned::error(400, 13)); }},
    {"400 to Arrow bodies",
     [](http::request const& request) {
         auto const type = request.fields.find("content-type").value_or("");
         return type.find("arrow") == std::string_view::npos ? std::nullopt : std::optional(canned::error(400, 13));
     }},
    {"415 in text", [](auto const&) { return std::optional(canned::text(415, "Unsupported Media Type")); }},
    {"404 without a code", [](auto const&) { return std::optional(canned::bare(404)); }},
    {"404 of FastAPI", [](auto const&) { return std::optional(canned::json(404, R"({"detail": "Not Found"})")); }},
    {"406 with code 0", [](auto const&) { return std::optional(canned::error(406, 0)); }},
    {"401", [](auto const&) { return std::optional(canned::error(401, 16)); }},
    {"403 of a gateway", [](auto const&) { return std::optional(canned::bare(403)); }},
    {"429", [](auto const&) { return std::optional(canned::error(429, 21)); }},
    {"504 of a gateway", [](auto const&) { return std::optional(canned::text(504, "<html>", "text/html")); }},
    {"a web page", [](auto const&) { return std::optional(canned::text(200, "<html>hi</html>", "text/html")); }},
    {"an empty 200", [](auto const&) { return std::optional(canned::bare(200)); }},
    {"a redirect",
     [](auto const&) {
         return std::optional(http::response{302, {{"location", "/"}}, {}});
     }},
    {"a dropped connection", drop},
};

/// The built-in server, with examples for what it does not execute, of which @p broken answers as @p how says.
lc::handler with_broken(lc::operation const* broken, way const* how) {
    lc::built_in_options options;
    options.stub = true;
    auto served = std::make_shared<lc::built_in_service>(options);
    return [=](http::request const& request) {
        auto const match = http::match_route(request.method, http::parse_target(request.target).path);
        if (broken != nullptr && match.operation == broken)
            if (auto other = how->answer(request)) return *other;
        return served->handle(request);
    };
}

lc::run_result run_of(lc::operation const* broken, way const* how, std::string_view profile) {
    auto options = canned::options();
    options.profile = profile;
    options.set_up = true;
    options.load = false;
    options.wait = std::chrono::milliseconds(50);
    return canned::run(with_broken(broken, how), options);
}

bool breaks(lc::operation const& op, way const& how) {
    bool const arrow = op.request_body == lancespec::contract::body_kind::arrow_stream;
    return arrow || std::string_view(how.name) != "400 to Arrow bodies";
}

/// The smallest profile that holds the operation.
lc::profile const& profile_of(lc::operation const& op) {
    lc::profile const* out = nullptr;
    for (auto const& one : lc::all_profiles())
        if (lc::belongs(op.id, one.name) && (out == nullptr || one.operations.size() < out->operations.size()))
            out = &one;
    return *out;
}

TEST_CASE("a server on which nothing is broken keeps every profile") {
    for (auto const& one : lc::all_profiles()) {
        auto const run = run_of(nullptr, nullptr, one.name);
        INFO(lc::verdict_of(run));
        CHECK(lc::status_of(run) == lc::exit_status::conforms);
    }
}

/// Every third operation from @p first on, each broken in one way; all ways have their turn.
void expect_never_kept(std::size_t first) {
    auto const all = lc::all_operations();
    for (auto i = first; i < all.size(); i += 3) {
        auto const* op = all[i];
        auto const* how = &ways[(i * 5 + 2) % std::size(ways)];
        if (!breaks(*op, *how)) how = &ways[i % 3];
        auto const run = run_of(op, how, profile_of(*op).name);
        INFO(op->id << ", " << how->name << ": " << lc::verdict_of(run));
        CHECK(lc::status_of(run) != lc::exit_status::conforms);
        CHECK((lc::verdict_of(run).find(op->id) != std::string::npos ||
               lc::status_of(run) == lc::exit_status::must_failed));
    }
}

TEST_CASE("a profile that holds a broken operation is never kept", "[alone]") {
    expect_never_kept(0);
}

TEST_CASE("a profile that holds a broken operation is never kept, whichever it is", "[alone]") {
    expect_never_kept(1);
}

TEST_CASE("a profile that holds a broken operation is never kept, however it breaks", "[alone]") {
    expect_never_kept(2);
}

TEST_CASE("with auto a broken operation changes the verdict and keeps no profile that holds it", "[alone]") {
    auto const* op = lc::find_operation("MergeInsertIntoTable");
    auto const sound = lc::verdict_of(run_of(nullptr, nullptr, "auto"));
    for (std::string_view const name : {"500 with code 18", "400 to Arrow bodies"}) {
        auto const* how = std::ranges::find(ways, name, &way::name);
        auto const run = run_of(op, how, "auto");
        INFO(name << ": " << lc::verdict_of(run));
        CHECK(lc::status_of(run) == lc::exit_status::no_verdict);
        CHECK(lc::verdict_of(run) != sound);
        for (auto const& one : lc::standings_of(run))
            if (lc::belongs(op->id, one.name)) CHECK(one.state != lc::profile_state::kept);
    }
}

/// Every fourth operation from @p first on, broken in every way.
void expect_never_kept_at_all(std::size_t first) {
    auto const all = lc::all_operations();
    for (auto i = first; i < all.size(); i += 4)
        for (auto const& how : ways) {
            auto const* op = all[i];
            if (!breaks(*op, how)) continue;
            for (auto const& one : lc::all_profiles()) {
                if (!lc::belongs(op->id, one.name)) continue;
                auto const run = run_of(op, &how, one.name);
                INFO(op->id << ", " << how.name << ", " << one.name << ": " << lc::verdict_of(run));
                CHECK(lc::status_of(run) != lc::exit_status::conforms);
            }
        }
}

TEST_CASE("every operation, broken in every way: the first quarter", "[.nightly]") {
    expect_never_kept_at_all(0);
}

TEST_CASE("every operation, broken in every way: the second quarter", "[.nightly]") {
    expect_never_kept_at_all(1);
}

TEST_CASE("every operation, broken in every way: the third quarter", "[.nightly]") {
    expect_never_kept_at_all(2);
}

TEST_CASE("every operation, broken in every way: the last quarter", "[.nightly]") {
    expect_never_kept_at_all(3);
}

}  // namespace broken_operations_test
