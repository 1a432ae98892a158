// SPDX-License-Identifier: Apache-2.0
// The bodies of lancespec::lancespec, for separate compilation: include this in exactly one translation unit
// that is compiled with LANCESPEC_SEPARATE_COMPILATION. The CMake target lancespec::compiled does so.
#pragma once

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#error "lancespec/src.hpp is for separate compilation: define LANCESPEC_SEPARATE_COMPILATION for the whole program"
#endif

#if defined(LANCESPEC_TABLES_HERE)
#error "include lancespec/src.hpp before any other header of lancespec: the tables are compiled with it"
#endif

// The tables are compiled here, and nowhere else.
#define LANCESPEC_LIBRARY_SOURCE

#include <lancespec/lancespec.hpp>

#include <lancespec/columnar/impl/columns.ipp>
#include <lancespec/columnar/impl/data_type.ipp>
#include <lancespec/columnar/impl/scalar.ipp>
#include <lancespec/columnar/impl/show.ipp>
#include <lancespec/columnar/impl/validate.ipp>
#include <lancespec/contract/impl/codec.ipp>
#include <lancespec/contract/impl/example.ipp>
#include <lancespec/contract/impl/mutations.ipp>
#include <lancespec/contract/impl/openapi.ipp>
#include <lancespec/contract/impl/operations.ipp>
#include <lancespec/contract/impl/validate.ipp>
#include <lancespec/core/impl/base64.ipp>
#include <lancespec/core/impl/diagnostic.ipp>
#include <lancespec/core/impl/edit_distance.ipp>
#include <lancespec/core/impl/identifier.ipp>
#include <lancespec/core/impl/json.ipp>
#include <lancespec/core/impl/json_reader.ipp>
#include <lancespec/core/impl/json_writer.ipp>
#include <lancespec/core/impl/percent.ipp>
#include <lancespec/core/impl/quote.ipp>
#include <lancespec/core/impl/time_zone.ipp>
#include <lancespec/core/impl/type_info.ipp>
#include <lancespec/core/impl/utf8.ipp>
#include <lancespec/core/impl/violation.ipp>
#include <lancespec/http/impl/dispatch.ipp>
#include <lancespec/http/impl/mapping.ipp>
#include <lancespec/http/impl/message.ipp>
#include <lancespec/http/impl/route.ipp>
#include <lancespec/http/impl/target.ipp>
#include <lancespec/language/impl/bind.ipp>
#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/validate_tree.ipp>
#include <lancespec/language/impl/where.ipp>
#include <lancespec/language/impl/where_ast.ipp>
#include <lancespec/language/impl/where_format.ipp>
#include <lancespec/language/impl/where_normalize.ipp>
#include <lancespec/language/impl/where_notes.ipp>
