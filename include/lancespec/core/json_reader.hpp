// SPDX-License-Identifier: Apache-2.0
// Reading JSON straight into a described struct, collecting every violation of its table.
#pragma once

#include <lancespec/core/limits.hpp>
#include <lancespec/core/type_info.hpp>
#include <lancespec/core/violation.hpp>

#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

/// How strict reading is. The defaults are a server's: it takes what a real client sends.
struct read_options {
    bool accept_null = true;             ///< null for an optional field whose schema does not allow it means absent
    bool accept_unknown_members = true;  ///< members that the schema does not have are skipped
    spec_version version = latest_spec_version;  ///< members that came later are unknown
    limits bounds{};
};

/// Reads @p text into @p root, which holds a default-constructed value, and appends what is wrong to @p out: all
/// violations, at most one at a place, at most limits::violations. What was readable is in @p root all the same.
///
/// Returns whether nothing was wrong. Linear; one pass; no memory but the struct's own, a fixed stack, and the
/// violations.
LANCESPEC_DECL bool read_json(std::string_view text, slot root, read_options const& options, violations& out);

namespace detail {

/// What read_json() does when the document is not plainly valid: the same, with the reasons.
LANCESPEC_DECL bool read_carefully(std::string_view text, slot root, read_options const& options, violations& out);

}  // namespace detail

}  // namespace reflect
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/json_reader.ipp>
#endif
