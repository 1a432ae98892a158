// SPDX-License-Identifier: Apache-2.0
// Does a request or response keep the bounds, formats and languages of its field table?
#pragma once

#include <lancespec/core/describe.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/violation.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

struct validate_options {
    spec_version version = latest_spec_version;
    /// Parse field paths and WHERE clauses too. Off: bounds and formats only, a few nanoseconds a field.
    bool languages = true;
    limits bounds{};
};

/// Appends a violation for every value of @p value that its table forbids. A place that @p out already names is
/// passed over, so that only its first broken rule is reported. Linear in the value.
LANCESPEC_DECL void validate(reflect::view value, validate_options const& options, violations& out);

/// The violations of @p value, in the order of its fields; empty when it keeps the contract.
template <class T>
[[nodiscard]] violations validate(T const& value, validate_options const& options = {}) {
    violations out;
    validate(reflect::view{&value, &reflect::type_of<T>()}, options, out);
    return out;
}

}  // namespace contract
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/contract/impl/validate.ipp>
#endif
