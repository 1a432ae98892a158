// SPDX-License-Identifier: Apache-2.0
// RapidCheck generators of documents that break exactly one rule, at a known place: valid ones, changed by their
// tables.
#pragma once

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/contract/mutations.hpp>
#include <lancespec/core/json.hpp>

#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace arbitrary {

/// @p json, a valid document of @p type, with exactly one rule broken; for use within a property or generator.
inline contract::mutated_document mutate(std::string const& json, reflect::type_info const& type) {
    auto document = parse_json(json).value();
    auto const changes = contract::mutations_of(document, type);
    auto const& chosen = changes[*rc::gen::inRange<std::size_t>(0, changes.size())];
    contract::mutated_document out{{}, chosen.pointer, chosen.broken, to_string(chosen)};
    contract::apply(chosen, document);
    out.document = std::move(document);
    return out;
}

/// Documents of the described struct @p T that break exactly one rule; every rule of every member of its table is
/// broken in some.
template <class T>
rc::Gen<contract::mutated_document> invalid() {
    return rc::gen::exec([] { return mutate(contract::encode(*valid<T>()), reflect::type_of<T>()); });
}

}  // namespace arbitrary

namespace contract {

inline void showValue(mutated_document const& one, std::ostream& out) {
    out << one.pointer << " " << name(one.broken) << " in " << to_json(one.document);
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
