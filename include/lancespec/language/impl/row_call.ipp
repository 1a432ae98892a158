// A function's call for one row, and what the functions share.
#pragma once

#include <lancespec/language/impl/functions.ipp>
#include <lancespec/language/impl/regex.ipp>

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

    regex const* find(std::string_view wanted, std::string_view with, std::string& why) {
        if (!ready || pattern != wanted || flags != with) {
            ready = regex::make(wanted, with, why);
            pattern = wanted;
            flags = with;
        }
        return ready ? &*ready : nullptr;
    }
};

/// The most bytes of text and items of lists that a function makes for one row.
inline constexpr std::int64_t most_made = std::int64_t{1} << 20;

struct row_call {
    bound_step const& step;
    std::span<scalar const> in;
    std::span<data_type const* const> types;
    regex_cache& expressions;
    std::string error;  ///< set when the row fails

    [[nodiscard]] std::size_t size() const noexcept { return in.size(); }
    [[nodiscard]] std::string const& text(std::size_t i) const { return std::get<std::string>(in[i].value); }
    [[nodiscard]] std::int64_t whole(std::size_t i) const { return std::get<std::int64_t>(in[i].value); }
    [[nodiscard]] double real(std::size_t i) const { return std::get<double>(in[i].value); }
    [[nodiscard]] columnar::scalars const& items(std::size_t i) const {
        return std::get<columnar::scalars>(in[i].value);
    }
    scalar fail(std::string why) {
        error = std::move(why);
        return {};
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
