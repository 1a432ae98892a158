// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/scalar.hpp that show values to people.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <lancespec/columnar/impl/scalar.ipp>

#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail {

/// The shortest text that reads back as the same double; always with a sign of being a float.
LANCESPEC_DECL std::string show_double(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
    std::array<char, 32> buffer;
    auto const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    std::string out(buffer.data(), end);
    if (out.find_first_of(".e") == std::string::npos) out += ".0";
    return out;
}

LANCESPEC_DECL std::string show_int128(int128 value, std::int32_t scale) {
    bool const negative = value < 0;
    std::string digits;
    for (; value != 0; value /= 10) {
        auto const digit = static_cast<int>(value % 10);
        digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    }
    while (digits.size() <= static_cast<std::size_t>(scale > 0 ? scale : 0)) digits += '0';
    std::reverse(digits.begin(), digits.end());
    if (scale > 0) digits.insert(digits.size() - static_cast<std::size_t>(scale), 1, '.');
    if (scale < 0) digits.append(static_cast<std::size_t>(-scale), '0');
    return (negative ? "-" : "") + digits;
}

LANCESPEC_DECL std::string show_date(std::int64_t days) {
    std::chrono::year_month_day const date{std::chrono::sys_days{std::chrono::days{days}}};
    std::array<char, 40> buffer;
    auto const size = std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                                    static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return {buffer.data(), static_cast<std::size_t>(size)};
}

LANCESPEC_DECL std::string show_timestamp(std::int64_t count, time_unit unit) {
    static constexpr std::array<std::int64_t, 4> per_second{1, 1'000, 1'000'000, 1'000'000'000};
    auto const scale = per_second[static_cast<std::size_t>(unit) & 3];
    auto const digits = static_cast<int>(unit) * 3;
    auto seconds = count / scale;
    auto fraction = count % scale;
    if (fraction < 0) fraction += scale, --seconds;
    auto days = seconds / 86'400;
    auto rest = seconds % 86'400;
    if (rest < 0) rest += 86'400, --days;
    // std::chrono's calendar ends at year 32767; beyond it the count says more than a wrong date.
    if (days > 11'000'000 || days < -11'000'000) return std::to_string(count);
    std::array<char, 64> buffer;
    auto const size = std::snprintf(buffer.data(), buffer.size(), "T%02d:%02d:%02d", static_cast<int>(rest / 3600),
                                    static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
    auto out = show_date(days) + std::string(buffer.data(), static_cast<std::size_t>(size));
    if (fraction == 0) return out;
    auto text = std::to_string(fraction);
    text.insert(0, static_cast<std::size_t>(digits) - text.size(), '0');
    while (text.back() == '0') text.pop_back();
    return out + '.' + text;
}

LANCESPEC_DECL std::string show_bytes(std::string_view bytes) {
    static constexpr std::string_view hex = "0123456789abcdef";
    std::string out = "x'";
    for (char const c : bytes) {
        auto const u = static_cast<unsigned char>(c);
        out += hex[u >> 4];
        out += hex[u & 15];
    }
    return out + "'";
}

LANCESPEC_DECL std::string show(scalar const& value, data_type const* type) {
    if (type != nullptr && type->id == type_id::dictionary && !type->children.empty())
        return show(value, &type->children.front().type);
    struct visitor {
        data_type const* type;

        std::string operator()(std::monostate) const { return "null"; }
        std::string operator()(bool v) const { return v ? "true" : "false"; }
        std::string operator()(std::int64_t v) const {
            if (type != nullptr && type->id == type_id::date32 && v >= -11'000'000 && v <= 11'000'000)
                return show_date(v);
            if (type != nullptr && type->id == type_id::timestamp) return show_timestamp(v, type->unit);
            return std::to_string(v);
        }
        std::string operator()(std::uint64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const { return show_double(v); }
        std::string operator()(int128 v) const {
            bool const scaled = type != nullptr && type->scale >= -38 && type->scale <= 38;
            return show_int128(v, scaled ? type->scale : 0);
        }
        std::string operator()(std::string const& v) const {
            if (type != nullptr && (type->id == type_id::binary || type->id == type_id::large_binary)) {
                return show_bytes(v);
            }
            std::string out = "'";
            for (char const c : v) {
                if (c == '\'') out += '\'';
                out += c;
            }
            return out + "'";
        }
        std::string operator()(scalars const& v) const {
            bool const is_struct = type != nullptr && type->id == type_id::struct_;
            std::string out(1, is_struct ? '{' : '[');
            for (std::size_t i = 0; i < v.size(); ++i) {
                if (i != 0) out += ", ";
                data_type const* child = nullptr;
                if (type != nullptr && !type->children.empty()) {
                    auto const& described = type->children[is_struct && i < type->children.size() ? i : 0];
                    if (is_struct) out += described.name + ": ";
                    child = &described.type;
                }
                out += show(v[i], child);
            }
            return out + (is_struct ? '}' : ']');
        }
    };
    return std::visit(visitor{type}, value.value);
}

}  // namespace detail

LANCESPEC_DECL std::string to_string(scalar const& value) {
    return detail::show(value, nullptr);
}

LANCESPEC_DECL std::string to_string(scalar const& value, data_type const& type) {
    return detail::show(value, &type);
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
