// SPDX-License-Identifier: Apache-2.0
// The same server gives the same report, however often it is asked, and whatever order the checks happen to run in.
#include "conformance/suite/runner.hpp"

#include "conformance/report/json.hpp"
#include "conformance/serve/built_in.hpp"
#include "conformance/transport/curl_transport.hpp"
#include "conformance/transport/in_process_transport.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <boost/json/parse.hpp>

#include <regex>

namespace repeat_test {

namespace lc = lancespec::conformance;
namespace json = boost::json;

/// Times are nobody's doing, ids are to differ, and how often an effect had to be asked for is a matter of time.
bool varies(std::string_view member) {
    return member == "elapsed_us" || member == "started_at" || member == "target" || member == "requests";
}

std::string without_ids(std::string_view text) {
    static std::regex const ids(
        R"re((backfill|refresh)-[0-9a-f]{16}|http://127\.0\.0\.1:\d+|(own|once|set_up|clean_up)-\d+)re");
    return std::regex_replace(std::string(text), ids, "ID");
}

json::value comparable(json::value const& from) {
    if (auto const* s = from.if_string()) return json::value(without_ids(*s));
    if (auto const* a = from.if_array()) {
        // The date of an answer is a time too.
        if (a->size() == 2 && (*a)[0].is_string() && (*a)[0].get_string() == "Date") return json::array{"Date"};
        json::array out;
        for (auto const& element : *a) out.push_back(comparable(element));
        return out;
    }
    if (auto const* o = from.if_object()) {
        json::object out;
        for (auto const& member : *o)
            if (!varies(member.key())) out[member.key()] = comparable(member.value());
        return out;
    }
    return from;
}

lc::run_options eight_at_a_time(bool load) {
    lc::run_options out;
    out.token = "secret";
    out.run_id = "repeated";  // it is part of the names of objects that do not exist
    out.objects.table_exists = out.objects.view_exists = true;
    out.busy_pause = std::chrono::milliseconds(1);
    out.load = load;
    out.jobs = 8;
    return out;
}

lc::built_in_options built_in(lc::fault const* broken) {
    lc::built_in_options out;
    out.demo = true;
    out.service.token = "secret";
    out.broken = broken;
    return out;
}

std::string report(lc::run_result const& run) {
    return lc::pretty_json(comparable(json::parse(lc::json_report(run))));
}

std::string in_process(lc::fault const* broken, lc::run_options const& options) {
    lc::built_in_service service(built_in(broken));
    lc::in_process_transport transport([&](lancespec::http::request const& r) { return service.handle(r); });
    return report(lc::run_checks(transport, options));
}

std::string over_http(lc::run_options const& options) {
    auto const server = lc::built_in_server::start(built_in(nullptr));
    lc::curl_transport transport(*lc::parse_base_url((*server)->http().url()));
    return report(lc::run_checks(transport, options));
}

void repeat(bool load, int times) {
    auto options = eight_at_a_time(load);
    options.jobs = 1;
    auto const one_at_a_time = in_process(nullptr, options);
    for (int i = 0; i < times; ++i) {
        INFO("run " << i);
        REQUIRE(in_process(nullptr, eight_at_a_time(load)) == one_at_a_time);
    }
}

TEST_CASE("runs with eight checks at a time give the same report, which is that of one at a time") {
    repeat(false, 5);
    repeat(true, 2);
}

TEST_CASE("so do fifty runs", "[.nightly]") {
    repeat(false, 50);
    repeat(true, 50);
}

TEST_CASE("so do runs against servers that break a clause") {
    for (auto const* id : {"backfill_column.accepted", "backfill_column.error_code_integer",
                           "refresh_materialized_view.response_schema", "backfill_column.unknown_member"}) {
        auto const broken = std::ranges::find(lc::all_faults(), id, &lc::fault::check);
        REQUIRE(broken != lc::all_faults().end());
        auto options = eight_at_a_time(false);
        options.jobs = 1;
        auto const one_at_a_time = in_process(&*broken, options);
        for (int i = 0; i < 2; ++i) {
            INFO(id << ", run " << i);
            REQUIRE(in_process(&*broken, eight_at_a_time(false)) == one_at_a_time);
        }
    }
}

TEST_CASE("so do runs over HTTP") {
    auto options = eight_at_a_time(false);
    options.jobs = 1;
    auto const one_at_a_time = over_http(options);
    for (int i = 0; i < 2; ++i) REQUIRE(over_http(eight_at_a_time(false)) == one_at_a_time);
}

TEST_CASE("so do fifty runs over HTTP, twenty requests at once with them", "[.nightly]") {
    auto options = eight_at_a_time(true);
    options.jobs = 1;
    auto const one_at_a_time = over_http(options);
    for (int i = 0; i < 50; ++i) REQUIRE(over_http(eight_at_a_time(true)) == one_at_a_time);
}

}  // namespace repeat_test
