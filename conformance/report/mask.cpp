// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/mask.hpp"

#include <lancespec/core/ascii.hpp>

#include "conformance/report/mask_json.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace lancespec::conformance {
namespace {

constexpr std::size_t shortest_secret = 4;

/// One thing to look for in text.
struct needle {
    std::string text;
    std::string_view replacement;
    bool spelled;  ///< may have characters written as escapes
};

int hex_digit(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

bool is_hex_of(std::string_view digits, char c) noexcept {
    int value = 0;
    for (char const d : digits) {
        if (hex_digit(d) < 0) return false;
        value = value * 16 + hex_digit(d);
    }
    return value == static_cast<unsigned char>(c);
}

/// How many bytes at the start of @p text are an entity of HTML for @p c; 0: none.
std::size_t entity_of(std::string_view text, char c) noexcept {
    constexpr std::array<std::pair<char, std::string_view>, 5> named{
        {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&apos;"}}};
    for (auto const& [meant, entity] : named)
        if (meant == c && text.starts_with(entity)) return entity.size();
    auto const end = text.substr(0, 8).find(';');
    if (!text.starts_with("&#") || end == std::string_view::npos || end < 3) return 0;
    auto const digits = text.substr(2, end - 2);
    bool const hex = digits.size() > 1 && (digits[0] | 32) == 'x';
    int value = 0;
    for (char const d : hex ? digits.substr(1) : digits) {
        if (hex_digit(d) < 0 || (!hex && hex_digit(d) > 9)) return 0;
        value = value * (hex ? 16 : 10) + hex_digit(d);
    }
    return value == static_cast<unsigned char>(c) ? end + 1 : 0;
}

/// How many bytes at the start of @p text spell @p c as an escape of a URL, of JSON or of HTML; 0: none.
std::size_t escape_of(std::string_view text, char c) noexcept {
    if (text.starts_with('&')) return entity_of(text, c);
    if (text.size() >= 3 && text[0] == '%' && is_hex_of(text.substr(1, 2), c)) return 3;
    if (text.starts_with('\\')) {
        // JSON quoted within JSON, and that again, doubles the backslashes.
        auto const n = std::min(text.substr(0, 8).find_first_not_of('\\'), std::min<std::size_t>(text.size(), 8));
        auto const rest = text.substr(n);
        if (rest.size() >= 5 && rest[0] == 'u' && is_hex_of(rest.substr(1, 4), c)) return n + 5;
        if (!rest.empty() && rest[0] == c && (c == '/' || c == '"')) return n + 1;
        return c == '\\' && n >= 2 ? 2 : 0;
    }
    if (c == ' ' && text.starts_with('+')) return 1;
    return 0;
}

constexpr std::string_view ellipsis = "…";

/// Whether @p text begins with an ellipsis, or with one that cuts off an escape.
bool is_cut_off(std::string_view text) noexcept {
    if (text.starts_with(ellipsis)) return true;
    bool const escape = !text.empty() && std::string_view("%\\&").find(text.front()) != std::string_view::npos;
    return escape && text.substr(0, 8 + ellipsis.size()).find(ellipsis) != std::string_view::npos;
}

/// How many bytes at the start of @p text are those of @p what, or of its beginning when an ellipsis follows; 0: none.
std::size_t beginning_of(std::string_view text, std::string_view what) noexcept {
    constexpr std::size_t shortest = 8;  // in Base64, six bytes
    auto const same = static_cast<std::size_t>(std::ranges::mismatch(text, what).in1 - text.begin());
    return same == what.size() || (same >= shortest && text.substr(same).starts_with(ellipsis)) ? same : 0;
}

/// How many bytes at the start of @p text spell @p what; 0: none. @p plain tells whether without escapes. What was
/// cut off by an ellipsis counts when enough of it is left to be of use to somebody.
std::size_t spelling_of(std::string_view text, std::string_view what, bool& plain) noexcept {
    std::size_t at = 0;
    plain = true;
    for (std::size_t i = 0; i < what.size(); ++i) {
        char const c = what[i];
        if (at >= text.size()) return 0;
        if (i >= shortest_secret && is_cut_off(text.substr(at))) {
            plain = false;
            return at;
        }
        if (auto const escaped = escape_of(text.substr(at), c); escaped > 0) {
            at += escaped;
            plain = false;
        } else if (text[at] == c) {
            ++at;
        } else {
            return 0;
        }
    }
    return at;
}

/// The characters of Base64 that depend on @p secret alone when @p before bytes stand before it in its group.
std::string base64_core(std::string_view secret, std::size_t before, std::string_view alphabet) {
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    std::string const all = std::string(before, '\0') + std::string(secret);
    for (char const c : all) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        count += 8;
        for (; count >= 6; count -= 6) out += alphabet[bits >> (count - 6) & 63U];
        bits &= (1U << count) - 1;
    }
    return out.substr(std::min(out.size(), (before * 8 + 5) / 6));
}

void add_needles(std::vector<needle>& all, std::optional<std::string> const& secret, std::string_view variable) {
    if (!secret || secret->size() < shortest_secret) return;
    all.push_back({*secret, variable, true});
    std::string const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (auto const* last : {"+/", "-_"})
        for (std::size_t before = 0; before < 3; ++before)
            if (auto core = base64_core(*secret, before, letters + last); core.size() >= shortest_secret)
                all.push_back({std::move(core), masked_text, false});
}

std::vector<needle> needles_of(secrets const& hidden) {
    std::vector<needle> all;
    add_needles(all, hidden.token, token_variable);
    add_needles(all, hidden.api_key, api_key_variable);
    for (auto const& other : hidden.others) add_needles(all, other, masked_text);
    // One secret may be part of the other: the longer is to be found first.
    std::ranges::stable_sort(all, [](needle const& a, needle const& b) { return a.text.size() > b.text.size(); });
    return all;
}

std::string without_needles(std::string_view text, std::vector<needle> const& all) {
    if (all.empty()) return std::string(text);
    std::array<bool, 256> may_begin{};
    for (auto const& n : all) may_begin[static_cast<unsigned char>(n.text.front())] = true;
    for (char const c : std::string_view("%\\+&")) may_begin[static_cast<unsigned char>(c)] = true;

    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        auto const harmless =
            std::ranges::find_if(text, [&](char c) { return may_begin[static_cast<unsigned char>(c)]; }) - text.begin();
        out += text.substr(0, static_cast<std::size_t>(harmless));
        text.remove_prefix(static_cast<std::size_t>(harmless));
        if (text.empty()) break;
        std::size_t size = 0;
        for (auto const& n : all) {
            bool plain = true;
            size = n.spelled ? spelling_of(text, n.text, plain) : beginning_of(text, n.text);
            if (size == 0) continue;
            out += plain ? n.replacement : masked_text;
            break;
        }
        if (size == 0) out += text[size++];
        text.remove_prefix(size);
    }
    return out;
}

void mask_in_place(http::headers& fields, secrets const& hidden) {
    http::headers out;
    for (auto const& [name, value] : fields) out.add(mask(name, hidden), mask_field(name, value, hidden));
    fields = std::move(out);
}

}  // namespace

std::string mask(std::string_view text, secrets const& hidden) {
    return mask_json_members(without_needles(text, needles_of(hidden)));
}

bool is_secret_field(std::string_view name) {
    std::string lower;
    for (char const c : name) lower += c == '_' ? '-' : ascii_lower(c);
    if (lower.ends_with("-authenticate")) return false;  // says how to ask, and holds no answer
    constexpr std::array<std::string_view, 10> parts{"auth",    "cookie", "token",      "secret",  "password",
                                                     "api-key", "apikey", "credential", "session", "signature"};
    return std::ranges::any_of(parts, [&](auto part) { return lower.find(part) != std::string::npos; });
}

std::string mask_field(std::string_view name, std::string_view value, secrets const& hidden) {
    if (!is_secret_field(name)) return mask(value, hidden);
    auto const variable = [&hidden](std::string_view text) -> std::string_view {
        if (hidden.token && text == *hidden.token) return token_variable;
        if (hidden.api_key && text == *hidden.api_key) return api_key_variable;
        return text.empty() ? text : masked_text;
    };
    // A scheme is a word of letters before a space; a cookie or a bare key has none.
    auto const space = value.find(' ');
    auto const scheme = space == std::string_view::npos ? std::string_view{} : value.substr(0, space);
    bool const authorization =
        equal_ignoring_ascii_case(name, "authorization") || equal_ignoring_ascii_case(name, "proxy-authorization");
    bool const has_scheme = authorization && !scheme.empty() &&
                            std::ranges::all_of(scheme, [](char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; });
    if (!has_scheme) return std::string(variable(value));
    return std::string(scheme) + " " + std::string(variable(value.substr(space + 1)));
}

http::request mask(http::request request, secrets const& hidden) {
    for (auto* text : {&request.method, &request.target, &request.body}) *text = mask(*text, hidden);
    mask_in_place(request.fields, hidden);
    return request;
}

exchange_record mask(exchange_record e, secrets const& hidden) {
    e.request = mask(std::move(e.request), hidden);
    for (auto* text : {&e.result.reason, &e.result.response.body}) *text = mask(*text, hidden);
    mask_in_place(e.result.response.fields, hidden);
    for (auto* requests : {&e.needs.make, &e.needs.remove})
        for (auto& request : *requests) request = mask(std::move(request), hidden);
    return e;
}

run_result mask(run_result run, secrets const& hidden) {
    auto const clean = [&hidden](std::string& text) { text = mask(text, hidden); };
    clean(run.target);
    clean(run.unreachable_reason);
    for (auto* list : {&run.made, &run.kept, &run.left_behind, &run.may_be_left_behind})
        for (auto& text : *list) clean(text);
    for (auto& one : run.operations) clean(one.why);
    for (auto& cause : run.causes) {
        for (auto* text : {&cause.what, &cause.hint}) clean(*text);
        if (cause.exchange) cause.exchange = mask(std::move(*cause.exchange), hidden);
    }
    for (auto& check : run.checks) {
        clean(check.reason);
        for (auto& variant : check.variants) clean(variant.name);
        for (auto& finding : check.findings) {
            for (auto& subject : finding.subjects) clean(subject);
            for (auto* text : {&finding.expected, &finding.actual, &finding.hint}) clean(*text);
            if (finding.exchange) finding.exchange = mask(std::move(*finding.exchange), hidden);
        }
    }
    return run;
}

}  // namespace lancespec::conformance
