// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/answer_line.hpp"

#include "conformance/transport/text.hpp"

#include <fmt/format.h>

namespace lancespec::conformance {

std::string_view name(exchange_status status) noexcept {
    switch (status) {
        case exchange_status::answered: return "answered";
        case exchange_status::unreachable: return "unreachable";
        case exchange_status::interrupted: return "interrupted";
        case exchange_status::timed_out: return "timed-out";
        case exchange_status::too_large: return "too-large";
    }
    return "interrupted";
}

std::string answer_line(exchange_result const& result) {
    constexpr std::size_t bytes_shown = 200;
    if (result.status != exchange_status::answered)
        return fmt::format("{}: {}", name(result.status), excerpt(result.reason, 1000));
    auto const type = result.response.fields.find("content-type");
    return fmt::format(
        "{}, {}, {}", result.response.status, type ? excerpt(*type, bytes_shown) : "no content type",
        result.response.body.empty() ? "no body" : excerpt(result.response.body, bytes_shown, result.left_out));
}

}  // namespace lancespec::conformance
