// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/table_file.hpp"

#include "conformance/cli/files.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/language/impl/cast_value.ipp>

#include <fmt/format.h>

#include <limits>
#include <optional>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;
using columnar::data_type;
using columnar::scalar;
using columnar::type_id;

constexpr int deepest = 32;

std::optional<data_type> read_type(json::value const& from, int depth) {
    if (depth > deepest) return std::nullopt;
    if (from.is_string()) return columnar::parse_data_type(std::string_view(from.get_string()));
    if (!from.is_object()) return std::nullopt;
    data_type out;
    out.id = type_id::struct_;
    for (auto const& member : from.get_object()) {
        auto type = read_type(member.value(), depth + 1);
        if (!type) return std::nullopt;
        out.children.push_back({std::string(member.key()), std::move(*type), true, {}});
    }
    return out;
}

std::optional<std::string> bytes_of(std::string_view hexadecimal) {
    auto const digit = [](char c) {
        auto const lower = ascii_lower(c);
        if (c >= '0' && c <= '9') return c - '0';
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    };
    if (hexadecimal.size() % 2 != 0) return std::nullopt;
    std::string out;
    for (std::size_t i = 0; i < hexadecimal.size(); i += 2) {
        auto const high = digit(hexadecimal[i]);
        auto const low = digit(hexadecimal[i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
    }
    return out;
}

std::optional<double> read_real(std::string_view text) {
    if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity") return std::numeric_limits<double>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
    return where::detail::read_float(text);
}

std::optional<scalar> read_value(json::value const& from, data_type const& type);

std::optional<scalar> read_text(std::string_view text, data_type const& type) {
    switch (type.id) {
        case type_id::utf8:
        case type_id::large_utf8: return scalar{std::string(text)};
        case type_id::binary:
        case type_id::large_binary: {
            auto bytes = bytes_of(text);
            if (!bytes) return std::nullopt;
            return scalar{std::move(*bytes)};
        }
        case type_id::float32:
        case type_id::float64: {
            auto const value = read_real(text);
            if (!value) return std::nullopt;
            return scalar{*value};
        }
        case type_id::timestamp:
            if (auto const count = where::detail::read_integer(text)) {
                return where::detail::integer_scalar(*count, type_id::int64);
            }
            break;
        case type_id::boolean: return std::nullopt;
        default:
            if (type.id >= type_id::struct_) return std::nullopt;
    }
    return where::detail::cast_text(text, type);
}

std::optional<scalar> read_nested(json::value const& from, data_type const& type) {
    columnar::scalars out;
    if (type.id == type_id::struct_) {
        if (!from.is_object()) return std::nullopt;
        for (auto const& child : type.children) {
            auto const* member = from.get_object().if_contains(child.name);
            auto value = member == nullptr ? std::optional<scalar>(scalar{}) : read_value(*member, child.type);
            if (!value) return std::nullopt;
            out.push_back(std::move(*value));
        }
        return scalar{std::move(out)};
    }
    if (!from.is_array()) return std::nullopt;
    for (auto const& item : from.get_array()) {
        auto value = read_value(item, type.children.front().type);
        if (!value) return std::nullopt;
        out.push_back(std::move(*value));
    }
    return scalar{std::move(out)};
}

std::optional<scalar> read_value(json::value const& from, data_type const& type) {
    if (from.is_null()) return scalar{};
    if (type.id == type_id::dictionary) return read_value(from, type.children.front().type);
    if (type.id >= type_id::struct_) return read_nested(from, type);
    if (from.is_string()) return read_text(std::string_view(from.get_string()), type);
    if (from.is_bool()) return type.id == type_id::boolean ? std::optional(scalar{from.get_bool()}) : std::nullopt;
    bool const real = type.id == type_id::float32 || type.id == type_id::float64;
    if (from.is_double()) {
        if (real) return scalar{from.get_double()};
        return type.id == type_id::decimal128 ? where::detail::cast_float(from.get_double(), type) : std::nullopt;
    }
    if (!from.is_int64() && !from.is_uint64()) return std::nullopt;
    if (type.id == type_id::boolean || type.id < type_id::int8) return std::nullopt;
    if (type.id >= type_id::utf8 && type.id <= type_id::large_binary) return std::nullopt;
    auto const whole = from.is_int64() ? columnar::int128{from.get_int64()} : columnar::int128{from.get_uint64()};
    return where::detail::cast_whole(whole, type);
}

}  // namespace

result<columnar::record_batch, std::string> parse_table(std::string_view text) {
    auto const parsed = parse_json(text);
    if (!parsed) return "this is no JSON: " + to_string(parsed.error());
    auto const* top = parsed->if_object();
    auto const* schema = top != nullptr ? top->if_contains("schema") : nullptr;
    auto const* rows = top != nullptr ? top->if_contains("rows") : nullptr;
    if (schema == nullptr || !schema->is_object()) return std::string("a table needs an object \"schema\"");
    if (rows == nullptr || !rows->is_array()) return std::string("a table needs an array \"rows\"");
    auto fields = std::make_shared<columnar::schema>();
    for (auto const& member : schema->get_object()) {
        auto type = read_type(member.value(), 0);
        if (!type) {
            return fmt::format("the type of column {} is no type: {}", printable(std::string_view(member.key())),
                               excerpt(to_json(member.value()), 80));
        }
        fields->fields.push_back({std::string(member.key()), std::move(*type), true, {}});
    }
    columnar::record_batch out;
    out.length = static_cast<std::int64_t>(rows->get_array().size());
    for (std::size_t row = 0; row < rows->get_array().size(); ++row)
        if (!rows->get_array()[row].is_object()) return fmt::format("row {} is no object", row);
    for (auto const& field : fields->fields) {
        columnar::array_builder builder(field.type);
        std::size_t number = 0;
        for (auto const& row : rows->get_array()) {
            auto const* member = row.get_object().if_contains(field.name);
            auto const value = member == nullptr ? std::optional<scalar>(scalar{}) : read_value(*member, field.type);
            if (!value || !builder.append(*value)) {
                return fmt::format("row {}: {} is no value of column {}, which is {}", number,
                                   excerpt(to_json(*member), 80), printable(field.name),
                                   columnar::to_string(field.type));
            }
            ++number;
        }
        out.columns.push_back(builder.finish());
    }
    out.fields = std::move(fields);
    return out;
}

result<columnar::record_batch, std::string> read_table(std::string const& file) {
    auto const text = read_file(file);
    if (!text) return text.error();
    auto table = parse_table(*text);
    if (!table) return fmt::format("{}: {}", printable(file), table.error());
    return table;
}

}  // namespace lancespec::conformance
