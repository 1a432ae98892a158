// SPDX-License-Identifier: Apache-2.0
// Members of a request that a server may use or ignore, refuse or take: neither is a failure or a warning.
#include "conformance/serve/built_in.hpp"
#include "conformance/setup/requests.hpp"
#include "conformance/setup/test_objects.hpp"
#include "tests/conformance/canned.hpp"
#include "tests/support/catch.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ignored_members_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

constexpr std::string_view search[] = {"nprobes", "minimum_nprobes", "maximum_nprobes", "ef", "refine_factor"};
constexpr std::string_view build[] = {"num_partitions",
                                      "num_sub_vectors",
                                      "num_bits",
                                      "sample_rate",
                                      "max_iterations",
                                      "target_partition_size",
                                      "m",
                                      "ef_construction",
                                      "with_position",
                                      "base_tokenizer",
                                      "language",
                                      "max_token_length",
                                      "lower_case",
                                      "stem",
                                      "remove_stop_words",
                                      "ascii_folding",
                                      "distance_type"};

template <class List>
bool is_one_of(List const& list, std::string_view name) {
    return std::ranges::find(list, name) != std::end(list);
}

bool has_no_use(std::string_view member, bool index) {
    return index ? is_one_of(build, member) : is_one_of(search, member) || member == "vector_column";
}

/// What a server does with members that it has no use for.
enum class way {
    ignores,
    refuses
};

/// Whether the value is of the member's own type, so that its bounds alone are in question.
bool is_plain(std::string_view member, boost::json::value const& v) {
    if (member == "vector_column") return v.is_string();
    return v.is_int64() && v.get_int64() <= 0x7FFFFFFF;
}

void strip(boost::json::object& members, bool index, bool& any) {
    std::vector<std::string> found;
    for (auto const& member : members)
        if (has_no_use(member.key(), index) && (index || is_plain(member.key(), member.value())))
            found.emplace_back(member.key());
    for (auto const& name : found) members.erase(name);
    any = any || !found.empty();
    if (auto* query = members.if_contains("query"); query != nullptr && query->is_object())
        strip(query->get_object(), index, any);
}

/// The built-in server with examples, which is strict about every member, behind a layer that is not.
lc::handler server(way how) {
    lc::built_in_options options;
    options.stub = true;
    auto const served = std::make_shared<lc::built_in_service>(options);
    return [served, how](http::request const& request) {
        auto const path = request.target.substr(0, request.target.find('?'));
        bool const index = path.ends_with("/create_index") || path.ends_with("/create_scalar_index");
        bool const query =
            path.ends_with("/query") || path.ends_with("/explain_plan") || path.ends_with("/analyze_plan");
        boost::system::error_code failed;
        auto body = boost::json::parse(request.body, failed);
        if ((!index && !query) || failed || !body.is_object()) return served->handle(request);
        bool any = false;
        strip(body.get_object(), index, any);
        if (any && how == way::refuses) return canned::error(400, 13);
        auto changed = request;
        changed.body = boost::json::serialize(body);
        return served->handle(changed);
    };
}

constexpr std::string_view operations[] = {"QueryTable", "ExplainTableQueryPlan", "AnalyzeTableQueryPlan",
                                           "CreateTableIndex", "CreateTableScalarIndex"};

TEST_CASE("bounds of a search and members of another type of index may be ignored or refused") {
    std::vector<std::string> only;
    for (auto const operation : operations) only.push_back(lc::check_prefix(*lc::find_operation(operation)) + ".*");
    for (auto const how : {way::ignores, way::refuses}) {
        auto options = canned::options();
        options.profile = "full";
        options.set_up = true;
        auto const run = canned::run(server(how), options, only);
        std::size_t passed = 0;
        for (auto const& c : run.checks) {
            INFO((how == way::ignores ? "ignores: " : "refuses: ") << c.id << " " << c.reason);
            for (auto const& f : c.findings)
                if (f.strength != lc::level::info) FAIL_CHECK(f.subject() << ": " << f.expected << "; " << f.actual);
            CHECK(c.result < lc::outcome::warn);
            passed += c.result == lc::outcome::pass ? 1 : 0;
        }
        CHECK(passed > 30);
    }
}

TEST_CASE("no broken request has a member that servers may have no use for, or a query without its vector") {
    for (auto const operation : operations) {
        auto const& op = *lc::find_operation(operation);
        bool const index = operation.starts_with("Create");
        for (auto const& one : lc::broken_requests(op, lc::example_members(op))) {
            INFO(operation << " " << one.what);
            bool const is_bound = one.broken != lancespec::rule::type && one.broken != lancespec::rule::required;
            for (std::string_view const name : search) CHECK_FALSE((is_bound && one.what.find(name) != one.what.npos));
            if (index)
                for (std::string_view const name : build)
                    CHECK(one.what.find("/" + std::string(name) + " ") == std::string::npos);
            CHECK_FALSE((one.broken == lancespec::rule::required && one.what.ends_with("/vector")));
            CHECK(one.what.find("vector = null") == std::string::npos);
        }
    }
}

TEST_CASE("a server that takes queries without a vector only, or merges on one column only, is no worse for it") {
    auto const without = server(way::ignores);
    auto options = canned::options();
    options.profile = "full";
    options.set_up = true;
    auto const run = canned::run(
        [&](http::request const& request) {
            if (request.body.find("\"vector\":{\"single_vector\":[]}") != std::string::npos &&
                request.target.find("_plan") == std::string::npos)
                return canned::error(400, 13);
            auto const first = request.target.find("on=id");
            if (first != std::string::npos && request.target.find("on=", first + 3) != std::string::npos)
                return canned::error(400, 13);
            return without(request);
        },
        options, {"query_table.success_status", "query_table.response_*", "merge_insert_into_table.*"});
    for (auto const& c : run.checks) {
        if (c.result == lc::outcome::not_run) continue;
        INFO(c.id << " " << c.reason);
        for (auto const& f : c.findings)
            if (f.strength != lc::level::info) FAIL_CHECK(f.subject() << ": " << f.expected << "; " << f.actual);
        CHECK(c.result == lc::outcome::pass);
    }
}

}  // namespace ignored_members_test
