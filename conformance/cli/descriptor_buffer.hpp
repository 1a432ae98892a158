// SPDX-License-Identifier: Apache-2.0
// A stream buffer over a file descriptor that remembers why a write failed; std::cout forgets.
#pragma once

#include <array>
#include <streambuf>

namespace lancespec::conformance {

class descriptor_buffer final : public std::streambuf {
public:
    explicit descriptor_buffer(int descriptor) noexcept;
    ~descriptor_buffer() override;
    descriptor_buffer(descriptor_buffer const&) = delete;
    descriptor_buffer& operator=(descriptor_buffer const&) = delete;

    /// The errno of the first write that failed, or 0. What was written after it is dropped.
    [[nodiscard]] int error() const noexcept { return error_; }

protected:
    int_type overflow(int_type c) override;
    int sync() override;

private:
    std::array<char, 8192> buffer_{};
    int descriptor_;
    int error_ = 0;
};

}  // namespace lancespec::conformance
