// SPDX-License-Identifier: Apache-2.0
// Bodies of http/mapping.hpp.
#pragma once

#include <lancespec/core/json.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/http/impl/bodies.ipp>
#include <lancespec/http/impl/members.ipp>
#include <lancespec/http/impl/parameters.ipp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/target.hpp>

#include <algorithm>
#include <iterator>
#include <type_traits>

LANCESPEC_BEGIN_NAMESPACE
namespace http {
namespace detail {

inline constexpr std::string_view header_prefix = "header.";

/// Whether @p text can be a header field's name (RFC 9110 token).
inline bool is_token(std::string_view text) {
    constexpr std::string_view others = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               others.find(c) != std::string_view::npos;
    });
}

/// Whether @p text can be a header field's value: nothing that could end the line.
inline bool is_field_value(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) {
        auto const byte = static_cast<unsigned char>(c);
        return (byte < 0x20 && byte != '\t') || byte == 0x7F;
    });
}

/// The header field that a context entry stands for, or an empty name when it is no such entry.
inline std::string_view header_of(std::string_view key, std::string_view value) {
    if (!key.starts_with(header_prefix)) return {};
    auto const name = key.substr(header_prefix.size());
    return is_token(name) && is_field_value(value) ? name : std::string_view{};
}

/// Adds the credential headers of @p identity; a credential that no header can carry is a violation.
inline void add_identity_headers(reflect::view identity, headers& fields, violations& broken) {
    if (identity.value == nullptr) return;
    auto const add = [&](std::string_view member, std::string_view header, std::string_view prefix) {
        auto const* text = get_string(identity, member);
        if (text == nullptr) return;
        if (is_field_value(*text))
            fields.set(header, std::string(prefix) + *text);
        else
            broken.push_back({"/identity/" + std::string(member), rule::malformed,
                              "holds a control character, which no HTTP header can carry", std::nullopt});
    };
    add("auth_token", "authorization", "Bearer ");
    add("api_key", "x-api-key", "");
}

/// Whether the message's own framing decides this header, so that a context entry must not.
inline bool is_framing(std::string_view name) {
    for (auto const framing :
         {"content-length", "transfer-encoding", "connection", "host", "content-type", "upgrade", "te", "trailer"})
        if (equal_ignoring_ascii_case(name, framing)) return true;
    return false;
}

inline void add_context_headers(std::map<std::string, std::string> const* context, headers& fields) {
    if (context == nullptr) return;
    for (auto const& [key, value] : *context)
        if (auto const name = header_of(key, value); !name.empty() && !is_framing(name)) fields.set(name, value);
}

/// By value: error() of a result gives a copy, whose begin() and end() must be of one object.
inline void append(violations& to, violations more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

inline std::string show(std::string const& name) {
    return '"' + quote(name) + '"';
}

/// The names in brackets; of more than a few, how many there are.
inline std::string show(std::vector<std::string> const& names) {
    constexpr std::size_t most = 4;
    std::string out = "[";
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) out += (i == 0 ? "" : ", ") + show(names[i]);
    if (names.size() > most) out += ", … (" + std::to_string(names.size()) + " names)";
    return out + "]";
}

/// Puts header credentials into the body's identity, where they win.
inline void merge_identity(credentials const& from, reflect::slot root) {
    if (!from.has_authorization && !from.api_key) return;
    std::optional<std::string> token;
    std::optional<std::string> key;
    if (auto const body = get_member({root.value, root.type}, "identity"); body.value != nullptr) {
        if (auto const* text = get_string(body, "auth_token")) token = *text;
        if (auto const* text = get_string(body, "api_key")) key = *text;
    }
    if (from.has_authorization) token = from.auth_token;
    if (from.api_key) key = from.api_key;
    auto const identity = engage(root, "identity");
    if (identity.type == nullptr) return;
    if (token) set_string(identity, "auth_token", *token);
    if (key) set_string(identity, "api_key", *key);
}

/// Whether @p out tells of the member called @p name, or of something in it.
inline bool is_told(violations const& out, std::string_view name) {
    for (auto const& v : out) {
        std::string_view const at = v.pointer;
        if (at.starts_with('/') && at.substr(1).starts_with(name) &&
            (at.size() == name.size() + 1 || at[name.size() + 1] == '/'))
            return true;
    }
    return false;
}

/// Fills the member @p field from the route, or reports that the body has another.
template <class T>
void agree(reflect::field_info const& field, reflect::slot root, T from_route, violations& out) {
    // An empty list of names is sent by clients that mean no id at all: the generated Java client does always.
    auto const is_absent = [](T const& value) {
        if constexpr (std::is_same_v<T, std::vector<std::string>>) return value.empty();
        return false;
    };
    if (auto const* given = static_cast<T const*>(field.get(root.value).value);
        given != nullptr && !is_absent(*given) && *given != from_route) {
        if (is_told(out, field.name)) return;
        out.push_back({"/" + std::string(field.name), rule::route_body,
                       "the body names " + show(*given) + ", the route " + show(from_route), std::nullopt});
    } else {
        *static_cast<T*>(field.access(root.value).value) = std::move(from_route);
    }
}

inline void agree_on_path(route_match const& match, target_parts const& target, reflect::slot root,
                          limits const& bounds, violations& out) {
    auto const delimiter = target.find("delimiter").value_or(default_delimiter);
    if (auto const* id = find_field(*root.type, "id"); id != nullptr && match.operation->has_id()) {
        auto route_id = object_identifier::parse(match.id, delimiter, bounds);
        if (route_id)
            agree(*id, root, route_id->names(), out);
        else
            append(out, route_id.error());
    } else if (auto const no_id = object_identifier::parse({}, delimiter, bounds); !no_id) {
        append(out, no_id.error());  // a delimiter that is none, told as where there is an id to take apart
    }
    for (auto const& [name, value] : match.others) {
        auto const* field = find_field(*root.type, name);
        if (find_invalid_utf8(value) != std::string_view::npos)
            out.push_back({"path:" + std::string(name), rule::malformed, "holds bytes that are not UTF-8", {}});
        else if (field != nullptr)
            agree(*field, root, value, out);
    }
}

}  // namespace detail

LANCESPEC_DECL credentials read_credentials(headers const& fields) {
    credentials out;
    if (auto const value = fields.find("authorization")) {
        out.has_authorization = true;
        auto const space = value->find(' ');
        if (space != std::string_view::npos && equal_ignoring_ascii_case(value->substr(0, space), "bearer")) {
            auto token = value->substr(space + 1);
            token.remove_prefix(std::min(token.find_first_not_of(' '), token.size()));
            out.auth_token = std::string(token);
        }
    }
    if (auto const value = fields.find("x-api-key")) out.api_key = std::string(*value);
    return out;
}

LANCESPEC_DECL bool read_request(route_match const& match, request const& source, reflect::slot root,
                                 contract::decode_options const& options, violations& out) {
    auto const first = out.size();
    detail::append(out, match.broken);
    auto const target = parse_target(source.target);
    if (target.bad_escape)
        out.push_back({"query:" + quote(*target.bad_escape), rule::malformed,
                       "a % is not followed by two hexadecimal digits", std::nullopt});
    bool const readable = detail::read_body(*match.operation, source, root, options, out);
    auto const given = detail::read_query(*match.operation, target, root, options, out);
    if (readable) {
        auto const checked = out.size();
        contract::validate_as({root.value, root.type}, options, out);
        detail::name_parameters(out, checked, given);
    }
    if (match.broken.empty()) detail::agree_on_path(match, target, root, options.read.bounds, out);
    detail::merge_identity(read_credentials(source.fields), root);
    return out.size() == first;
}

LANCESPEC_DECL response write_response(contract::operation const& op, reflect::view value) {
    response out;
    out.status = op.success_status;
    detail::add_context_headers(detail::get_context(value), out.fields);
    detail::write_body(op.response_body, op.response_member, value, {}, out.fields, out.body);
    return out;
}

LANCESPEC_DECL response write_error(namespace_error const& error, int status) {
    auto const& row = info(error.code);
    if (status == 0) status = row.http_status;
    model::error_response body;
    body.error = quote(error.message, message_bytes);
    body.code = static_cast<std::int64_t>(error.code);
    body.detail = std::string(cut_utf8(error.detail, 4 * message_bytes));
    body.instance = quote(error.instance, 4 * quoted_bytes);
    body.type = std::string(row.type);
    body.title = std::string(row.title);
    body.status = status;
    response out;
    out.status = status;
    out.fields.add("content-type", "application/json");
    if (error.code == error_code::service_unavailable || error.code == error_code::throttling)
        out.fields.add("retry-after", "1");
    out.body = contract::encode(body);
    return out;
}

LANCESPEC_DECL response write_no_route(route_match const& match, std::string const& instance) {
    if (match.allowed.empty())
        return write_error({error_code::unsupported, "no operation has this route", "", instance}, 404);
    std::string allow;
    for (auto const& method : match.allowed) allow += (allow.empty() ? "" : ", ") + method;
    auto out = write_error({error_code::unsupported, "this route takes " + allow, "", instance}, 405);
    out.fields.add("allow", allow);
    return out;
}

LANCESPEC_DECL namespace_error to_error(violations const& broken) {
    namespace_error error;
    error.code = error_code::invalid_input;
    if (broken.empty()) {
        error.message = "the request is not valid";
        return error;
    }
    error.message = to_string(broken.front());
    // The reader's last violation may only say that there are more.
    bool const cut = broken.back().broken == rule::limit && broken.back().pointer.empty() && broken.size() > 1;
    auto const others = broken.size() - (cut ? 2 : 1);
    if (cut)
        error.message += " (and at least " + std::to_string(others) + " more)";
    else if (others > 0)
        error.message += " (and " + std::to_string(others) + " more)";
    for (std::size_t i = 0; i < broken.size(); ++i) {
        if (error.detail.size() > 2 * message_bytes) {
            error.detail += "; and " + std::to_string(broken.size() - i) + " more";
            break;
        }
        error.detail += (i == 0 ? "" : "; ") + to_string(broken[i]);
    }
    return error;
}

LANCESPEC_DECL bool write_request(contract::operation const& op, reflect::view value, write_options const& options,
                                  request& out, violations& broken) {
    auto const first = broken.size();
    contract::validate(value, options.validation, broken);
    std::string id;
    if (auto const* names = detail::get_id(value); names == nullptr && op.has_id())
        broken.push_back({"/id", rule::required, "the member is required: it is the route's id", std::nullopt});
    else if (op.has_id()) {
        if (auto text = object_identifier{*names}.to_string(options.delimiter))
            id = std::move(*text);
        else
            detail::append(broken, text.error());
    }
    std::vector<std::string_view> elsewhere{"id", "identity"};
    std::vector<std::pair<std::string_view, std::string>> path;
    std::vector<std::pair<std::string_view, std::string>> query;
    for (auto const& p : op.parameters) {
        if (p.field.empty() || p.field == "id") continue;
        auto const member = detail::get_member(value, p.field);
        if (member.value == nullptr && p.required)
            broken.push_back({"/" + std::string(p.field), rule::required,
                              "the member is required: it is a parameter of the route", std::nullopt});
        elsewhere.push_back(p.field);
        for (auto& text : detail::write_parameter(member))
            (p.in == contract::location::path ? path : query).emplace_back(p.name, std::move(text));
    }
    out = {};
    detail::add_identity_headers(detail::get_member(value, "identity"), out.fields, broken);
    if (broken.size() != first) return false;

    out.method = std::string(op.method);
    out.target = write_route(op, id, path);
    if (options.delimiter != default_delimiter) append_query(out.target, "delimiter", options.delimiter);
    for (auto const& [name, text] : query) append_query(out.target, name, text);
    detail::add_context_headers(detail::get_context(value), out.fields);
    reflect::write_options body;
    body.version = options.validation.version;
    body.leave_out = elsewhere;
    detail::write_body(op.request_body, op.request_member, value, body, out.fields, out.body);
    return true;
}

[[noreturn]] LANCESPEC_DECL void throw_exception_from_error(call_error const& error,
                                                            boost::source_location const& where) {
    if (error.answered) throw_exception_from_error(*error.answered, where);
    throw_exception_from_error(error.broken, where);
}

LANCESPEC_DECL std::optional<call_error> read_response(contract::operation const& op, response const& source,
                                                       reflect::slot root, contract::decode_options const& options) {
    call_error error;
    error.status = source.status;
    if (source.status >= 200 && source.status < 300) {
        if (!detail::read_body(op, source, root, options, error.broken)) return error;
        auto const* field = detail::find_field(*root.type, "context");
        if (field == nullptr) return std::nullopt;
        std::map<std::string, std::string> context;
        if (auto const* given = detail::get_context({root.value, root.type})) context = *given;
        for (auto const& [name, value] : source.fields)
            context.insert_or_assign(std::string(detail::header_prefix) + name, to_valid_utf8(value));
        if (!context.empty())
            *static_cast<std::map<std::string, std::string>*>(field->access(root.value).value) = std::move(context);
        return std::nullopt;
    }
    if (auto body = contract::decode<model::error_response>(source.body, options)) {
        auto const code = to_error_code(body->code);
        error.answered = namespace_error{code.value_or(error_code::internal), body->error.value_or(""),
                                         body->detail.value_or(""), body->instance.value_or("")};
        if (!code) error.answered->detail += " (code " + std::to_string(body->code) + ")";
    } else {
        error.broken = body.error();
    }
    return error;
}

}  // namespace http
LANCESPEC_END_NAMESPACE
