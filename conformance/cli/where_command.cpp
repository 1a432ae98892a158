// SPDX-License-Identifier: Apache-2.0
// `where`: parse a filter, show how it is read, and the rows of a table that it keeps.
#include "conformance/cli/cases.hpp"
#include "conformance/cli/commands.hpp"
#include "conformance/cli/table_file.hpp"
#include "conformance/cli/where_tree.hpp"
#include "conformance/transport/text.hpp"

#include "conformance/engine/run_result.hpp"

#include <lancespec/language/evaluate.hpp>
#include <lancespec/language/field_path.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>

namespace lancespec::conformance {
namespace {

where::parse_options options_of(where_command const& command) {
    where::parse_options out;
    if (command.newest) out.dialect = where::compatibility::newest;
    if (command.double_quotes == "text") out.quotes = where::double_quotes::text;
    if (command.double_quotes == "refused") out.quotes = where::double_quotes::refused;
    return out;
}

where::bind_options bind_options_of(where::parse_options const& options) {
    return {options.dialect, true};
}

std::string answer(std::string_view text, where::parse_options const& options, columnar::record_batch const& table) {
    auto const tree = where::parse(text, options);
    if (!tree) return "error";
    auto const filter = where::bind_filter(*tree, *table.fields, bind_options_of(options));
    if (!filter) return "error";
    auto const rows = where::select_rows(*filter, table);
    return rows ? fmt::format("[{}]", fmt::join(*rows, ",")) : "error";
}

void print_all(std::ostream& out, std::string_view what, std::vector<std::string> const& lines) {
    for (auto const& line : lines)
        out << fmt::format("{:<11}{}\n", &line == &lines.front() ? what : "", printable(line));
}

}  // namespace

int run_command(where_command const& command, streams io) {
    constexpr int usage = static_cast<int>(exit_status::usage);
    auto const options = options_of(command);
    result<columnar::record_batch, std::string> table{columnar::record_batch{}};
    if (!command.table.empty()) table = read_table(command.table);
    if (!table) {
        io.err << "lancespec: " << printable(table.error()) << '\n';
        return usage;
    }
    if (!command.cases.empty())
        return answer_case_file(command.cases, io.out, io.err,
                                [&](std::string_view text) { return answer(text, options, *table); });
    auto const tree = where::parse(command.clause, options);
    if (!tree) {
        io.err << where::render(tree.error(), command.clause) << '\n';
        return 1;
    }
    auto const quoting = command.full_quoting ? where::name_quoting::full : where::name_quoting::minimal;
    print_all(io.out, "canonical", {printable(where::format(*tree, quoting))});
    auto const normal = where::format(where::normalize(*tree), quoting);
    if (normal != where::format(*tree, quoting)) print_all(io.out, "normal", {printable(normal)});
    auto const columns = columns_read(*tree);
    print_all(io.out, "columns", columns.empty() ? std::vector<std::string>{"none"} : columns);
    print_all(io.out, "tree", tree_lines(*tree));
    for (auto const& note : where::notes(*tree)) print_all(io.out, "note", {printable(note.message)});
    if (command.table.empty()) return 0;
    auto const filter = where::bind_filter(*tree, *table->fields, bind_options_of(options));
    if (!filter) {
        io.err << where::render(filter.error(), command.clause) << '\n';
        return 1;
    }
    auto const rows = where::select_rows(*filter, *table);
    if (!rows) {
        io.err << fmt::format("row {}: {}\n", rows.error().row, printable(rows.error().message));
        return 1;
    }
    print_all(io.out, "rows", {fmt::format("[{}]", fmt::join(*rows, ","))});
    return 0;
}

}  // namespace lancespec::conformance
