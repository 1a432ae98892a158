// SPDX-License-Identifier: Apache-2.0
// Dates and timestamps read from text, and literals converted to the type of the column beside them.
#pragma once

#include <lancespec/language/impl/local_time.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// A date and time as a text has it.
struct written_time {
    std::int64_t seconds = 0;  ///< since 1970: in UTC, or as clocks show them when there is no offset
    std::int64_t nanoseconds = 0;
    bool is_instant = false;  ///< an offset or the name of a time zone stands behind it
};

/// `2021-01-31`, `2021-01-31 12:30:15[.123]` with a `T` or a space, and an offset or the name of a time zone. Nothing
/// when it is none, the zone is not known, or its clocks do not show that time once.
inline std::optional<written_time> read_written_time(std::string_view text) {
    auto const days = take_date(text);
    if (!days) return std::nullopt;
    written_time out;
    out.seconds = *days * seconds_per_day;
    if (text.empty()) return out;
    if (!take_char(text, 'T') && !take_char(text, 't') && !take_char(text, ' ')) return std::nullopt;
    auto const hour = take_digits(text, 2);
    if (!hour || *hour > 23 || !take_char(text, ':')) return std::nullopt;
    auto const minute = take_digits(text, 2);
    if (!minute || *minute > 59 || !take_char(text, ':')) return std::nullopt;
    auto const second = take_digits(text, 2);
    if (!second || *second > 60) return std::nullopt;  // 60 is a leap second
    if (take_char(text, '.')) {
        std::int64_t place = 100'000'000;
        if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
        while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
            out.nanoseconds += (text.front() - '0') * place;
            place /= 10;
            text.remove_prefix(1);
        }
    }
    out.seconds += *hour * 3600 + *minute * 60 + *second;
    while (take_char(text, ' ')) {
    }
    out.is_instant = !text.empty();
    if (auto const offset = take_offset(text)) {
        out.seconds -= *offset * 60;
        return out;
    }
    auto zoned = simple_type(type_id::timestamp);
    zoned.unit = columnar::time_unit::second;
    zoned.timezone = text;
    auto const instant = instant_of(out.seconds, zoned);
    if (!instant) return std::nullopt;
    out.seconds = *instant;
    return out;
}

/// A text as a timestamp of type @p to. What has no offset is UTC, or what the clocks of @p to's zone show.
inline std::optional<std::int64_t> read_timestamp(std::string_view text, data_type const& to) {
    auto const time = read_written_time(text);
    if (!time) return std::nullopt;
    auto const per_second = per_second_of(to);
    auto const count = int128{time->seconds} * per_second + time->nanoseconds / (1'000'000'000 / per_second);
    if (count > std::numeric_limits<std::int64_t>::max() || count < std::numeric_limits<std::int64_t>::min()) {
        return std::nullopt;
    }
    auto const out = static_cast<std::int64_t>(count);
    return time->is_instant ? std::optional(out) : instant_of(out, to);
}

/// `2021-01-31`, `2021-1-31`, `20210131`, or a timestamp of whose time nothing is kept.
inline std::optional<std::int64_t> read_date(std::string_view text) {
    if (text.size() == 8 && text.find_first_not_of("0123456789") == std::string_view::npos) {
        auto const year = take_digits(text, 4);
        auto const month = take_digits(text, 2);
        return days_of(*year, *month, *take_digits(text, 2));
    }
    auto rest = text;
    auto const days = take_date(rest, true);
    if (!days || rest.empty()) return days;
    auto const time = read_written_time(text);
    return time ? std::optional(divide_down(time->seconds, seconds_per_day)) : std::nullopt;
}

/// A date or timestamp as a timestamp of type @p to: what has no zone is what the clocks of @p to's zone show. Nothing
/// when it leaves 64 bits, loses digits, or is not shown once.
inline std::optional<std::int64_t> convert_time(std::int64_t count, data_type const& from, data_type const& to) {
    bool const date = from.id == type_id::date32;
    auto const days = date ? checked_multiply(count, seconds_per_day) : std::optional(count);
    auto const out = days ? convert_unit(*days, date ? columnar::time_unit::second : from.unit, to.unit) : std::nullopt;
    return out && !is_zoned(from) ? instant_of(*out, to) : out;
}

/// The literal @p from, of type @p have, as a value of type @p want: what a literal beside a column becomes.
/// Nothing when Lance refuses: out of range, a fraction for an integer, text for a number.
inline std::optional<scalar> convert_literal(scalar const& from, data_type const& have, data_type const& want) {
    if (from.is_null() || have == want) return from;
    if (is_temporal(have.id) && want.id == type_id::timestamp) {
        auto const count = convert_time(std::get<std::int64_t>(from.value), have, want);
        return count ? std::optional(scalar{*count}) : std::nullopt;
    }
    if (is_integer(have.id)) {
        auto const* u = std::get_if<std::uint64_t>(&from.value);
        int128 const whole = u != nullptr ? int128{*u} : int128{std::get<std::int64_t>(from.value)};
        if (is_integer(want.id)) {
            auto const [least, greatest] = integer_range(want.id);
            if (whole < least || whole > greatest) return std::nullopt;
            if (want.id == type_id::uint64) return scalar{static_cast<std::uint64_t>(whole)};
            return scalar{static_cast<std::int64_t>(whole)};
        }
        // Lance converts literals of int64 alone.
        if (want.id == type_id::decimal128) return u != nullptr ? std::nullopt : rescale(whole, 0, want);
        if (!is_float(want.id)) return std::nullopt;
        double const real = static_cast<double>(whole);
        return scalar{want.id == type_id::float32 ? static_cast<double>(static_cast<float>(real)) : real};
    }
    if (is_float(have.id) && is_float(want.id)) {
        auto const real = std::get<double>(from.value);
        return scalar{want.id == type_id::float32 ? static_cast<double>(static_cast<float>(real)) : real};
    }
    if (have.id == type_id::decimal128 && want.id == type_id::decimal128) {
        return rescale(std::get<int128>(from.value), have.scale, want);
    }
    if ((is_string(have.id) && is_string(want.id)) || (is_binary(have.id) && is_binary(want.id))) return from;
    bool const lists =
        have.id == type_id::list && !want.children.empty() && !have.children.empty() &&
        (want.id == type_id::list || want.id == type_id::large_list || want.id == type_id::fixed_size_list);
    if (lists) {
        auto const& items = std::get<columnar::scalars>(from.value);
        if (want.id == type_id::fixed_size_list && std::cmp_not_equal(items.size(), want.list_size)) {
            return std::nullopt;
        }
        columnar::scalars out;
        for (auto const& item : items) {
            auto converted = convert_literal(item, have.children.front().type, want.children.front().type);
            if (!converted) return std::nullopt;
            out.push_back(std::move(*converted));
        }
        return scalar{std::move(out)};
    }
    return std::nullopt;
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
