// Umbrella of lancespec::lancespec: error codes, identifiers, field paths, WHERE clauses, the contract's types
// and tables, and their mapping to HTTP.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/fields/common.hpp>
#include <lancespec/contract/fields/jobs.hpp>
#include <lancespec/contract/operation.hpp>
#include <lancespec/contract/operations.hpp>
#include <lancespec/contract/validate.hpp>
#include <lancespec/core/ascii.hpp>
#include <lancespec/core/describe.hpp>
#include <lancespec/core/edit_distance.hpp>
#include <lancespec/core/error_code.hpp>
#include <lancespec/core/identifier.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/json_reader.hpp>
#include <lancespec/core/json_writer.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/core/result.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/core/violation.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/message.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>
#include <lancespec/language/bind.hpp>
#include <lancespec/language/field_path.hpp>
#include <lancespec/language/where.hpp>
#include <lancespec/model/common.hpp>
#include <lancespec/model/jobs.hpp>
#include <lancespec/version.hpp>
