#include "conformance/report/json.hpp"

#include "conformance/report/answer_line.hpp"
#include "conformance/report/curl_command.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/version.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr std::size_t longest_line = 100;
constexpr std::size_t longest_body = std::size_t{64} << 10;

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

json::value text(std::string_view s) {
    return json::value(to_valid_utf8(s));
}

json::value text_or_null(std::string_view s) {
    return s.empty() ? json::value(nullptr) : text(s);
}

json::array texts(std::vector<std::string> const& all) {
    json::array out;
    for (auto const& one : all) out.push_back(text(one));
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        auto const n = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) out += k <= n ? alphabet[group >> (18 - 6 * k) & 63U] : '=';
    }
    return out;
}

void add_body(json::object& out, std::string_view body) {
    out["body_bytes"] = body.size();
    if (body.empty()) return;
    auto const shown = body.substr(0, longest_body);
    if (find_invalid_utf8(shown) == std::string_view::npos)
        out["body"] = text(shown);
    else
        out["body_base64"] = base64(shown);
}

json::array fields_json(http::headers const& fields) {
    json::array out;
    for (auto const& [name, value] : fields) out.push_back(json::array{text(name), text(value)});
    return out;
}

json::object exchange_json(exchange_record const& e) {
    json::object request{{"method", text(e.request.method)}, {"target", text(e.request.target)}};
    request["headers"] = fields_json(e.request.fields);
    add_body(request, e.request.body);
    json::object answer{{"status", name(e.result.status)}, {"elapsed_us", e.result.elapsed.count()}};
    if (e.result.status == exchange_status::answered) {
        answer["http_status"] = e.result.response.status;
        answer["headers"] = fields_json(e.result.response.fields);
        add_body(answer, e.result.response.body);
    } else {
        answer["reason"] = text(e.result.reason);
    }
    return {{"request", std::move(request)}, {"answer", std::move(answer)}};
}

json::object finding_json(finding const& f, std::string const& base_url) {
    json::object out{{"level", name(f.strength)},          {"rule", text_or_null(f.rule)},
                     {"subject", text_or_null(f.subject)}, {"required", text(f.required)},
                     {"came_back", text(f.came_back)},     {"hint", text_or_null(f.hint)}};
    out["curl"] = f.exchange ? text(curl_command(f.exchange->request, base_url)) : json::value(nullptr);
    out["exchange"] = f.exchange ? json::value(exchange_json(*f.exchange)) : json::value(nullptr);
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
    json::array variants;
    for (auto const& v : c.variants)
        variants.push_back(json::object{{"name", text(v.name)}, {"outcome", name(v.result)}});
    json::array findings;
    for (auto const& f : c.findings) findings.push_back(finding_json(f, base_url));
    out["variants"] = std::move(variants);
    out["findings"] = std::move(findings);
    return out;
}

}  // namespace

std::string pretty_json(json::value const& value) {
    std::string out;
    write(out, value, 0);
    return out;
}

std::string json_report(run_result const& run) {
    json::object out{{"schema_version", json_schema_version},
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
                     {"partial", run.partial}};
    out["profiles"] = texts(run.profiles);
    out["declined"] = texts(run.declined);
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
