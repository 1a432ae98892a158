// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/time_zone.hpp>

#include "tests/support/catch.hpp"

#include <fstream>
#include <iterator>

namespace time_zone_test {

using lancespec::time_zone;

inline std::string file_of(std::string const& name) {
    std::ifstream file("/usr/share/zoneinfo/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST_CASE("a zone has the offsets of the system's data, past and future", "[core][time_zone]") {
    auto const* berlin = time_zone::find("Europe/Berlin");
    REQUIRE(berlin != nullptr);
    CHECK(berlin->offset_at(1609459200) == 3600);
    CHECK(berlin->offset_at(1625097600) == 7200);
    CHECK(berlin->offset_at(1616893199) == 3600);
    CHECK(berlin->offset_at(1616893200) == 7200);
    CHECK(berlin->offset_at(-3786825600) == 3208);   // 1850: the sun's time
    CHECK(berlin->offset_at(4118083200) == 7200);    // July 2100, by the rule
    CHECK(berlin->offset_at(253402300799) == 3600);  // the end of 9999
    CHECK(berlin->offset_at(std::numeric_limits<std::int64_t>::min()) == 3208);
    CHECK((berlin->offset_at(std::numeric_limits<std::int64_t>::max()) % 3600) == 0);
    auto const* sydney = time_zone::find("Australia/Sydney");  // summer at the turn of the year
    REQUIRE(sydney != nullptr);
    CHECK(sydney->offset_at(4102444800) == 39600);
    CHECK(sydney->offset_at(4118083200) == 36000);
    CHECK(time_zone::find("Europe/Berlin") == berlin);
}

TEST_CASE("fixed offsets are zones; UTC needs no data", "[core][time_zone]") {
    struct row {
        std::string name;
        std::int32_t offset;
    };
    auto const c =
        GENERATE(values<row>({{"+02:00", 7200}, {"-0230", -9000}, {"+14", 50400}, {"UTC", 0}, {"-00:00", 0}}));
    CAPTURE(c.name);
    auto const* zone = time_zone::find(c.name);
    REQUIRE(zone != nullptr);
    CHECK(zone->offset_at(0) == c.offset);
    CHECK(zone->instants_of(0).first == -c.offset);
}

TEST_CASE("a name of no zone finds nothing, and none leads out of the folder", "[core][time_zone]") {
    auto const name =
        GENERATE(as<std::string>(), "", "Foo/Bar", "europe/berlin", "Europe", "Europe/", "/Europe/Berlin",
                 "Europe//Berlin", "../zoneinfo/UTC", "Europe/../Europe/Berlin", "./UTC", "/etc/localtime", "localtime",
                 "posixrules", "posix/UTC", "right/UTC", "tzdata.zi", "zone1970.tab", "leapseconds", "+24:00", "+2:00",
                 "02:00", "+02:60", "+02:00:30", "Z", "utc", "UTC+2");
    CAPTURE(name);
    CHECK(time_zone::find(name) == nullptr);
    CHECK(time_zone::find(std::string("UTC\0x", 5)) == nullptr);
    CHECK(time_zone::find(std::string(100'000, 'A')) == nullptr);
}

TEST_CASE("a local time is one instant, none or two", "[core][time_zone]") {
    auto const* berlin = time_zone::find("Europe/Berlin");
    REQUIRE(berlin != nullptr);
    auto const once = berlin->instants_of(1609459200);
    CHECK(once.count == 1);
    CHECK(once.first == 1609455600);
    auto const never = berlin->instants_of(1616898600);  // 2021-03-28T02:30
    CHECK(never.count == 0);
    CHECK(never.first == 1616895000);
    auto const twice = berlin->instants_of(1635647400);  // 2021-10-31T02:30
    CHECK(twice.count == 2);
    CHECK(twice.first == 1635640200);
    CHECK(twice.second == 1635643800);
}

TEST_CASE("the instants of a local time show it", "[core][time_zone]") {
    rc::prop("time_zone_instants", [] {
        auto const name =
            *rc::gen::element<std::string>("Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu",
                                           "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "UTC");
        auto const* zone = time_zone::find(name);
        RC_ASSERT(zone != nullptr);
        auto const instant = *rc::gen::inRange<std::int64_t>(-5'000'000'000, 10'000'000'000);
        auto const local = instant + zone->offset_at(instant);
        auto const back = zone->instants_of(local);
        RC_ASSERT(back.count >= 1);
        RC_ASSERT(back.first == instant || back.second == instant);
        auto const drawn = zone->instants_of(instant);
        if (drawn.count > 0) {
            RC_ASSERT(drawn.first + zone->offset_at(drawn.first) == instant);
            RC_ASSERT(drawn.second + zone->offset_at(drawn.second) == instant);
        }
    });
}

TEST_CASE("a zone file cut or changed anywhere is refused or read, never beyond its end", "[core][time_zone]") {
    auto const file = file_of("Europe/Berlin");
    REQUIRE(time_zone::read(file).has_value());
    for (std::size_t size = 0; size + 1 < file.size(); size += 7) {
        // Bytes of its own, so that a sanitizer sees one read too many.
        std::string const cut(file, 0, size);
        CHECK_FALSE(time_zone::read(cut).has_value());
    }
    rc::prop("time_zone_bytes", [&file] {
        auto bytes = file;
        auto const count = *rc::gen::inRange(1, 20);
        for (int i = 0; i < count; ++i) {
            auto const near_the_front = *rc::gen::arbitrary<bool>();
            auto const at = *rc::gen::inRange<std::size_t>(0, near_the_front ? 60 : bytes.size());
            bytes[at] = *rc::gen::arbitrary<char>();
        }
        if (auto const zone = time_zone::read(bytes)) (void)zone->instants_of(1616898600);
    });
}

}  // namespace time_zone_test
