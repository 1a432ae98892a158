// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/curl_transport.hpp"

#include <lancespec/core/ascii.hpp>
#include <lancespec/version.hpp>

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

namespace lancespec::conformance {
namespace {

constexpr char const* user_agent = "lancespec/" LANCESPEC_VERSION_STRING;

std::string not_http(std::string const& why) {
    return fmt::format("{} (is the port right, and http or https?): {}", not_http_reason, why);
}

struct easy_delete {
    void operator()(CURL* handle) const noexcept { curl_easy_cleanup(handle); }
};
using easy_handle = std::unique_ptr<CURL, easy_delete>;

struct list_delete {
    void operator()(curl_slist* list) const noexcept { curl_slist_free_all(list); }
};

/// The header fields of a request as libcurl wants them.
class header_list {
public:
    void add(std::string const& line) {
        // On failure (no memory) the old list stays valid and is still ours.
        if (auto* longer = curl_slist_append(list_.get(), line.c_str())) {
            (void)list_.release();
            list_.reset(longer);
        }
    }
    [[nodiscard]] curl_slist* get() const noexcept { return list_.get(); }

private:
    std::unique_ptr<curl_slist, list_delete> list_;
};

/// What the callbacks of one exchange share.
struct exchange_state {
    exchange_state(curl_options const& options, bool may_repeat) : bounds(options), repeatable(may_repeat) {}

    curl_options const& bounds;
    bool const repeatable;  ///< GET and HEAD
    http::response response;
    std::size_t header_bytes = 0;
    bool header_whole = false;
    int sent = 0;          ///< how often libcurl has begun to send the request
    std::string overflow;  ///< which bound was passed
    int const interrupts_before = bounds.interrupts ? bounds.interrupts->load() : 0;

    [[nodiscard]] bool interrupted() const { return bounds.interrupts && *bounds.interrupts > interrupts_before; }
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.remove_suffix(1);
    return text;
}

std::size_t on_header(char* data, std::size_t, std::size_t size, void* user) {
    auto& state = *static_cast<exchange_state*>(user);
    std::string_view const line(data, size);
    if ((state.header_bytes += size) > state.bounds.header_bytes) {
        state.overflow = fmt::format("its header fields passed {} bytes", state.bounds.header_bytes);
        return 0;
    }
    if (line.starts_with("HTTP/")) {  // of the final response, or of a 1xx or a proxy's before it
        state.response.fields = {};
        state.header_whole = false;
    } else if (trimmed(line).empty()) {
        state.header_whole = true;
    } else if (auto const colon = line.find(':'); colon != std::string_view::npos && colon > 0) {
        state.response.fields.add(std::string(trimmed(line.substr(0, colon))),
                                  std::string(trimmed(line.substr(colon + 1))));
    }
    return size;
}

std::size_t on_body(char* data, std::size_t, std::size_t size, void* user) {
    auto& state = *static_cast<exchange_state*>(user);
    if (size > state.bounds.body_bytes - state.response.body.size()) {
        state.overflow = fmt::format("its body passed {} bytes", state.bounds.body_bytes);
        return 0;
    }
    state.response.body.append(data, size);
    return size;
}

/// Why the framing of an answer that libcurl takes is none that clients agree on, or nothing.
std::string misframed(http::headers const& fields, long version, bool is_plain) {
    // Without TLS nothing was agreed on but HTTP/1.
    if (is_plain && version > CURL_HTTP_VERSION_1_1) return "the status line names a version that was not agreed on";
    std::optional<std::string_view> length;
    for (auto const& [name, value] : fields) {
        if (!equal_ignoring_ascii_case(name, "content-length")) continue;
        for (std::string_view rest = value;;) {
            auto const comma = rest.find(',');
            auto const one = trimmed(rest.substr(0, comma));
            if (one.empty() || one.find_first_not_of("0123456789") != std::string_view::npos)
                return fmt::format("Content-Length is no number: {}", value.substr(0, 80));
            if (length && *length != one) return fmt::format("two lengths of the body, {} and {}", *length, one);
            length = one;
            if (comma == std::string_view::npos) break;
            rest.remove_prefix(comma + 1);
        }
    }
    return {};
}

int on_progress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<exchange_state*>(user)->interrupted() ? 1 : 0;
}

/// Called before each sending; libcurl repeats a request by itself when a kept connection was closed under it.
int on_ready_to_send(void* user, char*, char*, int, int) {
    auto& state = *static_cast<exchange_state*>(user);
    return ++state.sent > 1 && !state.repeatable ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7f; });
}

/// Why @p request cannot be put on the wire as it is, or nothing.
std::string unsendable(http::request const& request) {
    if (request.method.empty() || has_control(request.method) || request.method.find(' ') != std::string::npos)
        return "its method is no HTTP method";
    if (!request.target.starts_with('/') || has_control(request.target) ||
        request.target.find_first_of(" #\t") != std::string::npos)
        return "its target is no path";
    for (auto const& [name, value] : request.fields)
        if (name.empty() || has_control(name) || name.find_first_of(": \t;@") != std::string::npos ||
            has_control(value))
            return "a header field would break the message";
    return {};
}

bool is_https(std::string_view url) {
    return equal_ignoring_ascii_case(url.substr(0, 6), "https:");
}

header_list fields_of(http::request const& request) {
    header_list list;
    for (auto const& [name, value] : request.fields)
        list.add(trimmed(value).empty() ? name + ";" : name + ": " + value);
    // Without these lines libcurl would add fields of its own.
    for (auto const* added : {"Accept", "Content-Type", "Expect"})
        if (!request.fields.find(added)) list.add(std::string(added) + ":");
    return list;
}

std::string seconds(std::chrono::milliseconds time) {
    return fmt::format("{} s", static_cast<double>(time.count()) / 1000.0);
}

/// Fills in status and reason for a transfer that ended with @p code.
void explain(exchange_result& out, CURLcode code, CURL* handle, exchange_state const& state, char const* detail) {
    auto const words = std::string(*detail != '\0' ? detail : curl_easy_strerror(code));
    auto const end = [&out](exchange_status status, std::string reason) {
        out.status = status;
        out.reason = std::move(reason);
    };
    if (state.interrupted()) return end(exchange_status::interrupted, "the user asked to stop");
    if (!state.overflow.empty()) return end(exchange_status::too_large, "the answer is too large: " + state.overflow);
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
        case CURLE_COULDNT_RESOLVE_PROXY: return end(exchange_status::unreachable, "the host is not known: " + words);
        case CURLE_COULDNT_CONNECT: return end(exchange_status::unreachable, "no connection: " + words);
        case CURLE_SSL_CONNECT_ERROR:
            return end(exchange_status::unreachable,
                       "TLS could not be set up (is the port right, and http or https?): " + words);
        case CURLE_PEER_FAILED_VERIFICATION:
            return end(exchange_status::unreachable,
                       "TLS could not be set up (--cacert names the certificates to trust): " + words);
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_CIPHER:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_ISSUER_ERROR: return end(exchange_status::unreachable, "TLS could not be set up: " + words);
        case CURLE_OPERATION_TIMEDOUT: {
            // Whether anything was sent is what tells the two time-outs apart.
            if (state.sent == 0)
                return end(
                    exchange_status::unreachable,
                    "no connection within " + seconds(std::min(state.bounds.timeout, state.bounds.connect_timeout)));
            long status = 0;
            curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
            return end(exchange_status::timed_out,
                       fmt::format("no whole answer within {} ({})", seconds(state.bounds.timeout),
                                   status == 0 ? std::string("not even a status")
                                               : fmt::format("status {} and {} bytes of the body came", status,
                                                             state.response.body.size())));
        }
        case CURLE_OUT_OF_MEMORY:  // this is also how libcurl 7 ends a single header line of over 100 KB
            return end(exchange_status::too_large, "the answer is too large: a header line that libcurl does not take");
        case CURLE_UNSUPPORTED_PROTOCOL:
        case CURLE_WEIRD_SERVER_REPLY:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM: return end(exchange_status::interrupted, not_http(words));
        case CURLE_BAD_CONTENT_ENCODING:
            return end(exchange_status::interrupted,
                       not_http("the body is not in the coding that Content-Encoding names: " + words));
        case CURLE_FILESIZE_EXCEEDED:
            return end(exchange_status::too_large,
                       fmt::format("the answer is too large: Content-Length is over {}", state.bounds.body_bytes));
        case CURLE_ABORTED_BY_CALLBACK:
        case CURLE_GOT_NOTHING:
            return end(exchange_status::interrupted, "the server closed the connection without an answer");
        case CURLE_PARTIAL_FILE:
            return end(exchange_status::interrupted, "the connection ended within the body: " + words);
        default: break;
    }
    end(state.sent == 0 ? exchange_status::unreachable : exchange_status::interrupted, "the exchange failed: " + words);
}

void init_libcurl_once() {
    static std::once_flag once;
    std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

}  // namespace

struct curl_transport::state {
    conformance::base_url server;
    curl_options options;
    std::mutex mutex;
    std::vector<easy_handle> idle;

    easy_handle take() {
        std::lock_guard lock(mutex);
        if (idle.empty()) return easy_handle(curl_easy_init());
        auto handle = std::move(idle.back());  // the one used last has the connection most likely to live
        idle.pop_back();
        return handle;
    }

    void give_back(easy_handle handle) {
        curl_easy_reset(handle.get());  // keeps its connections
        std::lock_guard lock(mutex);
        idle.push_back(std::move(handle));
    }

    void set_up(CURL* handle, std::string const& url) const;
};

void curl_transport::state::set_up(CURL* handle, std::string const& url) const {
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS,
                     static_cast<long>(std::min(options.timeout, options.connect_timeout).count()));
    curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options.body_bytes));
    curl_easy_setopt(handle, CURLOPT_USERAGENT, user_agent);
    // Asks for the body as it is, and decodes all the same what a server compresses that allows nobody to ask for less.
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "identity");
    if (!options.ca_file.empty()) curl_easy_setopt(handle, CURLOPT_CAINFO, options.ca_file.c_str());
    if (server.loopback) curl_easy_setopt(handle, CURLOPT_NOPROXY, "*");
}

curl_transport::curl_transport(conformance::base_url server, curl_options options) {
    init_libcurl_once();
    state_ = std::make_unique<state>();
    state_->server = std::move(server);
    state_->options = std::move(options);
}

curl_transport::~curl_transport() = default;

std::string curl_transport::base_url() const {
    return state_->server.text;
}

exchange_result curl_transport::exchange(http::request const& request) {
    exchange_result out;
    auto const start = std::chrono::steady_clock::now();
    if (auto reason = unsendable(request); !reason.empty()) {
        out.status = exchange_status::unreachable;
        out.reason = "the request cannot be sent: " + reason;
        return out;
    }
    auto handle = state_->take();
    if (!handle) {
        out.status = exchange_status::unreachable;
        out.reason = "libcurl could not be started";
        return out;
    }
    exchange_state exchange(state_->options, request.method == "GET" || request.method == "HEAD");
    auto const fields = fields_of(request);
    auto const url = state_->server.text + request.target;
    char detail[CURL_ERROR_SIZE] = "";

    auto* const h = handle.get();
    state_->set_up(h, url);
    curl_easy_setopt(h, CURLOPT_ERRORBUFFER, detail);
    curl_easy_setopt(h, CURLOPT_HEADERFUNCTION, &on_header);
    curl_easy_setopt(h, CURLOPT_HEADERDATA, &exchange);
    curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, &on_body);
    curl_easy_setopt(h, CURLOPT_WRITEDATA, &exchange);
    curl_easy_setopt(h, CURLOPT_PREREQFUNCTION, &on_ready_to_send);
    curl_easy_setopt(h, CURLOPT_PREREQDATA, &exchange);
    if (exchange.bounds.interrupts) {
        curl_easy_setopt(h, CURLOPT_NOPROGRESS, 0L);
        curl_easy_setopt(h, CURLOPT_XFERINFOFUNCTION, &on_progress);
        curl_easy_setopt(h, CURLOPT_XFERINFODATA, &exchange);
    }
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, fields.get());
    if (request.method == "HEAD") {
        curl_easy_setopt(h, CURLOPT_NOBODY, 1L);
    } else if (request.method != "GET" || !request.body.empty()) {
        if (request.method == "POST" || request.method == "PUT" || request.method == "PATCH" || !request.body.empty()) {
            curl_easy_setopt(h, CURLOPT_POST, 1L);
            curl_easy_setopt(h, CURLOPT_POSTFIELDS, request.body.data());
            curl_easy_setopt(h, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
        }
        if (request.method != "POST") curl_easy_setopt(h, CURLOPT_CUSTOMREQUEST, request.method.c_str());
    }

    auto const code = curl_easy_perform(h);
    if (code == CURLE_OK && !exchange.header_whole) {  // libcurl is content with half a header
        out.status = exchange_status::interrupted;
        out.reason = "the connection ended within the header fields";
    } else if (code == CURLE_OK) {
        long status = 0;
        long version = 0;
        curl_easy_getinfo(h, CURLINFO_RESPONSE_CODE, &status);
        curl_easy_getinfo(h, CURLINFO_HTTP_VERSION, &version);
        exchange.response.status = static_cast<int>(status);
        if (auto why = misframed(exchange.response.fields, version, !is_https(url)); !why.empty()) {
            out.status = exchange_status::interrupted;
            out.reason = not_http(why);
        } else {
            out.response = std::move(exchange.response);
            // The body is decoded.
            if (out.response.fields.find("content-encoding")) {
                out.response.fields.erase("content-encoding");
                out.response.fields.erase("content-length");
            }
        }
    } else {
        explain(out, code, h, exchange, detail);
    }
    out.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    state_->give_back(std::move(handle));
    return out;
}

}  // namespace lancespec::conformance
