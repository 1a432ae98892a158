// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/mask_json.hpp"

#include "conformance/report/mask.hpp"

#include <algorithm>
#include <array>

namespace lancespec::conformance {
namespace {

constexpr std::string_view white = " \t\r\n";

/// The offset just after the JSON string that begins at @p at, or of the end when it is cut off.
std::size_t after_string(std::string_view text, std::size_t at) {
    for (++at; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == '"')
            return at + 1;
    }
    return text.size();
}

std::size_t skip_white(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(white, at), text.size());
}

/// Letters and digits of a key in lower case, `\u0061` read as `a`.
std::string plain_key(std::string_view key) {
    std::string out;
    for (std::size_t i = 0; i < key.size(); ++i) {
        char c = key[i];
        if (c == '\\' && key.substr(i).starts_with("\\u") && i + 5 < key.size()) {
            unsigned value = 0;
            for (char const d : key.substr(i + 2, 4))
                value = value * 16 +
                        (d <= '9' ? static_cast<unsigned>(d - '0') : (static_cast<unsigned>(d) | 32U) - 'a' + 10);
            c = value < 0x80 ? static_cast<char>(value) : '?';
            i += 5;
        }
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
        if (c != '_' && c != '-') out += c;
    }
    return out;
}

bool stays(std::string_view value) {
    constexpr std::array<std::string_view, 2> variables{token_variable, api_key_variable};
    bool const quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    auto const inner = quoted ? value.substr(1, value.size() - 2) : value;
    return value == "null" || inner.empty() || std::ranges::find(variables, inner) != variables.end();
}

void append_masked(std::string& out, std::string_view value) {
    if (stays(value)) {
        out += value;
    } else {
        out += '"';
        out += masked_text;
        out += '"';
    }
}

/// Appends the value that begins at @p at with its scalars masked; the offset after it.
std::size_t mask_value(std::string& out, std::string_view text, std::size_t at) {
    std::size_t depth = 0;
    do {
        auto const next = skip_white(text, at);
        out += text.substr(at, next - at);
        at = next;
        if (at >= text.size()) break;
        char const c = text[at];
        if (c == '{' || c == '[') {
            ++depth;
            out += text[at++];
        } else if (c == '}' || c == ']') {
            if (depth == 0) break;  // the member had no value
            --depth;
            out += text[at++];
        } else if (c == ',' || c == ':') {
            if (depth == 0) break;
            out += text[at++];
        } else if (c == '"') {
            auto const end = after_string(text, at);
            auto const follows = skip_white(text, end);
            bool const is_key = depth > 0 && follows < text.size() && text[follows] == ':';
            if (is_key)
                out += text.substr(at, end - at);
            else
                append_masked(out, text.substr(at, end - at));
            at = end;
        } else {
            auto const end = std::min(text.find_first_of(",:{}[]\" \t\r\n", at), text.size());
            append_masked(out, text.substr(at, end - at));
            at = end;
        }
    } while (depth > 0);
    return at;
}

}  // namespace

std::string mask_json_members(std::string_view text) {
    constexpr std::size_t longest_key = 100;  // storage_options with every letter as an escape
    constexpr std::array<std::string_view, 3> secret{"authtoken", "apikey", "storageoptions"};
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        auto const quote = std::min(text.find('"', at), text.size());
        out += text.substr(at, quote - at);
        at = quote;
        if (at == text.size()) break;
        // A key is short. To read on to the end of each string would take for ever where every quote is escaped.
        auto const end = after_string(text.substr(0, at + longest_key), at);
        auto const follows = skip_white(text, end);
        bool const is_member = end - at >= 2 && end - at < longest_key && follows < text.size() &&
                               text[follows] == ':' &&
                               std::ranges::find(secret, plain_key(text.substr(at + 1, end - at - 2))) != secret.end();
        if (is_member) {
            out += text.substr(at, follows + 1 - at);
            at = mask_value(out, text, follows + 1);
        } else {
            // Only the opening quote: in text that is no JSON quotes may not come in pairs, and a member's
            // name may begin at what looks like the end of a string.
            out += text[at++];
        }
    }
    return out;
}

}  // namespace lancespec::conformance
