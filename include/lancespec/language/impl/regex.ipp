// SPDX-License-Identifier: Apache-2.0
// Regular expressions, by RE2. A literal that every match holds is searched first.
#pragma once

#include <lancespec/language/impl/regex_size.ipp>
#include <lancespec/language/impl/search.ipp>

#include <re2/re2.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

inline re2::StringPiece piece_of(std::string_view text) noexcept {
    return {text.data(), text.size()};
}

/// The longest text that stands in every match of @p pattern, found without understanding it all: runs of plain
/// characters outside of groups and classes, and none when there is an alternation or an option. The second value:
/// the pattern is nothing but this text.
inline std::pair<std::string, bool> required_text(std::string_view pattern) {
    std::string best;
    std::string run;
    bool plain = true;
    int depth = 0;
    auto const last_end_of_inner = pattern.rfind(":]");
    auto const end_run = [&] {
        if (run.size() > best.size()) best = run;
        run.clear();
    };
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        char const c = pattern[i];
        if (c == '|' || (c == '(' && i + 1 < pattern.size() && pattern[i + 1] == '?')) return {{}, false};
        bool const special = std::string_view("\\[](){}.*+?^$").find(c) != std::string_view::npos;
        if (!special) {
            if (depth == 0) run += c;
            continue;
        }
        plain = false;
        if (c == '*' || c == '?' || c == '{') {
            // The character before may be missing; it may be one of several bytes.
            while (!run.empty() && (static_cast<unsigned char>(run.back()) & 0xC0) == 0x80) run.pop_back();
            if (!run.empty()) run.pop_back();
            end_run();
            if (c == '{') {
                while (i < pattern.size() && pattern[i] != '}') ++i;
            }
            continue;
        }
        if (c == '\\' && i + 1 < pattern.size()) {
            char const next = pattern[++i];
            bool const quotes = !((next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') ||
                                  (next >= '0' && next <= '9') || static_cast<unsigned char>(next) >= 0x80);
            if (quotes && depth == 0) {
                run += next;
            } else if (!quotes) {
                // Classes such as \pL{…} and \x{…} are not taken apart: nothing behind them counts.
                end_run();
                bool const digit = next >= '0' && next <= '9';
                if (digit || next == 'Q' || next == 'p' || next == 'P' || next == 'x') return {best, false};
            }
            continue;
        }
        end_run();
        if (c == '(') ++depth;
        if (c == ')') --depth;
        if (c == '[') {
            // A ] that comes first belongs to the class; inner classes such as [:alpha:] end with :].
            ++i;
            if (i < pattern.size() && pattern[i] == '^') ++i;
            if (i < pattern.size() && pattern[i] == ']') ++i;
            while (i < pattern.size() && pattern[i] != ']') {
                if (pattern[i] == '\\') ++i;
                // Where none follows, none is looked for: each look goes to the end of the pattern.
                bool const may_end = last_end_of_inner != std::string_view::npos && i + 2 <= last_end_of_inner;
                if (may_end && pattern[i] == '[' && pattern[i + 1] == ':') i = pattern.find(":]", i + 2) + 1;
                ++i;
            }
        }
    }
    end_run();
    return {std::move(best), plain};
}

/// A pattern made ready.
class regex {
public:
    /// The flags: i, m, s, x (which Rust's regular expressions have and RE2 has not), U.
    static std::optional<regex> make(std::string_view pattern, std::string_view flags, std::string& why) {
        regex out;
        std::string options;
        bool extended = false;
        for (char const c : flags) {
            if (c == 'i' || c == 'm' || c == 's' || c == 'U') {
                if (options.find(c) == std::string::npos) options += c;
            } else if (c == 'x') {
                extended = true;
            } else if (c != 'g' && c != 'u') {
                why = std::string("'") + c + "' is no flag of regular expressions";
                return std::nullopt;
            }
        }
        if (why = pattern_too_large(pattern); !why.empty()) return std::nullopt;
        std::string text(pattern);
        if (extended) text = without_blanks(text);
        if (options.empty()) {
            auto [needed, plain] = required_text(text);
            out.needed_ = std::move(needed);
            out.plain_ = plain;
        } else {
            text.insert(0, "(?" + options + ')');
        }
        re2::RE2::Options settings;
        settings.set_log_errors(false);
        settings.set_max_mem(most_pattern_memory);
        out.compiled_ = std::make_shared<re2::RE2 const>(piece_of(text), settings);
        if (!out.compiled_->ok()) {
            why = "this regular expression is not valid: " + out.compiled_->error();
            return std::nullopt;
        }
        return out;
    }

    [[nodiscard]] re2::RE2 const& compiled() const noexcept { return *compiled_; }

    [[nodiscard]] bool matches(std::string_view text) const {
        return compiled_->Match(piece_of(text), 0, text.size(), re2::RE2::UNANCHORED, nullptr, 0);
    }

    /// What a match that looks at @p bytes takes. An automaton that outgrows its memory goes on with a list of states,
    /// at worst one for each instruction.
    [[nodiscard]] std::int64_t steps_of_match(std::size_t bytes) const noexcept {
        return 16 + static_cast<std::int64_t>(bytes) * (1 + compiled_->ProgramSize() / 4);
    }
    /// What making it took.
    [[nodiscard]] std::int64_t steps_to_make() const noexcept {
        return 1000 + std::int64_t{256} * compiled_->ProgramSize();
    }

    /// One bit a row. A row that @p wanted leaves out is not looked at. False: the work has to end.
    [[nodiscard]] bool match_rows(word* bits, block const& text, std::int64_t rows, word const* wanted,
                                  work_share& work) const {
        auto const count = word_count(rows);
        if (!needed_.empty() || plain_) {
            rows_with(bits, text, rows, needed_);
            if (plain_) return true;
        } else {
            for (std::size_t i = 0; i < count; ++i) bits[i] = rows_of_word(i, rows);
        }
        for (std::size_t w = 0; w < count; ++w) {
            auto rest = bits[w] & (wanted != nullptr ? wanted[w] : ~word{0});
            bits[w] = 0;
            for (; rest != 0; rest &= rest - 1) {
                auto const bit = std::countr_zero(rest);
                auto const row = text.text(static_cast<std::int64_t>(w) * 64 + bit);
                if (!work.spend(steps_of_match(row.size()))) return false;
                if (matches(row)) bits[w] |= word{1} << bit;
            }
        }
        return true;
    }

private:
    /// Without blanks and comments, as the flag x wants it.
    static std::string without_blanks(std::string_view pattern) {
        std::string out;
        for (std::size_t i = 0; i < pattern.size(); ++i) {
            if (pattern[i] == '\\' && i + 1 < pattern.size()) {
                out += pattern.substr(i++, 2);
            } else if (pattern[i] == '#') {
                while (i < pattern.size() && pattern[i] != '\n') ++i;
            } else if (std::string_view(" \t\n\r").find(pattern[i]) == std::string_view::npos) {
                out += pattern[i];
            }
        }
        return out;
    }

    std::shared_ptr<re2::RE2 const> compiled_;
    std::string needed_;
    bool plain_ = false;
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
