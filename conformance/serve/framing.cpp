// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve/framing.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/quote.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

namespace lancespec::conformance {
namespace {

bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

bool is_token_char(char c) noexcept {
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) noexcept {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_token_char);
}

bool is_control(char c) noexcept {
    auto const byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

std::string_view trimmed(std::string_view text) noexcept {
    auto const first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Whether @p text is `uri-host [":" port]` (RFC 9110, 7.2): a name, an IPv4 address, or an IPv6 address in brackets.
bool is_host(std::string_view text) noexcept {
    if (text.starts_with('[')) {
        auto const end = text.find(']');
        if (end == std::string_view::npos || end < 3) return false;
        auto const inside = text.substr(1, end - 1);
        auto const of_address = [](char c) {
            return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f') || c == ':' || c == '.';
        };
        if (!std::all_of(inside.begin(), inside.end(), of_address)) return false;
        text.remove_prefix(end + 1);
        if (!text.empty() && text.front() != ':') return false;
    } else {
        auto const colon = text.find(':');
        auto const of_name = [](char c) {
            return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') ||
                   std::string_view("-._~%!$&'()*+,;=").find(c) != std::string_view::npos;
        };
        auto const name = text.substr(0, colon);
        if (!std::all_of(name.begin(), name.end(), of_name)) return false;
        text.remove_prefix(colon == std::string_view::npos ? text.size() : colon);
    }
    return text.empty() || std::all_of(text.begin() + 1, text.end(), is_digit);
}

struct field {
    std::string_view name;
    std::string_view value;  ///< without the whitespace around it
};

class head_reader {
public:
    explicit head_reader(std::string_view head) : head_(head) {}

    head_reading run() {
        auto const end = head_.find("\r\n");
        if (request_line(head_.substr(0, end)) && fields(head_.substr(end + 2)) && host() && transfer() && length() &&
            expect())
            finish();
        return std::move(out_);
    }

private:
    bool refuse(int status, std::string message) {
        out_.refused = head_refusal{status, std::move(message)};
        return false;
    }
    bool refuse(std::string message) { return refuse(400, std::move(message)); }

    // RFC 9112, 2.3 and 3: method SP request-target SP HTTP-version, with one space each.
    bool request_line(std::string_view line) {
        auto const first = line.find(' ');
        auto const last = line.rfind(' ');
        if (first == std::string_view::npos || first == last)
            return refuse("the request line is not `METHOD TARGET HTTP/1.1`");
        auto const method = line.substr(0, first);
        target_ = line.substr(first + 1, last - first - 1);
        auto const version = line.substr(last + 1);
        if (!is_token(method)) return refuse("the method is not a token");
        if (version.size() != 8 || !version.starts_with("HTTP/") || !is_digit(version[5]) || version[6] != '.' ||
            !is_digit(version[7]))
            return refuse("the request line does not end with a version such as HTTP/1.1");
        if (version[5] != '1') return refuse(505, "the server speaks HTTP/1.1 and HTTP/1.0");
        out_.read.version = version[7] == '0' ? 10 : 11;
        out_.read.version_digit_at = last + 8;
        return target(method);
    }

    // RFC 9112, 3.2. Bytes over 0x7f are let through: curl sends a URL as it was typed.
    bool target(std::string_view method) {
        if (target_.empty() ||
            std::any_of(target_.begin(), target_.end(), [](char c) { return is_control(c) || c == ' ' || c == '#'; }))
            return refuse("the target is empty, or holds a space, a control character or a fragment");
        if (method == "CONNECT") return refuse(501, "the server is no proxy: it has no CONNECT");
        out_.read.is_asterisk = target_ == "*" && method == "OPTIONS";
        if (out_.read.is_asterisk || target_.starts_with('/')) {
            out_.read.target = std::string(target_);
            return true;
        }
        auto const scheme = target_.find("://");
        auto const is_http =
            scheme != std::string_view::npos && (equal_ignoring_ascii_case(target_.substr(0, scheme), "http") ||
                                                 equal_ignoring_ascii_case(target_.substr(0, scheme), "https"));
        if (!is_http) return refuse("the target is neither a path nor an http URL");
        auto const rest = target_.substr(scheme + 3);
        auto const path = std::min(rest.find_first_of("/?"), rest.size());
        auto const authority = rest.substr(0, path);
        if (authority.empty() || authority.starts_with(':') || !is_host(authority))
            return refuse("the URL of the target names no host, or not one alone");
        out_.read.target = (rest.substr(path).starts_with('/') ? "" : "/") + std::string(rest.substr(path));
        return true;
    }

    // RFC 9112, 5 and 5.1, 5.2; RFC 9110, 5.5.
    bool fields(std::string_view lines) {
        while (!lines.starts_with("\r\n")) {
            auto const end = lines.find("\r\n");
            auto const line = lines.substr(0, end);
            lines.remove_prefix(end + 2);
            if (line.front() == ' ' || line.front() == '\t')
                return refuse("a header line begins with whitespace: lines are not folded");
            auto const colon = line.find(':');
            if (colon == std::string_view::npos) return refuse("a header line has no colon");
            auto const name = line.substr(0, colon);
            if (!is_token(name)) return refuse(fmt::format("the header name '{}' is not a token", quote(name, 40)));
            auto const value = trimmed(line.substr(colon + 1));
            if (std::any_of(value.begin(), value.end(), [](char c) { return is_control(c) && c != '\t'; }))
                return refuse(fmt::format("the value of {} holds a control character", quote(name, 40)));
            fields_.push_back({name, value});
        }
        return true;
    }

    std::vector<std::string_view> values(std::string_view name) const {
        std::vector<std::string_view> found;
        for (auto const& f : fields_)
            if (equal_ignoring_ascii_case(f.name, name)) found.push_back(f.value);
        return found;
    }

    // RFC 9112, 3.2. With an absolute target Host is not used, and must be right all the same.
    bool host() {
        auto const hosts = values("host");
        if (hosts.empty() && out_.read.version == 11) return refuse("the request has no Host");
        if (hosts.size() > 1) return refuse("the request has more than one Host");
        if (!hosts.empty() && !is_host(hosts.front())) return refuse("Host names no host, or not one alone");
        return true;
    }

    // RFC 9112, 6.1 and 6.3.
    bool transfer() {
        auto const codings = values("transfer-encoding");
        if (codings.empty()) return true;
        if (out_.read.version == 10) return refuse("HTTP/1.0 has no Transfer-Encoding");
        if (!values("content-length").empty())
            return refuse("the request has both Transfer-Encoding and Content-Length");
        if (codings.size() == 1 && equal_ignoring_ascii_case(codings.front(), "chunked")) {
            out_.read.chunked = true;
            return true;
        }
        auto const& last = codings.back();
        auto const comma = last.rfind(',');
        auto const final_coding = trimmed(comma == std::string_view::npos ? last : last.substr(comma + 1));
        std::size_t chunked = 0;
        for (auto const& list : codings)
            for (std::size_t at = 0; at <= list.size();) {
                auto const end = std::min(list.find(',', at), list.size());
                chunked += equal_ignoring_ascii_case(trimmed(list.substr(at, end - at)), "chunked");
                at = end + 1;
            }
        bool const only_unknown = chunked == 1 && equal_ignoring_ascii_case(final_coding, "chunked");
        return refuse(only_unknown ? 501 : 400, "Transfer-Encoding is not exactly `chunked`");
    }

    // RFC 9112, 6.2 and 6.3; RFC 9110, 8.6. Equal lengths given twice may be refused too, and are.
    bool length() {
        auto const lengths = values("content-length");
        if (lengths.empty()) return true;
        if (lengths.size() > 1) return refuse("the request has more than one Content-Length");
        auto const text = lengths.front();
        if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit))
            return refuse("Content-Length is not a number of bytes");
        std::size_t bytes = 0;
        auto const read = std::from_chars(text.data(), text.data() + text.size(), bytes);
        if (read.ec != std::errc{}) return refuse(413, "Content-Length is larger than any body that is taken");
        out_.read.length = bytes;
        return true;
    }

    // RFC 9110, 10.1.1. A server must not send 100 to HTTP/1.0.
    bool expect() {
        for (auto const value : values("expect")) {
            if (!equal_ignoring_ascii_case(value, "100-continue"))
                return refuse(417, "the one expectation that the server meets is 100-continue");
            out_.read.expects_continue = out_.read.version == 11;
        }
        return true;
    }

    void finish() {
        bool const has_body = out_.read.chunked || out_.read.length.value_or(0) != 0;
        out_.read.expects_continue = out_.read.expects_continue && has_body;
    }

    std::string_view head_;
    std::string_view target_;
    std::vector<field> fields_;
    head_reading out_;
};

}  // namespace

std::size_t empty_lines(std::string_view bytes) noexcept {
    std::size_t at = 0;
    while (bytes.substr(at).starts_with("\r\n")) at += 2;
    return at;
}

head_scan scan_head(std::string_view bytes, std::size_t seen) {
    // A CR that came last is looked at again, now with what follows it.
    for (auto at = seen == 0 ? 0 : seen - 1; at < bytes.size(); ++at) {
        if (bytes[at] == '\n' && (at == 0 || bytes[at - 1] != '\r'))
            return {0, head_refusal{400, "a line of the head ends with LF alone, not CR LF"}};
        if (bytes[at] == '\r' && at + 1 < bytes.size() && bytes[at + 1] != '\n')
            return {0, head_refusal{400, "the head holds a CR without an LF"}};
        if (bytes[at] == '\n' && at >= 3 && bytes[at - 2] == '\n') return {at + 1, std::nullopt};
    }
    return {};
}

head_reading read_head(std::string_view head) {
    return head_reader(head).run();
}

}  // namespace lancespec::conformance
