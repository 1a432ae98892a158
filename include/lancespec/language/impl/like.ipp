// SPDX-License-Identifier: Apache-2.0
// LIKE patterns: taken apart once, then matched piece by piece from left to right, never going back.
#pragma once

#include <lancespec/core/utf8.hpp>
#include <lancespec/language/impl/search.ipp>
#include <lancespec/language/impl/text_case.ipp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// What a pattern comes down to.
enum class like_kind : std::uint8_t {
    equal,     ///< `abc`
    begins,    ///< `abc%`
    ends,      ///< `%abc`
    contains,  ///< `%abc%`
    other
};

/// A LIKE pattern: pieces of text and single characters, with "anything" between them.
///
/// Work is linear in text and pattern but where a piece has single characters between its texts, as `%a_b%` has: there
/// it is bounded by the length of the text times that of the longest piece. When case is ignored, pattern and text
/// are compared by their characters' simple case folding.
class like_pattern {
public:
    like_pattern(std::string_view pattern, std::string_view escape, bool ignore_case) : folds_(ignore_case) {
        pieces_.emplace_back();
        while (!pattern.empty()) {
            auto const size = std::max<std::size_t>(1, decode_utf8(pattern).size);
            auto const c = pattern.substr(0, size);
            pattern.remove_prefix(size);
            if (c == escape && !pattern.empty()) {
                auto const next = std::max<std::size_t>(1, decode_utf8(pattern).size);
                add_text(pattern.substr(0, next));
                pattern.remove_prefix(next);
            } else if (c == "%") {
                if (!(pieces_.size() > 1 && pieces_.back().empty())) pieces_.emplace_back();
            } else if (c == "_") {
                // `%_` is as good as `_%`, behind which a text begins that can be searched for.
                bool const behind_any = pieces_.size() > 1 && pieces_.back().empty();
                (behind_any ? pieces_[pieces_.size() - 2] : pieces_.back()).push_back({});
            } else {
                add_text(c);
            }
        }
    }

    /// The kind, and the text of it.
    [[nodiscard]] std::pair<like_kind, std::string_view> kind() const noexcept {
        auto const plain = [](piece const& of) { return of.empty() || (of.size() == 1 && !of.front().empty()); };
        if (folds_ || !std::all_of(pieces_.begin(), pieces_.end(), plain)) return {like_kind::other, {}};
        auto const text = [](piece const& of) {
            return of.empty() ? std::string_view{} : std::string_view(of.front());
        };
        if (pieces_.size() == 1) return {like_kind::equal, text(pieces_[0])};
        if (pieces_.size() == 2) {
            if (pieces_[1].empty()) return {like_kind::begins, text(pieces_[0])};
            if (pieces_[0].empty()) return {like_kind::ends, text(pieces_[1])};
        }
        if (pieces_.size() == 3 && pieces_[0].empty() && pieces_[2].empty()) {
            return {like_kind::contains, text(pieces_[1])};
        }
        return {like_kind::other, {}};
    }

    /// Whether the text matches; folded by the caller when case is ignored. False as well when the work has to end,
    /// which @p work says then.
    [[nodiscard]] bool matches(std::string_view text, work_share& work) const noexcept {
        if (!work.spend(static_cast<std::int64_t>(text.size()))) return false;
        auto const& first = pieces_.front();
        auto rest = match_at(first, text);
        if (!rest) return false;
        if (pieces_.size() == 1) return rest->empty();
        for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
            rest = find(pieces_[i], *rest, work);
            if (!rest) return false;
        }
        return ends_with(pieces_.back(), *rest);
    }

    [[nodiscard]] bool folds() const noexcept { return folds_; }

private:
    /// Text to be found as it is, or, when empty, any one character.
    using unit = std::string;
    using piece = std::vector<unit>;

    void add_text(std::string_view text) {
        auto& units = pieces_.back();
        if (units.empty() || units.back().empty()) units.emplace_back();
        units.back() += folds_ ? folded(text) : std::string(text);
    }

    [[nodiscard]] static std::int64_t bytes_of(piece const& units) noexcept {
        std::int64_t out = 0;
        for (auto const& next : units) out += 1 + static_cast<std::int64_t>(next.size());
        return out;
    }

    /// What follows @p units at the beginning of @p text, if they stand there.
    [[nodiscard]] static std::optional<std::string_view> match_at(piece const& units, std::string_view text) noexcept {
        for (auto const& next : units) {
            if (next.empty()) {
                if (text.empty()) return std::nullopt;
                text.remove_prefix(std::max<std::size_t>(1, decode_utf8(text).size));
            } else {
                if (!text.starts_with(next)) return std::nullopt;
                text.remove_prefix(next.size());
            }
        }
        return text;
    }

    /// What follows the first place in @p text where @p units stand.
    [[nodiscard]] static std::optional<std::string_view> find(piece const& units, std::string_view text,
                                                              work_share& work) noexcept {
        if (units.empty()) return text;
        for (;;) {
            if (!units.front().empty()) {
                auto const at = find_text(text, units.front());
                if (at == std::string_view::npos) return std::nullopt;
                text.remove_prefix(at);
            }
            // Only where there are single characters between texts is this tried more than once.
            if (auto const rest = match_at(units, text)) return rest;
            if (text.empty() || !work.spend(bytes_of(units))) return std::nullopt;
            text.remove_prefix(std::max<std::size_t>(1, decode_utf8(text).size));
        }
    }

    /// Whether @p units stand at the end of @p text.
    [[nodiscard]] static bool ends_with(piece const& units, std::string_view text) noexcept {
        std::size_t end = text.size();
        for (auto i = units.size(); i-- > 0;) {
            if (units[i].empty()) {
                if (end == 0) return false;
                do {
                    --end;
                } while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
            } else {
                if (end < units[i].size() || text.substr(end - units[i].size(), units[i].size()) != units[i]) {
                    return false;
                }
                end -= units[i].size();
            }
        }
        return true;
    }

    std::vector<piece> pieces_;  ///< with "anything" between each two
    bool folds_;
};

/// What folding the case of a byte takes.
inline constexpr std::int64_t steps_to_fold = 4;

/// A row that @p wanted leaves out is not looked at.
inline void match_like(like_pattern const& pattern, word* bits, block const& text, word const* wanted,
                       block_context& context) {
    auto const rows = context.rows;
    auto const [kind, part] = pattern.kind();
    switch (kind) {
        case like_kind::equal: return equal_text(step_op::equal, bits, text, part, rows);
        case like_kind::begins: return rows_beginning(bits, text, rows, part);
        case like_kind::ends: return rows_ending(bits, text, rows, part);
        case like_kind::contains: return rows_with(bits, text, rows, part);
        case like_kind::other: break;
    }
    std::fill_n(bits, word_count(rows), word{0});
    std::string folds;
    for (std::int64_t i = 0; i < rows; ++i) {
        if (wanted != nullptr && ((wanted[i >> 6] >> (i & 63)) & 1) == 0) continue;
        auto row = text.text(i);
        if (pattern.folds()) {
            if (!context.spend(i, steps_to_fold * static_cast<std::int64_t>(row.size()))) return;
            folds = folded(row);
            row = folds;
        }
        if (pattern.matches(row, context.work)) bits[i >> 6] |= word{1} << (i & 63);
        if (!context.spend(i, 0)) return;
    }
}

/// A pattern from a column is taken apart for every row.
inline void match_patterns(bound_step const& step, block const& text, block const& pattern, block& out,
                           block_context& context) {
    auto const rows = context.rows;
    auto* bits = out.make_bits(rows);
    std::fill_n(bits, word_count(rows), word{0});
    for (std::int64_t i = 0; i < rows; ++i) {
        if (text.is_null(i) || pattern.is_null(i)) continue;
        auto const row = text.text(i);
        auto const bytes = static_cast<std::int64_t>(pattern.text(i).size() + row.size());
        if (!context.spend(i, 64 + steps_to_fold * bytes)) return;
        like_pattern const like(pattern.text(i), step.escape, step.ignore_case);
        if (like.matches(like.folds() ? folded(row) : std::string(row), context.work))
            bits[i >> 6] |= word{1} << (i & 63);
        if (!context.spend(i, 0)) return;
    }
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
