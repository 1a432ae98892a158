// SPDX-License-Identifier: Apache-2.0
// Field paths alone: parse, print, resolve in a schema.
#pragma once

#include <lancespec/language/field_path.hpp>
