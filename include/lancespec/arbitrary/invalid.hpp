// RapidCheck generators of documents that break exactly one rule, at a known place: valid ones, changed by their
// tables.
#pragma once

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/contract/breaks.hpp>
#include <lancespec/core/json.hpp>

#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace arbitrary {

/// A document that breaks one rule of its table.
struct broken_document {
    std::string json;
    std::string pointer;  ///< where a strict decoder must report it
    rule broken = rule::malformed;
};

/// @p json, a valid document of @p type, with exactly one rule broken; for use within a property or generator.
inline broken_document break_one(std::string const& json, reflect::type_info const& type) {
    auto document = parse_json(json).value();
    auto const changes = contract::changes_of(document, type);
    auto const& chosen = changes[*rc::gen::inRange<std::size_t>(0, changes.size())];
    broken_document out{{}, chosen.pointer, chosen.broken};
    contract::apply(chosen, document);
    out.json = to_json(document);
    return out;
}

/// Documents of the described struct @p T that break exactly one rule; every rule of every member of its table is
/// broken in some.
template <class T>
rc::Gen<broken_document> invalid() {
    return rc::gen::exec([] { return break_one(contract::encode(*valid<T>()), reflect::type_of<T>()); });
}

inline void showValue(broken_document const& document, std::ostream& out) {
    out << document.pointer << " " << name(document.broken) << " in " << document.json;
}

}  // namespace arbitrary
LANCESPEC_END_NAMESPACE
