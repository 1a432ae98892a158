// SPDX-License-Identifier: Apache-2.0
// Umbrella of lancespec::evaluate: columns in Arrow's layout, and WHERE clauses computed over them.
#pragma once

#include <lancespec/columnar/array.hpp>
#include <lancespec/columnar/buffer.hpp>
#include <lancespec/columnar/c_data.hpp>
#include <lancespec/columnar/data_type.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/language/bind.hpp>
#include <lancespec/language/evaluate.hpp>
#include <lancespec/language/validate.hpp>
#include <lancespec/language/where.hpp>
