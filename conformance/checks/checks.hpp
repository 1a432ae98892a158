// SPDX-License-Identifier: Apache-2.0
// The lists of checks, one function per theme; the registry joins them.
#pragma once

#include "conformance/engine/check.hpp"
#include "conformance/engine/operation.hpp"
#include "conformance/engine/probe.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance::checks {

using definitions = std::vector<definition>;

// Of every operation that submits a job.
definitions successes(operation const& op);            ///< status, schema, media type and job id of a success
definitions errors(operation const& op);               ///< what every error body is
definitions bodies(operation const& op);               ///< what is no JSON object, and members beyond the schema
definitions optional_fields(operation const& op);      ///< the optional members of the body
definitions field_types(operation const& op);          ///< the JSON type of each member
definitions request_media_types(operation const& op);  ///< the Content-Type of a request
definitions identifiers(operation const& op);          ///< the id in route and body, unknown objects
definitions delimiters(operation const& op);           ///< how the route's id is split
definitions authentication(operation const& op);       ///< credentials in headers and body
definitions routes(operation const& op);               ///< spellings of the route, other methods

// Of one operation.
definitions backfill_request();      ///< `column`, `where`, `branch`, `read_version`
definitions backfill_field_paths();  ///< the language of `column`
definitions backfill_effects();      ///< what becomes of the values of a table
definitions refresh_effects();       ///< what becomes of the rows of a view
definitions refresh_request();       ///< the body, `output_limit`, `src_version`, what is refreshed

/// `backfill_column.NAME`
std::string id_of(operation const& op, std::string_view name);

/// Clauses: `spec 0.11.1, AlterTableBackfillColumns, WHAT` and the like.
std::string of_operation(operation const& op, std::string_view what);
std::string of_request(operation const& op, std::string_view what);
std::string of_schema(std::string_view schema, std::string_view what);

/// Whether @p a was refused as a field path that is malformed or leads nowhere: a 4xx whose code, if it has one, is
/// TableColumnNotFound or InvalidInput.
bool refused_as_path(answer const& a);

/// Whether @p a is a 4xx whose code, if it has one, is one of @p codes.
bool refused_or_uncoded(answer const& a, std::initializer_list<std::int64_t> codes);

}  // namespace lancespec::conformance::checks
