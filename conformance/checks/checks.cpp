// SPDX-License-Identifier: Apache-2.0
#include "conformance/checks/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace lancespec::conformance::checks {

std::string id_of(operation const& op, std::string_view name) {
    return fmt::format("{}.{}", check_prefix(op), name);
}

std::string of_operation(operation const& op, std::string_view what) {
    return fmt::format("spec 0.11.1, {}, {}", op.id, what);
}

std::string of_request(operation const& op, std::string_view what) {
    return of_schema(fmt::format("{}Request", op.id), what);
}

std::string of_schema(std::string_view schema, std::string_view what) {
    if (what.empty()) return fmt::format("spec 0.11.1, {}", schema);
    // A member's name follows a dot, a description a comma.
    bool const is_member = what.substr(0, what.find(',')).find(' ') == std::string_view::npos;
    return fmt::format("spec 0.11.1, {}{}{}", schema, is_member ? "." : ", ", what);
}

bool refused_as_path(answer const& a) {
    return refused_or_uncoded(a, {12, 13});
}

bool refused_or_uncoded(answer const& a, std::initializer_list<std::int64_t> codes) {
    auto const code = a.code();
    return a.refused() && (!code || std::ranges::find(codes, *code) != codes.end());
}

}  // namespace lancespec::conformance::checks
