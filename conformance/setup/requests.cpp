// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/requests.hpp"

#include <lancespec/contract/mutations.hpp>
#include <lancespec/core/identifier.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <boost/json/serialize.hpp>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace lancespec::conformance {
namespace {

using boost::json::object;
using boost::json::value;
using contract::body_kind;

/// A parameter's text: strings as they are, everything else as JSON.
std::string text_of(value const& v) {
    return v.is_string() ? std::string(std::string_view(v.get_string())) : boost::json::serialize(v);
}

bool has_json_body(contract::operation const& row) {
    return row.method != "GET" && (row.request_body == body_kind::json || row.request_body == body_kind::optional_json);
}

/// The first token of a JSON pointer.
std::string_view top_of(std::string_view pointer) {
    if (pointer.empty()) return pointer;
    pointer.remove_prefix(1);
    return pointer.substr(0, pointer.find('/'));
}

contract::parameter const* parameter_of(contract::operation const& row, std::string_view member) {
    for (auto const& parameter : row.parameters)
        if (parameter.field == member && member != "id") return &parameter;
    return nullptr;
}

/// Whether the member is in the body; others travel as text.
bool is_in_body(contract::operation const& row, std::string_view member) {
    if (row.method != "GET" && row.request_body == body_kind::member) return member == row.request_member;
    return has_json_body(row) && parameter_of(row, member) == nullptr;
}

/// What to make of a break of a member that travels as text, where every value is a string; nothing: it is none there.
std::optional<value> as_text(contract::mutated_document const& one, reflect::field_info const& field) {
    using reflect::value_kind;
    bool const is_top = one.pointer.find('/', 1) == std::string::npos;
    if (!is_top || one.broken == rule::required) return std::nullopt;
    switch (field.type().kind) {
        case value_kind::boolean: return value("perhaps");
        case value_kind::enumeration:
        case value_kind::string:
            if (one.broken == rule::type) return std::nullopt;
            return one.document.at(field.name);
        case value_kind::map:
            if (one.document.at(field.name).is_string()) return std::nullopt;  // no JSON at all
            return one.document.at(field.name);
        case value_kind::int64:
        case value_kind::object: return one.document.at(field.name);
        default: return std::nullopt;
    }
}

/// Bounds of a search that clients leave out by sending a number below them.
constexpr std::string_view search_bounds[] = {"nprobes", "minimum_nprobes", "maximum_nprobes", "ef", "refine_factor"};

/// Members that every type of index has; the others are of how some of them are built.
constexpr std::string_view index_members[] = {"id", "branch", "column", "index_type", "name"};

bool may_be_meant(contract::operation const& row, contract::mutated_document const& one) {
    auto const top = top_of(one.pointer);
    auto const last = std::string_view(one.pointer).substr(one.pointer.rfind('/') + 1);
    bool const is_bound = one.broken != rule::type && one.broken != rule::required;
    if (is_bound && std::ranges::find(search_bounds, last) != std::end(search_bounds)) return true;
    // What a query without a vector has no use for.
    if (is_bound && last == "vector_column") return true;
    // What the index type of the sample has no use for is ignored, whatever it says.
    bool const builds = row.id == "CreateTableIndex" || row.id == "CreateTableScalarIndex";
    if (builds && std::ranges::find(index_members, top) == std::end(index_members)) return true;
    if (top == "identity" || top == "context") return true;
    // A public server deletes all that it has when a table at an empty location is dropped.
    for (auto const* path : {"location", "manifest_path", "storage_options"})
        if (top == path || one.pointer.ends_with(std::string("/") + path)) return true;
    if (one.broken == rule::not_null || one.broken == rule::unknown_member) return true;
    // A query without a vector is one of text or of plain filters; later versions no longer ask for it.
    if (one.pointer.ends_with("/vector") && one.broken == rule::required) return true;
    return one.pointer == "/limit" && one.broken == rule::minimum;
}

}  // namespace

http::request write_members(operation const& op, std::vector<std::string> const& names, object const& members,
                            std::string_view delimiter, std::string rows) {
    auto const& row = op;
    auto const& type = row.request();
    http::request out;
    out.method = std::string(row.method);
    object_identifier const id(names);
    auto const joined = id.to_string(delimiter);
    std::vector<std::pair<std::string_view, std::string>> others;
    auto body = members;
    for (auto const& parameter : row.parameters) {
        auto const* given = parameter.field.empty() ? nullptr : members.if_contains(parameter.field);
        if (given == nullptr || parameter.field == "id" || parameter.in != contract::location::path) continue;
        others.emplace_back(parameter.name, text_of(*given));
        body.erase(parameter.field);
    }
    out.target = http::write_route(row, joined ? *joined : id.display(), others);
    for (auto const& parameter : row.parameters) {
        if (parameter.in != contract::location::query) continue;
        if (parameter.name == "delimiter") {
            http::append_query(out.target, parameter.name, delimiter);
            continue;
        }
        auto const* given = members.if_contains(parameter.field);
        if (given == nullptr) continue;
        bool const repeats = type.fields[type.find(parameter.field)].type().kind == reflect::value_kind::array;
        if (auto const* list = given->if_array(); repeats && list != nullptr)
            for (auto const& one : *list) http::append_query(out.target, parameter.name, text_of(one));
        else
            http::append_query(out.target, parameter.name, text_of(*given));
        body.erase(parameter.field);
    }
    out.fields.add("accept", row.response_body == body_kind::arrow_file
                                 ? "application/vnd.apache.arrow.file, application/vnd.apache.arrow.stream, "
                                   "application/json"
                                 : "application/json");
    if (row.request_body == body_kind::arrow_stream) {
        out.body = std::move(rows);
        out.fields.add("content-type", "application/vnd.apache.arrow.stream");
    } else if (row.method != "GET" && row.request_body == body_kind::member) {
        if (auto const* member = members.if_contains(row.request_member)) out.body = boost::json::serialize(*member);
    } else if (has_json_body(row)) {
        out.body = boost::json::serialize(body);
    }
    if (!out.body.empty() && !out.fields.find("content-type")) out.fields.add("content-type", "application/json");
    return out;
}

violations violations_of(operation const& op, http::request const& request) {
    violations out;
    std::string_view const target = request.target;
    auto const match = http::match_route(request.method, target.substr(0, target.find('?')));
    if (match.operation != &op) return out;
    reflect::instance value(op.request());
    http::read_request(match, request, value.write(), {}, out);
    return out;
}

std::vector<broken_request> broken_requests(operation const& op, object const& members) {
    std::vector<broken_request> out;
    auto const& type = op.request();
    for (auto& one : contract::mutated_documents(members, type)) {
        if (may_be_meant(op, one)) continue;
        auto const top = top_of(one.pointer);
        auto const at = type.find(top);
        if (at == type.fields.size() || type.fields[at].is_body) continue;
        auto& changed = one.document.as_object();
        if (!is_in_body(op, top)) {
            auto const* parameter = parameter_of(op, top);
            if (parameter == nullptr || parameter->in == contract::location::path) continue;
            auto text = as_text(one, type.fields[at]);
            if (!text) continue;
            changed[top] = std::move(*text);
            one.what = "?" + std::string(parameter->name) + "=" + text_of(changed[top]);
        }
        // As text, several values may be one.
        if (!out.empty() && out.back().what == one.what) continue;
        out.push_back({std::move(one.what), one.broken, std::move(changed)});
    }
    return out;
}

}  // namespace lancespec::conformance
