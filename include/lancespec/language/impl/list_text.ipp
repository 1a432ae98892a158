// SPDX-License-Identifier: Apache-2.0
// Text made of lists, and lists made of text.
#pragma once

#include <lancespec/language/impl/cast_value.ipp>
#include <lancespec/language/impl/row_call.ipp>
#include <lancespec/language/impl/search.ipp>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// A float as Rust's `{}` writes it and array_to_string() with it: the fewest digits that say the value, and never an
/// exponent. `1`, `-0`, `0.0000001`, `10000000000000000`, `NaN`, `-inf`.
inline std::string plain_decimal(double value, bool single) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    std::array<char, 64> buffer;
    auto* const last = buffer.data() + buffer.size();
    constexpr auto form = std::chars_format::scientific;
    auto const written = single ? std::to_chars(buffer.data(), last, static_cast<float>(value), form)
                                : std::to_chars(buffer.data(), last, value, form);
    std::string_view text(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data()));
    std::string out;
    if (text.front() == '-') {
        out += '-';
        text.remove_prefix(1);
    }
    auto const e = text.find('e');
    int exponent = 0;
    auto const digits_of_exponent = text.substr(e + (text[e + 1] == '+' ? 2 : 1));
    std::from_chars(digits_of_exponent.data(), digits_of_exponent.data() + digits_of_exponent.size(), exponent);
    std::string digits(text.substr(0, 1));
    if (e > 2) digits += text.substr(2, e - 2);
    if (exponent < 0) {
        out += "0.";
        out.append(static_cast<std::size_t>(-exponent - 1), '0');
        return out + digits;
    }
    auto const whole = static_cast<std::size_t>(exponent) + 1;
    if (digits.size() <= whole) return out + digits + std::string(whole - digits.size(), '0');
    return out + digits.substr(0, whole) + '.' + digits.substr(whole);
}

/// The items of a list and of the lists in it, with a text between each two.
struct joined_items {
    row_call& call;
    std::string_view between;
    std::optional<std::string_view> for_null = std::nullopt;  ///< nulls are left out without it
    std::string out{};
    bool begun = false;

    bool add(std::string_view item) {
        if (begun) out += between;
        out += item;
        begun = true;
        return call.may_make(static_cast<std::int64_t>(out.size()));
    }

    /// False when there would be too much. Recurses along the type.
    bool add_all(columnar::scalars const& items, data_type const& type) {
        for (auto const& item : items) {
            bool fine = true;
            if (item.is_null()) {
                fine = !for_null || add(*for_null);
            } else if (auto const* inner = std::get_if<columnar::scalars>(&item.value)) {
                fine = add_all(*inner, type.children.front().type);
            } else if (auto const* real = std::get_if<double>(&item.value)) {
                fine = add(plain_decimal(*real, type.id == type_id::float32));
            } else {
                fine = add(write_value(item, type));
            }
            if (!fine) return false;
        }
        return true;
    }
};

inline scalar joined_text(row_call& c) {
    joined_items joined{c, c.text(1)};
    if (c.size() > 2 && !c.in[2].is_null()) joined.for_null = c.text(2);
    if (!joined.add_all(c.items(0), c.types[0]->children.front().type)) return {};
    return {std::move(joined.out)};
}

/// The parts of a text between a delimiter: its characters when that is null, nothing of an empty text. A part that is
/// the third argument is null.
inline scalar split_text(row_call& c) {
    columnar::scalars out;
    std::string_view rest = c.text(0);
    if (rest.empty()) return {std::move(out)};
    auto const add = [&](std::string_view part) {
        bool const null = c.size() > 2 && !c.in[2].is_null() && part == c.text(2);
        out.push_back(null ? scalar{} : scalar{std::string(part)});
    };
    if (c.in[1].is_null()) {
        while (!rest.empty()) {
            auto const size = std::max<std::size_t>(1, decode_utf8(rest).size);
            add(rest.substr(0, size));
            rest.remove_prefix(size);
        }
        return {std::move(out)};
    }
    auto const& by = c.text(1);
    while (!by.empty()) {
        auto const at = find_text(rest, by);
        if (at == std::string_view::npos) break;
        add(rest.substr(0, at));
        rest.remove_prefix(at + by.size());
    }
    add(rest);
    return {std::move(out)};
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
