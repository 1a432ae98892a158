// SPDX-License-Identifier: Apache-2.0
// The bodies of lancespec::evaluate, for separate compilation; see src.hpp.
#pragma once

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#error "lancespec/evaluate_src.hpp is for separate compilation: define LANCESPEC_SEPARATE_COMPILATION"
#endif

#include <lancespec/evaluate.hpp>

#include <lancespec/columnar/impl/c_data_export.ipp>
#include <lancespec/columnar/impl/c_data_import.ipp>
#include <lancespec/language/impl/evaluate.ipp>
