// SPDX-License-Identifier: Apache-2.0
// What the executor's tests share: small tables, requests, and the rows of a table as text.
#pragma once

#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace executor_tables {

namespace columnar = lancespec::columnar;
namespace executor = lancespec::executor;
using columnar::scalar;
using lancespec::error_code;
using lancespec::object_identifier;
using backfill_request = lancespec::model::alter_table_backfill_columns_request;
using refresh_request = lancespec::model::refresh_materialized_view_request;
using namespace std::chrono_literals;

inline executor::catalog_options inline_jobs(std::uint64_t seed = 1) {
    executor::catalog_options options;
    options.inline_jobs = true;
    options.seed = seed;
    options.clock = [] { return std::int64_t{1000}; };
    return options;
}

inline columnar::data_type type(std::string_view text) {
    return columnar::parse_data_type(text).value();
}

inline columnar::schema schema(std::initializer_list<std::pair<char const*, char const*>> fields) {
    columnar::schema out;
    for (auto const& [name, text] : fields) out.fields.push_back({name, type(text), true, {}});
    return out;
}

inline scalar number(std::int64_t n) {
    return {n};
}
inline scalar text(std::string t) {
    return {std::move(t)};
}

/// Rows as a batch that names its fields.
inline columnar::record_batch batch(columnar::schema const& fields, std::vector<columnar::scalars> const& rows) {
    columnar::record_batch out{
        std::make_shared<columnar::schema const>(fields), {}, static_cast<std::int64_t>(rows.size())};
    for (std::size_t column = 0; column < fields.fields.size(); ++column) {
        columnar::array_builder builder(fields.fields[column].type);
        for (auto const& row : rows) {
            if (row[column].is_null())
                builder.append_null();
            else if (!builder.append(row[column]))
                throw std::invalid_argument("the row does not fit");
        }
        out.columns.push_back(builder.finish());
    }
    return out;
}

/// A batch of the column `x` int64.
inline columnar::record_batch xs(std::vector<std::optional<std::int64_t>> const& values) {
    std::vector<columnar::scalars> rows;
    for (auto const& value : values) rows.push_back({value ? number(*value) : scalar{}});
    return batch(schema({{"x", "int64"}}), rows);
}

/// Every row of a table, in order.
inline std::vector<columnar::scalars> rows(executor::catalog const& from, object_identifier const& id,
                                           std::optional<std::int64_t> version = {},
                                           std::optional<std::string> branch = {}) {
    std::vector<columnar::scalars> out;
    for (auto const& part : from.read(id, version, std::move(branch)).value())
        for (std::int64_t row = 0; row < part.length; ++row) {
            columnar::scalars values;
            for (auto const& column : part.columns) values.push_back(columnar::get(*column, row));
            out.push_back(std::move(values));
        }
    return out;
}

/// One column of a table, as `1 2 null`.
inline std::string column(executor::catalog const& from, object_identifier const& id, std::size_t index,
                          std::optional<std::int64_t> version = {}, std::optional<std::string> branch = {}) {
    std::string out;
    for (auto const& row : rows(from, id, version, std::move(branch)))
        out += (out.empty() ? "" : " ") + columnar::to_string(row[index]);
    return out;
}

inline backfill_request backfill(object_identifier const& id, std::string path) {
    backfill_request request;
    request.id = id.names();
    request.column = std::move(path);
    return request;
}

inline refresh_request refresh(object_identifier const& id) {
    refresh_request request;
    request.id = id.names();
    return request;
}

/// The code that a request is refused with; nothing when it is taken.
template <class Request>
std::optional<error_code> refusal(executor::catalog& by, Request const& request) {
    auto const answer = by.execute(request);
    if (answer) return std::nullopt;
    CHECK_FALSE(answer.error().message.empty());
    return answer.error().code;
}

/// Submits, waits, and gives the last state of the job.
template <class Request>
executor::job_snapshot run(executor::catalog& by, Request const& request) {
    return by.wait(by.execute(request).value().job_id, 60s).value();
}

/// As run(), of a job that must succeed.
template <class Request>
executor::job_snapshot succeed(executor::catalog& by, Request const& request) {
    auto job = run(by, request);
    INFO((job.error ? job.error->message : ""));
    CHECK(job.state == executor::job_state::succeeded);
    return job;
}

/// The table `t` of `x` int64 in the given fragments, with the computed column `y` = x * 2: the columns 0 and 1.
inline void make_doubled(executor::catalog& in, std::vector<columnar::record_batch> fragments) {
    in.create_table({"t"}, schema({{"x", "int64"}}), std::move(fragments)).value();
    in.add_computed_column({"t"}, "y", "x * 2").value();
}

}  // namespace executor_tables
