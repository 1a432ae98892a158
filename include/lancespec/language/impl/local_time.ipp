// SPDX-License-Identifier: Apache-2.0
// Timestamps with a time zone: between instants and the local times that the zone's clocks show.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/core/time_zone.hpp>
#include <lancespec/language/impl/literals.ipp>

#include <array>
#include <cstdio>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// How many of the finest unit, nanoseconds, one of @p type is.
inline int128 nanoseconds_of(data_type const& type) noexcept {
    return type.id == type_id::date32
               ? int128{seconds_per_day} * 1'000'000'000
               : int128{1'000'000'000} / units_per_second[static_cast<std::size_t>(type.unit) & 3];
}

/// Dates and timestamps of any units in their order in time: less than, equal to or greater than zero. No count is
/// converted to the other unit, which may not hold it (9999-12-31 in nanoseconds).
inline int compare_times(std::int64_t a, data_type const& a_type, std::int64_t b, data_type const& b_type) noexcept {
    auto const x = a * nanoseconds_of(a_type);
    auto const y = b * nanoseconds_of(b_type);
    return x < y ? -1 : x > y ? 1 : 0;
}

/// Whether the values of @p type are instants, which its zone shows as local times.
inline bool is_zoned(data_type const& type) noexcept {
    return type.id == type_id::timestamp && !type.timezone.empty();
}

inline std::int64_t per_second_of(data_type const& type) noexcept {
    return units_per_second[static_cast<std::size_t>(type.unit) & 3];
}

/// Whether @p type has a zone that is not known. Instants compare without; nothing else is done with them.
inline bool has_unknown_zone(data_type const& type) {
    return is_zoned(type) && time_zone::find(type.timezone) == nullptr;
}

/// Seconds by which the clocks of a known zone are ahead of UTC at @p instant; 0 without a zone.
inline std::int64_t clocks_ahead(std::int64_t instant, data_type const& type) {
    if (!is_zoned(type)) return 0;
    auto const* zone = time_zone::find(type.timezone);
    return zone == nullptr ? 0 : zone->offset_at(divide_down(instant, per_second_of(type)));
}

/// The count that the clocks of the zone show; nothing when it leaves 64 bits.
inline std::optional<std::int64_t> local_count(std::int64_t instant, data_type const& type) {
    return checked_add(instant, clocks_ahead(instant, type) * per_second_of(type));
}

/// The instants, as counts of @p type's unit, at which its zone's clocks show @p local.
inline std::optional<local_instants> instants_of(std::int64_t local, data_type const& type) {
    auto const* zone = time_zone::find(type.timezone);
    if (zone == nullptr) return std::nullopt;
    auto const scale = per_second_of(type);
    auto const seconds = divide_down(local, scale);
    auto out = zone->instants_of(seconds);
    for (auto* instant : {&out.first, &out.second}) {
        auto const moved = checked_add(local, (*instant - seconds) * scale);
        if (!moved) return std::nullopt;
        *instant = *moved;
    }
    return out;
}

/// The one instant of a local time; nothing when the clocks jump over it or show it twice, as in Arrow.
inline std::optional<std::int64_t> instant_of(std::int64_t local, data_type const& type) {
    if (!is_zoned(type)) return local;
    auto const found = instants_of(local, type);
    return found && found->count == 1 ? std::optional(found->first) : std::nullopt;
}

/// `Z`, `+01:00`: behind a local time, as Arrow writes it. Seconds of an offset are not shown.
inline std::string write_offset(std::int64_t seconds, std::string_view colon) {
    if (seconds == 0 && !colon.empty()) return "Z";
    auto const minutes = (seconds < 0 ? -seconds : seconds) / 60;
    std::array<char, 16> buffer;
    auto const size = std::snprintf(buffer.data(), buffer.size(), "%c%02d%.*s%02d", seconds < 0 ? '-' : '+',
                                    static_cast<int>(minutes / 60), static_cast<int>(colon.size()), colon.data(),
                                    static_cast<int>(minutes % 60));
    return {buffer.data(), static_cast<std::size_t>(size)};
}

/// What is wrong with @p type's zone.
inline std::string unknown_zone(data_type const& type) {
    return "time zone " + quote(type.timezone) + " is not known: it is no offset such as +02:00, and no name in " +
           "/usr/share/zoneinfo (Debian's package tzdata)";
}

/// Why the clocks of @p zoned do not show the local time that @p shown writes once, or empty.
inline std::string clock_failure(std::int64_t local, std::string const& shown, data_type const& zoned) {
    if (has_unknown_zone(zoned)) return unknown_zone(zoned);
    auto const found = instants_of(local, zoned);
    if (!found || found->count == 1) return {};
    return shown +
           (found->count == 0
                ? " does not exist in " + quote(zoned.timezone) + ": the clocks are put forward over it"
                : " is twice in " + quote(zoned.timezone) + ": the clocks are put back; write it with its offset");
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
