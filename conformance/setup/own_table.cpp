// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/own_table.hpp"

#include "conformance/setup/environment.hpp"

#include <lancespec/model/branches.hpp>
#include <lancespec/model/rows.hpp>
#include <lancespec/model/tables.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace lancespec::conformance {
namespace {

using steady = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::int64_t first_rows = 6;
constexpr auto for_metadata = 10s;  ///< in which a new column is to be seen

}  // namespace

own_table::own_table(probe& p, std::string_view name)
    : p_(p), by_(p.run(), fmt::format("{}.own", p.id())), name_(name) {
    if (!p.options().may_make())
        p.leave_out("it needs a table of its own, and --no-set-up or --read-only forbids that");
    auto& shop = fixtures_of(p.run());
    if (auto why = shop.unreadable(); !why.empty()) p.leave_out(std::move(why));
    if (auto why = shop.stuck(); !why.empty()) p.block(std::move(why));
    auto made = shop.make_table(by_, name);
    if (!made) cannot(made.error());
    names_ = std::move(*made);
    if (auto const added = shop.add_computed_column(by_, names_); !added) cannot(added.error());
    // A server whose catalog catches up slowly may not see the column at once.
    auto const until = steady::now() + std::min<steady::duration>(for_metadata, p.options().wait);
    for (auto pause = 2ms; true; pause = std::min(pause * 2, 250ms)) {
        auto const nulls = by_.count(names_, "c_computed IS NULL");
        if (nulls && *nulls == first_rows) return;
        p.stop_if_given_up();
        if (!nulls && (by_.was_accepted() || steady::now() >= until))
            cannot_read("effects cannot be read back: " + nulls.error());
        if (steady::now() >= until)
            cannot_read(fmt::format("a new computed column should be all null, but is so in {} of {} rows", *nulls,
                                    first_rows));
        if (!nulls && p.run().interrupted()) p.stop_if_given_up();
        std::this_thread::sleep_for(pause);
    }
}

void own_table::cannot(not_made const& why) {
    p_.stop_if_given_up();
    p_.leave_out(fmt::format("it needs a table of its own: {}", why.why));
}

void own_table::cannot_read(std::string why) {
    fixtures_of(p_.run()).note_unreadable(why);
    p_.leave_out(std::move(why));
}

void own_table::no_effect(std::string_view job) {
    auto why = fmt::format("{} showed no effect within {} s; --wait gives it more", job,
                           std::chrono::duration<double>(p_.options().wait).count());
    fixtures_of(p_.run()).note_stuck(why);
    p_.block(std::move(why));
}

std::int64_t own_table::count(std::string_view predicate, std::optional<std::string> const& branch) {
    return read(by_.count(names_, predicate, branch));
}

std::int64_t own_table::count_of(std::vector<std::string> const& view, std::string_view predicate) {
    return read(by_.count(view, predicate));
}

std::int64_t own_table::read(result<std::int64_t, std::string> const& counted) {
    if (counted) return *counted;
    p_.stop_if_given_up();
    p_.leave_out("effects cannot be read back: " + counted.error());
}

bool own_table::wait_for(std::function<bool()> const& holds) {
    auto const until = steady::now() + p_.options().wait;
    for (auto pause = 2ms; true; pause = std::min(pause * 2, 250ms)) {
        if (holds()) return true;
        p_.stop_if_given_up();
        if (steady::now() >= until) return false;
        std::this_thread::sleep_for(pause);
    }
}

bool own_table::becomes(std::string_view predicate, std::int64_t wanted, std::optional<std::string> const& branch) {
    return wait_for([&] { return count(predicate, branch) == wanted; });
}

bool own_table::becomes_of(std::vector<std::string> const& view, std::string_view predicate, std::int64_t wanted) {
    return wait_for([&] { return count_of(view, predicate) == wanted; });
}

request_draft own_table::request(boost::json::object const& members) const {
    boost::json::object all{{"column", "c_computed"}};
    for (auto const& member : members) all[member.key()] = member.value();
    return request_draft(backfill_column(), names_, std::move(all)).delimiter(p_.options().delimiter);
}

answer own_table::backfill(boost::json::object const& members) {
    auto a = p_.send(request(members));
    if (!a.accepted()) {
        if (a.declined()) p_.unsupported("the server declines it: it answers " + describe(a));
        p_.block(fmt::format("a backfill of a computed column was answered {}", describe(a)));
    }
    return a;
}

void own_table::let_jobs_pass() {
    backfill({{"where", "id = 1"}});
    if (!becomes("id = 1 AND c_computed IS NOT NULL", 1)) no_effect("a backfill");
}

void own_table::insert(std::int64_t first, std::int64_t rows) {
    if (auto const done = fixtures_of(p_.run()).insert(by_, names_, first, rows); !done) cannot(done.error());
}

void own_table::remove(std::string_view predicate) {
    model::delete_from_table_request request;
    request.id = names_;
    request.predicate = std::string(predicate);
    if (auto const done = by_.call(request); !done.ok) cannot({done.why, done.declined});
}

void own_table::add_branch(std::string name) {
    model::create_table_branch_request request;
    request.id = names_;
    request.name = std::move(name);
    auto const done = by_.call(request);
    if (done.ok) return;
    if (done.declined) p_.unsupported("the server has no branches: " + done.why);
    cannot({done.why, false});
}

std::optional<std::int64_t> own_table::version() {
    model::describe_table_request request;
    request.id = names_;
    auto const done = by_.call(request);
    auto const* version = done.ok ? done.a.member("version") : nullptr;
    return version ? as_integer(*version) : std::nullopt;
}

std::vector<std::string> own_table::view(model::materialized_view_kind sort) {
    auto made = fixtures_of(p_.run()).make_view(by_, names_, name_ + "v", sort);
    if (made) return *made;
    p_.stop_if_given_up();
    p_.leave_out("it needs a view of its own: " + made.error().why);
}

bool own_table::is_ever(std::vector<std::string> const& view, std::function<bool(std::int64_t rows)> const& holds) {
    return wait_for([&] { return holds(count_of(view, "")); });
}

answer own_table::refresh(std::vector<std::string> const& view, boost::json::object const& members) {
    auto a = p_.send(request_draft(refresh_materialized_view(), view, members).delimiter(p_.options().delimiter));
    if (a.accepted()) return a;
    if (a.declined()) p_.unsupported("the server declines it: it answers " + describe(a));
    p_.block(fmt::format("a refresh of a new view was answered {}", describe(a)));
}

}  // namespace lancespec::conformance
