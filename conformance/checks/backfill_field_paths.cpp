// SPDX-License-Identifier: Apache-2.0
// The language of `column`: dots, backticks, leaf names, and what a path may lead to.
#include "conformance/checks/checks.hpp"
#include "conformance/engine/traits.hpp"
#include "conformance/faults/faults.hpp"

#include <fmt/format.h>

namespace lancespec::conformance::checks {
namespace {

operation const& op() {
    return backfill_column();
}

constexpr std::string_view refusal =
    "is refused with a 4xx and, if coded, 13 (InvalidInput) or 12 (TableColumnNotFound)";

bool has_backtick(std::string_view path) {
    return path.find('`') != std::string_view::npos;
}

std::string const& nested_path_of(probe& p) {
    auto const& path = p.objects().nested_column;
    if (path.empty())
        p.leave_out("needs a virtual or computed column below the top level: name one with --nested-column");
    if (has_backtick(path) || path.find('.') == std::string::npos)
        p.leave_out(fmt::format("needs a nested column whose path has a dot and no backticks; this one is `{}`", path));
    return path;
}

/// Returns whether others may still be asked.
bool expect_refused_path(probe& p, std::string const& path, std::string_view what, std::size_t left) {
    p.variant(fmt::format("/column = \"{}\"", path));
    auto const a = p.send({{"column", path}});
    p.should(refused_as_path(a), fmt::format("{} {}", what, refusal), a,
             a.accepted() ? "resolve `column` before the job is accepted" : "");
    return p.go_on_after(a, left);
}

struct bad_path {
    std::string path;
    std::string_view what;
};

void expect_refused_paths(probe& p, std::vector<bad_path> const& all) {
    auto left = all.size();
    for (auto const& one : all)
        if (!expect_refused_path(p, one.path, one.what, --left)) return;
}

definition malformed_path() {
    return {
        {
            .id = id_of(op(), "malformed_path"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "column"),
            .summary = "A `column` that is no field path is refused with code 13 or 12.",
            .rationale = "A plain should of the description. Either code passes, and the words are never looked at.",
            .needs = need::object,
            .run =
                [](probe& p) {
                    auto const& column = p.objects().column;
                    expect_refused_paths(p, {{".", "a path of empty segments"},
                                             {"." + column, "a path that begins with a dot"},
                                             {column + ".", "a path that ends with a dot"},
                                             {"lancespec..path", "a path with an empty segment"},
                                             {"``", "an empty quoted segment"},
                                             {"`lancespec", "a quote that is not closed"},
                                             {"`lancespec`path", "text after a closing quote"}});
                },
        },
        faults::both_ways(op(),
                          [](faults::asked const& a) {
                              auto const column = a.text("column");
                              return column.size() > 1 && column.ends_with('.');
                          },
                          {"cuts a dot off the end of `column`, and answers without a job id", faults::carelessly()},
                          {"cuts a dot off the end of `column`", faults::blindly()}),
    };
}

definition unresolved_path() {
    return {
        {
            .id = id_of(op(), "unresolved_path"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "column"),
            .summary = "A `column` that leads nowhere is refused with code 12 or 13.",
            .rationale = "A plain should of the description; a job id for a column that does not exist is a job that "
                         "can only fail.",
            .needs = need::object,
            .run =
                [](probe& p) {
                    expect_refused_paths(
                        p, {{"lancespec_no_such_column", "a column that does not exist"},
                            {"`lancespec no such column`", "a quoted column that does not exist"},
                            {"lancespec_none.`a``b.c`", "a nested column that does not exist"},
                            {p.objects().column + ".lancespec_no_such_child", "a child that does not exist"}});
                },
        },
        faults::both_ways(op(), [](faults::asked const&) { return true; },
                          {"accepts a column that does not exist, and answers without a job id",
                           faults::where_refused({12}, faults::carelessly())},
                          {"accepts a column that does not exist", faults::where_refused({12}, faults::blindly())}),
    };
}

definition nested_path() {
    return {
        {
            .id = id_of(op(), "nested_path"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_request(op(), "column"),
            .summary = "A nested column is named by the segments of its path joined by dots.",
            .rationale = "A plain sentence of the description. Failed only when another spelling of the same path is "
                         "accepted; a server that has no such column leaves the check blocked.",
            .run =
                [](probe& p) {
                    auto const& path = nested_path_of(p);
                    auto const* plain = p.shown(traits::nested_column);
                    if (plain == nullptr || plain->accepted()) return;
                    auto const quoted = p.send({{"column", quote_each(path)}});
                    if (!quoted.accepted())
                        p.block(
                            fmt::format("the server takes `{}` for no virtual or computed column ({}): name one "
                                        "below the top level with --nested-column",
                                        path, describe(*plain)));
                    p.must(false, fmt::format("`{}` means the same as `{}`", path, quote_each(path)), *plain,
                           "dots outside backticks separate segments");
                },
        },
        {faults::on_request(
            op(), "takes a path with dots for one name",
            [](faults::asked const& a) {
                auto const column = a.text("column");
                return column.find('.', 1) < column.size() - 1 && !has_backtick(column);
            },
            faults::refusing(404, 12, "no such column"))},
    };
}

definition quoted_segment() {
    return {
        {
            .id = id_of(op(), "quoted_segment"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "column"),
            .summary = "A segment in backticks is the same name, and a dot inside backticks separates nothing.",
            .rationale = "SHOULD: the description introduces backticks for literal dots; that they may stand where "
                         "they are not needed is read into it.",
            .run =
                [](probe& p) {
                    auto const& column = p.objects().column;
                    auto const same = [&](std::string const& plain, std::string const& quoted, answer const& a) {
                        p.accepts(level::should, fmt::format("`{}` and `{}` name the same column", plain, quoted), a,
                                  "strip the backticks of each segment");
                    };
                    if (!has_backtick(column)) {
                        p.variant(fmt::format("/column = \"{}\"", quote_each(column)));
                        if (auto const* a = p.shown(traits::quoted_column)) same(column, quote_each(column), *a);
                    }
                    auto const& nested = p.objects().nested_column;
                    if (nested.find('.') == std::string::npos || has_backtick(nested)) return;
                    auto const* plain = p.shown(traits::nested_column);
                    if (plain == nullptr || !plain->accepted()) return;
                    if (!expect_refused_path(p, "`" + nested + "`",
                                             "one segment that holds a dot, and names no column,", 1))
                        return;
                    if (!p.options().load) return;  // each of these starts a job
                    p.variant(fmt::format("/column = \"{}\"", quote_each(nested)));
                    same(nested, quote_each(nested), p.send({{"column", quote_each(nested)}}));
                },
        },
        faults::both_ways(op(), [](faults::asked const& a) { return has_backtick(a.text("column")); },
                          {"crashes on backticks", faults::crashing()},
                          {"refuses backticks", faults::refusing(400, 13, "no such column")}),
    };
}

definition leaf_name_alone() {
    return {
        {
            .id = id_of(op(), "leaf_name_alone"),
            .operation = std::string(op().id),
            .strength = level::should,
            .clause = of_request(op(), "column"),
            .summary = "The last name of a nested column alone does not reach it.",
            .rationale = "The description says that leaf names alone only identify top-level fields; SHOULD, as for "
                         "every path that leads nowhere.",
            .needs = need::object,
            .run =
                [](probe& p) {
                    auto const& path = nested_path_of(p);
                    auto const leaf = path.substr(path.rfind('.') + 1);
                    auto const a = p.send({{"column", leaf}});
                    p.should(refused_as_path(a), fmt::format("`{}` alone, the leaf of `{}`, {}", leaf, path, refusal),
                             a, a.accepted() ? "right only if the table also has a top-level column of that name" : "");
                },
        },
        faults::both_ways(
            op(), [](faults::asked const& a) { return a.text("column") == "area"; },
            {"finds a nested column by its last name, and answers without a job id", faults::carelessly()},
            {"finds a nested column by its last name", faults::blindly()}),
    };
}

definition ordinary_column() {
    return {
        {
            .id = id_of(op(), "ordinary_column"),
            .operation = std::string(op().id),
            .strength = level::must,
            .clause = of_operation(op(), "description"),
            .summary = "A column that is neither virtual nor computed is not backfilled.",
            .rationale = "The description says that the column must be virtual (from 0.10 also a computed one). It may "
                         "be refused at submission or by the job, so a 202 is a warning as long as values are not read "
                         "back.",
            .needs = need::object,
            .run =
                [](probe& p) {
                    auto const& column = p.objects().ordinary_column;
                    if (column.empty()) p.leave_out("needs an ordinary column: name one with --ordinary-column");
                    auto const a = p.send({{"column", column}});
                    if (p.must(a.accepted() || a.refused(),
                               "a column that is neither virtual nor computed is refused with a 4xx, or by the job", a))
                        p.should(
                            a.refused(), fmt::format("`{}` is no virtual or computed column, and is refused", column),
                            a, "a 202 is right only if the job fails and changes no value; a client waits for nothing");
                },
        },
        {faults::on_request(
            op(), "accepts a column that cannot be computed",
            [](faults::asked const& a) { return a.text("column") == "price"; }, faults::carelessly())},
    };
}

}  // namespace

definitions backfill_field_paths() {
    return {malformed_path(), unresolved_path(), nested_path(), quoted_segment(), leaf_name_alone(), ordinary_column()};
}

}  // namespace lancespec::conformance::checks
