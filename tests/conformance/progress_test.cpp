// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/progress.hpp"

#include "tests/support/catch.hpp"

#include <sstream>

namespace progress_test {

namespace lc = lancespec::conformance;

lc::check_result check_of(std::string id, lc::outcome result = lc::outcome::pass) {
    lc::check_result c;
    c.id = std::move(id);
    c.result = result;
    return c;
}

/// What a progress line of a run of two checks writes.
std::string written(bool live, std::string const& id, lc::outcome result = lc::outcome::pass) {
    std::ostringstream out;
    {
        lc::progress line(out, live, 2);
        line.start();
        line.tell(check_of("a.first", result));
        line.tell(check_of(id, result));
        line.clear();
    }
    return out.str();
}

TEST_CASE("nothing is written unless a terminal reads") {
    CHECK(written(false, "a.b").empty());
    CHECK_FALSE(written(true, "a.b").empty());
}

TEST_CASE("the line says how far the run is and what failed, and is gone at the end") {
    auto const text = written(true, "a.second", lc::outcome::fail);
    CHECK_THAT(text, Catch::Contains("looking at the server") && Catch::Contains("1/2, 1 failed  a.first") &&
                         Catch::Contains("2/2, 2 failed  a.second") && Catch::EndsWith("\r\x1b[K"));
    CHECK_THAT(written(true, "a.second", lc::outcome::warn), !Catch::Contains("failed"));
    CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("a line never reaches the last of eighty columns") {
    rc::prop("ids of any length", [] {
        auto const size = *rc::gen::inRange<std::size_t>(0, 300);
        auto const fails = *rc::gen::arbitrary<bool>();
        auto text = written(true, std::string(size, 'x'), fails ? lc::outcome::fail : lc::outcome::pass);
        std::string const start = "\r\x1b[K";
        for (std::size_t at = 0; at < text.size();) {
            RC_ASSERT(text.compare(at, start.size(), start) == 0);
            at += start.size();
            auto const end = std::min(text.find('\r', at), text.size());
            RC_ASSERT(end - at <= 79U);
            at = end;
        }
    });
}

}  // namespace progress_test
