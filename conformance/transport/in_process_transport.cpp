// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/in_process_transport.hpp"

#include <lancespec/core/ascii.hpp>

#include <exception>

namespace lancespec::conformance {

in_process_transport::in_process_transport(handler answer, std::string name)
    : answer_(std::move(answer)), name_(std::move(name)) {}

exchange_result in_process_transport::exchange(http::request const& request) {
    auto const start = std::chrono::steady_clock::now();
    exchange_result out;
    try {
        out.response = answer_(request);
        if (equal_ignoring_ascii_case(request.method, "HEAD")) out.response.body.clear();
    } catch (std::exception const& e) {
        out.status = exchange_status::interrupted;
        out.reason = std::string("the handler threw instead of answering: ") + e.what();
    } catch (...) {
        out.status = exchange_status::interrupted;
        out.reason = "the handler threw instead of answering";
    }
    out.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    return out;
}

}  // namespace lancespec::conformance
