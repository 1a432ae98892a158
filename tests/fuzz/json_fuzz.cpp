// SPDX-License-Identifier: Apache-2.0
// libFuzzer target: the JSON reader, into opaque values and into the backfill request; what is read is written and
// must read back the same.
#include <lancespec/contract/codec.hpp>
#include <lancespec/contract/fields/jobs.hpp>
#include <lancespec/core/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const text(reinterpret_cast<char const*>(data), size);
    if (auto const value = lancespec::parse_json(text)) {
        auto const written = lancespec::to_json(*value);
        auto const again = lancespec::parse_json(written);
        if (!again || lancespec::to_json(*again) != written) std::abort();
    }
    using request = lancespec::model::alter_table_backfill_columns_request;
    if (auto const value = lancespec::contract::decode<request>(text)) {
        auto const again = lancespec::contract::decode<request>(lancespec::contract::encode(*value));
        if (!again || !(*again == *value)) std::abort();
    }
    return 0;
}
