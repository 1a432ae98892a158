// SPDX-License-Identifier: Apache-2.0
// WHERE clauses alone: parse, print, write in a normal form, bind to a schema. lancespec/evaluate.hpp computes them.
#pragma once

#include <lancespec/language/bind.hpp>
#include <lancespec/language/validate.hpp>
#include <lancespec/language/where.hpp>
