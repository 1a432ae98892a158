// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/exchange_json.hpp"

#include "conformance/transport/answer_line.hpp"

#include <lancespec/core/base64.hpp>
#include <lancespec/core/utf8.hpp>

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;

constexpr std::array all_statuses{exchange_status::answered, exchange_status::unreachable, exchange_status::interrupted,
                                  exchange_status::timed_out, exchange_status::too_large};

void add_body(json::object& out, std::string_view body, std::size_t longest, std::size_t left_out = 0) {
    out["body_bytes"] = body.size() + left_out;
    if (body.empty()) return;
    auto const shown = body.substr(0, longest);
    if (find_invalid_utf8(shown) == std::string_view::npos)
        out["body"] = valid_text(shown);
    else
        out["body_base64"] = base64_encode(shown);
}

json::array fields_json(http::headers const& fields) {
    json::array out;
    for (auto const& [name, value] : fields) out.push_back(json::array{valid_text(name), valid_text(value)});
    return out;
}

std::string text_of(json::object const& from, std::string_view name) {
    auto const* value = from.if_contains(name);
    return value && value->is_string() ? std::string(std::string_view(value->get_string())) : std::string{};
}

std::string body_of(json::object const& from) {
    if (from.contains("body_base64")) return base64_decode(text_of(from, "body_base64")).value_or("");
    return text_of(from, "body");
}

http::headers fields_of(json::object const& from) {
    http::headers out;
    auto const* fields = from.if_contains("headers");
    if (!fields || !fields->is_array()) return out;
    for (auto const& field : fields->get_array()) {
        auto const* pair = field.if_array();
        if (pair && pair->size() == 2 && (*pair)[0].is_string() && (*pair)[1].is_string())
            out.add(std::string(std::string_view((*pair)[0].get_string())),
                    std::string(std::string_view((*pair)[1].get_string())));
    }
    return out;
}

}  // namespace

json::value valid_text(std::string_view s) {
    return json::value(to_valid_utf8(s));
}

json::object exchange_json(exchange_record const& e, std::size_t longest_body) {
    json::object request{{"method", valid_text(e.request.method)}, {"target", valid_text(e.request.target)}};
    request["headers"] = fields_json(e.request.fields);
    add_body(request, e.request.body, longest_body);
    json::object answer{{"status", name(e.result.status)}, {"elapsed_us", e.result.elapsed.count()}};
    if (e.result.status == exchange_status::answered) {
        answer["http_status"] = e.result.response.status;
        answer["headers"] = fields_json(e.result.response.fields);
        add_body(answer, e.result.response.body, longest_body, e.result.left_out);
    } else {
        answer["reason"] = valid_text(e.result.reason);
    }
    return {{"request", std::move(request)}, {"answer", std::move(answer)}};
}

result<exchange_record, std::string> read_exchange_json(json::value const& from) {
    auto const* whole = from.if_object();
    auto const* request = whole && whole->contains("request") ? whole->at("request").if_object() : nullptr;
    auto const* answer = whole && whole->contains("answer") ? whole->at("answer").if_object() : nullptr;
    if (!request || !answer) return std::string("an exchange is an object with request and answer");
    exchange_record out;
    out.request = {text_of(*request, "method"), text_of(*request, "target"), fields_of(*request), body_of(*request)};
    auto const status = text_of(*answer, "status");
    auto const known = std::ranges::find_if(all_statuses, [&](exchange_status one) { return name(one) == status; });
    if (known == all_statuses.end()) return "an answer has no status `" + status + "`";
    out.result.status = *known;
    out.result.reason = text_of(*answer, "reason");
    if (auto const* code = answer->if_contains("http_status"); code && code->is_int64())
        out.result.response.status = static_cast<int>(code->get_int64());
    else if (out.result.status == exchange_status::answered)
        return std::string("an answer needs http_status");
    out.result.response.fields = fields_of(*answer);
    out.result.response.body = body_of(*answer);
    return out;
}

}  // namespace lancespec::conformance
