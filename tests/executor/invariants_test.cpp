// SPDX-License-Identifier: Apache-2.0
// What holds of a catalog whatever many threads do to it: names are unique, versions are immutable and have the rows
// that are counted, tags and branches stand for what is there, and nothing is left over.
#include <lancespec/executor/catalog.hpp>

#include "tests/executor/tables.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <random>
#include <set>
#include <thread>

namespace invariants_test {

using namespace executor_tables;
namespace model = lancespec::model;

class busy_catalog {
public:
    /// Runs @p operations random ones on each of @p threads threads, while another one looks.
    void run(int threads, int operations) {
        std::atomic<int> working{threads};
        std::vector<std::thread> all;
        for (int t = 0; t < threads; ++t)
            all.emplace_back([&, t] {
                std::mt19937 random(static_cast<unsigned>(t) * 7919U + 1);
                for (int i = 0; i < operations; ++i) act(random);
                --working;
            });
        all.emplace_back([&] {
            while (working > 0) look();
        });
        for (auto& one : all) one.join();
        look();
    }

    std::string wrong() const {
        std::lock_guard const lock(mutex_);
        return wrong_;
    }
    [[nodiscard]] int done() const { return done_; }
    executor::catalog& catalog() { return catalog_; }

private:
    using numbers = std::mt19937;

    static object_identifier name(numbers& from) {
        static std::vector<std::string> const spaces{"", "a", "b"};
        auto const& space = spaces[from() % spaces.size()];
        auto const leaf = "t" + std::to_string(from() % 6);
        return space.empty() ? object_identifier{{leaf}} : object_identifier{{space, leaf}};
    }

    template <class Request>
    auto send(Request request, object_identifier const& id) {
        request.id = id.names();
        auto out = catalog_.execute(request);
        if (out) ++done_;
        return out;
    }

    void act(numbers& from) {
        auto const id = name(from);
        auto const serial = std::to_string(++serial_);
        switch (from() % 16) {
            case 0: {
                model::create_table_request request;
                request.id = id.names();
                request.data = body_;
                request.properties = model::string_map{{"serial", serial}};
                if (catalog_.execute(request)) ++done_;
                return;
            }
            case 1:
                if (from() % 4 == 0) send(model::drop_table_request{}, id);
                return;
            case 2:
            case 3:
            case 4: {
                model::insert_into_table_request request;
                request.data = body_;
                send(request, id);
                return;
            }
            case 5: {
                model::delete_from_table_request request;
                request.predicate = "x = " + std::to_string(from() % 5);
                send(request, id);
                return;
            }
            case 6: {
                model::rename_table_request request;
                auto const to = name(from);
                request.new_table_name = std::string(to.leaf());
                request.new_namespace_id = to.parent().names();
                send(request, id);
                return;
            }
            case 7: {
                model::create_table_branch_request request;
                request.name = "b" + serial;
                send(request, id);
                return;
            }
            case 8: {
                auto const all = catalog_.execute(listing<model::list_table_branches_request>(id));
                if (!all || all->branches.empty()) return;
                model::delete_table_branch_request request;
                request.name = all->branches.begin()->first;
                send(request, id);
                return;
            }
            case 9: {
                model::create_table_tag_request request;
                request.tag = "g" + std::to_string(from() % 4);
                request.version = static_cast<std::int64_t>(from() % 6) + 1;
                send(request, id);
                return;
            }
            case 10: {
                model::update_table_tag_request request;
                request.tag = "g" + std::to_string(from() % 4);
                request.version = static_cast<std::int64_t>(from() % 6) + 1;
                send(request, id);
                return;
            }
            case 11: {
                model::delete_table_tag_request request;
                request.tag = "g" + std::to_string(from() % 4);
                send(request, id);
                return;
            }
            case 12: {
                auto const gone = send(model::deregister_table_request{}, id);
                if (!gone) return;
                model::register_table_request request;
                request.location = *gone->location;
                auto to = name(from);
                while (!send(request, to)) to = object_identifier{{"r" + std::to_string(++serial_)}};
                return;
            }
            case 13: {
                model::batch_delete_table_versions_request request;
                auto const first = static_cast<std::int64_t>(from() % 6);
                request.ranges = {{first, first + 2}};
                send(request, id);
                return;
            }
            case 14: {
                model::restore_table_request request;
                request.version = static_cast<std::int64_t>(from() % 6) + 1;
                send(request, id);
                return;
            }
            default: {
                model::batch_commit_tables_request request;
                model::commit_table_operation declares;
                declares.declare_table.emplace();
                declares.declare_table->id = id.names();
                model::commit_table_operation forgets;
                forgets.deregister_table.emplace();
                forgets.deregister_table->id = id.names();
                model::commit_table_operation fails;
                fails.deregister_table.emplace();
                fails.deregister_table->id = {"nobody"};
                if (from() % 2 == 0)
                    request.operations = {forgets, declares, fails};
                else
                    request.operations = {declares, fails};
                if (catalog_.execute(request)) fail("a batch with an operation that fails is done");
                return;
            }
        }
    }

    template <class Request>
    static Request listing(object_identifier const& id) {
        Request out;
        out.id = id.names();
        return out;
    }

    void fail(std::string why) {
        std::lock_guard const lock(mutex_);
        if (wrong_.empty()) wrong_ = std::move(why);
    }

    void look() {
        auto const all = catalog_.execute(model::list_all_tables_request{}).value().tables;
        if (std::set<std::string>(all.begin(), all.end()).size() != all.size()) fail("a table is listed twice");
        for (auto const& text : all) {
            auto const id = object_identifier::parse(text, "$");
            if (id) look_at(*id);
        }
    }

    /// The table may be renamed or gone between two requests: what is compared comes from one.
    void look_at(object_identifier const& id) {
        model::describe_table_request describe;
        describe.id = id.names();
        auto const found = catalog_.execute(describe);
        if (!found || !found->version || !found->properties->contains("serial")) return;
        auto const rows = catalog_.read(id, *found->version);
        auto const again = catalog_.execute(describe);
        // Only when the same table has had the name throughout.
        if (!rows || !again || again->properties != found->properties) return;
        std::int64_t count = 0;
        for (auto const& part : *rows) count += part.length;
        auto const key = found->properties->at("serial") + " version " + std::to_string(*found->version);
        std::lock_guard const lock(mutex_);
        auto const [known, is_new] = counts_.emplace(key, count);
        if (!is_new && known->second != count && wrong_.empty())
            wrong_ = key + " had " + std::to_string(known->second) + " rows, and now " + std::to_string(count);
    }

    static executor::catalog_options options() {
        auto out = inline_jobs();
        out.catalog_bytes = std::int64_t{1} << 32;
        return out;
    }

    executor::catalog catalog_{options()};
    std::string const body_ = [] {
        auto const batch = xs({{0}, {1}, {2}, {3}, {4}});
        return lancespec::columnar::write_ipc_stream(*batch.fields, std::vector{batch}).value();
    }();
    std::atomic<std::int64_t> serial_{0};
    std::atomic<int> done_{0};
    mutable std::mutex mutex_;
    std::map<std::string, std::int64_t> counts_;  ///< rows of each version that was looked at
    std::string wrong_;
};

/// What must hold when nobody works: asked of each table by itself.
void require_consistent(executor::catalog& of) {
    for (auto const& text : of.execute(model::list_all_tables_request{}).value().tables) {
        auto const id = object_identifier::parse(text, "$").value();
        INFO(text);
        model::list_table_versions_request versions;
        versions.id = id.names();
        std::set<std::int64_t> numbers;
        auto const listed = of.execute(versions);
        if (!listed) {
            REQUIRE(listed.error().code == error_code::table_version_not_found);  // only declared
            continue;
        }
        for (auto const& one : listed->versions) {
            REQUIRE(numbers.insert(one.version).second);
            model::count_table_rows_request count;
            count.id = id.names();
            count.version = one.version;
            std::int64_t rows = 0;
            for (auto const& part : of.read(id, one.version).value()) rows += part.length;
            REQUIRE(of.execute(count).value().count == rows);
        }
        model::list_table_branches_request branches;
        branches.id = id.names();
        for (auto const& [name, what] : of.execute(branches).value().branches)
            REQUIRE(of.read(id, std::nullopt, name).has_value());
        model::list_table_tags_request tags;
        tags.id = id.names();
        for (auto const& [name, what] : of.execute(tags).value().tags)
            REQUIRE(of.read(id, what.version, what.branch).has_value());
    }
}

void check(int threads, int operations) {
    busy_catalog busy;
    busy.catalog().create_namespace({"a"}).value();
    busy.catalog().create_namespace({"b"}).value();
    busy.run(threads, operations);
    CHECK(busy.wrong().empty());
    INFO(busy.wrong());
    CHECK(busy.done() > operations);  // most of what is asked for can be done
    require_consistent(busy.catalog());
    // What is dropped leaves nothing: the places of all tables are free again.
    for (auto const& text : busy.catalog().execute(model::list_all_tables_request{}).value().tables) {
        model::drop_table_request drop;
        drop.id = object_identifier::parse(text, "$").value().names();
        busy.catalog().execute(drop).value();
    }
    model::declare_table_request declare;
    declare.id = {"a", "t0"};
    CHECK(busy.catalog().execute(declare).value().location == "memory://a/t0");
}

TEST_CASE("a catalog keeps its rules while eight threads work on it") {
    check(8, 250);
}

TEST_CASE("so it does for a hundred thousand operations", "[.nightly]") {
    check(8, 12'500);
}

}  // namespace invariants_test
