// SPDX-License-Identifier: Apache-2.0
// A run made by hand, with every outcome, hostile bytes and secrets in it; and comparison with golden files.
#pragma once

#include "conformance/engine/run_result.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/report/output.hpp"

#include <lancespec/version.hpp>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace lancespec_test {

namespace sample = lancespec::conformance;

inline constexpr char const* sample_token = "s3cr3t/t0ken";
inline constexpr char const* sample_key = "an-api-key";

inline sample::secrets sample_secrets() {
    return {sample_token, sample_key};
}

inline sample::exchange_record sample_exchange(int status, std::string body) {
    sample::exchange_record e;
    e.request = {"POST",
                 "/v1/table/demo%24items/backfill_column",
                 {{"content-type", "application/json"}, {"authorization", std::string("Bearer ") + sample_token}},
                 R"({"id":["demo","other"],"column":"it's","identity":{"auth_token":"s3cr3t\/t0ken"}})"};
    e.result.response = {
        status, {{"content-type", "application/json"}, {"set-cookie", "sid=an-api-key"}}, std::move(body)};
    e.result.elapsed = std::chrono::microseconds(1500);
    return e;
}

inline sample::check_result sample_check(std::string id, sample::outcome result,
                                         sample::level l = sample::level::must) {
    sample::check_result c;
    c.operation = id.starts_with("backfill") ? "AlterTableBackfillColumns" : "RefreshMaterializedView";
    c.id = std::move(id);
    c.strength = l;
    c.clause = "REST document, \"Request body & route\"";
    c.summary = "A request whose body names another table than its route is refused with 400.";
    c.result = result;
    c.elapsed = std::chrono::microseconds(2000);
    return c;
}

inline sample::run_result sample_run() {
    using sample::level;
    using sample::outcome;
    sample::run_result run;
    run.target = "http://127.0.0.1:2333/base";
    run.run_id = "k3v9x2ab";
    run.profile = "jobs";
    run.profiles = {"jobs"};
    run.operations = {{"AlterTableBackfillColumns"},
                      {"RefreshMaterializedView", sample::standing::declined,
                       "the server declines RefreshMaterializedView: 406 with code 0, for s3cr3t/t0ken"}};
    run.declined = {"RefreshMaterializedView"};
    run.requests = 17;
    run.started_at = "2024-02-29T12:00:00Z";
    run.elapsed = std::chrono::microseconds(123456);

    run.jobs = 3;
    run.made = {"namespace lancespeck3v9x2ab"};
    run.left_behind = {"namespace lancespeck3v9x2ab: 403 with code 15, for s3cr3t/t0ken"};
    run.causes.push_back({"backfill_column.error_code_integer",
                          "AlterTableBackfillColumns",
                          "the body of an error is an object with `code`, but: 404 with an-api-key",
                          "clients tell errors apart by it",
                          sample_exchange(404, R"({"error":"an-api-key"})"),
                          {"backfill_column.error_code_integer", "backfill_column.malformed_json"}});
    run.causes.back().clause = "spec 0.11.1, ErrorResponse.code";

    run.checks.push_back(sample_check("backfill_column.accepted", outcome::pass));
    auto failed = sample_check("backfill_column.id_mismatch", outcome::fail);
    failed.findings.push_back({level::must,
                               "",
                               {},
                               "a body that names another table is answered 400",
                               "202 with a job_id, for Bearer s3cr3t/t0ken",
                               "compare `id` with the route before acting",
                               sample_exchange(202, "{\"job_id\":\"\x1b[31m<&>\xff ]]>\",\"t\":\"s3cr3t%2Ft0ken\"}"),
                               false});
    run.checks.push_back(failed);
    auto many = sample_check("backfill_column.wrong_type", outcome::warn, level::should);
    for (int i = 0; i < 5; ++i) {
        many.variants.push_back(
            {"/concurrency = \"" + std::to_string(i) + "\"", i == 0 ? outcome::pass : outcome::warn, outcome::pass});
        if (i > 0)
            many.findings.push_back({level::should,
                                     "error.code",
                                     {many.variants.back().name},
                                     "a number in quotes is refused with a 4xx",
                                     "500 without a code",
                                     "",
                                     std::nullopt,
                                     false});
    }
    auto& silent = many.findings.front().exchange.emplace(sample_exchange(0, ""));
    silent.request.body = std::string("\0\xff'\n", 4);
    silent.result.status = sample::exchange_status::timed_out;
    silent.result.reason = "no whole answer within 10 s (not even a status)";
    run.checks.push_back(many);
    auto seen = sample_check("backfill_column.unknown_branch", outcome::observed, level::info);
    seen.findings.push_back({level::info,
                             "",
                             {},
                             "what a branch that does not exist leads to",
                             "404 with code 22 (TableBranchNotFound)",
                             "",
                             sample_exchange(404, R"({"code":22})"),
                             false});
    run.checks.push_back(seen);
    auto error = sample_check("backfill_column.broken_check", outcome::suite_error);
    error.reason = "an exception: vector::_M_range_check";
    run.checks.push_back(error);
    auto blocked = sample_check("backfill_column.nested", outcome::blocked);
    blocked.reason = "the server is busy: 429 an-api-key";
    run.checks.push_back(blocked);
    auto off = sample_check("backfill_column.unauthenticated", outcome::disabled);
    off.reason = "the server does not ask for credentials";
    run.checks.push_back(off);
    for (auto const* id : {"refresh.accepted", "refresh.no_body"}) {
        auto declined = sample_check(id, outcome::unsupported);
        declined.reason = "the server declines RefreshMaterializedView: 406 with code 0";
        run.checks.push_back(declined);
    }
    auto left_out = sample_check("refresh.output_limit", outcome::not_run);
    left_out.reason = "left out by --skip";
    run.checks.push_back(left_out);
    return run;
}

/// The same run from a server without fault.
inline sample::run_result sample_good_run() {
    auto run = sample_run();
    run.operations.back() = {"RefreshMaterializedView"};
    run.declined.clear();
    std::erase_if(run.checks, [](auto const& c) {
        return c.result != sample::outcome::pass && c.result != sample::outcome::observed;
    });
    return run;
}

inline std::string with_replaced(std::string text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// The file tests/conformance/golden/@p name. With LANCESPEC_UPDATE_GOLDEN set it is first written from @p actual.
inline std::string golden(std::string const& name, std::string const& actual) {
    auto const path = std::string(LANCESPEC_SOURCE_DIR "/tests/conformance/golden/") + name;
    if (std::getenv("LANCESPEC_UPDATE_GOLDEN") != nullptr) sample::write_file(path, actual);
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return all.str();
}

/// @p report without this release's numbers, so that the golden files outlive it.
inline std::string without_versions(std::string report) {
    report = with_replaced(std::move(report), LANCESPEC_SPEC_VERSION_STRING, "@spec@");
    return with_replaced(std::move(report), LANCESPEC_VERSION_STRING, "@version@");
}

}  // namespace lancespec_test
