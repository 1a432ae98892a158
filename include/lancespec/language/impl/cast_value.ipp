// SPDX-License-Identifier: Apache-2.0
// CAST of one value: between numbers, text, bytes, booleans, dates, times, decimals, lists. What Arrow casts, in its
// way.
#pragma once

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/coercion.ipp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Whether CAST goes from one type to the other at all. Recurses along the types.
inline bool can_cast(data_type const& from, data_type const& to) noexcept {
    if (from == to || from.id == type_id::null) return true;
    auto const from_number = is_numeric(from.id);
    auto const to_number = is_numeric(to.id);
    auto const boolean = type_id::boolean;
    if (from_number && to_number) return true;
    if ((from.id == boolean && is_number(to.id)) || (is_number(from.id) && to.id == boolean)) return true;
    if (is_string(to.id)) {
        if (is_list(from.id)) return can_cast(from.children.front().type, to);
        return from.id != type_id::struct_;
    }
    if (is_string(from.id)) {
        return to_number || to.id == boolean || is_temporal(to.id) || is_binary(to.id);
    }
    if (is_binary(to.id)) return is_binary(from.id) || is_integer(from.id);
    if (is_temporal(from.id) && is_temporal(to.id)) return true;
    if (from.id == type_id::date32) return to.id == type_id::int32 || to.id == type_id::int64;
    if (from.id == type_id::timestamp) return is_number(to.id);
    if (to.id == type_id::date32) return from.id == type_id::int32 || from.id == type_id::int64;
    if (to.id == type_id::timestamp) return is_number(from.id);
    if (is_list(from.id) && is_list(to.id)) return can_cast(from.children.front().type, to.children.front().type);
    if (from.id == type_id::struct_ && to.id == type_id::struct_ && from.children.size() == to.children.size()) {
        return std::equal(from.children.begin(), from.children.end(), to.children.begin(),
                          [](auto const& a, auto const& b) { return can_cast(a.type, b.type); });
    }
    return false;
}

/// A float as Arrow writes it: the shortest digits that read back, without an exponent from 1e-5 to 1e16.
inline std::string write_float(double value, bool is_single) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    std::array<char, 32> buffer;
    auto const end =
        is_single
            ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<float>(value),
                            std::chars_format::scientific)
                  .ptr
            : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
    std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    std::string out;
    if (text.front() == '-') out += '-', text.remove_prefix(1);
    auto const e = text.find('e');
    std::string digits(text.substr(0, 1));
    if (e > 2) digits += text.substr(2, e - 2);
    int exponent = 0;
    auto power = text.substr(e + 1);
    if (power.front() == '+') power.remove_prefix(1);
    std::from_chars(power.data(), power.data() + power.size(), exponent);
    if (value == 0) return out + "0.0";
    int const count = static_cast<int>(digits.size());
    int const point = exponent + 1;  // digits before the decimal point
    int const most = is_single ? 13 : 16;
    int const least = is_single ? -6 : -5;
    if (point >= count && point <= most) {
        return out + digits + std::string(static_cast<std::size_t>(point - count), '0') + ".0";
    }
    if (point > 0 && point <= most) {
        return out + digits.substr(0, static_cast<std::size_t>(point)) + '.' +
               digits.substr(static_cast<std::size_t>(point));
    }
    if (point > least && point <= 0) return out + "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    out += digits[0];
    if (count > 1) out += '.' + digits.substr(1);
    return out + 'e' + std::to_string(exponent);
}

/// Ten to the power of @p exponent, from 0 to 38.
inline int128 power_of_ten(std::int32_t exponent) noexcept {
    int128 out = 1;
    for (; exponent > 0; --exponent) out *= 10;
    return out;
}

inline bool fits_precision(int128 value, std::int32_t precision) noexcept {
    if (precision >= 38) {
        auto const limit = power_of_ten(37) * 10 - 1;
        return value <= limit && value >= -limit;
    }
    auto const limit = power_of_ten(precision);
    return value < limit && value > -limit;
}

/// @p value at another scale, rounded half away from zero; nothing when it outgrows @p want.
inline std::optional<int128> round_scale(int128 value, std::int32_t scale, data_type const& want) noexcept {
    for (; scale < want.scale; ++scale) {
        auto const shifted = checked_multiply(value, int128{10});
        if (!shifted) return std::nullopt;
        value = *shifted;
    }
    if (scale > want.scale) {
        auto const divisor = power_of_ten(std::min(scale - want.scale, 38));
        auto const rest = value % divisor;
        value /= divisor;
        if (rest >= (divisor + 1) / 2) ++value;
        if (-rest >= (divisor + 1) / 2) --value;
    }
    if (!fits_precision(value, want.precision)) return std::nullopt;
    return value;
}

/// `-12.50`, also with an exponent, as a decimal of type @p want.
inline std::optional<int128> read_decimal(std::string_view text, data_type const& want) noexcept {
    bool const negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int128 value = 0;
    int scale = 0;
    bool point = false;
    bool digits = false;
    for (; !text.empty(); text.remove_prefix(1)) {
        char const c = text.front();
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9') break;
        digits = true;
        if (point && scale > want.scale) continue;  // one digit more than wanted decides the rounding
        auto const shifted = checked_multiply(value, int128{10});
        auto const next = shifted ? checked_add(*shifted, int128{c - '0'}) : std::nullopt;
        if (!next) return std::nullopt;
        value = *next;
        scale += point ? 1 : 0;
    }
    if (!digits) return std::nullopt;
    if (!text.empty()) {
        if (ascii_lower(text.front()) != 'e') return std::nullopt;
        text.remove_prefix(1);
        if (text.starts_with('+')) text.remove_prefix(1);
        int exponent = 0;
        auto const read = std::from_chars(text.data(), text.data() + text.size(), exponent);
        if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || exponent > 76 || exponent < -76) {
            return std::nullopt;
        }
        scale -= exponent;
    }
    auto const out = round_scale(value, scale, want);
    if (!out) return std::nullopt;
    return negative ? -*out : *out;
}

inline std::optional<bool> read_boolean(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\n\r";
    while (!text.empty() && blanks.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
    while (!text.empty() && blanks.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
    for (auto const* word : {"true", "t", "tru", "tr", "yes", "ye", "y", "on", "1"}) {
        if (equal_ignoring_ascii_case(text, word)) return true;
    }
    for (auto const* word : {"false", "f", "fals", "fal", "fa", "no", "n", "off", "of", "0"}) {
        if (equal_ignoring_ascii_case(text, word)) return false;
    }
    return std::nullopt;
}

/// A float: digits, `inf`, `infinity`, `nan` in any case, with a sign; nothing else around it.
inline std::optional<double> read_float(std::string_view text) noexcept {
    bool const negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || text.front() == '-' || text.front() == '+') return std::nullopt;
    double out = 0;
    auto const read = std::from_chars(text.data(), text.data() + text.size(), out);
    if (read.ptr != text.data() + text.size() || text.find('(') != std::string_view::npos) return std::nullopt;
    if (read.ec == std::errc::result_out_of_range) {
        auto const e = text.find_first_of("eE");
        out = e != std::string_view::npos && text.substr(e + 1).starts_with('-')
                  ? 0.0
                  : std::numeric_limits<double>::infinity();
    } else if (read.ec != std::errc{}) {
        return std::nullopt;
    }
    return negative ? -out : out;
}

inline std::optional<int128> read_integer(std::string_view text) noexcept {
    bool const negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty() || text.size() > 20 || text.find_first_not_of("0123456789") != std::string_view::npos) {
        return std::nullopt;
    }
    int128 out = 0;
    for (char const c : text) out = out * 10 + (c - '0');
    return negative ? -out : out;
}

/// Dates and times as Arrow writes them: fractions in three, six or nine digits, the offset of a zone behind.
inline std::string write_timestamp(std::int64_t count, data_type const& type) {
    auto const ahead = clocks_ahead(count, type);
    auto plain = type;
    plain.timezone.clear();
    auto out = columnar::to_string(scalar{checked_add(count, ahead * per_second_of(type)).value_or(count)}, plain);
    if (auto const point = out.find('.'); point != std::string::npos) {
        while ((out.size() - point - 1) % 3 != 0) out += '0';
    }
    return is_zoned(type) ? out + write_offset(ahead, ":") : out;
}

/// The scalar of an integer type that holds @p value, if it does.
inline std::optional<scalar> integer_scalar(int128 value, type_id id) noexcept {
    auto const [least, greatest] = integer_range(id);
    if (value < least || value > greatest) return std::nullopt;
    if (id == type_id::uint64) return scalar{static_cast<std::uint64_t>(value)};
    return scalar{static_cast<std::int64_t>(value)};
}

inline int128 whole_of(scalar const& value) noexcept {
    if (auto const* u = std::get_if<std::uint64_t>(&value.value)) return *u;
    if (auto const* b = std::get_if<bool>(&value.value)) return *b ? 1 : 0;
    if (auto const* d = std::get_if<int128>(&value.value)) return *d;
    return std::get<std::int64_t>(value.value);
}

inline std::string write_value(scalar const& value, data_type const& type) {
    if (value.is_null()) return {};
    switch (type.id) {
        case type_id::boolean: return std::get<bool>(value.value) ? "true" : "false";
        case type_id::float32:
        case type_id::float64: return write_float(std::get<double>(value.value), type.id == type_id::float32);
        case type_id::timestamp: return write_timestamp(std::get<std::int64_t>(value.value), type);
        case type_id::utf8:
        case type_id::large_utf8:
        case type_id::binary:
        case type_id::large_binary: return std::get<std::string>(value.value);
        case type_id::list:
        case type_id::large_list:
        case type_id::fixed_size_list: {
            std::string out = "[";
            for (auto const& item : std::get<columnar::scalars>(value.value)) {
                if (out.size() > 1) out += ", ";
                out += write_value(item, type.children.front().type);
            }
            return out + ']';
        }
        case type_id::struct_: {
            std::string out = "{";
            auto const& items = std::get<columnar::scalars>(value.value);
            for (std::size_t i = 0; i < items.size(); ++i) {
                if (i != 0) out += ", ";
                out += type.children[i].name + ": " + write_value(items[i], type.children[i].type);
            }
            return out + '}';
        }
        default: return columnar::to_string(value, type);
    }
}

inline std::optional<scalar> cast_text(std::string_view text, data_type const& to) {
    if (is_integer(to.id)) {
        auto const whole = read_integer(text);
        return whole ? integer_scalar(*whole, to.id) : std::nullopt;
    }
    auto const wrap = [](auto value) -> std::optional<scalar> {
        if (!value) return std::nullopt;
        return scalar{*value};
    };
    switch (to.id) {
        case type_id::boolean: return wrap(read_boolean(text));
        case type_id::float64: return wrap(read_float(text));
        case type_id::float32: {
            auto const value = read_float(text);
            if (!value) return std::nullopt;
            return scalar{static_cast<double>(static_cast<float>(*value))};
        }
        case type_id::decimal128: return wrap(read_decimal(text, to));
        case type_id::date32: return wrap(read_date(text));
        case type_id::timestamp: return wrap(read_timestamp(text, to));
        default: break;
    }
    // No text is a list, a struct or null.
    if (!is_string(to.id) && !is_binary(to.id)) return std::nullopt;
    return scalar{std::string(text)};
}

inline std::optional<scalar> cast_float(double value, data_type const& to) {
    switch (to.id) {
        case type_id::boolean: return scalar{value != 0};
        case type_id::float64: return scalar{value};
        case type_id::float32: return scalar{static_cast<double>(static_cast<float>(value))};
        case type_id::decimal128: {
            if (!std::isfinite(value)) return std::nullopt;
            auto const scaled = std::round(value * std::pow(10.0, to.scale));
            if (std::fabs(scaled) >= 1.7e38 || !fits_precision(static_cast<int128>(scaled), to.precision)) {
                return std::nullopt;
            }
            return scalar{static_cast<int128>(scaled)};
        }
        default: {
            if (!std::isfinite(value) || std::fabs(value) >= 1.7e38) return std::nullopt;
            auto const id = to.id == type_id::timestamp ? type_id::int64 : to.id;
            return integer_scalar(static_cast<int128>(value), id);
        }
    }
}

inline std::optional<scalar> cast_whole(int128 value, data_type const& to) {
    switch (to.id) {
        case type_id::boolean: return scalar{value != 0};
        case type_id::float64: return scalar{static_cast<double>(value)};
        case type_id::float32: return scalar{static_cast<double>(static_cast<float>(value))};
        case type_id::decimal128: {
            auto const out = round_scale(value, 0, to);
            if (!out) return std::nullopt;
            return scalar{*out};
        }
        case type_id::date32: return integer_scalar(value, type_id::int32);
        case type_id::timestamp: return integer_scalar(value, type_id::int64);
        default: return integer_scalar(value, to.id);
    }
}

inline std::optional<scalar> cast_temporal(std::int64_t count, data_type const& from, data_type const& to) {
    if (is_temporal(to.id) && (has_unknown_zone(from) || has_unknown_zone(to))) return std::nullopt;
    if (from.id == type_id::date32) {
        if (to.id != type_id::timestamp) return cast_whole(count, to);
        auto const out = convert_time(count, from, to);
        return out ? std::optional(scalar{*out}) : std::nullopt;
    }
    auto const have = per_second_of(from);
    if (to.id == type_id::date32) {
        auto const local = local_count(count, from);
        if (!local) return std::nullopt;
        return integer_scalar(divide_down(*local, have * seconds_per_day), type_id::int32);
    }
    if (to.id != type_id::timestamp) return cast_whole(count, to);
    auto const want = per_second_of(to);
    auto out = want <= have ? std::optional(count / (have / want)) : convert_unit(count, from.unit, to.unit);
    // A local time gets its zone; an instant keeps its count, in another zone or in none.
    if (out && !is_zoned(from)) out = instant_of(*out, to);
    return out ? std::optional(scalar{*out}) : std::nullopt;
}

/// The little-endian bytes of an integer.
inline std::string integer_bytes(int128 value, type_id id) {
    std::string out;
    int const width = id == type_id::int8 || id == type_id::uint8     ? 1
                      : id == type_id::int16 || id == type_id::uint16 ? 2
                      : id == type_id::int32 || id == type_id::uint32 ? 4
                                                                      : 8;
    for (int i = 0; i < width; ++i) out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
    return out;
}

/// @p from as a value of type @p to; nothing when it does not fit or does not read. can_cast() must hold.
inline std::optional<scalar> cast_value(scalar const& from, data_type const& have, data_type const& to) {
    if (from.is_null() || have == to) return from;
    if (is_string(to.id)) {
        if (has_unknown_zone(have)) return std::nullopt;
        auto text = write_value(from, have);
        if (is_binary(have.id) && find_invalid_utf8(text) != std::string_view::npos) return std::nullopt;
        return scalar{std::move(text)};
    }
    if (is_string(have.id)) return cast_text(std::get<std::string>(from.value), to);
    if (is_binary(to.id)) {
        if (is_binary(have.id)) return from;
        return scalar{integer_bytes(whole_of(from), have.id)};
    }
    if (is_float(have.id)) return cast_float(std::get<double>(from.value), to);
    if (is_temporal(have.id)) return cast_temporal(std::get<std::int64_t>(from.value), have, to);
    if (have.id == type_id::decimal128) {
        auto const value = std::get<int128>(from.value);
        if (is_float(to.id)) return cast_float(static_cast<double>(value) / std::pow(10.0, have.scale), to);
        if (to.id == type_id::decimal128) {
            auto const out = round_scale(value, have.scale, to);
            if (!out) return std::nullopt;
            return scalar{*out};
        }
        return cast_whole(value / power_of_ten(have.scale), to);
    }
    if (is_list(have.id) || have.id == type_id::struct_) {
        auto const& items = std::get<columnar::scalars>(from.value);
        bool const fields = have.id == type_id::struct_;
        if (to.id == type_id::fixed_size_list && std::cmp_not_equal(items.size(), to.list_size)) return std::nullopt;
        columnar::scalars out;
        for (std::size_t i = 0; i < items.size(); ++i) {
            auto const child = fields ? i : 0;
            auto item = cast_value(items[i], have.children[child].type, to.children[child].type);
            if (!item) return std::nullopt;
            out.push_back(std::move(*item));
        }
        return scalar{std::move(out)};
    }
    return cast_whole(whole_of(from), to);
}

/// What a failed cast says.
inline std::string cast_failure(scalar const& from, data_type const& have, data_type const& to) {
    if (has_unknown_zone(have)) return unknown_zone(have);
    if (has_unknown_zone(to)) return unknown_zone(to);
    auto const shown = columnar::to_string(from, have);
    if (is_temporal(have.id) && !is_zoned(have) && is_zoned(to)) {
        auto local = to;
        local.timezone.clear();
        auto const count = convert_time(std::get<std::int64_t>(from.value), have, local);
        auto why = count ? clock_failure(*count, shown, to) : std::string();
        if (!why.empty()) return why;
    }
    return quote(shown) + " cannot be cast to " + quote(columnar::to_string(to));
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
