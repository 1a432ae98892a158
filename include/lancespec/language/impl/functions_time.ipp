// SPDX-License-Identifier: Apache-2.0
// Functions of dates and times, value by value.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/language/impl/cast_value.ipp>
#include <lancespec/language/impl/row_call.ipp>
#include <lancespec/language/impl/time_parts.ipp>

#include <array>
#include <chrono>
#include <cstdio>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// A date or time taken apart. Years beyond what calendars know are refused by the maker.
struct civil_time {
    std::int64_t days = 0;
    std::int64_t second_of_day = 0;
    std::int64_t nanoseconds = 0;
    std::optional<std::int64_t> ahead;  ///< seconds east of UTC, of a time with a zone
    std::chrono::year_month_day date;
};

/// What the clocks of a timestamp's zone show.
inline std::optional<civil_time> take_apart(std::int64_t count, data_type const& type) {
    civil_time out;
    auto const local = local_count(count, type);
    if (!local) return std::nullopt;
    if (is_zoned(type)) out.ahead = clocks_ahead(count, type);
    count = *local;
    if (type.id == type_id::date32) {
        out.days = count;
    } else {
        auto const scale = per_second_of(type);
        auto const seconds = divide_down(count, scale);
        out.days = divide_down(seconds, seconds_per_day);
        out.second_of_day = modulo_down(seconds, seconds_per_day);
        out.nanoseconds = modulo_down(count, scale) * (1'000'000'000 / scale);
    }
    if (out.days > 11'000'000 || out.days < -11'000'000) return std::nullopt;
    out.date = std::chrono::year_month_day{std::chrono::sys_days{std::chrono::days{out.days}}};
    return out;
}

/// The Thursday of a day's week decides the week's year.
inline std::pair<int, int> iso_week(std::int64_t days) noexcept {
    auto const weekday = (days % 7 + 10) % 7;  // from Monday, 0
    std::chrono::year_month_day const thursday{std::chrono::sys_days{std::chrono::days{days - weekday + 3}}};
    auto const january = std::chrono::sys_days{thursday.year() / 1 / 1}.time_since_epoch().count();
    return {static_cast<int>(thursday.year()), static_cast<int>((days - weekday + 3 - january) / 7) + 1};
}

inline scalar date_part(row_call& c) {
    auto const part = *time_part_named(c.text(0), false);
    auto const& type = *c.types[1];
    auto const count = c.whole(1);
    auto const time = take_apart(count, type);
    if (!time) return c.fail("a time is beyond what calendars know");
    auto const whole = [](auto value) { return scalar{static_cast<std::int64_t>(value)}; };
    auto const second = time->second_of_day % 60;
    auto const month = static_cast<unsigned>(time->date.month());
    switch (part) {
        case time_part::year: return whole(static_cast<int>(time->date.year()));
        case time_part::quarter: return whole((month - 1) / 3 + 1);
        case time_part::month: return whole(month);
        case time_part::week: return whole(iso_week(time->days).second);
        case time_part::day: return whole(static_cast<unsigned>(time->date.day()));
        case time_part::hour: return whole(time->second_of_day / 3600);
        case time_part::minute: return whole(time->second_of_day / 60 % 60);
        case time_part::second: return whole(second);
        case time_part::millisecond: return whole(second * 1'000 + time->nanoseconds / 1'000'000);
        case time_part::microsecond: return whole(second * 1'000'000 + time->nanoseconds / 1'000);
        case time_part::nanosecond: return whole(second * 1'000'000'000 + time->nanoseconds);
        case time_part::dow: return whole((time->days % 7 + 11) % 7);
        case time_part::isodow: return whole((time->days % 7 + 10) % 7 + 1);
        case time_part::doy: {
            auto const january = std::chrono::sys_days{time->date.year() / 1 / 1}.time_since_epoch().count();
            return whole(time->days - january + 1);
        }
        case time_part::isoyear: return whole(iso_week(time->days).first);
        default:
            // An instant's seconds are those of UTC.
            return {static_cast<double>(time->days) * 86'400.0 +
                    static_cast<double>(time->second_of_day - clocks_ahead(count, type)) +
                    static_cast<double>(time->nanoseconds) / 1e9};
    }
}

/// The instant of what was cut off the local time of @p count: of two the one with the same offset, and where the
/// clocks jump over it the one by the offset before, as in DataFusion.
inline scalar cut_instant(row_call& c, std::optional<std::int64_t> local, std::int64_t count, data_type const& type) {
    if (local && !is_zoned(type)) return {*local};
    auto const found = local ? instants_of(*local, type) : std::nullopt;
    if (!found) return c.fail("a time is out of range");
    return {clocks_ahead(found->first, type) == clocks_ahead(count, type) || found->count != 2 ? found->first
                                                                                               : found->second};
}

inline scalar date_trunc(row_call& c) {
    auto const part = *time_part_named(c.text(0), true);
    auto const& type = *c.types[1];
    auto const count = c.whole(1);
    auto const time = take_apart(count, type);
    if (!time) return c.fail("a time is beyond what calendars know");
    bool const is_date = type.id == type_id::date32;
    auto days = time->days;
    auto const day_of = [](std::chrono::year_month_day date) {
        return static_cast<std::int64_t>(std::chrono::sys_days{date}.time_since_epoch().count());
    };
    auto const year = time->date.year();
    auto const month = static_cast<unsigned>(time->date.month());
    switch (part) {
        case time_part::year: days = day_of(year / 1 / 1); break;
        case time_part::quarter: days = day_of(year / std::chrono::month{(month - 1) / 3 * 3 + 1} / 1); break;
        case time_part::month: days = day_of(year / time->date.month() / 1); break;
        case time_part::week: days -= (days % 7 + 10) % 7; break;
        case time_part::day: break;
        default: {
            if (is_date) return {count};
            auto const scale = per_second_of(type);
            std::int64_t by = 1;
            if (part == time_part::hour) by = scale * 3600;
            if (part == time_part::minute) by = scale * 60;
            if (part == time_part::second) by = scale;
            if (part == time_part::millisecond) by = std::max<std::int64_t>(1, scale / 1'000);
            if (part == time_part::microsecond) by = std::max<std::int64_t>(1, scale / 1'000'000);
            // Minutes are alike everywhere, as in DataFusion; hours begin at half past in some places.
            bool const in_zone = part == time_part::hour;
            auto const cut = checked_multiply(divide_down(in_zone ? *local_count(count, type) : count, by), by);
            if (in_zone) return cut_instant(c, cut, count, type);
            return cut ? scalar{*cut} : c.fail("a time is out of range");
        }
    }
    if (is_date) return {days};
    return cut_instant(c, checked_multiply(days * seconds_per_day, per_second_of(type)), count, type);
}

/// `1 day`, `15 minutes`: in nanoseconds, of parts that have one length.
inline std::optional<int128> read_length(std::string_view text) noexcept {
    std::int64_t number = 0;
    auto const read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc{} || number <= 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    while (take_char(text, ' ')) {
    }
    auto const part = time_part_named(text, true);
    if (!part) return std::nullopt;
    auto const second = int128{1'000'000'000};
    switch (*part) {
        case time_part::week: return number * second * 604'800;
        case time_part::day: return number * second * 86'400;
        case time_part::hour: return number * second * 3600;
        case time_part::minute: return number * second * 60;
        case time_part::second: return number * second;
        case time_part::millisecond: return number * int128{1'000'000};
        case time_part::microsecond: return number * int128{1'000};
        default: return std::nullopt;
    }
}

inline scalar date_bin(row_call& c) {
    auto const length = read_length(c.text(0));
    if (!length) return c.fail("'" + quote(c.text(0)) + "' is no length of time such as '15 minutes'");
    auto const scale = int128{1'000'000'000 / per_second_of(c.step.type)};
    auto const origin = c.size() > 2 ? c.whole(2) : 0;
    auto const distance = (static_cast<int128>(c.whole(1)) - origin) * scale;
    auto bins = distance / *length;
    if (distance % *length < 0) --bins;
    auto const out = integer_scalar(bins * *length / scale + origin, type_id::int64);
    return out ? *out : c.fail("a time is out of range");
}

/// A date or time written as a format of strftime() says, of which the usual letters are known.
inline std::optional<std::string> write_time(civil_time const& time, std::string_view format) {
    std::string out;
    std::array<char, 32> buffer;
    auto const add = [&](char const* how, long value) {
        auto const size = std::snprintf(buffer.data(), buffer.size(), how, value);
        out.append(buffer.data(), static_cast<std::size_t>(size));
    };
    static constexpr std::array<std::string_view, 12> months{"January",   "February", "March",    "April",
                                                             "May",       "June",     "July",     "August",
                                                             "September", "October",  "November", "December"};
    static constexpr std::array<std::string_view, 7> weekdays{"Monday", "Tuesday",  "Wednesday", "Thursday",
                                                              "Friday", "Saturday", "Sunday"};
    auto const month = static_cast<unsigned>(time.date.month());
    auto const weekday = static_cast<std::size_t>((time.days % 7 + 10) % 7);
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            out += format[i];
            continue;
        }
        switch (format[++i]) {
            case 'Y': add("%04ld", static_cast<int>(time.date.year())); break;
            case 'y': add("%02ld", ((static_cast<int>(time.date.year()) % 100) + 100) % 100); break;
            case 'm': add("%02ld", month); break;
            case 'd': add("%02ld", static_cast<unsigned>(time.date.day())); break;
            case 'e': add("%2ld", static_cast<unsigned>(time.date.day())); break;
            case 'H': add("%02ld", time.second_of_day / 3600); break;
            case 'I': add("%02ld", (time.second_of_day / 3600 + 11) % 12 + 1); break;
            case 'M': add("%02ld", time.second_of_day / 60 % 60); break;
            case 'S': add("%02ld", time.second_of_day % 60); break;
            case 'f': add("%09ld", time.nanoseconds); break;
            case 'j':
                add("%03ld",
                    time.days - std::chrono::sys_days{time.date.year() / 1 / 1}.time_since_epoch().count() + 1);
                break;
            case 'F': out += *write_time(time, "%Y-%m-%d"); break;
            case 'T': out += *write_time(time, "%H:%M:%S"); break;
            case 'B': out += months[month - 1]; break;
            case 'b':
            case 'h': out += months[month - 1].substr(0, 3); break;
            case 'A': out += weekdays[weekday]; break;
            case 'a': out += weekdays[weekday].substr(0, 3); break;
            case 'p': out += time.second_of_day < 43'200 ? "AM" : "PM"; break;
            case 'z':
                if (!time.ahead) return std::nullopt;
                out += write_offset(*time.ahead, "");
                break;
            case '%': out += '%'; break;
            default: return std::nullopt;
        }
    }
    return out;
}

/// The reverse: days, and seconds of the day.
inline std::optional<std::pair<std::int64_t, std::int64_t>> read_time(std::string_view text, std::string_view format) {
    int year = 1970;
    int month = 1;
    int day = 1;
    int hour = 0;
    int minute = 0;
    int second = 0;
    for (std::size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%' || i + 1 == format.size()) {
            if (!take_char(text, format[i])) return std::nullopt;
            continue;
        }
        auto const read = [&](int& to, std::size_t digits) {
            auto const value = digits == 4 ? take_digits(text, 4) : take_short(text);
            if (value) to = *value;
            return value.has_value();
        };
        bool fine = true;
        switch (format[++i]) {
            case 'Y': fine = read(year, 4); break;
            case 'm': fine = read(month, 2); break;
            case 'd':
            case 'e': fine = read(day, 2); break;
            case 'H': fine = read(hour, 2); break;
            case 'M': fine = read(minute, 2); break;
            case 'S': fine = read(second, 2); break;
            case 'F':
                fine = read(year, 4) && take_char(text, '-') && read(month, 2) && take_char(text, '-') && read(day, 2);
                break;
            case 'T':
                fine =
                    read(hour, 2) && take_char(text, ':') && read(minute, 2) && take_char(text, ':') && read(second, 2);
                break;
            case '%': fine = take_char(text, '%'); break;
            default: fine = false;
        }
        if (!fine) return std::nullopt;
    }
    auto const days = days_of(year, month, day);
    if (!text.empty() || !days || hour > 23 || minute > 59 || second > 60) return std::nullopt;
    return std::pair(*days, std::int64_t{hour} * 3600 + minute * 60 + second);
}

/// to_date() and the to_timestamp()s, from text, numbers and times.
inline scalar to_time(row_call& c) {
    auto const& from = *c.types[0];
    auto const& to = c.step.type;
    bool const is_date = to.id == type_id::date32;
    if (is_string(from.id)) {
        std::optional<scalar> out;
        if (c.size() > 1) {
            auto const read = read_time(c.text(0), c.text(1));
            if (read && is_date) {
                out = scalar{read->first};
            } else if (read) {
                auto const count = checked_multiply(read->first * seconds_per_day + read->second, per_second_of(to));
                if (count) out = scalar{*count};
            }
        } else {
            out = cast_text(c.text(0), to);
        }
        return out ? *out : c.fail("'" + quote(c.text(0)) + "' is no " + columnar::to_string(to));
    }
    std::optional<scalar> out;
    if (is_temporal(from.id)) {
        out = cast_temporal(c.whole(0), from, to);
    } else if (c.step.function == fn::to_timestamp) {
        // Numbers are seconds here, and counts of the name's unit in the others.
        if (auto const* real = std::get_if<double>(&c.in[0].value)) {
            out = cast_float(*real * 1e9, to);
        } else {
            out = integer_scalar(whole_of(c.in[0]) * 1'000'000'000, type_id::int64);
        }
    } else if (auto const* real = std::get_if<double>(&c.in[0].value)) {
        out = cast_float(*real, to);
    } else {
        out = cast_whole(whole_of(c.in[0]), to);
    }
    return out ? *out : c.fail("a time is out of range in " + columnar::to_string(to));
}

/// No argument is null.
inline scalar time_function(row_call& c) {
    switch (c.step.function) {
        case fn::date_part: return date_part(c);
        case fn::date_trunc: return date_trunc(c);
        case fn::date_bin: return date_bin(c);
        case fn::to_unixtime:
            return {c.types[0]->id == type_id::date32 ? c.whole(0) * seconds_per_day
                                                      : divide_down(c.whole(0), per_second_of(*c.types[0]))};
        case fn::make_date: {
            auto const in_range = [&](std::size_t i, std::int64_t most) {
                return c.whole(i) >= 1 && c.whole(i) <= most;
            };
            auto const days =
                c.whole(0) >= -9999 && c.whole(0) <= 9999 && in_range(1, 12) && in_range(2, 31)
                    ? days_of(static_cast<int>(c.whole(0)), static_cast<int>(c.whole(1)), static_cast<int>(c.whole(2)))
                    : std::nullopt;
            return days ? scalar{*days} : c.fail("make_date() has no such day");
        }
        case fn::to_char: {
            auto const time = take_apart(c.whole(0), *c.types[0]);
            auto out = time ? write_time(*time, c.text(1)) : std::nullopt;
            return out ? scalar{std::move(*out)} : c.fail("to_char() does not know this format");
        }
        default: return to_time(c);
    }
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
