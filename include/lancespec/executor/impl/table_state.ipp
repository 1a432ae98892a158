// SPDX-License-Identifier: Apache-2.0
// The tables of a catalog: fragments that share columns between versions, versions in branches, and how the
// columns marked as virtual or computed get their values. All of it is immutable once published.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/identifier.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/catalog.hpp>
#include <lancespec/executor/impl/ledger.ipp>
#include <lancespec/executor/impl/nested.ipp>
#include <lancespec/executor/impl/shared_list.ipp>
#include <lancespec/language/bind.hpp>
#include <lancespec/language/field_path.hpp>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

inline constexpr std::string_view main_branch = "main";

inline namespace_error fail(error_code code, std::string message, std::string detail = {}) {
    return {code, quote(message, message_bytes), std::move(detail), {}};
}

/// Rows that were written together. The id stays as long as the rows do: an update of a column keeps it, a deletion
/// of rows makes a new fragment of the same origin. So two fragments with one id have the same rows in the same order,
/// and two of one origin have rows that were written together.
struct fragment {
    std::int64_t id = 0;
    std::int64_t origin = 0;  ///< the id of the fragment that the rows were written in
    std::int64_t rows = 0;
    detail::columns columns;            ///< one per field of the version's schema
    std::vector<std::int64_t> row_ids;  ///< ascending; stable for the life of a row; unique in the table
    /// One per column. While the number is the same, so are the values of the rows with the same ids.
    std::vector<std::uint64_t> contents;
};
using fragment_ptr = std::shared_ptr<fragment const>;

/// How a column's values come about.
struct binding {
    std::string expression;                  ///< computed: the text
    std::string function;                    ///< virtual: the registered name
    std::vector<std::string> input_columns;  ///< virtual: field paths
    [[nodiscard]] bool is_virtual() const noexcept { return !function.empty(); }
};

/// The columns that a backfill can compute, by canonical path.
using bindings = std::map<std::string, binding>;

/// An index as it is recorded: which rows are in it follows from the fragments that it was built over.
struct index_record {
    std::string uuid;
    std::string type;    ///< in upper case
    std::string column;  ///< canonical path
    std::optional<std::string> distance_type;
    std::int64_t made_at_millis = 0;
    std::map<std::int64_t, std::uint64_t> covered;  ///< by origin of a fragment: what its column held
};

/// The indices of a version, by name.
using index_records = std::map<std::string, std::shared_ptr<index_record const>>;

/// What a view made of one fragment of its source.
struct view_part {
    fragment_ptr source;
    detail::columns columns;
    std::int64_t rows = 0;
};

/// What a client that keeps the files of a version itself says of its manifest.
struct recorded_manifest {
    std::string path;
    std::optional<std::int64_t> size;
    std::optional<std::string> e_tag;
    std::optional<model::string_map> metadata;
};

struct table_version {
    std::int64_t number = 1;
    std::uint64_t table = 0;          ///< the table it is a version of: another one may get the same name later
    std::int64_t made_at_millis = 0;  ///< of the catalog's clock, since 1970-01-01T00:00:00Z
    std::shared_ptr<columnar::schema const> fields;  ///< null: a client recorded the version, and has its rows
    shared_list<fragment> fragments;
    std::shared_ptr<recorded_manifest const> recorded;  ///< absent: the catalog made the version
    std::shared_ptr<bindings const> computed;
    std::shared_ptr<index_records const> indices;  ///< null: none
    /// Of a view: its rows by source fragment, before any output limit. Null: none.
    std::shared_ptr<std::vector<view_part> const> parts;
    std::shared_ptr<void const> paid;  ///< what the version takes by itself: see pay_for()
};
using version_ptr = std::shared_ptr<table_version const>;

/// A branch's versions by number; empty only in a table that is only declared. A branch begins with a copy of the
/// version it was made from.
using versions = std::map<std::int64_t, version_ptr>;

/// Where a branch began, and when.
struct branch_origin {
    std::string parent;  ///< the branch that it was made from
    std::int64_t version = 0;
    std::int64_t made_at_millis = 0;
};

/// What a tag stands for.
struct tagged_version {
    std::string branch;
    std::int64_t version = 0;
};

/// A table or view. The branches and tags, and what it is called, are guarded by the store.
struct table {
    object_identifier id;
    std::map<std::string, versions, std::less<>> branches;
    std::map<std::string, branch_origin, std::less<>> origins;  ///< of every branch but main
    std::map<std::string, tagged_version, std::less<>> tags;
    std::string location;  ///< stays when the table gets another name

    /// Whether there are no rows and no columns yet.
    [[nodiscard]] bool is_only_declared() const noexcept {
        return branches.size() == 1 && branches.begin()->second.empty();
    }
    std::optional<view_definition> view;
    model::string_map properties;
    ledger_ptr bytes;  ///< what its versions hold
    std::atomic<std::int64_t> next_fragment{0};
    std::atomic<std::int64_t> next_row{0};
};
using table_ptr = std::shared_ptr<table>;

/// The fragment as a batch of the schema's columns.
inline columnar::record_batch to_batch(table_version const& version, fragment const& from) {
    return {version.fields, from.columns, from.rows};
}

/// A number that no column and no table had before. Compared for equality only, so runs repeat although it is the
/// process's.
inline std::uint64_t new_content() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

/// @p from with the column at @p indices replaced by @p column, rows and id as they were.
inline fragment_ptr with_column(fragment const& from, std::vector<std::size_t> const& indices,
                                columnar::array_ptr column) {
    auto out = std::make_shared<fragment>(from);
    auto& place = out->columns[indices.front()];
    place = with_child(place, indices, 1, std::move(column));
    out->contents[indices.front()] = new_content();
    return out;
}

/// Some rows of @p from as a fragment of its own.
inline fragment_ptr with_rows(fragment const& from, std::vector<std::int64_t> const& rows, std::int64_t id) {
    auto out = std::make_shared<fragment>();
    out->id = id;
    out->origin = from.origin;
    out->contents = from.contents;
    out->rows = static_cast<std::int64_t>(rows.size());
    for (auto const& column : from.columns) out->columns.push_back(columnar::take(*column, rows));
    for (auto const row : rows) out->row_ids.push_back(from.row_ids[static_cast<std::size_t>(row)]);
    return out;
}

/// An unresolved path as an error: the canonical path and the nearest names.
inline namespace_error unresolved(field_path const& path, unresolved_path const& why, std::string const& table_name) {
    std::string message = "table " + quote(table_name) + " has no column " + quote(path.to_string());
    if (why.ambiguous) message += ": more than one column differs in upper and lower case only";
    for (std::size_t i = 0; i < why.nearest.size(); ++i)
        message += (i == 0 ? "; did you mean " : i + 1 == why.nearest.size() ? " or " : ", ") + quote(why.nearest[i]);
    return fail(error_code::table_column_not_found, std::move(message));
}

/// Parses and resolves @p text: InvalidInput when it is no path, TableColumnNotFound when it names nothing.
inline result<resolved_path, namespace_error> find_column(std::string_view text, columnar::schema const& fields,
                                                          std::string const& table_name) {
    auto const path = field_path::parse(text);
    if (!path)
        return fail(error_code::invalid_input,
                    "column is not a field path: " + std::string(message(path.error().code)) + " (byte " +
                        std::to_string(path.error().offset) + ")");
    auto found = resolve(*path, fields);
    if (!found) return unresolved(*path, found.error(), table_name);
    return *found;
}

/// Parses and binds a filter; both kinds of failure are InvalidInput, since the filter is part of the request.
inline result<where::bound_expression, namespace_error> bind_clause(std::string_view text,
                                                                    columnar::schema const& fields,
                                                                    std::string const& what) {
    auto const tree = where::parse(text);
    if (!tree) {
        auto const error = tree.error();
        return fail(error_code::invalid_input, what + " does not parse: " + error.message, where::render(error, text));
    }
    auto bound = where::bind_filter(*tree, fields);
    if (!bound) return fail(error_code::invalid_input, what + " does not fit the table: " + bound.error().message);
    return *bound;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
