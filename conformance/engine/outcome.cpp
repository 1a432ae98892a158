// SPDX-License-Identifier: Apache-2.0
#include "conformance/engine/outcome.hpp"

namespace lancespec::conformance {

std::string_view name(level l) noexcept {
    switch (l) {
        case level::must: return "MUST";
        case level::should: return "SHOULD";
        case level::info: return "INFO";
    }
    return "INFO";
}

std::string_view name(outcome o) noexcept {
    switch (o) {
        case outcome::pass: return "pass";
        case outcome::observed: return "observed";
        case outcome::disabled: return "disabled";
        case outcome::unsupported: return "unsupported";
        case outcome::not_run: return "not-run";
        case outcome::blocked: return "blocked";
        case outcome::warn: return "warn";
        case outcome::fail: return "fail";
        case outcome::suite_error: return "suite-error";
    }
    return "suite-error";
}

}  // namespace lancespec::conformance
