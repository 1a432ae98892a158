// SPDX-License-Identifier: Apache-2.0
// Object identifiers: the list of names of a namespace or table, and its string form in a route.
#pragma once

#include <lancespec/config.hpp>
#include <lancespec/core/limits.hpp>
#include <lancespec/core/result.hpp>
#include <lancespec/core/violation.hpp>

#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE

/// The delimiter of the string form when the request names none (parameter `delimiter` of the specification).
inline constexpr std::string_view default_delimiter = "$";

/// The path of names from the root namespace to an object: `{"prod", "users"}` is the table or namespace
/// `users` in the namespace `prod`. The empty list is the root namespace.
///
/// Names are sequences of Unicode characters and are compared by their bytes; no folding, no normalisation.
class object_identifier {
public:
    object_identifier() = default;
    object_identifier(std::initializer_list<std::string> names) : names_(names) {}
    explicit object_identifier(std::vector<std::string> names) : names_(std::move(names)) {}

    /// The string form split at every @p delimiter; @p text equal to the delimiter, or empty, is the root.
    ///
    /// @p text is plain, that is, already percent-decoded. Errors: rule::identifier at `path:id` when a name
    /// is empty or the delimiter is, rule::malformed when the text is not UTF-8, rule::limit when there are
    /// more names than `limits::identifier_segments`. Linear in the text.
    static LANCESPEC_DECL result<object_identifier, violations> parse(std::string_view text,
                                                                      std::string_view delimiter = default_delimiter,
                                                                      limits const& bounds = {});

    /// The string form: the names joined by @p delimiter, the delimiter alone for the root.
    ///
    /// Errors: rule::identifier at `/id/N` when a name is empty, at `/id` when the names hold the delimiter, so
    /// that another must be chosen. parse() of the result gives the same identifier.
    [[nodiscard]] LANCESPEC_DECL result<std::string, violations> to_string(
        std::string_view delimiter = default_delimiter) const;

    /// For messages only: the names joined by `$`, whatever they hold.
    [[nodiscard]] LANCESPEC_DECL std::string display() const;

    [[nodiscard]] std::vector<std::string> const& names() const noexcept { return names_; }
    [[nodiscard]] bool is_root() const noexcept { return names_.empty(); }
    [[nodiscard]] std::size_t depth() const noexcept { return names_.size(); }

    /// The last name; empty for the root.
    [[nodiscard]] std::string_view leaf() const noexcept {
        return names_.empty() ? std::string_view{} : std::string_view{names_.back()};
    }

    /// The identifier of the namespace that holds this object; the root's parent is the root.
    [[nodiscard]] LANCESPEC_DECL object_identifier parent() const;

    /// This identifier with one more name.
    [[nodiscard]] LANCESPEC_DECL object_identifier child(std::string name) const;

    friend bool operator==(object_identifier const&, object_identifier const&) = default;
    friend auto operator<=>(object_identifier const&, object_identifier const&) = default;

private:
    std::vector<std::string> names_;
};

LANCESPEC_END_NAMESPACE

#if !defined(LANCESPEC_SEPARATE_COMPILATION)
#include <lancespec/core/impl/identifier.ipp>
#endif
