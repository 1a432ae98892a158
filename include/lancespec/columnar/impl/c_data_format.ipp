// SPDX-License-Identifier: Apache-2.0
// Types and metadata as Arrow's C Data Interface writes them: format strings, and counted keys and values.
#pragma once

#include <lancespec/columnar/data_type.hpp>
#include <lancespec/core/quote.hpp>

#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar::detail::c_data {

inline constexpr std::array<std::pair<std::string_view, type_id>, 21> simple_formats{{
    {"n", type_id::null},      {"b", type_id::boolean},    {"c", type_id::int8},    {"C", type_id::uint8},
    {"s", type_id::int16},     {"S", type_id::uint16},     {"i", type_id::int32},   {"I", type_id::uint32},
    {"l", type_id::int64},     {"L", type_id::uint64},     {"f", type_id::float32}, {"g", type_id::float64},
    {"u", type_id::utf8},      {"U", type_id::large_utf8}, {"z", type_id::binary},  {"Z", type_id::large_binary},
    {"tdD", type_id::date32},  {"+s", type_id::struct_},   {"+l", type_id::list},   {"+L", type_id::large_list},
    {"", type_id::dictionary},
}};

inline constexpr std::string_view unit_letters = "smun";

/// The format of @p type; of a dictionary, that of its indices.
LANCESPEC_DECL std::string format_of(data_type const& type) {
    switch (type.id) {
        case type_id::timestamp:
            return std::string("ts") + unit_letters[static_cast<std::size_t>(type.unit) & 3] + ':' + type.timezone;
        case type_id::decimal128: return "d:" + std::to_string(type.precision) + ',' + std::to_string(type.scale);
        case type_id::fixed_size_list: return "+w:" + std::to_string(type.list_size);
        default: break;
    }
    auto const wanted = type.id == type_id::dictionary ? type.index : type.id;
    for (auto const& [format, id] : simple_formats)
        if (id == wanted) return std::string(format);
    return {};
}

/// Numbers between commas.
inline std::optional<std::array<std::int32_t, 3>> read_numbers(std::string_view text, std::size_t& count) {
    std::array<std::int32_t, 3> out{};
    for (count = 0; count < out.size();) {
        auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), out[count]);
        if (error != std::errc{}) return std::nullopt;
        ++count;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (text.empty()) return out;
        if (!text.starts_with(',')) return std::nullopt;
        text.remove_prefix(1);
    }
    return std::nullopt;
}

/// The type of @p format, without children. What is wrong with it goes to @p why.
LANCESPEC_DECL std::optional<data_type> read_format(std::string_view format, std::string& why) {
    data_type out;
    auto const refuse = [&why, format](char const* what) {
        why = "its format \"" + quote(format) + "\" " + what;
        return std::nullopt;
    };
    if (format.empty()) return refuse("is empty");
    for (auto const& [known, id] : simple_formats) {
        if (known != format) continue;
        out.id = id;
        return out;
    }
    std::size_t count = 0;
    if (format.starts_with("ts") && format.size() >= 4 && format[3] == ':') {
        auto const unit = unit_letters.find(format[2]);
        if (unit == std::string_view::npos) return refuse("is a timestamp of no known unit");
        out.id = type_id::timestamp;
        out.unit = static_cast<time_unit>(unit);
        out.timezone = format.substr(4);
        return out;
    }
    if (format.starts_with("d:")) {
        auto const numbers = read_numbers(format.substr(2), count);
        if (!numbers || count < 2) return refuse("is no decimal's");
        if (count == 3 && (*numbers)[2] != 128) return refuse("is a decimal of other than 128 bits");
        out.id = type_id::decimal128;
        out.precision = (*numbers)[0];
        out.scale = (*numbers)[1];
        return out;
    }
    if (format.starts_with("+w:")) {
        auto const numbers = read_numbers(format.substr(3), count);
        if (!numbers || count != 1) return refuse("is no fixed-size list's");
        out.id = type_id::fixed_size_list;
        out.list_size = (*numbers)[0];
        return out;
    }
    return refuse("is of a type that columns here cannot hold");
}

/// A count, then the length and the bytes of each key and value; nothing for no entries.
LANCESPEC_DECL std::string write_metadata(std::map<std::string, std::string> const& entries) {
    std::string out;
    auto const put = [&out](std::size_t number) {
        auto const small = static_cast<std::int32_t>(number);
        out.append(reinterpret_cast<char const*>(&small), sizeof small);
    };
    if (entries.empty()) return out;
    put(entries.size());
    for (auto const& [key, value] : entries) {
        put(key.size());
        out += key;
        put(value.size());
        out += value;
    }
    return out;
}

/// The entries at @p from, which says by itself how long it is. False when a length is negative.
LANCESPEC_DECL bool read_metadata(char const* from, std::map<std::string, std::string>& to) {
    if (from == nullptr) return true;
    auto const number = [&from] {
        std::int32_t out = 0;
        std::memcpy(&out, from, sizeof out);
        from += sizeof out;
        return out;
    };
    auto const count = number();
    if (count < 0) return false;
    for (std::int32_t i = 0; i < count; ++i) {
        std::array<std::string, 2> entry;
        for (auto& text : entry) {
            auto const size = number();
            if (size < 0) return false;
            text.assign(from, static_cast<std::size_t>(size));
            from += size;
        }
        to.insert_or_assign(std::move(entry[0]), std::move(entry[1]));
    }
    return true;
}

}  // namespace columnar::detail::c_data
LANCESPEC_END_NAMESPACE
