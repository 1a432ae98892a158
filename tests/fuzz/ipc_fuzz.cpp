// SPDX-License-Identifier: Apache-2.0
// Fuzz target: Arrow IPC. What is read can be looked at, and is the same after it was written and read again.
#include <lancespec/columnar/ipc.hpp>

#include <lancespec/columnar/scalar.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

namespace columnar = lancespec::columnar;

std::string shown(columnar::ipc_contents const& from) {
    std::string out;
    for (auto const& batch : from.batches) {
        for (std::int64_t row = 0; row < batch.length; ++row)
            for (auto const& column : batch.columns) out += to_string(get(*column, row), column->type()) + '\n';
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const bytes(reinterpret_cast<char const*>(data), size);
    lancespec::limits bounds;
    bounds.ipc_memory = 1 << 20;
    bounds.ipc_rows = 1 << 12;
    auto const made = columnar::read_ipc(bytes, bounds);
    if (made.has_error()) {
        if (made.error().message.empty() || made.error().offset > size) std::abort();
        return 0;
    }
    auto const written = columnar::write_ipc_file(*made->fields, made->batches);
    if (written.has_error()) std::abort();
    auto const again = columnar::read_ipc(*written);
    if (again.has_error() || !(*again->fields == *made->fields) || shown(*again) != shown(*made)) std::abort();
    return 0;
}
