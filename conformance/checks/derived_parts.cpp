// SPDX-License-Identifier: Apache-2.0
// Parts of a table that a request names and that do not exist: a version, a column, a branch, a tag, an index.
#include "conformance/checks/derived_checks.hpp"
#include "conformance/setup/requests.hpp"

#include "conformance/faults/stub.hpp"

#include <fmt/format.h>
#include <boost/json/parse.hpp>

#include <algorithm>

namespace lancespec::conformance::checks {
namespace {

/// A request that names what is not there, made from the good one by these members.
struct unknown_part {
    std::string_view operation;
    std::string_view what;  ///< `version`
    std::string_view members;
};

constexpr std::string_view no_version = R"({"version": 987654321})";
constexpr std::string_view no_index = R"({"index_name": "lancespecnoindex"})";
constexpr std::string_view no_tag = R"({"tag": "lancespecnotag"})";
constexpr std::string_view no_predicate = R"({"predicate": "lancespecnocolumn > 1"})";
constexpr std::string_view no_filter = R"({"filter": "lancespecnocolumn > 1"})";
constexpr std::string_view no_column = R"({"column": "lancespecnocolumn"})";

constexpr unknown_part parts[] = {
    {"DescribeTable", "version", no_version},
    {"DescribeTableVersion", "version", no_version},
    {"RestoreTable", "version", no_version},
    {"CountTableRows", "version", no_version},
    {"QueryTable", "version", no_version},
    {"AlterTableAlterColumns", "column", R"({"alterations": [{"path": "lancespecnocolumn", "rename": "y"}]})"},
    {"AlterTableDropColumns", "column", R"({"columns": ["lancespecnocolumn"]})"},
    {"UpdateTable", "column", no_predicate},
    {"DeleteFromTable", "column", no_predicate},
    {"CountTableRows", "column", no_predicate},
    {"QueryTable", "column", no_filter},
    {"CreateTableIndex", "column", no_column},
    {"CreateTableScalarIndex", "column", no_column},
    {"GetTableTagVersion", "tag", no_tag},
    {"UpdateTableTag", "tag", no_tag},
    {"DeleteTableTag", "tag", no_tag},
    {"DescribeTableIndexStats", "index", no_index},
    {"DropTableIndex", "index", no_index},
};

constexpr std::string_view no_branch = R"({"branch": "lancespecnobranch"})";

/// The codes that say of such a part that it is not there.
std::vector<std::int64_t> codes_of(std::string_view what) {
    if (what == "version") return {11};
    if (what == "column") return {12, 13};  // either way for field paths
    if (what == "tag") return {8};
    return {what == "index" ? 6 : 22};
}

/// Whether a page lists the first of the codes for the operation.
bool is_listed(operation const& op, std::vector<std::int64_t> const& codes) {
    return op.codes_listed && std::ranges::any_of(op.error_codes, [&](error_code one) {
               return static_cast<std::int64_t>(one) == codes.front();
           });
}

/// Whether the request, its route or its body, names a part that is not there.
bool names_marker(http::request const& request, std::string_view members) {
    std::string marker = members.find("987654321") != std::string_view::npos ? "987654321" : "lancespecno";
    if (marker == "lancespecno") {
        auto const at = members.find(marker);
        marker = members.substr(at, members.find_first_of("\" ", at) - at);
    }
    return request.target.find(marker) != std::string::npos || request.body.find(marker) != std::string::npos;
}

void require_branches(probe& p) {
    if (!p.options().may_make())
        p.leave_out("whether the server has branches is found out by making one, which the options forbid");
    auto const& known = p.run().survey_of(*find_operation("CreateTableBranch"));
    if (known.state != presence::accepted) p.unsupported("the server has no branches: " + known.reason);
}

definition unknown(operation const& op, unknown_part const& part) {
    auto const codes = codes_of(part.what);
    bool const listed = is_listed(op, codes);
    bool const is_branch = part.what == "branch";
    auto const code = to_error_code(codes.front());
    return {
        {
            .id = id_of(op, fmt::format("unknown_{}", part.what)),
            .operation = std::string(op.id),
            .strength = level::must,
            .clause = listed      ? fmt::format("errors page, {}: {}", op.id, name(*code))
                      : is_branch ? clause_of_branch(op)
                                  : of_operation(op, "responses 400, 404"),
            .summary = fmt::format("A {} that does not exist is refused; it should be with {}.", part.what,
                                   part.what == "column" ? "404 and code 12, or 400 and 13"
                                                         : fmt::format("404 and code {}", codes.front())),
            .rationale = fmt::format(
                "MUST be refused: what cannot be understood is not acted on{}. The code is MUST where the errors page "
                "lists it for the operation, else SHOULD; 500 is a warning, since it blames the server for a mistake "
                "of "
                "the client's.",
                is_branch
                    ? ", and an unknown branch never means main. On a server without branches there is nothing to "
                      "ask"
                    : ""),
            .run =
                [part, codes, listed, is_branch](probe& p) {
                    if (is_branch) require_branches(p);
                    request_sender ask(p);
                    auto members = ask.thing().members;
                    auto const others = boost::json::parse(part.members);
                    for (auto const& member : others.as_object()) members[member.key()] = member.value();
                    auto const a = ask.send_broken(members);
                    if (a.declined() || a.declined_in_words())
                        p.unsupported(fmt::format("the server declines it: it answers {}", describe(a)));
                    auto const* const hint = is_branch
                                                 ? "the branch is ignored, and main is read or written in its place"
                                                 : "it is ignored, or taken for another one";
                    if (!p.must(!a.accepted(), fmt::format("a {} that does not exist is refused", part.what), a, hint))
                        return;
                    auto const sent = a.code();
                    bool const fits = sent && std::ranges::find(codes, *sent) != codes.end();
                    bool const must = listed && sent && a.refused();
                    p.expect(must ? level::must : level::should, fits,
                             fmt::format("the answer has code {}", fmt::join(codes, " or ")), a,
                             a.status() >= 500
                                 ? "the request was wrong, not the server: a client asks again after a 500"
                                 : "");
                },
        },
        {derived_faults::accepts(op, fmt::format("ignores a {} that does not exist", part.what),
                                 [part](faults::asked const& a) { return names_marker(a.request, part.members); })},
    };
}

/// Whether a request names the branch that it works on.
bool takes_branch(operation const& op) {
    auto const& type = op.request();
    return type.find("branch") < type.fields.size() && needs_existing_object(op);
}

}  // namespace

definitions derived_parts(operation const& op) {
    definitions out;
    for (auto const& part : parts)
        if (part.operation == op.id) out.push_back(unknown(op, part));
    if (takes_branch(op)) out.push_back(unknown(op, {op.id, "branch", no_branch}));
    return out;
}

}  // namespace lancespec::conformance::checks
