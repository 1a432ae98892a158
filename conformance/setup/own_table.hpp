// SPDX-License-Identifier: Apache-2.0
// A table that one check made for itself: it may do with it what it likes, and read back what became of it.
#pragma once

#include "conformance/engine/probe.hpp"
#include "conformance/setup/fixtures.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Each function ends the check when the server cannot do, or does not do, what the check only needs: the check is then
/// not run, or blocked, and says why.
class own_table {
public:
    /// Six rows (setup/fixtures.hpp) with the computed column `c_computed`, all null. @p name is part of its name: at
    /// most ten small letters, another for each check.
    own_table(probe& p, std::string_view name);

    [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }

    /// How many rows there are for which @p predicate holds; empty: all.
    std::int64_t count(std::string_view predicate, std::optional<std::string> const& branch = {});

    /// As count(), of a view of this table.
    std::int64_t count_of(std::vector<std::string> const& view, std::string_view predicate);

    /// Waits until count() is @p wanted, for as long as the options allow. Whether it became so.
    bool becomes(std::string_view predicate, std::int64_t wanted, std::optional<std::string> const& branch = {});
    bool becomes_of(std::vector<std::string> const& view, std::string_view predicate, std::int64_t wanted);

    /// Starts a backfill of `c_computed` with these members besides; blocks the check when it is not accepted.
    answer backfill(boost::json::object const& members);

    /// A plain request of a backfill of `c_computed`, to be changed and sent.
    [[nodiscard]] request_draft request(boost::json::object const& members) const;

    /// A backfill of the row with id 1 alone, and waits for it: whatever was started before has then had its time.
    void let_jobs_pass();

    /// Blocks the check, since what @p job names was waited for in vain; no other check waits for a job then.
    [[noreturn]] void no_effect(std::string_view job);

    void insert(std::int64_t first, std::int64_t rows);
    void remove(std::string_view predicate);
    void add_branch(std::string name);

    /// The latest version, or nothing when the server does not tell.
    std::optional<std::int64_t> version();

    /// A view of this table, empty.
    std::vector<std::string> view(model::materialized_view_kind sort);

    /// Waits until the number of rows of @p view is one for which @p holds. Whether it became so.
    bool is_ever(std::vector<std::string> const& view, std::function<bool(std::int64_t rows)> const& holds);

    /// Starts a refresh of @p view, as backfill().
    answer refresh(std::vector<std::string> const& view, boost::json::object const& members);

private:
    [[noreturn]] void cannot(not_made const& why);
    [[noreturn]] void cannot_read(std::string why);
    std::int64_t read(result<std::int64_t, std::string> const& counted);
    bool wait_for(std::function<bool()> const& holds);

    probe& p_;
    client by_;
    std::string name_;
    std::vector<std::string> names_;
};

}  // namespace lancespec::conformance
