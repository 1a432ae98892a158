// SPDX-License-Identifier: Apache-2.0
// Bodies of core/json.hpp.
#pragma once

#include <lancespec/core/describe.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/json_reader.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>

#include <charconv>
#include <cmath>

LANCESPEC_BEGIN_NAMESPACE

LANCESPEC_DECL result<boost::json::value, violations> parse_json(std::string_view text, limits const& bounds) {
    boost::json::value value;
    violations broken;
    reflect::read_options options;
    options.bounds = bounds;
    if (!reflect::read_json(text, {&value, &reflect::type_of<boost::json::value>()}, options, broken)) return broken;
    return value;
}

LANCESPEC_DECL void append_json_string(std::string& out, std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    out += '"';
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size()) {
            auto const c = static_cast<unsigned char>(text[plain]);
            if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\') break;
            ++plain;
        }
        out.append(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;
        auto const c = static_cast<unsigned char>(text[0]);
        std::size_t used = 1;
        switch (c) {
            case '"': out += "\\\""; break;
            case '\\': out += "\\\\"; break;
            case '\b': out += "\\b"; break;
            case '\f': out += "\\f"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            default:
                if (c < 0x20 || c == 0x7F) {
                    out += "\\u00";
                    out += digits[c >> 4];
                    out += digits[c & 15];
                } else if (auto const decoded = decode_utf8(text); decoded.size != 0) {
                    used = decoded.size;
                    out.append(text.substr(0, used));
                } else {
                    append_utf8(out, 0xFFFD);
                }
        }
        text.remove_prefix(used);
    }
    out += '"';
}

LANCESPEC_DECL void append_json_number(std::string& out, double number) {
    if (!std::isfinite(number)) {
        out += "null";
        return;
    }
    char buffer[40];
    auto const [end, ec] = std::to_chars(buffer, buffer + sizeof buffer, number);
    std::string_view const text(buffer, static_cast<std::size_t>(end - buffer));
    out += text;
    // Keeps -0.0 and 1.0 numbers with a fraction, so that they read back as doubles.
    if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

LANCESPEC_DECL std::string pointer_token(std::string_view key) {
    std::string out;
    for (char const c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

LANCESPEC_DECL std::string quoted_pointer_token(std::string_view key) {
    return pointer_token(key.size() <= message_bytes ? std::string(key) : quote(key, message_bytes));
}

namespace detail {

inline void append_json(std::string& out, boost::json::value const& value) {
    using boost::json::kind;
    switch (value.kind()) {
        case kind::null: out += "null"; break;
        case kind::bool_: out += value.get_bool() ? "true" : "false"; break;
        case kind::int64: out += std::to_string(value.get_int64()); break;
        case kind::uint64: out += std::to_string(value.get_uint64()); break;
        case kind::double_: append_json_number(out, value.get_double()); break;
        case kind::string: append_json_string(out, value.get_string()); break;
        case kind::array: {
            out += '[';
            bool first = true;
            for (auto const& item : value.get_array()) {
                if (!std::exchange(first, false)) out += ',';
                append_json(out, item);
            }
            out += ']';
            break;
        }
        case kind::object: {
            out += '{';
            bool first = true;
            for (auto const& member : value.get_object()) {
                if (!std::exchange(first, false)) out += ',';
                append_json_string(out, member.key());
                out += ':';
                append_json(out, member.value());
            }
            out += '}';
            break;
        }
    }
}

}  // namespace detail

LANCESPEC_DECL std::string to_json(boost::json::value const& value) {
    std::string out;
    detail::append_json(out, value);
    return out;
}

LANCESPEC_END_NAMESPACE
