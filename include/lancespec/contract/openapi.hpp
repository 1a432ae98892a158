// SPDX-License-Identifier: Apache-2.0
// The contract as an OpenAPI 3.1 document, written from the tables alone.
#pragma once

#include <lancespec/contract/operations.hpp>

#include <boost/json/object.hpp>

#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

/// A schema of the document: a struct, or a word or list of words that the document gives a name.
struct named_schema {
    std::string_view name;
    boost::json::object schema;
};

/// The JSON Schema (draft 2020-12) of the type behind a field table, as @p version has it: other schemas by reference
/// (`#/components/schemas/NAME`), and null allowed where the document says so in any way. What the documents say in
/// prose alone (field paths, WHERE clauses, vocabularies in any case, choices) is in descriptions.
[[nodiscard]] LANCESPEC_DECL boost::json::object json_schema(reflect::type_info const& type, spec_version version);

/// The same of one member, with its default and description.
[[nodiscard]] LANCESPEC_DECL boost::json::object json_schema_of(reflect::field_info const& row, spec_version version);

/// Every schema of the document, by name. Linear in the tables.
[[nodiscard]] LANCESPEC_DECL std::vector<named_schema> named_schemas(spec_version version);

/// The whole document: operations, parameters, bodies, statuses, schemas, as @p version has them.
[[nodiscard]] LANCESPEC_DECL boost::json::object openapi(spec_version version = latest_spec_version);

}  // namespace contract
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/contract/impl/openapi.ipp>
#endif
