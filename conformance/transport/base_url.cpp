// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/base_url.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/http/message.hpp>

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace lancespec::conformance {
namespace {

using url_handle = std::unique_ptr<CURLU, decltype(&curl_url_cleanup)>;

std::string part(CURLU* url, CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, 0) != CURLUE_OK || text == nullptr) return {};
    std::string copy(text);
    curl_free(text);
    return copy;
}

bool is_loopback(std::string_view host) {
    constexpr std::string_view local = ".localhost";
    if (host.ends_with('.')) host.remove_suffix(1);
    bool const below_local =
        host.size() > local.size() && equal_ignoring_ascii_case(host.substr(host.size() - local.size()), local);
    bool const in_127 = host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos;
    return below_local || in_127 || host == "[::1]" || equal_ignoring_ascii_case(host, "localhost");
}

/// What is wrong with @p text; empty when it is a URL, whose host then is in @p host.
std::string problem_with(std::string_view text, std::string& host) {
    if (text.empty()) return "the URL is empty; give one like http://localhost:2333";
    if (std::ranges::any_of(text, [](unsigned char c) { return c <= 0x20 || c == 0x7f; }))
        return "the URL holds a space or a control character; percent-encode it, or leave it out";

    auto const colon = text.find("://");
    if (colon == std::string_view::npos && text.find('@') != std::string_view::npos)
        return "the URL has no scheme, and holds an @; write it like http://localhost:2333";
    if (colon == std::string_view::npos)
        return fmt::format("\"{}\" has no scheme; write http://{} or https://{}", text, text, text);
    auto const scheme = text.substr(0, colon);
    if (!equal_ignoring_ascii_case(scheme, "http") && !equal_ignoring_ascii_case(scheme, "https"))
        return fmt::format("the scheme \"{}\" is not supported; the suite speaks http and https", scheme);
    // Looked at before libcurl parses, so that no message can repeat a password.
    auto const authority = text.substr(colon + 3, text.find_first_of("/?#", colon + 3) - colon - 3);
    if (authority.find('@') != std::string_view::npos)
        return "the URL holds credentials; leave them out and use --token or --api-key";
    if (authority.empty()) return fmt::format("\"{}\" names no host", text);
    if (text.find_first_of("?#") != std::string_view::npos)
        return fmt::format("\"{}\" has a query or a fragment; give only scheme, host, port and path", text);

    url_handle url(curl_url(), &curl_url_cleanup);
    if (!url) return "out of memory";
    auto const code = curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(), CURLU_PATH_AS_IS);
    if (code == CURLUE_BAD_PORT_NUMBER) return fmt::format("\"{}\" has a bad port; ports are 1 to 65535", text);
    if (code != CURLUE_OK) return fmt::format("\"{}\" is not a URL: {}", text, curl_url_strerror(code));
    host = part(url.get(), CURLUPART_HOST);
    if (host.empty()) return fmt::format("\"{}\" names no host", text);
    if (part(url.get(), CURLUPART_PORT) == "0") return fmt::format("\"{}\" has a bad port; ports are 1 to 65535", text);
    return {};
}

}  // namespace

result<base_url, std::string> parse_base_url(std::string_view text) {
    std::string host;
    if (auto problem = problem_with(text, host); !problem.empty())
        return result<base_url, std::string>(boost::system::in_place_error, std::move(problem));
    base_url out;
    out.text = text;
    while (out.text.ends_with('/')) out.text.pop_back();
    out.loopback = is_loopback(host);
    return out;
}

}  // namespace lancespec::conformance
