// SPDX-License-Identifier: Apache-2.0
// Whether a write of rows to a branch changes that branch alone, and a write to main no branch.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/fixtures.hpp"
#include "conformance/setup/requests.hpp"

#include <lancespec/http/target.hpp>
#include <lancespec/model/branches.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace lancespec::conformance::checks {
namespace {

constexpr std::string_view branch_name = "lancespecbranch";

/// Rows by which a write shows: how many there are, or with the value that an update sets.
struct rows_seen {
    std::int64_t main = 0;
    std::int64_t branch = 0;
};

/// What is written, once to the branch and once to main.
struct write_of {
    boost::json::object members;
    std::string shows;  ///< a predicate of the rows that are counted; empty: all
};

/// The good request, changed so that a count of rows tells whether it was carried out; @p predicate is that of a
/// request that has one.
write_of visible_write(boost::json::object members, std::string_view predicate, std::string_view value) {
    write_of out{std::move(members), {}};
    bool const updates = out.members.contains("updates");
    if (out.members.contains("predicate")) out.members["predicate"] = updates ? "id > 0" : predicate;
    if (updates) {
        out.members["updates"] = boost::json::array{boost::json::array{"x", value}};
        out.shows = fmt::format("x = {}", value);
    }
    return out;
}

/// What is to be asked of one table with a branch.
class branched_table {
public:
    branched_table(probe& p, client& by, std::vector<std::string> names) : p_(p), by_(by), names_(std::move(names)) {
        model::create_table_branch_request branch;
        branch.id = names_;
        branch.name = branch_name;
        if (auto const made = by_.call(branch); !made.ok) p_.block("it needs a branch of its own: " + made.why);
    }

    rows_seen count(std::string const& predicate) {
        auto const main = by_.count(names_, predicate);
        auto const branch = by_.count(names_, predicate, std::string(branch_name));
        if (!main) p_.block("effects cannot be read back: " + main.error());
        if (!branch) p_.block("effects on a branch cannot be read back: " + branch.error());
        return {*main, *branch};
    }

private:
    probe& p_;
    client& by_;
    std::vector<std::string> names_;
};

bool expect_same(probe& p, answer const& a, std::string_view what, std::string_view other, std::int64_t before,
                 std::int64_t after) {
    return p.must_find(before == after, fmt::format("what is written to {} leaves {} alone", other, what),
                       fmt::format("of the rows that the write shows in, {} had {}, and has {}", what, before, after),
                       a);
}

void look(probe& p) {
    auto const& branches = p.run().survey_of(*find_operation("CreateTableBranch"));
    if (branches.state != presence::accepted) p.unsupported("the server has no branches: " + branches.reason);
    request_sender ask(p);
    client by(p.run(), p.id() + ".own");
    branched_table table(p, by, ask.thing().names);
    {
        auto const write = visible_write(ask.thing().members, "id > 3", "987654");
        auto const before = table.count(write.shows);
        auto const a = ask.send(write.members);
        if (!p.accepts(level::must, "main is written to beside a branch", a)) return;
        auto const after = table.count(write.shows);
        if (!expect_same(p, a, "the branch", "main", before.branch, after.branch)) return;
        if (before.main == after.main) p.leave_out("what is written does not show, on main either");
    }
    auto write = visible_write(ask.thing().members, "id < 4", "987655");
    write.members["branch"] = branch_name;
    auto const before = table.count(write.shows);
    auto const a = ask.send(write.members);
    if (!p.accepts(level::must, "a branch that exists is written to", a)) return;
    auto const after = table.count(write.shows);
    if (expect_same(p, a, "main", "a branch", before.main, after.main))
        p.must_find(before.branch != after.branch, "a branch has what is written to it",
                    fmt::format("of the rows that the write shows in, it had {}, as before", after.branch), a);
}

/// The request without the branch that it names.
http::request on_main(faults::asked const& a) {
    auto request = a.request;
    auto const at = request.target.find("branch=");
    if (at != std::string::npos) {
        auto const end = request.target.find('&', at);
        request.target.erase(at - 1, end == std::string::npos ? std::string::npos : end - at + 1);
    }
    if (a.is_object) {
        auto members = a.members;
        members.erase("branch");
        request.body = faults::with_members(a, members).body;
    }
    return request;
}

http::request on_branch(faults::asked const& a) {
    auto request = a.request;
    if (a.is_object) {
        auto members = a.members;
        members["branch"] = branch_name;
        request.body = faults::with_members(a, members).body;
    } else {
        http::append_query(request.target, "branch", branch_name);
    }
    return request;
}

bool names_branch(faults::asked const& a) {
    return a.request.target.find(fmt::format("branch={}", branch_name)) != std::string::npos ||
           a.text("branch") == branch_name;
}

fault mirrors(operation const& op) {
    auto out = faults::on_request(
        op, "writes to a branch what is written to main", [](faults::asked const& a) { return !names_branch(a); },
        [](faults::asked const& a, handler const& next) {
            auto const answer = next(a.request);
            if (answer.status == 200) (void)next(on_branch(a));
            return answer;
        });
    out.what = "main";
    return out;
}

definition branch_alone(operation const& op) {
    return {
        {
            .id = id_of(op, "branch_alone"),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = clause_of_branch(op),
            .summary = "What is written to a branch changes the branch and leaves main alone, and the reverse.",
            .rationale = "MUST on a server that has branches: absent means main, so that a branch that is named means "
                         "another one. Lance's RestAdapter writes to main.",
            .run = look,
        },
        {faults::on_request(op, "writes to main whatever the branch is", names_branch,
                            [](faults::asked const& a, handler const& next) { return next(on_main(a)); }),
         mirrors(op)},
    };
}

}  // namespace

definitions derived_branches(operation const& op) {
    constexpr std::array<std::string_view, 4> writes{"InsertIntoTable", "MergeInsertIntoTable", "UpdateTable",
                                                     "DeleteFromTable"};
    definitions out;
    if (std::ranges::find(writes, op.id) != writes.end()) out.push_back(branch_alone(op));
    return out;
}

}  // namespace lancespec::conformance::checks
