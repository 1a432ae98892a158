// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/journal.hpp"

#include "tests/support/catch.hpp"

#include <algorithm>
#include <thread>

namespace journal_test {

namespace lc = lancespec::conformance;
using lc::made_kind;

TEST_CASE("the journal knows what was asked for before the answer, and forgets what was refused") {
    lc::journal j;
    CHECK(j.entries().empty());
    auto const space = j.will_make(made_kind::namespace_, {"s"});
    auto const table = j.will_make(made_kind::table, {"s", "t"});
    auto const view = j.will_make(made_kind::view, {"s", "v"});
    CHECK(j.entries().size() == 3);
    CHECK(std::ranges::none_of(j.entries(), &lc::made_object::sure));
    j.was_made(space);
    j.was_not_made(table);
    auto const left = j.entries();
    REQUIRE(left.size() == 2);
    CHECK(left[0].names == std::vector<std::string>{"s"});
    CHECK(left[0].sure);
    CHECK(left[1].kind == made_kind::view);
    CHECK_FALSE(left[1].sure);
    j.was_made(view);
    CHECK(j.entries()[1].sure);
}

TEST_CASE("what is asked for again is one entry, which a refusal forgets only when it was the first") {
    lc::journal j;
    auto const first = j.will_make(made_kind::table, {"t"});
    auto const again = j.will_make(made_kind::table, {"t"});
    CHECK(j.entries().size() == 1);
    j.was_not_made(again);  // refused, since it is there
    CHECK(j.entries().size() == 1);
    j.was_made(first);
    j.was_not_made(first);
    CHECK(j.entries().size() == 1);
    j.was_not_made(j.will_make(made_kind::table, {"u"}));
    j.was_made(j.will_make(made_kind::table, {"u"}));
    CHECK(j.entries().size() == 2);
    CHECK(j.entries()[1].sure);
}

TEST_CASE("an object is described by its kind and its names") {
    CHECK(lc::describe({made_kind::namespace_, {"s"}, true}) == "namespace s");
    CHECK(lc::describe({made_kind::table, {"s", "t"}, true}) == "table s$t");
    CHECK(lc::describe({made_kind::view, {"s", "v"}, true}) == "view s$v");
}

TEST_CASE("entries from many threads are all there, each with its own fate") {
    lc::journal j;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 8; ++t)
            threads.emplace_back([&j, t] {
                for (int i = 0; i < 100; ++i) {
                    auto const entry = j.will_make(made_kind::table, {std::to_string(t), std::to_string(i)});
                    if (i % 2 == 0)
                        j.was_made(entry);
                    else
                        j.was_not_made(entry);
                }
            });
    }
    auto const left = j.entries();
    CHECK(left.size() == 400);
    CHECK(std::ranges::all_of(left, &lc::made_object::sure));
    CHECK(std::ranges::all_of(left, [](lc::made_object const& o) { return std::stoi(o.names[1]) % 2 == 0; }));
}

}  // namespace journal_test
