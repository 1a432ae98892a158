// SPDX-License-Identifier: Apache-2.0
// The commands of a report work: pasted into a shell they bring back the status that was reported, and leave nothing.
#include "conformance/report/curl_command.hpp"
#include "conformance/setup/environment.hpp"

#include "conformance/report/console.hpp"
#include "conformance/report/mask.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/setup/sweep.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/curl_transport.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <sys/wait.h>
#include <array>
#include <cstdio>
#include <set>

namespace script_test {

namespace lc = lancespec::conformance;

bool has_curl() {
    bool const there = std::system("curl --version > /dev/null 2>&1") == 0;
    if (!there) WARN("*** NOT RUN: there is no curl, so no command of a report was tried ***");
    return there;
}

/// What @p script prints when a shell reads it, and its status at the end.
std::pair<int, std::string> run_script(std::string const& script, std::string const& run_id) {
    lancespec_test::scratch const here;
    auto const file = here.file("script.sh", script + "\n");
    auto const command = "LANCESPEC_TOKEN=sesame LANCESPEC_RUN=" + run_id + " sh '" + file + "' 2>&1";
    std::string out;
    auto* const pipe = ::popen(command.c_str(), "r");
    std::array<char, 4096> chunk{};
    for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) out.append(chunk.data(), n);
    return {WEXITSTATUS(::pclose(pipe)), out};
}

/// The status of the last answer of those that `curl -i` has printed.
int status_in(std::string const& printed) {
    auto const at = printed.rfind("HTTP/1.1 ");
    return at == std::string::npos ? 0 : std::atoi(printed.c_str() + at + 9);
}

struct tried {
    std::size_t scripts = 0;  ///< that made something
    std::size_t commands = 0;
};

/// Runs the checks of the operation that @p fault is about, and then the command of every finding.
tried try_all(std::string const& fault, bool keep = false) {
    tried out;
    lc::built_in_options built_in;
    built_in.broken = lc::find_fault(fault);
    REQUIRE(built_in.broken != nullptr);
    built_in.stub = true;
    built_in.service.token = "sesame";
    auto started = lc::built_in_server::start(built_in);
    REQUIRE(started);
    auto& server = **started;
    lc::curl_transport way(*lc::parse_base_url(server.http().url()));
    auto options = canned::options();
    options.profile = "auto";
    options.set_up = true;
    options.keep = keep;
    options.token = "sesame";
    options.wait = std::chrono::seconds(2);
    auto const check = std::string(built_in.broken->check);
    options.only = {check.substr(0, check.find('.')) + ".*"};
    auto const run = mask(lc::run_checks(way, options), {.token = "sesame", .api_key = {}});
    INFO(lc::console_report(run));
    CHECK(canned::result_of(run, check).result >= lc::outcome::warn);
    for (auto const& c : run.checks)
        for (auto const& f : c.findings) {
            if (!f.exchange || f.strength == lc::level::info) continue;
            auto const script = lc::curl_command(*f.exchange, run.target);
            CHECK_THAT(script, !Catch::Contains("sesame"));
            char id[9];
            std::snprintf(id, sizeof id, "s%07zu", out.commands++);
            out.scripts += !f.exchange->needs.empty();
            // Which check came first to what checks share is a matter of time, and must not show.
            for (auto const& made : f.exchange->needs.make) CHECK_FALSE(made.fields.find("x-request-id"));
            auto const [status, printed] = run_script(script, id);
            INFO(fault << ": " << c.id << "\n" << script << "\nprints\n" << printed);
            CHECK(status == 0);
            CHECK(status_in(printed) == f.exchange->result.response.status);
            if (keep) CHECK(f.exchange->needs.empty());
        }
    // Neither the run nor its scripts leave anything.
    for (auto const& made : {std::string("lancespec"), keep ? std::string() : run.run_id}) {
        if (made.empty()) continue;
        for (auto const* target : {"/v1/namespace/%24/list", "/v1/namespace/%24/table/list"}) {
            auto const list = way.exchange({"GET", target, {{"authorization", "Bearer sesame"}}, ""});
            if (!keep) CHECK_THAT(list.response.body, !Catch::Contains(made));
        }
    }
    if (keep) {
        lc::session_with_set_up session(way, options, run.run_id);
        CHECK(lc::sweep(session).left.empty());
        auto const list = way.exchange({"GET", "/v1/namespace/%24/list", {{"authorization", "Bearer sesame"}}, ""});
        CHECK_THAT(list.response.body, !Catch::Contains(run.run_id));
    }
    return out;
}

TEST_CASE("the command of every finding brings back the status that is reported, and leaves nothing") {
    if (!has_curl()) return;
    tried all;
    for (std::string const fault :
         {"create_namespace.id_mismatch", "describe_namespace.unknown_object", "drop_namespace.response_schema",
          "create_table.success_status", "declare_table.malformed_json", "rename_table.id_mismatch",
          "drop_table.response_schema", "describe_table.response_schema", "create_table_tag.id_mismatch",
          "get_table_tag_version.response_schema", "insert_into_table.response_schema",
          "alter_table_add_columns.field_types", "create_materialized_view.response_schema",
          "backfill_column.id_mismatch", "refresh_materialized_view.malformed_json"}) {
        auto const one = try_all(fault);
        all.scripts += one.scripts;
        all.commands += one.commands;
    }
    CHECK(all.scripts > 10);
}

TEST_CASE("with --keep the commands are single lines about objects that are there until they are cleaned up") {
    if (!has_curl()) return;
    CHECK(try_all("describe_table.response_schema", true).commands > 0);
}

TEST_CASE("a script masks what a command masks, and makes names of its own") {
    lc::exchange_record e;
    e.request = {"POST", "/v1/table/lancespeck3v9x2ab%24t/drop", {{"authorization", "Bearer $LANCESPEC_TOKEN"}}, ""};
    e.needs.run_id = "k3v9x2ab";
    e.needs.make.push_back({"POST",
                            "/v1/namespace/lancespeck3v9x2ab/create",
                            {{"content-type", "application/json"}},
                            R"({"id":["lancespeck3v9x2ab"]})"});
    e.needs.remove.push_back({"POST", "/v1/namespace/lancespeck3v9x2ab/drop", {}, "{}"});
    auto const script = lc::curl_command(e, "http://h:1");
    CHECK_THAT(script, Catch::StartsWith("(set -e\nLANCESPEC_RUN=${LANCESPEC_RUN:-") && Catch::EndsWith("\n)") &&
                           !Catch::Contains("k3v9x2ab") && Catch::Contains("trap remove EXIT"));
    CHECK_THAT(script,
               Catch::Contains("curl -fsS -o /dev/null \"http://h:1/v1/namespace/lancespec$LANCESPEC_RUN/create\"") &&
                   Catch::Contains("--data-raw '{\"id\":[\"lancespec'\"$LANCESPEC_RUN\"'\"]}'"));
    e.needs = {};
    CHECK(lc::curl_command(e, "http://h:1") == lc::curl_command(e.request, "http://h:1"));
}

}  // namespace script_test
