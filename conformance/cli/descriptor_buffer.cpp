// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/descriptor_buffer.hpp"

#include <unistd.h>
#include <cerrno>

namespace lancespec::conformance {

descriptor_buffer::descriptor_buffer(int descriptor) noexcept : descriptor_(descriptor) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
}

descriptor_buffer::~descriptor_buffer() {
    descriptor_buffer::sync();
}

descriptor_buffer::int_type descriptor_buffer::overflow(int_type c) {
    if (sync() != 0) return traits_type::eof();
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    *pptr() = traits_type::to_char_type(c);
    pbump(1);
    return c;
}

int descriptor_buffer::sync() {
    for (auto const* at = pbase(); error_ == 0 && at < pptr();) {
        auto const n = ::write(descriptor_, at, static_cast<std::size_t>(pptr() - at));
        if (n >= 0)
            at += n;
        else if (errno != EINTR)
            error_ = errno;
    }
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return error_ == 0 ? 0 : -1;
}

}  // namespace lancespec::conformance
