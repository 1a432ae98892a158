// SPDX-License-Identifier: Apache-2.0
// What a refresh does to a view, read back by counting rows: of the suite's own views on its own tables.
#include "conformance/checks/checks.hpp"
#include "conformance/faults/faults.hpp"
#include "conformance/setup/own_table.hpp"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>

namespace lancespec::conformance::checks {
namespace {

operation const& op() {
    return refresh_materialized_view();
}

[[noreturn]] void no_effect(probe& p) {
    p.block(fmt::format("the first refresh showed no effect within {} s; --wait gives it more",
                        std::chrono::duration<double>(p.options().wait).count()));
}

/// Refreshes each view once, and then never again.
fault once_only() {
    fault f;
    f.summary = "refreshes a view once, and then accepts without doing anything";
    f.needs_set_up = true;
    struct seen {
        std::mutex mutex;
        std::set<std::string> views;
    };
    f.answer = [known = std::make_shared<seen>()](http::request const& request, handler const& next) {
        auto const where = parse_route(op(), request.target);
        if (!where || !where->id.ends_with("ownfollowv")) return next(request);
        {
            std::lock_guard const lock(known->mutex);
            if (!known->views.insert(where->id).second) return faults::accept_blindly(op());
        }
        return next(request);
    };
    return f;
}

fault dropping(std::string summary, std::string member, std::string view) {
    auto f = faults::on_request(
        op(), std::move(summary),
        [member, view](faults::asked const& a) { return a.has(member) && a.where.id.ends_with(view); },
        [member](faults::asked const& a, handler const& next) {
            auto members = a.members;
            members.erase(member);
            return next(faults::with_members(a, members));
        });
    f.needs_set_up = true;
    return f;
}

definition follows_source() {
    return {
        {
            .id = id_of(op(), "follows_source"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_operation(op(), "description"),
            .summary =
                "After a refresh the view shows rows that were inserted into its source, and no longer those that "
                "were deleted.",
            .rationale = "That is what a refresh is for. Read back with CountTableRows.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownfollow");
                    auto const view = table.view(model::materialized_view_kind::query);
                    table.refresh(view, {});
                    if (!table.becomes_of(view, "", 6)) table.no_effect("the first refresh of a new view");
                    table.insert(7, 2);
                    table.remove("id = 1");
                    auto const again = table.refresh(view, {});
                    p.variant("inserted rows");
                    if (!table.becomes_of(view, "id >= 7", 2))
                        p.must_find(false, "a refresh brings the rows inserted into the source",
                                    fmt::format("of 2 new rows {} are in the view", table.count_of(view, "id >= 7")),
                                    again);
                    p.variant("deleted rows");
                    if (!table.becomes_of(view, "id = 1", 0))
                        p.must_find(false, "a refresh takes away the rows deleted from the source",
                                    "the deleted row is still in the view", again);
                },
        },
        {once_only()},
    };
}

definition src_version_shows_old_rows() {
    auto ignores = dropping("refreshes from the latest version whatever `src_version` is", "src_version", "ownoldv");
    ignores.shows = outcome::warn;
    return {
        {
            .id = id_of(op(), "src_version_shows_old_rows"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "src_version"),
            .summary = "A refresh from an older version of the source shows the rows of that version.",
            .rationale = "SHOULD: the member is described as the source version to refresh from, in few words, and old "
                         "versions may be gone.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "ownold");
                    auto const version = table.version();
                    if (!version) p.leave_out("the server does not tell the version of a table");
                    table.insert(7, 2);
                    auto const view = table.view(model::materialized_view_kind::query);
                    auto const a = table.refresh(view, {{"src_version", *version}});
                    if (!table.becomes_of(view, "id <= 6", 6)) no_effect(p);
                    auto const late = table.count_of(view, "id > 6");
                    p.find(level::should, late == 0, "a refresh from an older version shows the rows of that version",
                           fmt::format("{} rows that were inserted after version {} are in the view", late, *version),
                           a);
                },
        },
        {std::move(ignores)},
    };
}

definition output_limit_caps() {
    return {
        {
            .id = id_of(op(), "output_limit_caps"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "output_limit"),
            .summary = "`output_limit` caps the rows of a chunker view.",
            .rationale = "The description calls it a cap on the rows of the view, after expansion.",
            .needs = need::own_objects,
            .run =
                [](probe& p) {
                    own_table table(p, "owncap");
                    auto const view = table.view(model::materialized_view_kind::chunker);
                    auto const a = table.refresh(view, {{"output_limit", 2}});
                    if (!table.is_ever(view, [](std::int64_t rows) { return rows > 0; })) no_effect(p);
                    auto const rows = table.count_of(view, "");
                    p.must_find(rows <= 2, "the view has at most `output_limit` rows",
                                fmt::format("with an output_limit of 2 it has {}", rows), a);
                },
        },
        {dropping("ignores `output_limit`", "output_limit", "owncapv")},
    };
}

}  // namespace

definitions refresh_effects() {
    return {follows_source(), src_version_shows_old_rows(), output_limit_caps()};
}

}  // namespace lancespec::conformance::checks
