// SPDX-License-Identifier: Apache-2.0
// Writing a described struct as JSON.
#pragma once

#include <lancespec/core/type_info.hpp>

#include <span>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace reflect {

struct write_options {
    spec_version version = latest_spec_version;     ///< members that came later are left out
    std::span<std::string_view const> leave_out{};  ///< members of the outermost object that travel elsewhere
};

/// Appends @p value as JSON without white space. Absent members are left out, and written as null only where the
/// document requires the member. Bytes that are
/// no UTF-8 become U+FFFD; a double that is no JSON number becomes null (validate() reports it). Linear.
LANCESPEC_DECL void write_json(std::string& out, view value, write_options const& options = {});

}  // namespace reflect
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/json_writer.ipp>
#endif
