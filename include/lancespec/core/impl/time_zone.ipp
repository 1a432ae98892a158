// SPDX-License-Identifier: Apache-2.0
// Bodies of core/time_zone.hpp: a reader of TZif (RFC 8536) and of the rule in its footer (POSIX TZ).
#pragma once

#include <lancespec/core/time_zone.hpp>

#include <lancespec/core/checked.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace detail {

/// The largest file of Debian's tzdata has 4 KB.
inline constexpr std::size_t most_zone_bytes = 256 * 1024;

inline constexpr std::array<char const*, 3> zone_folders{"/usr/share/zoneinfo/", "/usr/lib/zoneinfo/",
                                                         "/usr/share/lib/zoneinfo/"};

inline bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

/// Whether @p name can be an IANA name: words of letters, digits, `_`, `-` and `+` between slashes. There is no dot, so
/// that no name leads out of the folder. Its own copies (posix, right) and this machine's settings (localtime,
/// posixrules) are no names of zones.
inline bool is_zone_name(std::string_view name) noexcept {
    if (name.empty() || name.size() > 64 || name == "localtime" || name == "posixrules" || name == "Factory" ||
        name.starts_with("posix/") || name.starts_with("right/")) {
        return false;
    }
    bool begins = true;
    for (char const c : name) {
        bool const letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (c == '/' ? begins : !letter && (begins || (!is_digit(c) && c != '_' && c != '-' && c != '+'))) return false;
        begins = c == '/';
    }
    return !begins;
}

/// Seconds of `+02:00`, `-0730` or `+01`; the sign must be there.
inline std::optional<std::int32_t> read_fixed_offset(std::string_view text) noexcept {
    if (text.size() < 3 || (text.front() != '+' && text.front() != '-')) return std::nullopt;
    auto const digits = [&text](std::size_t at) {
        return is_digit(text[at]) && is_digit(text[at + 1]) ? (text[at] - '0') * 10 + (text[at + 1] - '0') : -1;
    };
    int const hours = digits(1);
    int minutes = 0;
    if (text.size() == 5) {
        minutes = digits(3);
    } else if (text.size() == 6 && text[3] == ':') {
        minutes = digits(4);
    } else if (text.size() != 3) {
        return std::nullopt;
    }
    if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return std::nullopt;
    auto const seconds = hours * 3600 + minutes * 60;
    return text.front() == '-' ? -seconds : seconds;
}

/// Reads big-endian integers, and nothing behind the end.
struct zone_reader {
    std::string_view rest;
    bool fine = true;

    std::string_view take(std::size_t count) noexcept {
        if (!fine || rest.size() < count) {
            fine = false;
            return {};
        }
        auto const out = rest.substr(0, count);
        rest.remove_prefix(count);
        return out;
    }
    std::int64_t number(std::size_t bytes) noexcept {
        std::uint64_t out = 0;
        auto const from = take(bytes);
        for (char const c : from) out = out << 8 | static_cast<unsigned char>(c);
        return bytes == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(out)) : static_cast<std::int64_t>(out);
    }
};

/// The counts in the header of a block.
struct zone_counts {
    std::array<std::size_t, 6> of{};  ///< is_ut, is_std, leap, time, type, char

    [[nodiscard]] std::size_t bytes(std::size_t width) const noexcept {
        return of[0] + of[1] + of[2] * (width + 4) + of[3] * (width + 1) + of[4] * 6 + of[5];
    }
};

inline std::optional<zone_counts> read_zone_header(zone_reader& from, char& version) noexcept {
    auto const magic = from.take(5);
    from.take(15);
    zone_counts out;
    for (auto& count : out.of) {
        auto const value = from.number(4);
        if (value < 0 || value > static_cast<std::int64_t>(most_zone_bytes)) return std::nullopt;
        count = static_cast<std::size_t>(value);
    }
    if (!from.fine || !magic.starts_with("TZif") || out.of[4] == 0 || out.of[4] > 256) return std::nullopt;
    version = magic[4];
    return out;
}

/// A number of @p least to @p most at the front of a rule.
inline std::optional<int> take_rule_number(std::string_view& text, int least, int most) noexcept {
    int out = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && digits < 4 && is_digit(text[digits]); ++digits)
        out = out * 10 + (text[digits] - '0');
    text.remove_prefix(digits);
    if (digits == 0 || out < least || out > most) return std::nullopt;
    return out;
}

inline bool take_rule_char(std::string_view& text, char c) noexcept {
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
    return true;
}

/// `2`, `-3:30`, `+25:00:00`, in seconds.
inline std::optional<std::int32_t> take_rule_time(std::string_view& text) noexcept {
    bool const negative = take_rule_char(text, '-');
    if (!negative) take_rule_char(text, '+');
    auto const hours = take_rule_number(text, 0, 167);
    if (!hours) return std::nullopt;
    std::int32_t out = *hours * 3600;
    for (int unit : {60, 1}) {
        if (!take_rule_char(text, ':')) break;
        auto const part = take_rule_number(text, 0, 59);
        if (!part) return std::nullopt;
        out += *part * unit;
    }
    return negative ? -out : out;
}

/// `CEST`, `<+03>`: nothing is done with it.
inline bool take_rule_name(std::string_view& text) noexcept {
    bool const quoted = take_rule_char(text, '<');
    std::size_t size = 0;
    while (size < text.size() &&
           (quoted ? text[size] != '>'
                   : (text[size] >= 'A' && text[size] <= 'Z') || (text[size] >= 'a' && text[size] <= 'z'))) {
        ++size;
    }
    text.remove_prefix(size);
    return size > 0 && (!quoted || take_rule_char(text, '>'));
}

}  // namespace detail

/// `CET-1CEST,M3.5.0,M10.5.0/3`
inline std::optional<time_zone::yearly_rule> time_zone::read_rule(std::string_view text) noexcept {
    using namespace detail;
    yearly_rule out;
    if (!take_rule_name(text)) return std::nullopt;
    auto const standard = take_rule_time(text);
    if (!standard) return std::nullopt;
    out.standard = -*standard;  // POSIX counts to the west
    if (text.empty()) return out;
    out.has_summer = true;
    if (!take_rule_name(text)) return std::nullopt;
    out.summer = out.standard + 3600;
    if (!text.empty() && text.front() != ',') {
        auto const summer = take_rule_time(text);
        if (!summer) return std::nullopt;
        out.summer = -*summer;
    }
    for (auto* rule : {&out.begins, &out.ends}) {
        if (!take_rule_char(text, ',')) return std::nullopt;
        std::optional<int> day;
        if (take_rule_char(text, 'M')) {
            auto const month = take_rule_number(text, 1, 12);
            if (!month || !take_rule_char(text, '.')) return std::nullopt;
            auto const week = take_rule_number(text, 1, 5);
            if (!week || !take_rule_char(text, '.')) return std::nullopt;
            rule->month = *month;
            rule->week = *week;
            day = take_rule_number(text, 0, 6);
        } else if (take_rule_char(text, 'J')) {
            rule->kind = 'J';
            day = take_rule_number(text, 1, 365);
        } else {
            rule->kind = '0';
            day = take_rule_number(text, 0, 365);
        }
        if (!day) return std::nullopt;
        rule->day = *day;
        if (take_rule_char(text, '/')) {
            auto const second = take_rule_time(text);
            if (!second) return std::nullopt;
            rule->second = *second;
        }
    }
    return text.empty() ? std::optional(out) : std::nullopt;
}

/// The instant at which @p rule changes the clocks in @p year, which are @p before east of UTC until then.
inline std::int64_t time_zone::change_in(int year, change_rule const& rule, std::int32_t before) noexcept {
    namespace chrono = std::chrono;
    chrono::year const y{year};
    chrono::sys_days day;
    if (rule.kind == 'M') {
        auto const month = y / chrono::month{static_cast<unsigned>(rule.month)};
        chrono::weekday const weekday{static_cast<unsigned>(rule.day)};
        day = rule.week == 5 ? chrono::sys_days{month / weekday[chrono::last]}
                             : chrono::sys_days{month / weekday[static_cast<unsigned>(rule.week)]};
    } else {
        auto number = rule.day;
        if (rule.kind == 'J') number += y.is_leap() && rule.day >= 60 ? 0 : -1;
        day = chrono::sys_days{y / 1 / 1} + chrono::days{number};
    }
    return std::int64_t{day.time_since_epoch().count()} * 86'400 + rule.second - before;
}

inline std::int32_t time_zone::offset_by(yearly_rule const& rule, std::int64_t instant) noexcept {
    if (!rule.has_summer) return rule.standard;
    // The calendar repeats after 400 years; std::chrono's ends at year 32767.
    constexpr std::int64_t cycle = 146'097 * std::int64_t{86'400};
    auto const within = detail::modulo_down(instant, cycle);
    namespace chrono = std::chrono;
    auto const days = detail::divide_down<std::int64_t>(within + rule.standard, 86'400);
    chrono::year_month_day const date{chrono::sys_days{chrono::days{days}}};
    auto const year = static_cast<int>(date.year());
    auto const begins = change_in(year, rule.begins, rule.standard);
    auto const ends = change_in(year, rule.ends, rule.summer);
    bool const summer = begins < ends ? within >= begins && within < ends : within >= begins || within < ends;
    return summer ? rule.summer : rule.standard;
}

LANCESPEC_DECL std::optional<time_zone> time_zone::read(std::string_view file) {
    if (file.size() > detail::most_zone_bytes) return std::nullopt;
    detail::zone_reader from{file};
    char version = 0;
    auto counts = detail::read_zone_header(from, version);
    std::size_t width = 4;
    if (counts && version >= '2') {
        // The first block is for readers of 32 bits; the second has the same counts of its own.
        from.take(counts->bytes(4));
        counts = detail::read_zone_header(from, version);
        width = 8;
    }
    if (!counts || from.rest.size() < counts->bytes(width)) return std::nullopt;
    auto const times = counts->of[3];
    auto const types = counts->of[4];
    time_zone out;
    for (std::size_t i = 0; i < times; ++i) {
        out.changes_.push_back(from.number(width));
        if (i > 0 && out.changes_[i] <= out.changes_[i - 1]) return std::nullopt;
    }
    auto const indices = from.take(times);
    std::vector<std::int32_t> known;
    for (std::size_t i = 0; i < types; ++i) {
        auto const offset = from.number(4);
        from.take(2);  // whether it is summer time, and its name
        if (offset < -26 * 3600 || offset > 26 * 3600) return std::nullopt;
        known.push_back(static_cast<std::int32_t>(offset));
    }
    // RFC 8536 says that type 0 holds before the first change.
    out.offsets_.push_back(known.front());
    for (char const c : indices) {
        auto const type = static_cast<unsigned char>(c);
        if (type >= types) return std::nullopt;
        out.offsets_.push_back(known[type]);
    }
    from.take(counts->of[5] + counts->of[2] * (width + 4) + counts->of[1] + counts->of[0]);
    if (!from.fine) return std::nullopt;
    if (width == 8) {
        auto footer = from.rest;
        auto const end = footer.starts_with('\n') ? footer.find('\n', 1) : std::string_view::npos;
        if (end == std::string_view::npos) return std::nullopt;
        footer = footer.substr(1, end - 1);
        if (!footer.empty()) {
            out.forever_ = read_rule(footer);
            if (!out.forever_) return std::nullopt;
        }
    }
    return out;
}

LANCESPEC_DECL std::int32_t time_zone::offset_at(std::int64_t instant) const noexcept {
    auto const next = std::upper_bound(changes_.begin(), changes_.end(), instant) - changes_.begin();
    bool const behind = static_cast<std::size_t>(next) == changes_.size();
    return behind && forever_ ? offset_by(*forever_, instant) : offsets_[static_cast<std::size_t>(next)];
}

LANCESPEC_DECL local_instants time_zone::instants_of(std::int64_t local) const noexcept {
    local_instants out;
    auto const back = [local](std::int32_t offset) {
        auto const least = std::numeric_limits<std::int64_t>::min();
        auto const most = std::numeric_limits<std::int64_t>::max();
        return detail::checked_subtract(local, std::int64_t{offset}).value_or(local < 0 ? least : most);
    };
    // No offset is further than a day and some hours from UTC: those of the days around are all that can hold.
    std::int32_t before = 0;
    for (std::int64_t const distance : {-93'600, -43'200, 0, 43'200, 93'600}) {
        auto const near = detail::checked_add(local, distance).value_or(local);
        auto const offset = offset_at(near);
        if (distance == -93'600) before = offset;
        auto const instant = back(offset);
        if (offset_at(instant) != offset) continue;
        bool const again = out.count > 0 && (out.first == instant || out.second == instant);
        if (again || out.count == 2) continue;
        (out.count == 0 ? out.first : out.second) = instant;
        ++out.count;
    }
    if (out.count == 1) out.second = out.first;
    if (out.count == 0) out.first = out.second = back(before);
    if (out.second < out.first) std::swap(out.first, out.second);
    return out;
}

LANCESPEC_DECL time_zone const* time_zone::find(std::string_view name) {
    if (name.size() > 64) return nullptr;
    // Columns ask again for every row.
    static thread_local std::string last_name;
    static thread_local time_zone const* last = nullptr;
    if (last != nullptr && name == last_name) return last;
    static std::mutex guard;
    static std::map<std::string, std::unique_ptr<time_zone const>, std::less<>> known;
    std::lock_guard const lock(guard);
    auto at = known.find(name);
    if (at == known.end()) {
        std::optional<time_zone> zone;
        if (auto const offset = detail::read_fixed_offset(name)) {
            zone = fixed(*offset);
        } else if (name == "UTC") {
            zone = fixed(0);
        } else if (detail::is_zone_name(name)) {
            for (auto const* folder : detail::zone_folders) {
                std::ifstream file(folder + std::string(name), std::ios::binary);
                if (!file) continue;
                std::string bytes(detail::most_zone_bytes + 1, '\0');
                // A folder opens too; reading it fails.
                file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
                bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
                zone = read(bytes);
                break;
            }
        }
        if (!zone) return nullptr;
        at = known.emplace(std::string(name), std::make_unique<time_zone const>(std::move(*zone))).first;
    }
    last_name = at->first;
    last = at->second.get();
    return last;
}

LANCESPEC_END_NAMESPACE
