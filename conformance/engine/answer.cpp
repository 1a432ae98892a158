// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/answer.hpp"

#include "conformance/transport/text.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/error_code.hpp>
#include <lancespec/core/utf8.hpp>

#include <fmt/format.h>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <cmath>

namespace lancespec::conformance {
namespace {

constexpr std::size_t excerpt_bytes = 160;

/// The start of @p text on one line.
std::string excerpt(std::string_view text) {
    auto const cut = text.size() > excerpt_bytes;
    std::string out;
    // What else does not show is left to the reports: a secret may hold it, and is looked for before.
    for (char const c : to_valid_utf8(text.substr(0, excerpt_bytes)))
        out += static_cast<unsigned char>(c) < 0x20 || c == '\x7f' ? printable({&c, 1}) : std::string(1, c);
    return cut ? out + "…" : out;  // with no space between: what hides secrets looks for those cut off like this
}

std::string content_type(answer const& a) {
    auto const& fields = a.record.result.response.fields;
    auto const value = fields.find("content-type");
    auto out = value ? excerpt(http::media_type(*value)) : std::string("no Content-Type");
    // No request of the suite asks for one.
    if (auto const coding = fields.find("content-encoding"))
        out += ", Content-Encoding " + excerpt(*coding) + ", which nobody asked for";
    return out;
}

/// The words of an error body: `error`, else the `title` of the documented example, else `detail`.
std::string words(answer const& a) {
    for (auto const* name : {"error", "title", "detail", "message"})
        if (auto const* value = a.member(name); value && value->is_string() && !value->get_string().empty())
            return fmt::format(": \"{}\"", excerpt(std::string_view(value->get_string())));
    return {};
}

}  // namespace

std::optional<std::int64_t> as_integer(boost::json::value const& value) noexcept {
    if (value.is_int64()) return value.get_int64();
    if (value.is_double()) {
        auto const number = value.get_double();
        if (std::trunc(number) == number && std::abs(number) < 9.0e18) return static_cast<std::int64_t>(number);
    }
    return std::nullopt;
}

std::optional<std::int64_t> answer::code() const {
    auto const* value = member("code");
    return value ? as_integer(*value) : std::nullopt;
}

boost::json::value const* answer::member(std::string_view name) const noexcept {
    auto const* object = body ? body->if_object() : nullptr;
    return object ? object->if_contains(name) : nullptr;
}

bool answer::is_web_page() const {
    auto const type = record.result.response.fields.find("content-type");
    return accepted() && !body && type && http::media_type(*type) == "text/html";
}

bool answer::declined_in_words() const {
    auto const* said = member("error");
    if (status() != 500 || code() != 18 || said == nullptr || !said->is_string()) return false;
    std::string words;
    for (char const c : std::string_view(said->get_string())) words += ascii_lower(c);
    for (auto const* one : {"not implemented", "not supported", "unimplemented", "unsupported"})
        if (words.find(one) != std::string::npos) return true;
    return false;
}

std::optional<std::string> answer::job_id() const {
    auto const* value = member("job_id");
    if (!value || !value->is_string()) return std::nullopt;
    return std::string(std::string_view(value->get_string()));
}

answer read_answer(exchange_record record) {
    answer a{std::move(record), std::nullopt};
    auto const& text = a.record.result.response.body;
    if (a.record.result.status != exchange_status::answered || text.empty()) return a;
    boost::system::error_code error;
    boost::json::parse_options options;
    options.max_depth = 64;
    auto value = boost::json::parse(text, error, {}, options);
    if (!error) a.body = std::move(value);
    return a;
}

std::string describe(answer const& a) {
    auto const& result = a.record.result;
    if (result.status != exchange_status::answered) return "no answer: " + result.reason;
    auto out = fmt::format("{}", a.status());
    if (auto const code = a.code(); code && !a.accepted()) {
        auto const known = to_error_code(*code);
        out += fmt::format(" with code {}", *code);
        if (known) out += fmt::format(" ({})", name(*known));
        return out + words(a);
    }
    if (a.bodyless()) return out + " with an empty body";
    if (!a.body)
        return out +
               fmt::format(" with a body that is no JSON ({}): {}", content_type(a), excerpt(result.response.body));
    return out + " with " + excerpt(result.response.body);
}

}  // namespace lancespec::conformance
