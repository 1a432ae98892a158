// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/json.hpp"

#include "conformance/engine/standing.hpp"
#include "conformance/report/curl_command.hpp"
#include "conformance/transport/answer_line.hpp"
#include "conformance/transport/exchange_json.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/version.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_line = 100;
constexpr std::size_t longest_body = std::size_t{64} << 10;

json::value text(std::string_view s) {
    return valid_text(s);
}

json::value text_or_null(std::string_view s) {
    return s.empty() ? json::value(nullptr) : text(s);
}

json::array texts(std::vector<std::string> const& all) {
    json::array out;
    for (auto const& one : all) out.push_back(text(one));
    return out;
}

bool is_container(json::value const& v) {
    return v.is_array() || v.is_object();
}

void write(std::string& out, json::value const& v, std::size_t indent) {
    bool const nested = v.is_array() ? std::ranges::any_of(v.get_array(), is_container)
                                     : v.is_object() && std::ranges::any_of(v.get_object(), [](auto const& m) {
                                           return is_container(m.value());
                                       });
    if (!is_container(v)) {
        out += to_json(v);
        return;
    }
    if (!nested)
        if (auto const line = to_json(v); line.size() <= longest_line) {
            out += line;
            return;
        }
    std::string const margin(indent + 2, ' ');
    bool first = true;
    auto const next = [&] {
        out += first ? "\n" : ",\n";
        out += margin;
        first = false;
    };
    out += v.is_array() ? '[' : '{';
    if (v.is_array())
        for (auto const& element : v.get_array()) {
            next();
            write(out, element, indent + 2);
        }
    else
        for (auto const& member : v.get_object()) {
            next();
            append_json_string(out, member.key());
            out += ": ";
            write(out, member.value(), indent + 2);
        }
    out += '\n' + std::string(indent, ' ');
    out += v.is_array() ? ']' : '}';
}

json::object finding_json(finding const& f, std::string const& base_url) {
    json::object out{
        {"level", name(f.strength)},    {"rule", text_or_null(f.rule)}, {"subject", text_or_null(f.subject())},
        {"expected", text(f.expected)}, {"actual", text(f.actual)},     {"hint", text_or_null(f.hint)}};
    out["cases"] = texts(f.subjects);
    out["explained"] = f.explained;
    out["cause"] = f.cause == 0 ? json::value(nullptr) : json::value(f.cause);
    out["curl"] = f.exchange ? text(curl_command(*f.exchange, base_url)) : json::value(nullptr);
    out["exchange"] = f.exchange ? json::value(exchange_json(*f.exchange, longest_body)) : json::value(nullptr);
    return out;
}

json::object cause_json(cause const& c, std::string const& base_url) {
    json::object out{{"id", c.id},
                     {"operation", text_or_null(c.operation)},
                     {"what", text(c.what)},
                     {"hint", text_or_null(c.hint)},
                     {"explains", texts(c.explains)},
                     {"shows_in", texts(c.shows_in)},
                     {"makes", name(c.makes)},
                     {"level", name(c.strength)}};
    out["curl"] = c.exchange ? text(curl_command(*c.exchange, base_url)) : json::value(nullptr);
    out["exchange"] = c.exchange ? json::value(exchange_json(*c.exchange, longest_body)) : json::value(nullptr);
    return out;
}

json::object check_json(check_result const& c, std::string const& base_url) {
    json::object out{{"id", c.id},
                     {"operation", c.operation},
                     {"level", name(c.strength)},
                     {"clause", text(c.clause)},
                     {"summary", text(c.summary)},
                     {"outcome", name(c.result)},
                     {"reason", text_or_null(c.reason)},
                     {"elapsed_us", c.elapsed.count()}};
    if (c.known)
        out["known_failure"] = json::object{{"reason", text(c.known->reason)},
                                            {"link", text_or_null(c.known->link)},
                                            {"expires", c.known->expires ? text(*c.known->expires) : nullptr}};
    json::array variants;
    for (auto const& v : c.variants)
        variants.push_back(json::object{{"name", text(v.name)}, {"outcome", name(v.result)}});
    json::array findings;
    for (auto const& f : c.findings) findings.push_back(finding_json(f, base_url));
    out["variants"] = std::move(variants);
    out["findings"] = std::move(findings);
    return out;
}

bool has_blocked_must(run_result const& run) {
    return std::ranges::any_of(
        run.checks, [](check_result const& c) { return c.strength == level::must && c.result == outcome::blocked; });
}

json::array operations_json(run_result const& run) {
    json::array out;
    for (auto const& one : run.operations) {
        auto const* const what = one.what == standing::judged     ? "judged"
                                 : one.what == standing::declined ? "declined"
                                                                  : "unjudged";
        out.push_back(json::object{{"operation", one.id}, {"standing", what}, {"why", text_or_null(one.why)}});
    }
    return out;
}

json::array profiles_json(run_result const& run) {
    json::array out;
    for (auto const& one : standings_of(run)) {
        json::array unjudged;
        json::array declined;
        for (auto const* op : one.unjudged) unjudged.push_back(json::string(op->id));
        for (auto const* op : one.declined) declined.push_back(json::string(op->id));
        out.push_back(json::object{{"profile", one.name},
                                   {"standing", name(one.state)},
                                   {"unjudged", std::move(unjudged)},
                                   {"declined", std::move(declined)}});
    }
    return out;
}

}  // namespace

std::string pretty_json(json::value const& value) {
    std::string out;
    write(out, value, 0);
    return out;
}

std::string json_report(run_result const& run) {
    json::object out{{"schema_version", report_schema_version},
                     {"suite_version", LANCESPEC_VERSION_STRING},
                     {"spec_version", LANCESPEC_SPEC_VERSION_STRING},
                     {"verdicts_version", LANCESPEC_VERDICTS_VERSION_STRING},
                     {"run_id", text(run.run_id)},
                     {"target", text(run.target)},
                     {"started_at", text(run.started_at)},
                     {"elapsed_us", run.elapsed.count()},
                     {"requests", run.requests},
                     {"verdict", text(verdict_of(run))},
                     {"exit_status", static_cast<int>(status_of(run))},
                     {"reachable", run.reachable},
                     {"unreachable_reason", text_or_null(run.unreachable_reason)},
                     {"partial", run.partial || has_blocked_must(run)}};
    out["interrupted"] = run.interrupted;
    out["jobs"] = run.jobs;
    out["made"] = texts(run.made);
    out["kept"] = texts(run.kept);
    out["left_behind"] = texts(run.left_behind);
    out["may_be_left_behind"] = texts(run.may_be_left_behind);
    json::array causes;
    for (auto const& c : run.causes) causes.push_back(cause_json(c, run.target));
    out["causes"] = std::move(causes);
    out["profiles"] = texts(run.profiles);
    out["declined"] = texts(run.declined);
    out["standings"] = profiles_json(run);
    out["operations"] = operations_json(run);
    json::object counts;
    for (auto const o : {outcome::pass, outcome::observed, outcome::disabled, outcome::unsupported, outcome::not_run,
                         outcome::blocked, outcome::warn, outcome::fail, outcome::suite_error})
        counts[name(o)] = count(run, o);
    out["counts"] = std::move(counts);
    json::array checks;
    for (auto const& c : run.checks) checks.push_back(check_json(c, run.target));
    out["checks"] = std::move(checks);
    return pretty_json(out) + '\n';
}

}  // namespace lancespec::conformance
