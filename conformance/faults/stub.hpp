// SPDX-License-Identifier: Apache-2.0
// Answers made from the field tables alone, for operations that nothing executes: a stand-in for a server.
#pragma once

#include <lancespec/contract/operation.hpp>
#include <lancespec/core/error_code.hpp>
#include <lancespec/http/message.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// An object one of whose names holds this is not there.
inline constexpr std::string_view stub_unknown = "lancespecnone";

/// A part of a table, named so, is not there: a version, a column, a branch, a tag, an index.
struct stub_part {
    std::string_view marker;
    error_code code;
};
inline constexpr stub_part stub_parts[] = {
    {"987654321", error_code::table_version_not_found},
    {"lancespecnocolumn", error_code::table_column_not_found},
    {"lancespecnobranch", error_code::table_branch_not_found},
    {"lancespecnotag", error_code::table_tag_not_found},
    {"lancespecnoindex", error_code::table_index_not_found},
};

/// A success of @p op made from its response's field table: the row's status, and every member that can be there, but
/// no page token, since clients would follow it for ever. What clients parse or act on, by its member's name, is as
/// real servers send it and about the object @p id: a schema of `id` and `name`, statuses, types and times that exist,
/// and a location in `memory://`, under a name that nobody else has, since clients write where a location says. Arrow
/// bodies are a few rows of that schema. The same each time.
http::response example_answer(contract::operation const& op, std::vector<std::string> const& id = {"a"});

/// Answers any operation of the contract from the tables alone, and keeps nothing: 404 or 405 where there is no route,
/// InvalidInput for a request that breaks the tables, 404 for an id, of the route or in the body, one of whose names
/// holds `stub_unknown`, or for one of `stub_parts`, and example_answer() otherwise. Asks for no credentials.
/// Thread-safe.
http::response stub_answer(http::request const& request);

}  // namespace lancespec::conformance
