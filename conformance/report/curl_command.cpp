// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/curl_command.hpp"

#include "conformance/report/mask.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/utf8.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace lancespec::conformance {
namespace {

constexpr std::size_t longest_body = std::size_t{64} << 10;

/// The variable of a masked secret that @p text begins with, or nothing.
std::string_view variable_at(std::string_view text) {
    for (auto const variable : {token_variable, api_key_variable, run_variable})
        if (text.starts_with(variable)) return variable;
    return {};
}

bool has_variable(std::string_view text) {
    return std::ranges::any_of(std::array{token_variable, api_key_variable, run_variable},
                               [text](auto variable) { return text.find(variable) != std::string_view::npos; });
}

std::string single_quoted(std::string_view text) {
    std::string out = "'";
    for (char const c : text) {
        if (c == '\'')
            out += "'\\''";
        else
            out += c;
    }
    return out + "'";
}

/// Whether @p text can stand in one pair of double quotes, its variables expanded and all else as it is:
/// `"Authorization: Bearer $LANCESPEC_TOKEN"`.
bool fits_double_quotes(std::string_view text) {
    while (!text.empty()) {
        auto const variable = variable_at(text);
        if (variable.empty() && std::string_view("\"\\$`!").find(text.front()) != std::string_view::npos) return false;
        text.remove_prefix(std::max<std::size_t>(variable.size(), 1));
        bool const name_goes_on =
            !text.empty() && (std::isalnum(static_cast<unsigned char>(text.front())) != 0 || text.front() == '_');
        if (!variable.empty() && name_goes_on) return false;
    }
    return true;
}

/// Pieces in single quotes and variables in double quotes, one after the other.
std::string quoted_with_variables(std::string_view text) {
    std::string out;
    std::string plain;
    auto const flush = [&] {
        if (!plain.empty()) out += single_quoted(plain);
        plain.clear();
    };
    while (!text.empty()) {
        if (auto const variable = variable_at(text); !variable.empty()) {
            flush();
            out.append("\"").append(variable).append("\"");
            text.remove_prefix(variable.size());
        } else {
            plain += text.front();
            text.remove_prefix(1);
        }
    }
    flush();
    return out;
}

/// `printf '…'` with its arguments: a command that prints exactly @p text.
std::string printf_of(std::string_view text) {
    std::string format;
    std::string arguments;
    while (!text.empty()) {
        auto const c = static_cast<unsigned char>(text.front());
        auto const letter = decode_utf8(text);
        if (auto const variable = variable_at(text); !variable.empty()) {
            format += "%s";
            arguments.append(" \"").append(variable).append("\"");
            text.remove_prefix(variable.size());
            continue;
        }
        bool const as_it_is = letter.size > 0 && is_printable(letter.scalar) && !(c == '-' && format.empty());
        if (c == '%')
            format += "%%";
        else if (c == '\\')
            format += "\\\\";
        else if (c == '\'')
            format += "'\\''";
        else if (c == '\n')
            format += "\\n";
        else if (as_it_is)
            format += text.substr(0, letter.size);
        else
            for (auto const byte : text.substr(0, std::max<std::size_t>(letter.size, 1)))
                format += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
        text.remove_prefix(std::max<std::size_t>(letter.size, 1));
    }
    return "printf '" + format + "'" + arguments;
}

/// What curl would send by itself, or counts itself.
bool is_curls_own(std::string_view name) {
    constexpr std::array<std::string_view, 2> own{"content-length", "host"};
    return std::ranges::any_of(own, [name](auto o) { return equal_ignoring_ascii_case(o, name); });
}

/// Replaces the run's id by the variable that a script gives a new one.
void make_anew(std::string& text, std::string_view run_id) {
    for (auto at = text.find(run_id); at != std::string::npos; at = text.find(run_id, at + run_variable.size()))
        text.replace(at, run_id.size(), run_variable);
}

http::request made_anew(http::request request, std::string_view run_id) {
    make_anew(request.target, run_id);
    make_anew(request.body, run_id);
    http::headers fields;
    for (auto [name, value] : request.fields) {
        make_anew(value, run_id);
        fields.add(std::move(name), std::move(value));
    }
    request.fields = std::move(fields);
    return request;
}

std::string command(std::string_view options, http::request const& request, std::string_view base_url);

}  // namespace

std::string shell_word(std::string_view text) {
    if (!is_printable(text)) return "\"$(" + printf_of(text) + ")\"";
    if (!has_variable(text)) return single_quoted(text);
    return fits_double_quotes(text) ? '"' + std::string(text) + '"' : quoted_with_variables(text);
}

std::string curl_command(http::request const& request, std::string_view base_url) {
    return command("-sS -i", request, base_url);
}

std::string curl_command(exchange_record const& e, std::string_view base_url) {
    auto const& needs = e.needs;
    if (needs.empty()) return curl_command(e.request, base_url);
    auto const line = [&](std::string_view options, http::request const& request) {
        return command(options, made_anew(request, needs.run_id), base_url) + '\n';
    };
    std::string out =
        "(set -e\n"
        "LANCESPEC_RUN=${LANCESPEC_RUN:-$(echo \"$(date +%s)$$\" | tail -c 9)}\n"
        "remove() {\n";
    for (auto const& request : needs.remove) out += line("-sS -o /dev/null", request);
    if (needs.remove.empty()) out += ":\n";
    out += "}\ntrap remove EXIT\n";
    for (auto const& request : needs.make) out += line("-fsS -o /dev/null", request);
    return out + line("-sS -i", e.request) + ")";
}

namespace {

std::string command(std::string_view options, http::request const& request, std::string_view base_url) {
    auto out = fmt::format("curl {}", options);
    auto const url = std::string(base_url) + request.target;
    bool const has_body =
        !request.body.empty() || request.method == "POST" || request.method == "PUT" || request.method == "PATCH";
    if (url.find_first_of("[]{}") != std::string::npos) out += " --globoff";
    if (url.find("/.") != std::string::npos) out += " --path-as-is";
    if (request.method == "HEAD")
        out += " --head";
    else if (request.method != (has_body ? "POST" : "GET"))
        out += " -X " + shell_word(request.method);
    out += " " + shell_word(url);
    for (auto const& [name, value] : request.fields)
        if (!is_curls_own(name)) out += " -H " + shell_word(value.empty() ? name + ";" : name + ": " + value);
    if (!has_body || request.method == "HEAD") return out;
    if (!request.fields.find("content-type")) out += " -H 'Content-Type:'";
    if (request.body.size() > longest_body)
        return fmt::format("{} --data-binary @BODY  # put the body of {} bytes into the file BODY first", out,
                           request.body.size());
    if (is_printable(request.body)) return out + " --data-raw " + shell_word(request.body);
    return printf_of(request.body) + " | " + out + " --data-binary @-";
}

}  // namespace

}  // namespace lancespec::conformance
