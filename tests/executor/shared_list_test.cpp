// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/impl/backfill_run.ipp>
#include <lancespec/executor/impl/make_table.ipp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <unordered_map>

namespace shared_list_test {

namespace detail = lancespec::executor::detail;
using list = detail::shared_list<int>;

std::shared_ptr<int const> item(int n) {
    return std::make_shared<int const>(n);
}

std::vector<int> values(list const& of) {
    std::vector<int> out;
    for (auto const& each : of) out.push_back(*each);
    return out;
}

TEST_CASE("Property: a shared list does what a vector does, and its copies stay as they were", "[shared_list]") {
    rc::check("after any changes", [] {
        list now;
        std::vector<int> expected;
        std::vector<std::pair<list, std::vector<int>>> copies;
        auto const changes =
            *rc::gen::resize(400, rc::gen::container<std::vector<unsigned>>(rc::gen::arbitrary<unsigned>()));
        for (auto const change : changes) {
            int const n = static_cast<int>(change % 1000);
            switch (change % 8) {
                case 0:
                    if (!expected.empty()) {
                        now.set(change % expected.size(), item(n));
                        expected[change % expected.size()] = n;
                    }
                    break;
                case 1: {
                    // Takes away some, changes others.
                    auto const by = static_cast<int>(change % 13) + 2;
                    now.transform([by](std::shared_ptr<int const> const& each) -> std::shared_ptr<int const> {
                        if (*each % by == 0) return nullptr;
                        return *each % by == 1 ? item(*each + 1) : each;
                    });
                    std::erase_if(expected, [by](int each) { return each % by == 0; });
                    for (auto& each : expected)
                        if (each % by == 1) ++each;
                    break;
                }
                case 2: copies.emplace_back(now, expected); break;
                default:
                    for (int i = 0; i < n % 50; ++i) {
                        now.push_back(item(n + i));
                        expected.push_back(n + i);
                    }
            }
            RC_ASSERT(now.size() == expected.size());
            RC_ASSERT(now.empty() == expected.empty());
        }
        copies.emplace_back(now, expected);
        for (auto const& [copy, then] : copies) {
            RC_ASSERT(values(copy) == then);
            for (std::size_t i = 0; i < then.size(); ++i) RC_ASSERT(*copy[i] == then[i]);
        }
    });
}

TEST_CASE("A transform that changes nothing makes no node", "[shared_list]") {
    list all;
    for (int i = 0; i < 5000; ++i) all.push_back(item(i));
    std::unordered_map<void const*, std::size_t> nodes;
    auto const count = [&nodes](list const& of) {
        of.each_node([&nodes](void const* node, std::size_t bytes) { nodes.emplace(node, bytes); });
        return nodes.size();
    };
    auto const before = count(all);
    auto copy = all;
    copy.transform([](auto const& each) { return each; });
    CHECK(count(copy) == before);
    copy.set(2500, item(1));
    CHECK(count(copy) == before + 3);  // 5,000 items are three levels of 32
    copy.push_back(item(1));
    CHECK(count(copy) == before + 6);
}

/// The bytes of the lists of fragments of all versions of `t`, each node counted once.
std::size_t list_bytes(detail::store const& of) {
    std::unordered_map<void const*, std::size_t> nodes;
    auto const all = of.versions_of({"t"}, std::nullopt).value();
    for (auto const& version : all.versions)
        version->fragments.each_node([&nodes](void const* node, std::size_t bytes) { nodes.emplace(node, bytes); });
    std::size_t out = 0;
    for (auto const& [node, bytes] : nodes) out += bytes;
    return out;
}

TEST_CASE("A version takes memory for what it changes, however many fragments there are", "[shared_list]") {
    // A version may take four nodes of 32 pointers, twice for what was there before: not a pointer per fragment.
    constexpr std::size_t most_of_a_version = 8 * 32 * sizeof(std::shared_ptr<int>);
    for (std::size_t const fragments : {500, 4000}) {
        detail::store objects([] { return std::int64_t{0}; });
        auto const fields = executor_tables::schema({{"x", "int64"}});
        objects.add_table(detail::make_table({"t"}, fields, {}).value()).value();
        auto const one = executor_tables::xs({1});
        for (std::size_t i = 0; i < fragments; ++i)
            objects
                .update({"t"}, std::nullopt,
                        [&](detail::table_version& next,
                            detail::table& counters) -> lancespec::result<bool, lancespec::namespace_error> {
                            auto const made = detail::make_fragments(*next.fields, {one}, counters);
                            if (!made) return made.error();
                            next.fragments.push_back(made->front());
                            return true;
                        })
                .value();
        CHECK(list_bytes(objects) < fragments * most_of_a_version);
        // A commit per fragment, as a backfill with commit_granularity 1 makes them.
        auto const before = list_bytes(objects);
        for (std::size_t i = 0; i < fragments; ++i)
            objects
                .update({"t"}, std::nullopt,
                        [&](detail::table_version& next,
                            detail::table&) -> lancespec::result<bool, lancespec::namespace_error> {
                            next.fragments.set(i, detail::with_column(*next.fragments[i], {0}, one.columns.front()));
                            return true;
                        })
                .value();
        CHECK(list_bytes(objects) - before < fragments * most_of_a_version);
        CHECK(objects.versions_of({"t"}, std::nullopt)->versions.size() == 2 * fragments + 1);
    }
}

TEST_CASE("Property: a commit finds its fragments wherever they are by then", "[shared_list]") {
    rc::check("by their origin", [] {
        std::vector<int> const kept = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 3));
        detail::shared_list<detail::fragment> now;
        std::vector<std::int64_t> origins;
        for (std::size_t i = 0; i < kept.size(); ++i) {
            if (kept[i] == 0) continue;
            auto made = std::make_shared<detail::fragment>();
            made->origin = static_cast<std::int64_t>(i);
            origins.push_back(made->origin);
            now.push_back(std::move(made));
        }
        detail::fragment_places places(now);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            auto const place = places.find(static_cast<std::int64_t>(i), i);
            RC_ASSERT(place.has_value() == (kept[i] != 0));
            if (place) RC_ASSERT(origins[*place] == static_cast<std::int64_t>(i));
        }
    });
}

}  // namespace shared_list_test
