#include "conformance/report/text.hpp"

#include <lancespec/core/utf8.hpp>

#include <fmt/format.h>

#include <iterator>

namespace lancespec::conformance {

bool is_printable(char32_t c) noexcept {
    bool const control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    bool const invisible = (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
                           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0xad || (c >= 0xfff0 && c <= 0xfffb) ||
                           (c >= 0xe0000 && c <= 0xe0fff);
    // No characters at all, and some of them are forbidden in XML.
    bool const nothing = (c & 0xfffeU) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef);
    return !control && !invisible && !nothing;
}

bool is_printable(std::string_view text) noexcept {
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        if (c.size == 0 || !is_printable(c.scalar)) return false;
        text.remove_prefix(c.size);
    }
    return true;
}

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    auto const append = std::back_inserter(out);
    while (!text.empty()) {
        auto const c = decode_utf8(text);
        auto const byte = static_cast<unsigned char>(text.front());
        if (c.size == 0) {
            fmt::format_to(append, "\\x{:02x}", byte);
        } else if (is_printable(c.scalar)) {
            out += text.substr(0, c.size);
        } else if (byte == '\n' || byte == '\t' || byte == '\r') {
            out += byte == '\n' ? "\\n" : byte == '\t' ? "\\t" : "\\r";
        } else if (byte < 0x80) {
            fmt::format_to(append, "\\x{:02x}", byte);
        } else {
            fmt::format_to(append, "\\u{{{:x}}}", static_cast<std::uint32_t>(c.scalar));
        }
        text.remove_prefix(c.size == 0 ? 1 : c.size);
    }
    return out;
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
    auto cut = bytes;  // not within a character
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80 && bytes - cut < 4) --cut;
    return fmt::format("{}… ({} bytes in all)", printable(text.substr(0, cut)), text.size() + left_out);
}

}  // namespace lancespec::conformance
