// SPDX-License-Identifier: Apache-2.0
// Members of a request that travel as path or query parameters: from text and back.
#pragma once

#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/operation.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/http/impl/members.ipp>
#include <lancespec/http/target.hpp>

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace http::detail {

/// Why @p text is no value of its type; empty when it is in @p to.
inline std::string read_scalar(std::string_view text, reflect::slot to) {
    using reflect::value_kind;
    switch (to.type->kind) {
        case value_kind::string: *static_cast<std::string*>(to.value) = std::string(text); return {};
        case value_kind::boolean: {
            bool const yes = equal_ignoring_ascii_case(text, "true");
            *static_cast<bool*>(to.value) = yes;
            return yes || equal_ignoring_ascii_case(text, "false") ? "" : "must be true or false";
        }
        case value_kind::int64: {
            auto const [end, error] =
                std::from_chars(text.data(), text.data() + text.size(), *static_cast<std::int64_t*>(to.value));
            return error == std::errc{} && end == text.data() + text.size() ? "" : "must be an integer of 64 bits";
        }
        case value_kind::enumeration: {
            auto const found = to.type->find_enumerator(text);
            if (found < to.type->enumerators.size()) return to.type->set_enumerator(to.value, found), "";
            std::string list;
            for (auto const w : to.type->enumerators) list += (list.empty() ? "" : ", ") + std::string(w);
            return "must be one of: " + list;
        }
        default: return "cannot travel as a parameter";
    }
}

/// Reads @p text into @p whole, the member @p field of the request at @p root; violations are told at @p place.
inline void read_parameter(std::string_view text, reflect::field_info const& field, reflect::slot whole,
                           reflect::slot root, std::string const& place, contract::decode_options const& options,
                           violations& out) {
    if (find_invalid_utf8(text) != std::string_view::npos) {
        out.push_back({place, rule::malformed, "holds bytes that are not UTF-8", std::nullopt});
        return;
    }
    if (whole.type->kind == reflect::value_kind::map) {
        violations inner;
        contract::decode_into(whole, text, options, inner);
        if (!inner.empty()) field.clear(root.value);
        for (auto& v : inner) out.push_back({place + v.pointer, v.broken, std::move(v.message), v.offset});
        return;
    }
    bool const is_list = whole.type->kind == reflect::value_kind::array;
    auto const to = is_list ? reflect::slot{whole.type->append(whole.value)} : whole;
    auto why = read_scalar(text, to);
    if (why.empty()) return;
    if (!is_list) field.clear(root.value);
    auto const broken = to.type->kind == reflect::value_kind::enumeration ? rule::vocabulary : rule::type;
    out.push_back({place, broken, std::move(why), std::nullopt});
}

/// Reads every query parameter of @p op into the request; returns the members that were given so.
inline std::vector<std::string_view> read_query(contract::operation const& op, target_parts const& target,
                                                reflect::slot root, contract::decode_options const& options,
                                                violations& out) {
    std::vector<std::string_view> given;
    for (auto const& p : op.parameters) {
        if (p.in != contract::location::query || p.field.empty()) continue;
        auto const* field = find_field(*root.type, p.field);
        if (field == nullptr || field->since > options.read.version) continue;
        auto const place = "query:" + std::string(p.name);
        bool found = false;
        reflect::slot whole;
        for (auto const& [name, value] : target.query) {
            if (name != p.name) continue;
            if (!found)
                whole = field->access(root.value);
            else if (whole.type->kind != reflect::value_kind::array)
                break;  // the first of several counts
            found = true;
            read_parameter(value, *field, whole, root, place, options, out);
        }
        if (found)
            given.push_back(p.field);
        else if (p.required && field->get(root.value).value == nullptr)
            out.push_back({place, rule::required, "the parameter is required", std::nullopt});
    }
    return given;
}

/// Lets violations from @p first on that are about members in @p given name the query parameter.
inline void name_parameters(violations& list, std::size_t first, std::vector<std::string_view> const& given) {
    for (auto i = first; i < list.size(); ++i) {
        auto& pointer = list[i].pointer;
        for (auto const name : given) {
            auto const token = std::string_view(pointer).substr(pointer.empty() ? 0 : 1);
            if (token.starts_with(name) && (token.size() == name.size() || token[name.size()] == '/')) {
                pointer = "query:" + std::string(token);
                break;
            }
        }
    }
}

/// The texts of a member as the values of a parameter: none when it is absent, several for a list.
inline std::vector<std::string> write_parameter(reflect::view value) {
    using reflect::value_kind;
    std::vector<std::string> out;
    if (value.value == nullptr) return out;
    switch (value.type->kind) {
        case value_kind::string: out.push_back(*static_cast<std::string const*>(value.value)); break;
        case value_kind::enumeration:
            out.emplace_back(value.type->enumerators[value.type->get_enumerator(value.value)]);
            break;
        case value_kind::array:
            for (std::size_t i = 0; i < value.type->size(value.value); ++i)
                for (auto& text : write_parameter(value.type->at(value.value, i))) out.push_back(std::move(text));
            break;
        default: reflect::write_json(out.emplace_back(), value); break;
    }
    return out;
}

}  // namespace http::detail
LANCESPEC_END_NAMESPACE
