// SPDX-License-Identifier: Apache-2.0
// A function's call for one row, and what the functions share.
#pragma once

#include <lancespec/language/impl/functions.ipp>
#include <lancespec/language/impl/regex.ipp>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <string>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// The regular expression of a call, kept while the pattern stays the same.
struct regex_cache {
    std::string pattern;
    std::string flags;
    std::optional<regex> ready;

    regex const* find(std::string_view wanted, std::string_view with, work_share& work, std::string& why) {
        if (!ready || pattern != wanted || flags != with) {
            ready.reset();
            if (!work.spend(static_cast<std::int64_t>(wanted.size()))) return ended(work, why);
            ready = regex::make(wanted, with, why);
            pattern = wanted;
            flags = with;
            if (ready && !work.spend(ready->steps_to_make())) return ended(work, why);
        }
        return ready ? &*ready : nullptr;
    }

private:
    regex const* ended(work_share& work, std::string& why) {
        ready.reset();
        why = work.message();
        return nullptr;
    }
};

/// The most that a function makes for one row, as amount_of() counts it.
inline constexpr std::int64_t most_made = std::int64_t{1} << 20;

/// How much a value is: the bytes of a text; of a list the number of its items and how much they are themselves.
/// Recurses along the type.
inline std::int64_t amount_of(scalar const& value) noexcept {
    if (auto const* text = std::get_if<std::string>(&value.value)) return static_cast<std::int64_t>(text->size());
    std::int64_t out = 0;
    if (auto const* items = std::get_if<columnar::scalars>(&value.value)) {
        for (auto const& item : *items) out += 1 + amount_of(item);
    }
    return out;
}

/// How much @p times values of @p each are, or more than anything may be.
inline std::int64_t amount_of(std::int64_t times, std::int64_t each) noexcept {
    std::int64_t out = 0;
    return __builtin_mul_overflow(times, each, &out) ? std::numeric_limits<std::int64_t>::max() : out;
}

/// Why a function makes no value of its type, text or a list, beyond @p limit.
inline std::string too_long(data_type const& type, std::int64_t limit) {
    auto const most = std::to_string(limit);
    return columnar::is_text_like(type.id)
               ? "the text would be longer than " + most + " bytes"
               : "the list would be longer than " + most + " items, with all that is in them";
}

/// How much a value made of arguments of which the largest is @p largest may be. What columns hold may be longer than
/// what functions make of nothing.
constexpr std::int64_t most_made_of(std::int64_t largest) noexcept {
    return largest > most_made ? largest + most_made : most_made;
}

struct row_call {
    bound_step const& step;
    std::span<scalar const> in;
    std::span<data_type const* const> types;
    regex_cache& expressions;
    work_share& work;
    std::string error;                  ///< set when the row fails
    std::optional<std::int64_t> limit;  ///< how much may be made of these arguments, once it is known

    [[nodiscard]] std::size_t size() const noexcept { return in.size(); }
    [[nodiscard]] std::string const& text(std::size_t i) const { return std::get<std::string>(in[i].value); }
    [[nodiscard]] std::int64_t whole(std::size_t i) const { return std::get<std::int64_t>(in[i].value); }
    [[nodiscard]] double real(std::size_t i) const { return std::get<double>(in[i].value); }
    [[nodiscard]] columnar::scalars const& items(std::size_t i) const {
        return std::get<columnar::scalars>(in[i].value);
    }
    /// Whether a value may be as much as @p amount; the row fails when it may not. To be asked before it is made
    /// wherever it can be many times the arguments; call_row() asks for all functions afterwards.
    bool may_make(std::int64_t amount) {
        if (amount <= most_made) return true;
        if (!limit) {
            std::int64_t largest = 0;
            for (auto const& value : in) largest = std::max(largest, amount_of(value));
            limit = most_made_of(largest);
        }
        if (amount <= *limit) return true;
        error = too_long(step.type, *limit);
        return false;
    }
    /// Counts steps before they are taken; the row fails when the work has to end.
    bool may_take(std::int64_t steps) {
        if (work.spend(steps)) return true;
        error = work.message();
        return false;
    }
    scalar fail(std::string why) {
        error = std::move(why);
        return {};
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
