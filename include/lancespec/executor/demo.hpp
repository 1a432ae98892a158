// SPDX-License-Identifier: Apache-2.0
// The tables and views that `lancespec serve --demo` has, and that the examples and tests use.
#pragma once

#include <lancespec/executor/catalog.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor {

/// Fills an empty @p into with the demo:
///
/// | object | what it is |
/// |---|---|
/// | `demo$items` | 96 rows in 3 fragments: `id` int64, `name` utf8, `price` float64, `stats` {`width`, `height`} int32
/// | | … `doubled`, `stats.area` | computed columns: `id * 2`, `stats.width * stats.height` | | … `name_upper` | a
/// virtual column: the function `upper` of `name` | | … branch `experiment` | made from the version with all columns |
/// | `demo$deep$leaf` | 3 rows of `id`, with the computed column `doubled` |
/// | `demo$cheap` | a query view: `id`, `name`, `price` of the items with `price < 10` |
/// | `demo$labels` | a udtf view: a row per item, by `identity` |
/// | `demo$chunks` | a chunker view: a row per word of `name`, by `split_words` |
///
/// Computed and virtual columns are all null, and the views empty, until a backfill or refresh. The data is the same
/// on every call. Throws error_exception when @p into has a `demo` already.
LANCESPEC_DECL void load_demo(catalog& into);

}  // namespace executor
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/executor/impl/demo.ipp>
#endif
