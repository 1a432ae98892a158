// SPDX-License-Identifier: Apache-2.0
// The one translation unit that holds the bodies of lancespec::executor_compiled.
#include <lancespec/executor_src.hpp>
