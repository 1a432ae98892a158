// SPDX-License-Identifier: Apache-2.0
// The parts of the library that compute, compiled into the including file: edges.cpp is built with
// UndefinedBehaviorSanitizer, the libraries of the other tests are not. Parsing and what else computes nothing is left
// out.
#pragma once

#include <lancespec/language/evaluate.hpp>

#include <lancespec/columnar/impl/columns.ipp>
#include <lancespec/columnar/impl/data_type.ipp>
#include <lancespec/columnar/impl/scalar.ipp>
#include <lancespec/columnar/impl/show.ipp>
#include <lancespec/core/impl/base64.ipp>
#include <lancespec/core/impl/edit_distance.ipp>
#include <lancespec/core/impl/time_zone.ipp>
#include <lancespec/core/impl/utf8.ipp>
#include <lancespec/language/impl/bind.ipp>
#include <lancespec/language/impl/evaluate.ipp>
#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/where_ast.ipp>
#include <lancespec/language/impl/where_format.ipp>
