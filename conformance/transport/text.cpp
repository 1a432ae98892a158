// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/text.hpp"

#include <lancespec/core/utf8.hpp>

#include <fmt/format.h>

namespace lancespec::conformance {

bool is_printable(std::string_view text) noexcept {
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        if (c.size == 0 || !is_printable(c.scalar)) return false;
        text.remove_prefix(c.size);
    }
    return true;
}

std::string printable_lines(std::string_view text) {
    std::string out;
    for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
        out += printable(text.substr(0, end)) + '\n';
        text.remove_prefix(end + 1);
    }
    return out + printable(text);
}

std::string excerpt(std::string_view text, std::size_t bytes, std::size_t left_out) {
    if (text.size() <= bytes) return printable(text);
    return fmt::format("{}… ({} bytes in all)", printable(cut_utf8(text, bytes)), text.size() + left_out);
}

}  // namespace lancespec::conformance
