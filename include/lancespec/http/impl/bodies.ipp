// SPDX-License-Identifier: Apache-2.0
// The bodies of requests and responses, by their kind: JSON, one bare member, Arrow bytes, nothing.
#pragma once

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/operation.hpp>
#include <lancespec/http/impl/members.ipp>
#include <lancespec/http/message.hpp>

#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace http::detail {

/// The member whose bytes are the body, or null.
inline reflect::field_info const* body_field(reflect::type_info const& type) {
    for (auto const& field : type.fields)
        if (field.is_body) return &field;
    return nullptr;
}

/// Whether nothing in the JSON of @p type is required, so that no body can mean `{}`.
inline bool may_be_empty(reflect::type_info const& type, spec_version version) {
    for (auto const& field : type.fields)
        if (field.is_required && field.in_json(version)) return false;
    return true;
}

/// The media type of Arrow IPC data by its framing: a file begins with its magic, a stream does not.
inline std::string_view arrow_type(std::string_view data) {
    return data.starts_with("ARROW1") ? "application/vnd.apache.arrow.file" : "application/vnd.apache.arrow.stream";
}

/// Writes the body of a request or response at @p value, and its Content-Type.
inline void write_body(contract::body_kind kind, std::string_view member, reflect::view value,
                       reflect::write_options const& options, headers& fields, std::string& body) {
    using contract::body_kind;
    if (kind == body_kind::none) return;
    if (kind == body_kind::arrow_stream || kind == body_kind::arrow_file) {
        if (auto const* field = body_field(*value.type))
            body = *static_cast<std::string const*>(field->get(value.value).value);
        fields.set("content-type", std::string(arrow_type(body)));
        return;
    }
    fields.set("content-type", "application/json");
    if (kind != body_kind::member) return reflect::write_json(body, value, options);
    auto const* field = find_field(*value.type, member);
    auto const part = field->get(value.value);
    if (part.value == nullptr)
        body = part.type->kind == reflect::value_kind::map ? "{}" : "null";
    else
        reflect::write_json(body, part, options);
}

/// Reads the body of @p source, without validating it. Returns whether there is a request to say more about.
inline bool read_body(contract::operation const& op, request const& source, reflect::slot root,
                      contract::decode_options const& options, violations& out) {
    using contract::body_kind;
    if (op.request_body == body_kind::arrow_stream) {
        if (auto const* field = body_field(*root.type))
            *static_cast<std::string*>(field->access(root.value).value) = source.body;
        return true;
    }
    bool const absent = source.body.find_first_not_of(" \t\r\n") == std::string::npos || source.body == "null";
    if (source.method == "GET" || (absent && may_be_empty(*root.type, options.read.version))) return true;
    if (op.request_body == body_kind::member) root = find_field(*root.type, op.request_member)->access(root.value);
    auto const first = out.size();
    auto reading = options;
    reading.validate = false;
    contract::decode_into(root, source.body, reading, out);
    return out.size() == first || !out[first].pointer.empty();
}

/// The same of a response: validated, and without a body where there is none. Returns whether nothing is wrong.
inline bool read_body(contract::operation const& op, response const& source, reflect::slot root,
                      contract::decode_options const& options, violations& out) {
    using contract::body_kind;
    if (source.status == 204 || op.response_body == body_kind::none) return true;
    if (op.response_body == body_kind::arrow_stream || op.response_body == body_kind::arrow_file) {
        if (auto const* field = body_field(*root.type))
            *static_cast<std::string*>(field->access(root.value).value) = source.body;
        return true;
    }
    if (op.response_body != body_kind::member) return contract::decode_into(root, source.body, options, out);
    contract::decode_options reading = options;
    reading.validate = false;
    auto const* field = find_field(*root.type, op.response_member);
    if (!contract::decode_into(field->access(root.value), source.body, reading, out)) return false;
    auto const first = out.size();
    contract::validate_as({root.value, root.type}, options, out);
    // Pointers into the body, which is the member alone.
    for (auto i = first; i < out.size(); ++i) out[i].pointer.erase(0, op.response_member.size() + 1);
    return out.size() == first;
}

}  // namespace http::detail
LANCESPEC_END_NAMESPACE
