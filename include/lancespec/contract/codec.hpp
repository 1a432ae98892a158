// SPDX-License-Identifier: Apache-2.0
// JSON to struct and back, by the field tables: decode<T>, encode.
#pragma once

#include <lancespec/contract/validate.hpp>
#include <lancespec/core/json_reader.hpp>
#include <lancespec/core/json_writer.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace contract {

struct decode_options {
    reflect::read_options read{};  ///< whether stray nulls and unknown members are accepted or reported
    bool validate = true;          ///< check bounds and formats too
    bool languages = true;         ///< and field paths and WHERE clauses

    /// Accepts nothing that the schema does not have.
    [[nodiscard]] static decode_options strict() {
        decode_options options;
        options.read.accept_null = false;
        options.read.accept_unknown_members = false;
        return options;
    }
};

/// Reads the value at @p root; the type-erased half of decode<T>(). Returns whether nothing is wrong.
LANCESPEC_DECL bool decode_into(reflect::slot root, std::string_view json, decode_options const& options,
                                violations& out);

/// The second half of decode_into(): checks a value that was read without validation, as @p options ask.
LANCESPEC_DECL void validate_as(reflect::view value, decode_options const& options, violations& out);

/// The request or response that @p json holds.
///
/// Errors: every violation, each at its RFC 6901 pointer, in the order in which they are met, at most one at a
/// place; for text that is no JSON one violation with a byte offset. Linear in the text.
template <class T>
[[nodiscard]] result<T, violations> decode(std::string_view json, decode_options const& options = {}) {
    // Read in place, and one object returned whatever comes: large structs are slow to move.
    result<T, violations> out{boost::system::in_place_value};
    violations broken;
    if (!decode_into({&*out, &reflect::type_of<T>()}, json, options, broken)) {
        std::destroy_at(&out);
        std::construct_at(&out, std::move(broken));
    }
    return out;
}

/// The JSON text of @p value: members in schema order, absent ones left out. `decode<T>(encode(v))` equals v for
/// every valid v.
template <class T>
[[nodiscard]] std::string encode(T const& value, reflect::write_options const& options = {}) {
    std::string out;
    reflect::write_json(out, {&value, &reflect::type_of<T>()}, options);
    return out;
}

}  // namespace contract
LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/contract/impl/codec.ipp>
#endif
