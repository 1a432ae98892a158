// LIKE patterns: taken apart once, then matched piece by piece from left to right, never going back.
#pragma once

#include <lancespec/core/ascii.hpp>
#include <lancespec/core/utf8.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// A LIKE pattern: pieces of text and single characters, with "anything" between them.
///
/// Work is bounded by the length of the text times that of the longest piece. Case is ignored for ASCII letters.
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
                pieces_.emplace_back();
            } else if (c == "_") {
                pieces_.back().push_back({});
            } else {
                add_text(c);
            }
        }
    }

    [[nodiscard]] bool matches(std::string_view text) const noexcept {
        auto const& first = pieces_.front();
        auto rest = match_at(first, text);
        if (!rest) return false;
        if (pieces_.size() == 1) return rest->empty();
        for (std::size_t i = 1; i + 1 < pieces_.size(); ++i) {
            rest = find(pieces_[i], *rest);
            if (!rest) return false;
        }
        return ends_with(pieces_.back(), *rest);
    }

private:
    /// Text to be found as it is, or, when empty, any one character.
    using unit = std::string;
    using piece = std::vector<unit>;

    void add_text(std::string_view text) {
        auto& units = pieces_.back();
        if (units.empty() || units.back().empty()) units.emplace_back();
        for (char const c : text) units.back() += folds_ ? ascii_lower(c) : c;
    }

    [[nodiscard]] bool begins(std::string_view text, std::string_view with) const noexcept {
        if (!folds_) return text.starts_with(with);
        if (text.size() < with.size()) return false;
        for (std::size_t i = 0; i < with.size(); ++i) {
            if (ascii_lower(text[i]) != with[i]) return false;
        }
        return true;
    }

    /// What follows @p units at the beginning of @p text, if they stand there.
    [[nodiscard]] std::optional<std::string_view> match_at(piece const& units, std::string_view text) const noexcept {
        for (auto const& next : units) {
            if (next.empty()) {
                if (text.empty()) return std::nullopt;
                text.remove_prefix(std::max<std::size_t>(1, decode_utf8(text).size));
            } else {
                if (!begins(text, next)) return std::nullopt;
                text.remove_prefix(next.size());
            }
        }
        return text;
    }

    /// What follows the first place in @p text where @p units stand.
    [[nodiscard]] std::optional<std::string_view> find(piece const& units, std::string_view text) const noexcept {
        if (units.empty()) return text;
        for (;;) {
            if (!folds_ && !units.front().empty()) {
                auto const at = text.find(units.front());
                if (at == std::string_view::npos) return std::nullopt;
                text.remove_prefix(at);
            }
            if (auto const rest = match_at(units, text)) return rest;
            if (text.empty()) return std::nullopt;
            text.remove_prefix(std::max<std::size_t>(1, decode_utf8(text).size));
        }
    }

    /// Whether @p units stand at the end of @p text.
    [[nodiscard]] bool ends_with(piece const& units, std::string_view text) const noexcept {
        std::size_t end = text.size();
        for (auto i = units.size(); i-- > 0;) {
            if (units[i].empty()) {
                if (end == 0) return false;
                do {
                    --end;
                } while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
            } else {
                if (end < units[i].size() || !begins(text.substr(end - units[i].size()), units[i])) return false;
                end -= units[i].size();
            }
        }
        return true;
    }

    std::vector<piece> pieces_;  ///< with "anything" between each two
    bool folds_;
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
