// SPDX-License-Identifier: Apache-2.0
// Arrow IPC: buffers compressed with LZ4 or Zstandard.
#pragma once

#include <lancespec/config.hpp>

#include <lz4frame.h>
#include <zstd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail::ipc {

enum class codec : std::uint8_t {
    none,
    lz4_frame,
    zstd
};

/// A decompressor, made when it is first needed and used again.
class decompressor {
public:
    explicit decompressor(codec kind) : kind_(kind) {}
    ~decompressor() {
        if (lz4_ != nullptr) LZ4F_freeDecompressionContext(lz4_);
    }
    decompressor(decompressor const&) = delete;
    decompressor& operator=(decompressor const&) = delete;

    /// Neither format can make more than this of @p bytes, so a length beyond it is a lie, found before memory is
    /// taken for it: LZ4 repeats at most 255 bytes for one, Zstandard makes a block of 128 KiB of four bytes.
    [[nodiscard]] std::size_t most(std::size_t bytes) const noexcept {
        return bytes * (kind_ == codec::lz4_frame ? std::size_t{255} : std::size_t{32768}) + 131072;
    }

    /// Fills @p to from the one frame in @p from. A sentence when the frame is damaged or has another length.
    std::optional<std::string> run(std::span<std::byte const> from, std::span<std::byte> to) {
        return kind_ == codec::zstd ? run_zstd(from, to) : run_lz4(from, to);
    }

private:
    static std::optional<std::string> other_length(std::size_t declared) {
        return "it does not decompress to the " + std::to_string(declared) + " bytes that it declares";
    }

    static std::optional<std::string> run_zstd(std::span<std::byte const> from, std::span<std::byte> to) {
        auto const made = ZSTD_decompress(to.data(), to.size(), from.data(), from.size());
        if (ZSTD_isError(made) != 0) return "its ZSTD frame is damaged: " + std::string(ZSTD_getErrorName(made));
        if (made != to.size()) return other_length(to.size());
        return std::nullopt;
    }

    std::optional<std::string> run_lz4(std::span<std::byte const> from, std::span<std::byte> to) {
        if (lz4_ == nullptr && LZ4F_isError(LZ4F_createDecompressionContext(&lz4_, LZ4F_VERSION)) != 0)
            throw std::bad_alloc();
        LZ4F_resetDecompressionContext(lz4_);
        LZ4F_decompressOptions_t options{};
        options.stableDst = 1;
        std::size_t read = 0;
        std::size_t written = 0;
        for (;;) {
            auto source = from.size() - read;
            auto room = to.size() - written;
            auto const left = LZ4F_decompress(lz4_, to.data() + written, &room, from.data() + read, &source, &options);
            if (LZ4F_isError(left) != 0) return "its LZ4 frame is damaged: " + std::string(LZ4F_getErrorName(left));
            read += source;
            written += room;
            if (left == 0 && written == to.size()) return std::nullopt;
            if (left == 0 || (source == 0 && room == 0)) return other_length(to.size());
        }
    }

    codec kind_;
    LZ4F_dctx* lz4_ = nullptr;
};

}  // namespace columnar::detail::ipc
LANCESPEC_END_NAMESPACE
