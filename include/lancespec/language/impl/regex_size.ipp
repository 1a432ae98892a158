// SPDX-License-Identifier: Apache-2.0
// How much RE2 makes of a pattern, told from the pattern before RE2 reads it: its own limit counts what it compiles,
// not what it needs to read a pattern, nor the time it takes.
#pragma once

#include <lancespec/config.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// The most bytes of a pattern.
inline constexpr std::int64_t most_pattern_bytes = std::int64_t{1} << 18;
/// The most that RE2 makes of a pattern, by the estimate here and by its own count.
inline constexpr std::int64_t most_pattern_memory = std::int64_t{1} << 24;

/// About how many bytes RE2 makes of a pattern, or any number beyond the limit. Linear in the pattern.
///
/// Measured on RE2 of 2023: a character takes some fifty, a class of Unicode's such as `\pL` thirty thousand and more
/// while it is read, and a repeat as much as what it repeats, every time. Parts that may be missing take RE2 time in
/// proportion to their square, 0.2 s for ten thousand of them: they are put down as 1,600 bytes.
class pattern_size {
public:
    explicit pattern_size(std::string_view pattern) : rest_(pattern) {
        while (!rest_.empty() && sums_.front() <= most_pattern_memory) next();
        while (sums_.size() > 1) close();
    }

    [[nodiscard]] std::int64_t bytes() const noexcept { return sums_.front(); }

private:
    static constexpr std::int64_t node = 64;
    static constexpr std::int64_t several = 16 * node;
    static constexpr std::int64_t unicode_class = 32 * 1024;
    static constexpr std::int64_t optional = 1600;

    char take() noexcept {
        char const c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    void add(std::int64_t bytes) {
        last_ = bytes;
        sums_.back() = std::min(sums_.back() + bytes, 2 * most_pattern_memory);
    }

    /// What the last part takes besides.
    void add_to_last(std::int64_t bytes) {
        auto const whole = std::min(last_ + bytes, 2 * most_pattern_memory);
        add(bytes);
        last_ = whole;
    }

    void close() {
        auto const inner = sums_.back();
        sums_.pop_back();
        add(inner);
    }

    void next() {
        switch (char const c = take()) {
            case '(':
                sums_.push_back(node);
                // `(?` begins a group of its own kind, nothing may be missing.
                if (rest_.starts_with('?')) take();
                break;
            case ')':
                if (sums_.size() > 1) close();
                break;
            case '?':
            case '*':
            case '+': add_to_last(optional); break;
            case '{': repeat(); break;
            case '[': character_class(); break;
            case '.': add(8 * node); break;
            case '\\': escape(); break;
            default: static_cast<void>(c); add(node);
        }
    }

    /// `L` or `{Greek}`.
    void skip_class_name() {
        auto const end = rest_.starts_with('{') ? rest_.find('}') : 0;
        rest_.remove_prefix(end == std::string_view::npos ? 0 : std::min(end + 1, rest_.size()));
    }

    void escape() {
        add(node);
        if (rest_.empty()) return;
        switch (take()) {
            case 'p':
            case 'P': skip_class_name(); return add_to_last(unicode_class);
            case 'd':
            case 'D':
            case 's':
            case 'S':
            case 'w':
            case 'W': return add_to_last(several);
            case 'Q': {
                auto const end = std::min(rest_.find("\\E"), rest_.size());
                add(static_cast<std::int64_t>(end) * node);
                return rest_.remove_prefix(end);
            }
            default: return;
        }
    }

    /// `{2}`, `{2,}`, `{2,3}`; other braces are characters.
    void repeat() {
        std::int64_t number = 0;
        std::int64_t most = 0;
        bool may_be_missing = false;
        auto const end = std::min(rest_.find_first_not_of("0123456789,"), rest_.size());
        if (end == 0 || end > 12) return add(node);
        for (char const c : rest_.substr(0, end)) {
            number = c == ',' ? 0 : number * 10 + (c - '0');
            may_be_missing = may_be_missing || c == ',';
            most = std::max(most, number);
        }
        // RE2 refuses more than a thousand, whatever this says.
        most = std::clamp<std::int64_t>(most, 1, 1001);
        add_to_last((last_ + (may_be_missing ? optional : 0)) * most);
    }

    void character_class() {
        std::int64_t bytes = several;
        if (rest_.starts_with('^')) take();
        for (bool first = true; !rest_.empty(); first = false) {
            char const c = take();
            if (c == ']' && !first) break;
            bytes += node;
            if (c == '[' && rest_.starts_with(':')) bytes += several;
            if (c != '\\' || rest_.empty()) continue;
            char const which = take();
            bool const unicode = which == 'p' || which == 'P';
            bytes += unicode ? unicode_class : several;
            if (unicode) skip_class_name();
        }
        add(bytes);
    }

    std::string_view rest_;
    std::vector<std::int64_t> sums_{0};  ///< of what is read, and of every group that is open
    std::int64_t last_ = 0;              ///< of the part that a repeat would repeat
};

/// Why a pattern is refused for its size; empty when it is not.
inline std::string pattern_too_large(std::string_view pattern) {
    if (pattern.size() > static_cast<std::size_t>(most_pattern_bytes)) {
        return "a regular expression has at most " + std::to_string(most_pattern_bytes) + " bytes, this one has " +
               std::to_string(pattern.size());
    }
    if (pattern_size(pattern).bytes() <= most_pattern_memory) return {};
    return "this regular expression is too large: what is made of it would take more than " +
           std::to_string(most_pattern_memory >> 20) +
           " MiB; it has too many classes such as \\pL, or repeats such as {1000} or a?";
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
