// SPDX-License-Identifier: Apache-2.0
// Makes the suite's own objects on the server, under one namespace that nobody else has, and removes them at the end.
#pragma once

#include "conformance/setup/client.hpp"
#include "conformance/setup/journal.hpp"

#include <lancespec/core/result.hpp>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Why an object could not be made.
struct not_made {
    std::string why;        ///< a sentence with the server's words
    bool declined = false;  ///< the server does not do that kind of thing at all
    int status = 0;         ///< of the answer that says so; 0: there was none
};

/// What could not be removed, each with why.
struct remains {
    std::vector<std::string> sure;    ///< the server said that it was made
    std::vector<std::string> unsure;  ///< it was asked to make it, and what it said does not tell whether it did; and
                                      ///< the files of tables that it was asked to forget

    [[nodiscard]] bool empty() const noexcept { return sure.empty() && unsure.empty(); }
};

/// A request that may write, as it was before it was sent.
struct writing {
    contract::operation const* op = nullptr;  ///< null: it writes nothing
    std::vector<std::vector<std::string>> objects;
    std::vector<journal::intent> makes;
};

/// A request that was accepted and has changed something.
struct change {
    std::size_t number = 0;  ///< of the run's requests
    bool of_a_check = false;
    std::vector<std::vector<std::string>> objects;  ///< what it is about
    http::request request;
};

/// Thread-safe. Names are `lancespecRUN$NAME`, or `lancespecRUNNAME` where no namespace can be made: small letters and
/// digits, three at least, since catalogs differ in what else they take. A name is never used twice.
class fixtures {
public:
    explicit fixtures(session& run) : run_(run) {}

    /// A table of six rows: id int64 from 1 to 6, x int64 (ten times the id), s utf8.
    result<std::vector<std::string>, not_made> make_table(client& by, std::string_view name);

    /// A table of which nothing is known but its name.
    result<std::vector<std::string>, not_made> declare_table(client& by, std::string_view name);

    result<std::vector<std::string>, not_made> make_namespace(client& by, std::string_view name);

    /// The namespace of the run; the root where none can be made.
    result<std::vector<std::string>, not_made> home(client& by) { return parent(by); }

    /// The full name of an object called @p name that a check makes itself.
    result<std::vector<std::string>, not_made> name_for(client& by, std::string_view name) {
        return place_for(by, name);
    }

    /// Told of every request of the run before it is sent: the objects that it may make are then in the journal.
    /// Throws std::logic_error for one that may make something when the options forbid that.
    writing will_send(http::request const& request);
    /// And of what came of it. @p of_a_check: it is no request of set-up.
    void was_answered(writing const& what, exchange_record const& e, bool of_a_check);

    /// Adds the column `c_computed`, an int64 that is `id * 2` after a backfill and null before.
    result<void, not_made> add_computed_column(client& by, std::vector<std::string> const& table);

    /// Adds the column `c_virtual`, made by a function; its values cannot be relied on.
    result<void, not_made> add_virtual_column(client& by, std::vector<std::string> const& table);

    /// Inserts @p count rows of the table above, from id @p first on.
    result<void, not_made> insert(client& by, std::vector<std::string> const& table, std::int64_t first,
                                  std::int64_t count);

    /// A view of the ids of @p table, a sibling of it; empty until it is refreshed.
    result<std::vector<std::string>, not_made> make_view(client& by, std::vector<std::string> const& table,
                                                         std::string_view name, model::materialized_view_kind sort);

    // What one check has waited for in vain is not waited for again by every other.

    void note_unreadable(std::string why) { remember(unreadable_, std::move(why)); }
    void note_stuck(std::string why) { remember(stuck_, std::move(why)); }
    /// Why values cannot be read back; empty: nobody has found that out.
    [[nodiscard]] std::string unreadable() const { return noted(unreadable_); }
    /// Why no job is expected to show an effect; empty as above.
    [[nodiscard]] std::string stuck() const { return noted(stuck_); }

    /// Everything that was changed, in the order of the answers.
    [[nodiscard]] std::vector<change> changes() const {
        std::lock_guard const lock(noting_);
        return changes_;
    }

    /// The requests that remove @p objects and what is in them, last made first.
    [[nodiscard]] std::vector<http::request> removal_of(std::vector<made_object> const& objects) const;

    /// Everything that may be on the server, in the order in which it was asked for.
    [[nodiscard]] std::vector<made_object> objects() const { return journal_.entries(); }

    /// Asks for @p object to be dropped, once more when the user's first wish to stop cut that off.
    called drop(client& by, made_object const& object);

    /// Removes all of it, last made first, until the server has left two requests without an answer or the user has
    /// asked twice to stop. Returns what is left.
    remains clean_up();

    /// What was made.
    [[nodiscard]] std::vector<std::string> made() const;

private:
    result<std::vector<std::string>, not_made> parent(client& by);
    /// Asks for an object called @p name with @p request, whose id is filled in.
    template <class Request>
    result<std::vector<std::string>, not_made> make(client& by, std::string_view name, Request request);
    /// Where an object called @p name goes.
    result<std::vector<std::string>, not_made> place_for(client& by, std::string_view name);

    void remember(std::string& where, std::string why) {
        std::lock_guard const lock(noting_);
        if (where.empty()) where = std::move(why);
    }
    std::string noted(std::string const& where) const {
        std::lock_guard const lock(noting_);
        return where;
    }

    /// A table that the server took out of its catalog, the files of which are still there.
    struct forgotten_table {
        std::vector<std::string> names;
        std::string location;  ///< empty: it did not say
    };

    session& run_;
    journal journal_;
    std::vector<forgotten_table> forgotten_;  ///< guarded by noting_
    std::vector<change> changes_;             ///< guarded by noting_
    mutable std::mutex noting_;
    std::string unreadable_;
    std::string stuck_;
    std::mutex mutex_;
    std::optional<result<std::vector<std::string>, not_made>> parent_;
    bool prefixed_ = false;  ///< no namespace: the run's id is in each name
};

}  // namespace lancespec::conformance
