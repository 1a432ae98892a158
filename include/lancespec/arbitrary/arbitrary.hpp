// SPDX-License-Identifier: Apache-2.0
// rc::Arbitrary for what the contract describes, so that a property takes it as an argument:
// `rc::check([](lancespec::model::create_table_request const& request) { … })`.
#pragma once

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/arbitrary/filter.hpp>
#include <lancespec/arbitrary/text.hpp>

#include <ostream>

namespace rc {

/// Requests, responses and everything that they hold: valid ones.
template <class T>
    requires lancespec::reflect::described<T>
struct Arbitrary<T> {
    static Gen<T> arbitrary() { return lancespec::arbitrary::valid<T>(); }
};

template <>
struct Arbitrary<lancespec::field_path> {
    static Gen<lancespec::field_path> arbitrary() { return lancespec::arbitrary::path(); }
};

/// Filters over arbitrary::filter_schema().
template <>
struct Arbitrary<lancespec::where::expression> {
    static Gen<lancespec::where::expression> arbitrary() {
        return lancespec::arbitrary::filter(lancespec::arbitrary::filter_schema());
    }
};

}  // namespace rc

LANCESPEC_BEGIN_NAMESPACE

/// Shows a counterexample in its canonical form. Found by RapidCheck through the type's namespace.
inline void showValue(field_path const& path, std::ostream& out) {
    out << path.to_string();
}

namespace where {

inline void showValue(expression const& tree, std::ostream& out) {
    out << format(tree);
}

}  // namespace where
LANCESPEC_END_NAMESPACE
