// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/rules.hpp"

#include <lancespec/contract/error_statuses.hpp>
#include <lancespec/core/utf8.hpp>

#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

namespace rules_test {

namespace lc = lancespec::conformance;

std::vector<lc::breach> judge(lancespec::http::response response, lc::routing how = lc::routing::ordinary) {
    lc::exchange_record record;
    record.result.response = std::move(response);
    return lc::breaches(lc::backfill_column(), lc::read_answer(std::move(record)), {}, how);
}

/// `MUST error.code`, or nothing, or several joined by commas.
std::string said(std::vector<lc::breach> const& breaches) {
    std::string out;
    for (auto const& b : breaches)
        out += (out.empty() ? "" : ", ") + std::string(name(b.strength)) + ' ' + std::string(b.rule);
    return out;
}

std::string judged(lancespec::http::response response) {
    return said(judge(std::move(response)));
}

TEST_CASE("a success has exactly the declared status") {
    CHECK(judged(canned::json(202, R"({"job_id": "a"})")) == "");
    for (int const status : {200, 201, 203, 204, 206})
        CHECK(judged(canned::json(status, R"({"job_id": "a"})")) == "MUST success.status");
}

TEST_CASE("a success keeps the schema of its operation") {
    for (auto const* good :
         {R"({"job_id": ""})", R"({"job_id": "a", "context": null})", R"({"job_id": "a", "context": {}})",
          R"({"job_id": "a", "context": {"k": "v"}, "more": [1]})"})
        CHECK(judged(canned::json(202, good)) == "");
    for (auto const* bad : {"", "null", "[]", "\"a\"", "{}", R"({"job_id": null})", R"({"job_id": 1})",
                            R"({"job_id": "a", "context": []})", R"({"job_id": "a", "context": {"k": 1}})",
                            R"({"job_id": "a"} and more)", "<html>", "{\"job_id\": \"\xff\"}"})
        CHECK(judged(canned::json(202, bad)) == "MUST success.schema");
}

TEST_CASE("an error has an object with an integer code of at least 0") {
    CHECK(judged(canned::json(404, R"({"code": 4})")) == "");
    CHECK(judged(canned::json(404, R"({"code": 4.0})")) == "");
    for (auto const* bad :
         {"", "null", "[4]", "4", "{}", R"({"code": null})", R"({"code": "4"})", R"({"code": 4.5})", R"({"code": -1})",
          R"({"code": true})", R"({"type": "/errors/not-found-error", "status": 404})"})
        CHECK(judged(canned::json(404, bad)) == "MUST error.code");
    CHECK(judged(canned::text(500, "<h1>oops</h1>", "text/html")) == "MUST error.code");
}

TEST_CASE("words of a framework or proxy pass without a code, and are noted") {
    CHECK(judged(canned::text(400, "bad")) == "INFO error.code");
    // On a 400 text/plain alone is excused.
    CHECK(judged(canned::bare(400)) == "MUST error.code");
    CHECK(judged(canned::text(400, "<h1>no</h1>", "text/html")) == "MUST error.code");
    CHECK(judged(canned::text(404, "no")) == "MUST error.code");
    for (int const status : {401, 403, 407, 413, 415, 422, 429, 431}) {
        CHECK(judged(canned::text(status, "no")) == "INFO error.code");
        CHECK(judged(canned::bare(status)) == "INFO error.code");
    }
    CHECK(judged(canned::json(422, R"({"detail": [1]})")) == "INFO error.code");
    // A JSON object of a 400 comes from the operation, and has a code; so has every one that tries to have one.
    CHECK(judged(canned::json(400, R"({"error": "bad"})")) == "MUST error.code");
    CHECK(judged(canned::json(401, R"({"code": "16"})")) == "MUST error.code");
}

TEST_CASE("error, detail and instance are strings, null or absent") {
    CHECK(judged(canned::json(404, R"({"code": 4, "error": "e", "detail": null, "instance": "", "trace": [1]})")) ==
          "");
    for (auto const* bad :
         {R"({"code": 4, "error": {}})", R"({"code": 4, "detail": []})", R"({"code": 4, "instance": 7})"})
        CHECK(judged(canned::json(404, bad)) == "MUST error.members");
}

TEST_CASE("codes 15, 16 and 17 must travel with their statuses") {
    CHECK(judged(canned::error(401, 16)) == "");
    CHECK(judged(canned::error(403, 15)) == "");
    CHECK(judged(canned::error(503, 17)) == "");
    CHECK(judged(canned::error(403, 16)) == "MUST error.status");
    CHECK(judged(canned::error(401, 15)) == "MUST error.status");
    CHECK(judged(canned::error(500, 17)) == "MUST error.status");
}

TEST_CASE("each code must travel with the status that the REST catalog page maps it to") {
    for (auto const& row : lancespec::error_codes) {
        auto const mapped = lancespec::contract::statuses_of(row.code);
        auto const code = static_cast<int>(row.code);
        CHECK(judged(canned::error(mapped.status, code)) == "");
        for (int const also : mapped.also) CHECK(judged(canned::error(also, code)) == "");
        INFO(name(row.code));
        if (code != 18)
            CHECK(judged(canned::error(500, code)) ==
                  (mapped.is_stated ? "MUST" : "SHOULD") + std::string(" error.status"));
    }
    // A backfill names a field path: 12 and 13 come either way; 413, 415 and 422 are a framework's 400.
    for (auto const& [status, code] : std::vector<std::pair<int, int>>{{400, 12}, {404, 13}, {422, 13}, {413, 20}})
        CHECK(judged(canned::error(status, code)) == "");
    auto const odd = std::vector<std::pair<int, int>>{{400, 0},  {400, 1},  {400, 3},  {400, 4}, {409, 4},
                                                      {409, 13}, {400, 18}, {502, 18}, {503, 21}};
    for (auto const& [status, code] : odd) CHECK(judged(canned::error(status, code)) == "MUST error.status");
    for (auto const& [status, code] : std::vector<std::pair<int, int>>{{400, 22}, {400, 23}, {404, 23}})
        CHECK(judged(canned::error(status, code)) == "SHOULD error.status");
}

TEST_CASE("what is excused in one operation is a breach in another") {
    auto const judge_of = [](char const* operation, lancespec::http::response response) {
        lc::exchange_record record;
        record.result.response = std::move(response);
        return said(lc::breaches(*lc::find_operation(operation), lc::read_answer(std::move(record))));
    };
    // The documents say two things on DropNamespace.
    CHECK(judge_of("DropNamespace", canned::error(400, 1)) == "");
    CHECK(judge_of("DescribeNamespace", canned::error(400, 1)) == "MUST error.status");
    CHECK(judge_of("AlterTableDropColumns", canned::error(400, 12)) == "");
    CHECK(judge_of("CreateNamespace", canned::error(404, 13)) == "MUST error.status");
    // Of a question of existence the status is the whole answer.
    CHECK(judge_of("TableExists", canned::bare(404)) == "SHOULD error.code");
    CHECK(judge_of("DescribeTable", canned::bare(404)) == "MUST error.code");
}

TEST_CASE("a code beyond the list is noted, however large") {
    CHECK(judged(canned::error(400, 24)) == "INFO error.status");
    CHECK(judged(canned::json(400, R"({"code": 9007199254740993})")) == "INFO error.status");
    CHECK(judged(canned::json(400, R"({"code": 18446744073709551615})")) == "");
}

TEST_CASE("an answer is a success or an error") {
    for (int const status : {100, 301, 302, 304, 307, 600, 999})
        CHECK(judged(canned::bare(status)) == "MUST answer.status");
}

TEST_CASE("off the route any bare refusal or redirect will do, a crash will not") {
    for (int const status : {200, 301, 307, 404, 405, 501})
        CHECK(said(judge(canned::bare(status), lc::routing::off_route)) == "");
    CHECK(said(judge(canned::text(500, "<html>"), lc::routing::off_route)) == "MUST error.code");
}

TEST_CASE("no answer breaks the first rule, and no other") {
    lc::exchange_record record;
    record.result.status = lc::exchange_status::interrupted;
    record.result.reason = "the connection ended";
    auto const a = lc::read_answer(std::move(record));
    CHECK(said(lc::breaches(lc::backfill_column(), a)) == "MUST answer.transport");
    CHECK(lc::describe(a) == "no answer: the connection ended");
}

TEST_CASE("the hint of a request without an answer fits how it ended") {
    auto const hint = [](lc::exchange_status status, std::string reason) {
        lc::exchange_record record;
        record.result.status = status;
        record.result.reason = std::move(reason);
        return lc::breaches(lc::backfill_column(), lc::read_answer(std::move(record))).at(0).hint;
    };
    CHECK_THAT(hint(lc::exchange_status::interrupted, "the connection ended"), Catch::Contains("a crash"));
    CHECK_THAT(hint(lc::exchange_status::timed_out, "no whole answer"), Catch::Contains("a stuck handler"));
    CHECK(hint(lc::exchange_status::interrupted, std::string(lc::not_http_reason) + ": x").empty());
    CHECK(hint(lc::exchange_status::too_large, "the answer is too large").empty());
    CHECK(hint(lc::exchange_status::unreachable, "no connection") == "does the server still run?");
}

TEST_CASE("what came back shows control characters as escapes") {
    auto const a = lc::read_answer({{}, {lc::exchange_status::answered, canned::text(500, "\x1b[2J\nx"), {}, {}}});
    CHECK_THAT(lc::describe(a), Catch::Contains("\\x1b[2J\\nx") && !Catch::Contains("\x1b"));
}

TEST_CASE("any bytes at all are judged without harm") {
    rc::prop("judging ends, and what came back is valid and short", [](int status, std::string const& body) {
        lc::exchange_record record;
        record.result.response = canned::json(status, body);
        auto const a = lc::read_answer(std::move(record));
        (void)lc::breaches(lc::backfill_column(), a);
        auto const words = lc::describe(a);
        RC_ASSERT(words.size() < 1200u);
        RC_ASSERT(lancespec::find_invalid_utf8(words) == std::string_view::npos);
    });
}

}  // namespace rules_test
