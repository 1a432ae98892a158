// SPDX-License-Identifier: Apache-2.0
// Reads a request body from JSON and says what is wrong with it, every violation at its place.
#include <lancespec/lancespec.hpp>

#include <iostream>

int main() {
    using request = lancespec::model::alter_table_backfill_columns_request;

    auto const good = lancespec::contract::decode<request>(R"({"column": "embedding", "where": "id > 10"})");
    auto const bad = lancespec::contract::decode<request>(R"({"column": "a..b", "read_version": "seven"})");
    if (good.has_error() || bad.has_value()) return 1;
    for (auto const& violation : bad.error()) std::cout << violation.pointer << ": " << violation.message << '\n';
    return bad.error().size() == 2 ? 0 : 1;
}
