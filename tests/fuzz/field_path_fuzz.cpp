// SPDX-License-Identifier: Apache-2.0
// Fuzz target: whatever parses as a field path prints to a text that parses to the same path.
#include <lancespec/language/field_path.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    auto const path = lancespec::field_path::parse(text);
    if (path.has_error()) {
        if (path.error().offset > size) std::abort();
        return 0;
    }
    for (auto const quoting : {lancespec::path_quoting::full, lancespec::path_quoting::minimal}) {
        auto const again = lancespec::field_path::parse(path->to_string(quoting));
        if (again.has_error() || again->segments != path->segments) std::abort();
    }
    return 0;
}
