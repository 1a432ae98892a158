// SPDX-License-Identifier: Apache-2.0
// Body of contract/codec.hpp.
#pragma once

#include <lancespec/contract/codec.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

LANCESPEC_DECL bool decode_into(reflect::slot root, std::string_view json, decode_options const& options,
                                violations& out) {
    auto const first = out.size();
    bool const whole = reflect::read_json(json, root, options.read, out);
    // Of a document that could not be read to its end, or is of another type, nothing more can be said.
    if (!whole && out.size() > first && out[first].pointer.empty()) return false;
    validate_as({root.value, root.type}, options, out);
    return out.size() == first;
}

LANCESPEC_DECL void validate_as(reflect::view value, decode_options const& options, violations& out) {
    if (!options.validate) return;
    validate_options check;
    check.version = options.read.version;
    check.languages = options.languages;
    check.bounds = options.read.bounds;
    validate(value, check, out);
}

}  // namespace contract
LANCESPEC_END_NAMESPACE
