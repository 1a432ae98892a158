// SPDX-License-Identifier: Apache-2.0
// Time zones: what local time an instant is, and which instants a local time is.
//
// C++20's zones are not in gcc 12. The system's IANA data is read by ourselves: its files (TZif, RFC 8536) are a table
// of offsets and one rule for the years behind it, some 150 lines to read with bounds; ICU, which Debian has, would be
// the largest dependency of the library by far, and Boost.Date_Time and localtime_r() know no zone beside the process's
// own.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE

/// Seconds since 1970-01-01T00:00:00 UTC in which the clocks of a zone show a local time.
struct local_instants {
    /// 0: the clocks jump over it; 2: they show it twice.
    int count = 0;
    std::int64_t first = 0;   ///< count 0: by the offset before the jump
    std::int64_t second = 0;  ///< count 2: the later one
};

/// A zone's offsets from UTC, past and future. Immutable.
class time_zone {
public:
    /// The zone of a fixed offset (`+02:00`, `-0730`, `+01`: what Arrow allows), `UTC`, or an IANA name
    /// (`Europe/Berlin`, in its exact case) that the system's zoneinfo folder has. Null: not known. The zones stay for
    /// the process's life. Throws std::bad_alloc.
    [[nodiscard]] static LANCESPEC_DECL time_zone const* find(std::string_view name);

    /// The zone in the bytes of a TZif file, or nothing when they are none. Linear; reads no further than the bytes.
    [[nodiscard]] static LANCESPEC_DECL std::optional<time_zone> read(std::string_view file);

    /// The zone that is always @p seconds east of UTC.
    [[nodiscard]] static time_zone fixed(std::int32_t seconds) {
        time_zone out;
        out.offsets_ = {seconds};
        return out;
    }

    /// Seconds east of UTC at @p instant, seconds since 1970 in UTC. Logarithmic in the changes.
    [[nodiscard]] LANCESPEC_DECL std::int32_t offset_at(std::int64_t instant) const noexcept;

    /// The instants at which the clocks show @p local, the seconds since 1970 if they showed UTC.
    [[nodiscard]] LANCESPEC_DECL local_instants instants_of(std::int64_t local) const noexcept;

private:
    /// A day on which the clocks change every year, as POSIX writes it.
    struct change_rule {
        char kind = 'M';  ///< M: month, week, weekday; J: day 1 to 365 without leap days; 0: day 0 to 365
        int month = 1;
        int week = 1;
        int day = 0;
        std::int32_t second = 7'200;  ///< local time of day, from -167 to 167 hours
    };
    /// What holds after the last entry of the table.
    struct yearly_rule {
        std::int32_t standard = 0;
        std::int32_t summer = 0;
        change_rule begins;
        change_rule ends;
        bool has_summer = false;
    };

    [[nodiscard]] static std::optional<yearly_rule> read_rule(std::string_view text) noexcept;
    [[nodiscard]] static std::int64_t change_in(int year, change_rule const& rule, std::int32_t before) noexcept;
    [[nodiscard]] static std::int32_t offset_by(yearly_rule const& rule, std::int64_t instant) noexcept;

    std::vector<std::int64_t> changes_;   ///< ascending
    std::vector<std::int32_t> offsets_;   ///< one more: the first holds before every change
    std::optional<yearly_rule> forever_;  ///< after the last change
};

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/time_zone.ipp>
#endif
