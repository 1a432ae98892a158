// SPDX-License-Identifier: Apache-2.0
// The one translation unit that holds the bodies of lancespec::evaluate_compiled.
#include <lancespec/evaluate_src.hpp>
