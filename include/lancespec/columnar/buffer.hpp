// SPDX-License-Identifier: Apache-2.0
// Bytes of a column that nobody changes: the library's own, or borrowed from another one.
#pragma once

#include <lancespec/config.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

/// A contiguous range of bytes and what keeps them alive. Copies share both. While a buffer has the bytes nobody may
/// change them.
class buffer {
public:
    buffer() = default;

    /// The bytes of a vector, which is moved. Implicit: builders make vectors.
    buffer(std::vector<std::byte> bytes) {
        if (bytes.empty()) return;
        auto const owner = std::make_shared<std::vector<std::byte> const>(std::move(bytes));
        bytes_ = *owner;
        owner_ = owner;
    }

    /// Bytes that stay as they are for as long as there is a copy of @p owner, whose deleter may give them back.
    buffer(std::span<std::byte const> bytes, std::shared_ptr<void const> owner) noexcept
        : bytes_(bytes), owner_(std::move(owner)) {}

    buffer(buffer const&) = default;
    buffer& operator=(buffer const&) = default;
    // One that was moved from has no bytes: nobody keeps them alive for it.
    buffer(buffer&& other) noexcept : bytes_(std::exchange(other.bytes_, {})), owner_(std::move(other.owner_)) {}
    buffer& operator=(buffer&& other) noexcept {
        bytes_ = std::exchange(other.bytes_, {});
        owner_ = std::move(other.owner_);
        return *this;
    }
    ~buffer() = default;

    [[nodiscard]] std::byte const* data() const noexcept { return bytes_.data(); }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
    [[nodiscard]] bool empty() const noexcept { return bytes_.empty(); }
    [[nodiscard]] std::byte const* begin() const noexcept { return bytes_.data(); }
    [[nodiscard]] std::byte const* end() const noexcept { return bytes_.data() + bytes_.size(); }
    [[nodiscard]] std::byte const& operator[](std::size_t i) const noexcept { return bytes_[i]; }

private:
    std::span<std::byte const> bytes_;
    std::shared_ptr<void const> owner_;
};

}  // namespace columnar
LANCESPEC_END_NAMESPACE
