// SPDX-License-Identifier: Apache-2.0
// Fuzz target: a clause that parses prints to a text that parses and prints to itself, and binding it never fails
// badly.
#include <lancespec/language/bind.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

lancespec::columnar::schema const& fields() {
    static auto const out = [] {
        lancespec::columnar::schema made;
        made.fields = lancespec::columnar::parse_data_type(
                          "struct<a: int32, b: bool, c: utf8, d: date32, t: timestamp[ms], f: float64, "
                          "u: uint64, st: struct<x: int8, y: utf8>, l: list<int32>>")
                          ->children;
        return made;
    }();
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    lancespec::where::parse_statistics statistics;
    auto const tree = lancespec::where::parse(text, {}, statistics);
    if (statistics.rule_calls > 64 * (size + 1)) std::abort();
    if (tree.has_error()) {
        if (tree.error().offset > size) std::abort();
        return 0;
    }
    auto const again = lancespec::where::parse(lancespec::where::format(*tree));
    if (again.has_error() || !(*again == *tree)) std::abort();
    auto const copy = *tree;
    if (!(copy == *tree)) std::abort();
    (void)lancespec::where::normalize(copy);
    (void)lancespec::where::notes(*tree);
    auto const bound = lancespec::where::bind_filter(*tree, fields());
    if (bound.has_error() && bound.error().end > size) std::abort();
    return 0;
}
