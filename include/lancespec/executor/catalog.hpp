// SPDX-License-Identifier: Apache-2.0
// The in-memory catalog: the reference for what every operation of the contract does.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/identifier.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>
#include <lancespec/core/work.hpp>
#include <lancespec/executor/job.hpp>
#include <lancespec/model/batches.hpp>
#include <lancespec/model/branches.hpp>
#include <lancespec/model/columns.hpp>
#include <lancespec/model/indices.hpp>
#include <lancespec/model/jobs.hpp>
#include <lancespec/model/namespaces.hpp>
#include <lancespec/model/rows.hpp>
#include <lancespec/model/table_details.hpp>
#include <lancespec/model/tables.hpp>
#include <lancespec/model/tags.hpp>
#include <lancespec/model/transactions.hpp>
#include <lancespec/model/versions.hpp>
#include <lancespec/model/views.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

/// What a catalog gets from outside, so that runs can repeat exactly.
struct catalog_options {
    /// Milliseconds since 1970-01-01T00:00:00Z. Null: the system clock. Called from any thread; 0 when it throws.
    std::function<std::int64_t()> clock{};
    /// Seeds job ids and the order of inline jobs' tasks. Absent: taken from the operating system.
    std::optional<std::uint64_t> seed{};
    /// Run a job within the call that submits it, its tasks in seeded order, instead of on the worker pool.
    bool inline_jobs = false;
    /// Threads of the worker pool, shared by all jobs.
    unsigned workers = 2;
    /// Steps (core/work.hpp) that the filters and expressions of one request may take. More is InvalidInput.
    std::int64_t request_steps = 1'000'000'000;
    /// Steps that one job may take. More fails the job with InvalidInput.
    std::int64_t job_steps = 100'000'000'000;
    /// Rows that one refresh may make of its source. More fails the job with InvalidInput.
    std::int64_t output_rows = std::int64_t{1} << 24;
    /// Bytes of the column, or of the view's rows, that one request or job may make. More is InvalidInput.
    std::int64_t output_bytes = std::int64_t{1} << 30;
    /// How long the destructor waits for a call of a function of the embedding program to return. One that does not is
    /// left to end in its own thread, and must not use anything that has gone by then.
    std::chrono::milliseconds close_wait{5'000};
    /// Bounds on Arrow data in requests: `ipc_ratio` keeps few bytes from becoming many. More is InvalidInput.
    limits reading{};
    /// Bytes that the columns of one table may hold, all branches and versions together; what versions share counts
    /// once. A write that would make them more is InvalidInput, and a job fails with it.
    std::int64_t table_bytes = std::int64_t{1} << 28;
    /// The same of all tables together: ServiceUnavailable, since room comes back when tables are dropped.
    std::int64_t catalog_bytes = std::int64_t{1} << 30;
};

/// A function over the values of one row: the UDF behind a virtual column. Throwing fails the job with the row.
using row_function = std::function<columnar::scalar(std::span<columnar::scalar const> inputs)>;

/// A function from one source row to any number of rows: the UDTF or chunker behind a view. Throwing fails the job.
struct table_function {
    /// The fields of the rows it makes, given those of its inputs.
    std::function<std::vector<columnar::field>(std::span<columnar::field const> inputs)> outputs;
    /// The rows made of one source row, each with a value per output field.
    std::function<std::vector<columnar::scalars>(std::span<columnar::scalar const> inputs)> rows;
};

/// A virtual (UDF-backed) column's definition.
struct virtual_column {
    columnar::field output;                  ///< name and type of the new column
    std::string function;                    ///< a registered name; built in: identity, upper, length, add_one, abs
    std::vector<std::string> input_columns;  ///< field paths
};

/// A materialized view's definition, as CreateMaterializedView gives it.
struct view_definition {
    model::materialized_view_kind kind = model::materialized_view_kind::query;
    std::string source_query;  ///< opaque to the specification; docs/executor.md says what this executor can run
    std::string function;      ///< udtf, chunker: a registered name; built in: identity, split_words
    /// udtf, chunker: field paths of what the function reads; none: the columns of the source query
    std::vector<std::string> input_columns = {};
};

/// A thread-safe catalog. Every mutation makes a new version; versions share columns, and all of them stay readable.
///
/// Writes to one table follow each other, reading waits for nothing, and no lock is held while functions given by the
/// embedding program run: they may use the catalog. docs/executor.md tells what each request field does.
class catalog {
public:
    LANCESPEC_DECL explicit catalog(catalog_options options = {});
    /// Stops running jobs and drops queued ones. Waits, catalog_options::close_wait at most, for functions of the
    /// embedding program that are being called.
    LANCESPEC_DECL ~catalog();
    catalog(catalog const&) = delete;
    catalog& operator=(catalog const&) = delete;

    // Operations of the contract, one overload per request type. Those that may take long take a stop token: once it
    // asks for it they end within some microseconds, change nothing, and answer ServiceUnavailable. Work beyond the
    // catalog's bounds is InvalidInput, and the message names the option.

    // Submitting a job: the request is checked here; what goes wrong later is the job's error. The stop token ends
    // inline jobs alone: others outlive the request.
    /// Errors: InvalidInput (no id, a malformed path, a column that is neither virtual nor computed, a where that does
    /// not parse or bind, a number out of range), NamespaceNotFound, TableNotFound, TableBranchNotFound,
    /// TableVersionNotFound, TableColumnNotFound, InvalidTableState (the column's function is not registered).
    LANCESPEC_DECL result<model::alter_table_backfill_columns_response, namespace_error> execute(
        model::alter_table_backfill_columns_request const& request, std::stop_token const& stop = {});
    /// Errors: InvalidInput (no id, output_limit for a view that is no chunker, a number out of range),
    /// NamespaceNotFound, TableNotFound (also for a table that is no view), TableVersionNotFound (src_version).
    LANCESPEC_DECL result<model::refresh_materialized_view_response, namespace_error> execute(
        model::refresh_materialized_view_request const& request, std::stop_token const& stop = {});

    // Namespaces and tables. A request without an id is InvalidInput everywhere; a name whose namespace is not there is
    // NamespaceNotFound. docs/executor.md says what each mode and flag does.
    LANCESPEC_DECL result<model::create_namespace_response, namespace_error> execute(
        model::create_namespace_request const& request);
    LANCESPEC_DECL result<model::list_namespaces_response, namespace_error> execute(
        model::list_namespaces_request const& request) const;
    LANCESPEC_DECL result<model::describe_namespace_response, namespace_error> execute(
        model::describe_namespace_request const& request) const;
    LANCESPEC_DECL result<model::namespace_exists_response, namespace_error> execute(
        model::namespace_exists_request const& request) const;
    LANCESPEC_DECL result<model::drop_namespace_response, namespace_error> execute(
        model::drop_namespace_request const& request);
    LANCESPEC_DECL result<model::list_tables_response, namespace_error> execute(
        model::list_tables_request const& request) const;
    /// Errors: InvalidInput for data that is no Arrow, Unsupported for a type that columns cannot hold,
    /// TableSchemaValidationError for names that no path reaches.
    LANCESPEC_DECL result<model::create_table_response, namespace_error> execute(
        model::create_table_request const& request);
    LANCESPEC_DECL result<model::describe_table_response, namespace_error> execute(
        model::describe_table_request const& request) const;
    LANCESPEC_DECL result<model::table_exists_response, namespace_error> execute(
        model::table_exists_request const& request) const;
    LANCESPEC_DECL result<model::drop_table_response, namespace_error> execute(
        model::drop_table_request const& request);
    LANCESPEC_DECL result<model::list_tables_response, namespace_error> execute(
        model::list_all_tables_request const& request) const;
    /// A table without a version: describe shows its place, its first rows bring its columns, and what needs a version
    /// is TableVersionNotFound until then. Errors: NamespaceNotFound, TableAlreadyExists, InvalidInput for a location
    /// that is not the catalog's own.
    LANCESPEC_DECL result<model::declare_table_response, namespace_error> execute(
        model::declare_table_request const& request);
    LANCESPEC_DECL result<model::deregister_table_response, namespace_error> execute(
        model::deregister_table_request const& request);
    /// Brings a deregistered table back, with its rows, versions, branches and tags. Errors: NamespaceNotFound,
    /// TableAlreadyExists, InvalidInput for a location where there is none.
    LANCESPEC_DECL result<model::register_table_response, namespace_error> execute(
        model::register_table_request const& request);
    /// Errors: NamespaceNotFound (the target's too), TableNotFound, TableAlreadyExists and NamespaceAlreadyExists for
    /// what has the new name.
    LANCESPEC_DECL result<model::rename_table_response, namespace_error> execute(
        model::rename_table_request const& request);
    /// Makes a new version with the rows and columns of an old one. Errors: TableVersionNotFound, InvalidTableState.
    LANCESPEC_DECL result<model::restore_table_response, namespace_error> execute(
        model::restore_table_request const& request);
    LANCESPEC_DECL result<model::update_table_schema_metadata_response, namespace_error> execute(
        model::update_table_schema_metadata_request const& request);
    LANCESPEC_DECL result<model::get_table_stats_response, namespace_error> execute(
        model::get_table_stats_request const& request) const;
    LANCESPEC_DECL result<model::list_table_versions_response, namespace_error> execute(
        model::list_table_versions_request const& request) const;
    LANCESPEC_DECL result<model::describe_table_version_response, namespace_error> execute(
        model::describe_table_version_request const& request) const;
    /// Records a version whose files a client keeps, if there is none of its number. Its rows are those of the version
    /// before it; where the catalog has none, reading and writing them is Unsupported. Errors: ConcurrentModification
    /// for a number that is taken.
    LANCESPEC_DECL result<model::create_table_version_response, namespace_error> execute(
        model::create_table_version_request const& request);
    /// All entries, or none and the error of the first that fails, with its place. Results are in their order.
    LANCESPEC_DECL result<model::batch_create_table_versions_response, namespace_error> execute(
        model::batch_create_table_versions_request const& request);
    LANCESPEC_DECL result<model::batch_commit_tables_response, namespace_error> execute(
        model::batch_commit_tables_request const& request);
    /// Forgets versions, but never the latest of the branch nor one that a tag stands for. Errors: InvalidInput for a
    /// range that ends before it begins.
    LANCESPEC_DECL result<model::batch_delete_table_versions_response, namespace_error> execute(
        model::batch_delete_table_versions_request const& request);

    // Branches and tags. Errors: TableBranchNotFound and TableBranchAlreadyExists, TableTagNotFound and
    // TableTagAlreadyExists, TableVersionNotFound; InvalidInput for removing main or a branch that has a tagged
    // version.
    LANCESPEC_DECL result<model::create_table_branch_response, namespace_error> execute(
        model::create_table_branch_request const& request);
    LANCESPEC_DECL result<model::list_table_branches_response, namespace_error> execute(
        model::list_table_branches_request const& request) const;
    LANCESPEC_DECL result<model::delete_table_branch_response, namespace_error> execute(
        model::delete_table_branch_request const& request);
    LANCESPEC_DECL result<model::create_table_tag_response, namespace_error> execute(
        model::create_table_tag_request const& request);
    LANCESPEC_DECL result<model::update_table_tag_response, namespace_error> execute(
        model::update_table_tag_request const& request);
    LANCESPEC_DECL result<model::delete_table_tag_response, namespace_error> execute(
        model::delete_table_tag_request const& request);
    LANCESPEC_DECL result<model::get_table_tag_version_response, namespace_error> execute(
        model::get_table_tag_version_request const& request) const;
    LANCESPEC_DECL result<model::list_table_tags_response, namespace_error> execute(
        model::list_table_tags_request const& request) const;

    // Indices, as records: which rows are in one follows from the fragments that it was built over. Errors:
    // TableColumnNotFound, TableIndexAlreadyExists, TableIndexNotFound; InvalidInput for a type that is not known, or
    // that the column cannot have.
    LANCESPEC_DECL result<model::create_table_index_response, namespace_error> execute(
        model::create_table_index_request const& request);
    LANCESPEC_DECL result<model::create_table_scalar_index_response, namespace_error> execute(
        model::create_table_scalar_index_request const& request);
    LANCESPEC_DECL result<model::list_table_indices_response, namespace_error> execute(
        model::list_table_indices_request const& request) const;
    LANCESPEC_DECL result<model::describe_table_index_stats_response, namespace_error> execute(
        model::describe_table_index_stats_request const& request) const;
    LANCESPEC_DECL result<model::drop_table_index_response, namespace_error> execute(
        model::drop_table_index_request const& request);

    // Transactions: making an index names one. Errors: TransactionNotFound; InvalidInput for an action that cannot be
    // done, and then none is.
    LANCESPEC_DECL result<model::describe_transaction_response, namespace_error> execute(
        model::describe_transaction_request const& request) const;
    LANCESPEC_DECL result<model::alter_transaction_response, namespace_error> execute(
        model::alter_transaction_request const& request);

    // Rows, columns and views. A view's rows and columns are the refresh's to write: InvalidTableState. A request that
    // fails changes nothing.
    LANCESPEC_DECL result<model::insert_into_table_response, namespace_error> execute(
        model::insert_into_table_request const& request);
    LANCESPEC_DECL result<model::delete_from_table_response, namespace_error> execute(
        model::delete_from_table_request const& request, std::stop_token const& stop = {});
    LANCESPEC_DECL result<model::count_table_rows_response, namespace_error> execute(
        model::count_table_rows_request const& request, std::stop_token const& stop = {}) const;
    LANCESPEC_DECL result<model::alter_table_add_columns_response, namespace_error> execute(
        model::alter_table_add_columns_request const& request, std::stop_token const& stop = {});
    /// Refuses what another column is computed of. Errors: TableColumnNotFound, InvalidInput (that, the last column of
    /// a table or struct, one within a list).
    LANCESPEC_DECL result<model::alter_table_drop_columns_response, namespace_error> execute(
        model::alter_table_drop_columns_request const& request);
    /// Errors: as dropping, and TableSchemaValidationError for a type that a value is not the same in, a name that is
    /// taken, and nulls where there may be none.
    LANCESPEC_DECL result<model::alter_table_alter_columns_response, namespace_error> execute(
        model::alter_table_alter_columns_request const& request, std::stop_token const& stop = {});
    LANCESPEC_DECL result<model::update_field_metadata_response, namespace_error> execute(
        model::update_field_metadata_request const& request);
    LANCESPEC_DECL result<model::create_materialized_view_response, namespace_error> execute(
        model::create_materialized_view_request const& request, std::stop_token const& stop = {});

    // Setting up without requests, for embedding programs and tests. Those that write to a table write to main, and
    // return the number of the version they made.
    LANCESPEC_DECL result<void, namespace_error> create_namespace(object_identifier const& id);
    /// Each batch becomes a fragment. The new table has version 1. A batch with `fields` is taken by name, in any order
    /// and without those nullable columns that it does not have; one without has every column, in order. Errors:
    /// TableSchemaValidationError names the column; so for insert().
    LANCESPEC_DECL result<std::int64_t, namespace_error> create_table(object_identifier const& id,
                                                                      columnar::schema fields,
                                                                      std::vector<columnar::record_batch> fragments);
    LANCESPEC_DECL result<std::int64_t, namespace_error> insert(object_identifier const& id,
                                                                std::vector<columnar::record_batch> fragments);
    /// Deletes the rows on which @p predicate, a WHERE clause, is TRUE.
    LANCESPEC_DECL result<std::int64_t, namespace_error> delete_rows(object_identifier const& id,
                                                                     std::string_view predicate,
                                                                     std::stop_token const& stop = {});
    /// A column declared by an expression; all null until a backfill. Nested targets by field path.
    LANCESPEC_DECL result<std::int64_t, namespace_error> add_computed_column(object_identifier const& id,
                                                                             std::string_view path,
                                                                             std::string_view expression);
    /// A column made by a registered function; all null until a backfill. Top level only.
    LANCESPEC_DECL result<std::int64_t, namespace_error> add_virtual_column(object_identifier const& id,
                                                                            virtual_column definition);
    LANCESPEC_DECL result<void, namespace_error> create_branch(object_identifier const& id, std::string_view name,
                                                               std::optional<std::int64_t> from_version = {});
    /// An empty view. A source_query that cannot be run is stored, and is the error of each refresh's job. Until the
    /// first refresh the view has the fields of @p stated; absent: those that the refresh would give it, as far as is
    /// known.
    LANCESPEC_DECL result<std::int64_t, namespace_error> create_materialized_view(
        object_identifier const& id, view_definition definition, std::optional<columnar::schema> stated = {});
    /// Replaces what had the name; jobs keep the function that they began with. A function may be called from several
    /// threads at once. Row functions and table functions have names of their own.
    LANCESPEC_DECL void register_function(std::string name, row_function function);
    LANCESPEC_DECL void register_function(std::string name, table_function function);

    // Reading.
    /// The rows of a table or view as batches, one per fragment. Absent version: the latest; absent branch: main.
    [[nodiscard]] LANCESPEC_DECL result<std::vector<columnar::record_batch>, namespace_error> read(
        object_identifier const& id, std::optional<std::int64_t> version = {},
        std::optional<std::string> branch = {}) const;
    [[nodiscard]] LANCESPEC_DECL result<std::int64_t, namespace_error> latest_version(
        object_identifier const& id, std::optional<std::string> branch = {}) const;

    // Jobs. Ids are `backfill-` or `refresh-` and 16 hexadecimal digits; every job is remembered.
    [[nodiscard]] LANCESPEC_DECL std::optional<job_snapshot> find_job(std::string_view job_id) const;
    /// Waits until the job has ended, @p limit at most; its last state, or nothing for an unknown id.
    LANCESPEC_DECL std::optional<job_snapshot> wait(std::string_view job_id, std::chrono::milliseconds limit) const;
    /// Asks a job to end, at once if it is queued, otherwise within some microseconds or after the running call of a
    /// function. It ends as `cancelled`; what it has committed stays. False for an unknown id, or when it has ended.
    LANCESPEC_DECL bool cancel(std::string_view job_id);

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace executor
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/executor/impl/catalog.ipp>
#endif
