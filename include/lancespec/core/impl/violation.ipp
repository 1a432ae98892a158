// SPDX-License-Identifier: Apache-2.0
// Bodies of core/violation.hpp.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/core/violation.hpp>

LANCESPEC_BEGIN_NAMESPACE

LANCESPEC_DECL std::string_view name(rule r) noexcept {
    switch (r) {
        case rule::malformed: return "malformed";
        case rule::limit: return "limit";
        case rule::duplicate_key: return "duplicate_key";
        case rule::unknown_member: return "unknown_member";
        case rule::required: return "required";
        case rule::type: return "type";
        case rule::not_null: return "not_null";
        case rule::minimum: return "minimum";
        case rule::min_length: return "min_length";
        case rule::item_count: return "item_count";
        case rule::unique_items: return "unique_items";
        case rule::vocabulary: return "vocabulary";
        case rule::date_time: return "date_time";
        case rule::choice: return "choice";
        case rule::field_path: return "field_path";
        case rule::where_clause: return "where_clause";
        case rule::identifier: return "identifier";
        case rule::route_body: return "route_body";
    }
    return "unknown";
}

LANCESPEC_DECL std::string to_string(violation const& v) {
    std::string out = v.pointer.empty() ? std::string("body") : quote(v.pointer, 4 * quoted_bytes);
    out += ": ";
    out += name(v.broken);
    out += ": ";
    out += quote(v.message, message_bytes);
    if (v.offset) out += " (byte " + std::to_string(*v.offset) + ")";
    return out;
}

LANCESPEC_DECL std::string to_string(violations const& list) {
    std::string out;
    for (auto const& v : list) {
        if (!out.empty()) out += "; ";
        out += to_string(v);
    }
    return out;
}

LANCESPEC_END_NAMESPACE
