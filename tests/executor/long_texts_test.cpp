// SPDX-License-Identifier: Apache-2.0
// The size of an error answer does not follow the size of what is wrong: every text of every operation's request, made
// long in turn.
#include <lancespec/contract/example.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/http/mapping.hpp>

#include "tests/executor/http_calls.hpp"

#include <functional>

namespace long_texts_test {

namespace contract = lancespec::contract;
using namespace http_calls;

constexpr std::size_t most = 16'000;

/// Calls @p visit with the document once for each text and each map key in it, made long.
void each_made_long(value& document, value& at, std::string const& longer, std::function<void()> const& visit) {
    if (at.is_string()) {
        auto const before = at;
        at = longer;
        visit();
        at = before;
    } else if (auto* const list = at.if_array()) {
        for (auto& item : *list) each_made_long(document, item, longer, visit);
        auto const before = at;
        for (std::size_t i = 0; i < 500; ++i) at.get_array().emplace_back("n");
        visit();
        at = before;
    } else if (auto* const object = at.if_object()) {
        for (auto& member : *object) each_made_long(document, member.value(), longer, visit);
        auto const before = at;
        at.get_object()[longer] = 1;
        visit();
        at = before;
    }
}

TEST_CASE("No error answer is longer than a screen, however long the texts of the request") {
    for (auto const* unit : {"x", "\n"}) {
        std::string longer;
        while (longer.size() < 20'000) longer += unit;
        server s;
        std::size_t errors = 0;
        for (auto const& op : contract::operations()) {
            auto document = contract::example(op.request());
            if (!document.is_object()) continue;
            auto const target = lancespec::http::write_route(op, "a");
            each_made_long(document, document, longer, [&] {
                auto const got = s.call(std::string(op.method), target, lancespec::to_json(document));
                if (got.status < 400) return;
                ++errors;
                CAPTURE(op.id, got.text.substr(0, 400));
                REQUIRE(got.text.size() < most);
            });
        }
        CHECK(errors > 300);
    }
}

TEST_CASE("An error repeats the beginning and the length of a long name, in route and body") {
    server s;
    std::string const name(60'000, 'x');
    for (auto const& got : {s.post("/v1/table/" + name + "/describe"), s.post("/v1/namespace/" + name + "/describe"),
                            s.post("/v1/table/a/describe", R"({"id":[")" + name + "\"]}"),
                            s.post("/v1/table/a/describe?delimiter=" + name)}) {
        CHECK(got.status >= 400);
        CHECK(got.text.size() < 2'000);
    }
    CHECK_THAT(s.post("/v1/table/" + name + "/describe").text, Catch::Contains("xxx… (60000 bytes)"));
}

}  // namespace long_texts_test
