// SPDX-License-Identifier: Apache-2.0
// The one translation unit that holds the bodies of lancespec::compiled.
#include <lancespec/src.hpp>
