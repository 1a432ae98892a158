// SPDX-License-Identifier: Apache-2.0
// The names of types in CAST, `::` and typed literals.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/quote.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// A type as it is written: `decimal(9, 2)`, `int unsigned`.
struct type_text {
    std::string_view name;
    std::array<std::string_view, 2> numbers{};
    std::size_t count = 0;  ///< of numbers
    bool is_unsigned = false;
};

inline constexpr std::array<std::pair<std::string_view, columnar::type_id>, 14> type_names{{
    {"tinyint", columnar::type_id::int8},
    {"smallint", columnar::type_id::int16},
    {"int", columnar::type_id::int32},
    {"integer", columnar::type_id::int32},
    {"bigint", columnar::type_id::int64},
    {"float", columnar::type_id::float32},
    {"double", columnar::type_id::float64},
    {"string", columnar::type_id::utf8},
    {"binary", columnar::type_id::binary},
    {"boolean", columnar::type_id::boolean},
    {"date", columnar::type_id::date32},
    {"timestamp", columnar::type_id::timestamp},
    {"datetime", columnar::type_id::timestamp},
    {"decimal", columnar::type_id::decimal128},
}};

inline std::optional<columnar::type_id> type_named(std::string_view name) noexcept {
    for (auto const& [spelling, id] : type_names) {
        if (equal_ignoring_ascii_case(name, spelling)) return id;
    }
    return std::nullopt;
}

/// A number of at most four digits, or -1.
inline int small_number(std::string_view digits) noexcept {
    if (digits.empty() || digits.size() > 4) return -1;
    int out = 0;
    for (char const c : digits) out = out * 10 + (c - '0');
    return out;
}

/// What the words for a type are usually meant to say, for a hint.
inline std::string_view type_meant(std::string_view name) noexcept {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 27> others{{
        {"varchar", "string"},
        {"char", "string"},
        {"text", "string"},
        {"utf8", "string"},
        {"nvarchar", "string"},
        {"character", "string"},
        {"bool", "boolean"},
        {"real", "float"},
        {"float4", "float"},
        {"float32", "float"},
        {"float8", "double"},
        {"float64", "double"},
        {"int1", "tinyint"},
        {"int2", "smallint"},
        {"int16", "smallint"},
        {"int4", "int"},
        {"int32", "int"},
        {"int8", "bigint"},
        {"int64", "bigint"},
        {"long", "bigint"},
        {"numeric", "decimal"},
        {"dec", "decimal"},
        {"blob", "binary"},
        {"bytea", "binary"},
        {"varbinary", "binary"},
        {"timestamptz", "timestamp"},
        {"uint64", "bigint unsigned"},
    }};
    for (auto const& [spelling, meant] : others) {
        if (equal_ignoring_ascii_case(name, spelling)) return meant;
    }
    return {};
}

/// The type that @p text names, or an empty result and the reason in @p why.
inline std::optional<columnar::data_type> make_type(type_text const& text, std::string& why) {
    using columnar::type_id;
    auto const id = type_named(text.name);
    auto const refuse = [&](std::string message) {
        why = std::move(message);
        return std::nullopt;
    };
    if (!id) {
        std::string message = "the type " + quote(text.name) + " is not supported in Lance filters";
        if (auto const meant = type_meant(text.name); !meant.empty()) message += "; write " + std::string(meant);
        return refuse(std::move(message));
    }
    columnar::data_type out;
    out.id = *id;
    bool const is_integer = *id >= type_id::int8 && *id <= type_id::int64;
    if (text.is_unsigned) {
        if (!is_integer) return refuse("only integer types can be unsigned");
        out.id = static_cast<type_id>(static_cast<int>(*id) + 4);
    }
    if (*id == type_id::decimal128) {
        if (text.count != 2) return refuse("decimal needs a precision and a scale: decimal(10, 2)");
        auto const precision = small_number(text.numbers[0]);
        auto const scale = small_number(text.numbers[1]);
        if (precision < 1 || precision > 38) return refuse("a decimal's precision is 1 to 38");
        if (scale < 0 || scale > precision) return refuse("a decimal's scale is 0 to its precision");
        out.precision = precision;
        out.scale = scale;
    } else if (*id == type_id::timestamp) {
        if (text.count > 1) return refuse("a timestamp has one precision");
        if (text.count == 1) {
            auto const digits = small_number(text.numbers[0]);
            if (digits < 0 || digits > 9 || digits % 3 != 0) {
                return refuse("a timestamp's precision is 0, 3, 6 or 9");
            }
            out.unit = static_cast<columnar::time_unit>(digits / 3);
        }
    } else if (text.count > 1 || (text.count == 1 && (*id == type_id::boolean || *id == type_id::date32))) {
        return refuse("the type " + quote(text.name) + " takes no " + (text.count > 1 ? "two numbers" : "number"));
    }
    return out;
}

/// How @p type is written; any type that make_type() does not make comes in Arrow's spelling.
inline std::string type_spelling(columnar::data_type const& type) {
    using columnar::type_id;
    if (type.id == type_id::decimal128) {
        return "decimal(" + std::to_string(type.precision) + ", " + std::to_string(type.scale) + ')';
    }
    if (type.id == type_id::timestamp) {
        if (type.unit == columnar::time_unit::microsecond) return "timestamp";
        return "timestamp(" + std::to_string(static_cast<int>(type.unit) * 3) + ')';
    }
    bool const is_unsigned = type.id >= type_id::uint8 && type.id <= type_id::uint64;
    auto const id = is_unsigned ? static_cast<type_id>(static_cast<int>(type.id) - 4) : type.id;
    for (auto const& [spelling, of] : type_names) {
        if (of == id) return std::string(spelling) + (is_unsigned ? " unsigned" : "");
    }
    return columnar::to_string(type);
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
