// SPDX-License-Identifier: Apache-2.0
// Functions of regular expressions, value by value.
#pragma once

#include <lancespec/language/impl/characters.ipp>
#include <lancespec/language/impl/row_call.ipp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// What regexp_replace() puts in the place of a match: text, and what groups have matched. `\1`, `$1`, `${1}`, `$name`
/// and `${name}` stand for a group, for nothing when there is no such group; `$$` is one `$`. A name behind `$` is as
/// long as it can be: `$1x` is a group called 1x.
class replacement {
public:
    replacement(std::string_view text, re2::RE2 const& expression) : expression_(expression) {
        while (!text.empty()) {
            auto const size = std::max<std::size_t>(1, group_at(text));
            if (size == 1) add(text.substr(0, 1));
            text.remove_prefix(size);
        }
    }

    /// How many groups are asked for, and the match itself.
    [[nodiscard]] int groups() const noexcept { return groups_; }

    void append_to(std::string& out, std::vector<re2::StringPiece> const& groups) const {
        for (auto const& next : parts_) {
            if (next.group < 0) {
                out += next.literal;
            } else {
                auto const& matched = groups[static_cast<std::size_t>(next.group)];
                out.append(matched.data() == nullptr ? "" : matched.data(), matched.size());
            }
        }
    }

private:
    struct part {
        std::string literal;
        int group = -1;
    };

    static std::size_t count_while(std::string_view text, bool (*is)(char)) noexcept {
        return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is) - text.begin());
    }

    void add(std::string_view text) {
        if (parts_.empty() || parts_.back().group >= 0) parts_.emplace_back();
        parts_.back().literal += text;
    }

    void add_group(std::string_view name) {
        int number = -1;
        auto const read = std::from_chars(name.data(), name.data() + name.size(), number);
        if (read.ec != std::errc{} || read.ptr != name.data() + name.size()) {
            auto const& names = expression_.NamedCapturingGroups();
            auto const found = names.find(std::string(name));
            number = found == names.end() ? -1 : found->second;
        }
        if (number < 0 || number > expression_.NumberOfCapturingGroups()) return;
        groups_ = std::max(groups_, number + 1);
        parts_.push_back({{}, number});
    }

    /// How many bytes at the front of @p text stand for a group or a dollar sign, which is added; 0 when none do.
    std::size_t group_at(std::string_view text) {
        auto const digit = [](char c) { return c >= '0' && c <= '9'; };
        auto const letter = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        };
        auto const rest = text.substr(1);
        if (text.front() == '\\') {
            auto const size = count_while(rest, digit);
            if (size != 0) add_group(rest.substr(0, size));
            return size == 0 ? 0 : 1 + size;
        }
        if (text.front() != '$' || rest.empty()) return 0;
        if (rest.front() == '$') {
            add("$");
            return 2;
        }
        if (rest.front() == '{') {
            auto const end = rest.find('}');
            if (end == std::string_view::npos) return 0;
            add_group(rest.substr(1, end - 1));
            return end + 2;
        }
        auto const size = count_while(rest, letter);
        if (size != 0) add_group(rest.substr(0, size));
        return size == 0 ? 0 : 1 + size;
    }

    re2::RE2 const& expression_;
    std::vector<part> parts_;
    int groups_ = 1;
};

/// Calls @p found with the groups of every match from the left, until it says no, or the row fails since the work has
/// to end. An empty match right behind another one is none.
template <class Found>
void for_each_match(row_call& c, regex const& made, std::string_view text, int groups, Found found) {
    auto const& expression = made.compiled();
    std::vector<re2::StringPiece> parts(static_cast<std::size_t>(groups));
    auto last = std::string_view::npos;  // where the last match ended
    for (std::size_t at = 0; at <= text.size();) {
        // A search may look at all that is left of the text; mostly it ends long before that.
        auto const looked_at = at == 0 ? text.size() : (text.size() - at) / 8;
        if (!c.may_take(made.steps_of_match(looked_at))) return;
        if (!expression.Match(piece_of(text), at, text.size(), re2::RE2::UNANCHORED, parts.data(), groups)) return;
        auto const begin = static_cast<std::size_t>(parts[0].data() - text.data());
        auto const end = begin + parts[0].size();
        if (parts[0].empty() && begin == last) {
            at = begin + std::max<std::size_t>(1, decode_utf8(text.substr(begin)).size);
            continue;
        }
        if (!found(begin, end, parts)) return;
        last = end;
        at = end;
        if (parts[0].empty()) {
            last = std::string_view::npos;
            at += std::max<std::size_t>(1, decode_utf8(text.substr(at)).size);
        }
    }
}

/// RE2's own replacing has no bound for what it makes, and takes no groups beyond 9.
inline scalar replaced(row_call& c, regex const& expression, bool all) {
    std::string_view const text = c.text(0);
    replacement const with(c.text(2), expression.compiled());
    std::string out;
    std::size_t copied = 0;
    bool fits = true;
    for_each_match(c, expression, text, with.groups(), [&](std::size_t begin, std::size_t end, auto const& groups) {
        out += text.substr(copied, begin - copied);
        with.append_to(out, groups);
        copied = end;
        fits = c.may_make(static_cast<std::int64_t>(out.size()));
        return all && fits;
    });
    if (!fits || !c.error.empty()) return {};
    out += text.substr(copied);
    return {std::move(out)};
}

/// The groups of the first match that have matched, or all of it when there are none; null without a match.
inline scalar matched_groups(row_call& c, regex const& expression) {
    auto const count = expression.compiled().NumberOfCapturingGroups();
    scalar out;
    for_each_match(c, expression, c.text(0), 1 + count, [&](std::size_t, std::size_t, auto const& groups) {
        columnar::scalars items;
        for (std::size_t i = count == 0 ? 0 : 1; i < groups.size(); ++i) {
            if (groups[i].data() == nullptr) continue;
            items.push_back({std::string(groups[i].data(), groups[i].size())});
        }
        out = {std::move(items)};
        return false;
    });
    return out;
}

inline scalar regex_function(row_call& c) {
    auto const function = c.step.function;
    bool const two = function == fn::regexp_like || function == fn::regexp_match;
    std::size_t const flags_at = two ? 2 : 3;
    bool const has_flags = c.size() > flags_at && !c.in[flags_at].is_null();
    auto const flags = has_flags ? std::string_view(c.text(flags_at)) : std::string_view{};
    bool const all = flags.find('g') != std::string_view::npos;
    if (all && function != fn::regexp_replace) {
        return c.fail(std::string(function == fn::regexp_like ? "regexp_like()" : "this function") +
                      " does not take the flag g");
    }
    std::string why;
    auto const* expression = c.expressions.find(c.text(1), flags, c.work, why);
    if (expression == nullptr) return c.fail(std::move(why));
    if (two && c.step.type.id == type_id::boolean) {
        if (!c.may_take(expression->steps_of_match(c.text(0).size()))) return {};
        return {expression->matches(c.text(0))};
    }
    if (function == fn::regexp_match) return matched_groups(c, *expression);
    if (function == fn::regexp_replace) return replaced(c, *expression, all);
    // The place where the search begins counts for nothing but that: ^ matches there.
    auto const start = c.size() > 2 && !c.in[2].is_null() ? c.whole(2) : 1;
    if (start < 1) return c.fail("the place where the search begins is counted from 1");
    if (start - 1 > static_cast<std::int64_t>(utf8_length(c.text(0)))) return {std::int64_t{0}};
    auto const rest = characters(c.text(0), start - 1, std::numeric_limits<std::int64_t>::max());
    std::int64_t out = 0;
    for_each_match(c, *expression, rest, 1, [&](std::size_t begin, std::size_t, auto const&) {
        if (function == fn::regexp_count) {
            ++out;
            return true;
        }
        // Lance finds nothing in an empty text, not even an empty match, nor an empty pattern anywhere.
        out = rest.empty() || c.text(1).empty() ? 0 : character_number(rest, begin) + start - 1;
        return false;
    });
    return {out};
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
