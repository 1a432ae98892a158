// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/data_type.hpp.
#pragma once

#include <lancespec/columnar/data_type.hpp>

#include <array>
#include <charconv>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail {

inline constexpr std::array<std::pair<std::string_view, type_id>, 20> simple_type_names{{
    {"null", type_id::null},       {"bool", type_id::boolean},
    {"int8", type_id::int8},       {"int16", type_id::int16},
    {"int32", type_id::int32},     {"int64", type_id::int64},
    {"uint8", type_id::uint8},     {"uint16", type_id::uint16},
    {"uint32", type_id::uint32},   {"uint64", type_id::uint64},
    {"float32", type_id::float32}, {"float64", type_id::float64},
    {"utf8", type_id::utf8},       {"large_utf8", type_id::large_utf8},
    {"binary", type_id::binary},   {"large_binary", type_id::large_binary},
    {"date32", type_id::date32},   {"boolean", type_id::boolean},
    {"string", type_id::utf8},     {"large_string", type_id::large_utf8},
}};

inline constexpr std::array<std::string_view, 4> unit_names{"s", "ms", "us", "ns"};

inline bool is_plain_name_char(char c) noexcept {
    auto const u = static_cast<unsigned char>(c);
    return u >= 0x80 || u == '_' || (u >= '0' && u <= '9') || (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z');
}

/// A child's name, in backticks when it holds anything that the type syntax itself uses.
LANCESPEC_DECL void append_name(std::string& out, std::string_view name) {
    bool plain = !name.empty();
    for (char const c : name) plain = plain && is_plain_name_char(c);
    if (plain) {
        out += name;
        return;
    }
    out += '`';
    for (char const c : name) {
        if (c == '`') out += '`';
        out += c;
    }
    out += '`';
}

LANCESPEC_DECL void append_simple_name(std::string& out, type_id wanted) {
    for (auto const& [name, id] : simple_type_names) {
        if (id != wanted) continue;
        out += name;
        return;
    }
}

LANCESPEC_DECL std::optional<type_id> find_simple_type(std::string_view wanted) noexcept {
    for (auto const& [name, id] : simple_type_names)
        if (name == wanted) return id;
    return std::nullopt;
}

LANCESPEC_DECL void append_type(std::string& out, data_type const& type) {
    auto const append_children = [&] {
        out += '<';
        for (std::size_t i = 0; i < type.children.size(); ++i) {
            if (i != 0) out += ", ";
            append_name(out, type.children[i].name);
            out += ": ";
            append_type(out, type.children[i].type);
            if (!type.children[i].nullable) out += " not null";
        }
        out += '>';
    };
    switch (type.id) {
        case type_id::timestamp:
            out += "timestamp[";
            out += unit_names[static_cast<std::size_t>(type.unit) & 3];
            if (!type.timezone.empty()) out += ", tz=" + type.timezone;
            out += ']';
            return;
        case type_id::decimal128:
            out += "decimal128(" + std::to_string(type.precision) + ", " + std::to_string(type.scale) + ")";
            return;
        case type_id::struct_: out += "struct"; return append_children();
        case type_id::list: out += "list"; return append_children();
        case type_id::large_list: out += "large_list"; return append_children();
        case type_id::fixed_size_list:
            out += "fixed_size_list";
            append_children();
            out += '[' + std::to_string(type.list_size) + ']';
            return;
        case type_id::dictionary:
            out += "dictionary";
            append_children();
            out += '[';
            append_simple_name(out, type.index);
            out += type.ordered ? ", ordered]" : "]";
            return;
        default: break;
    }
    append_simple_name(out, type.id);
}

/// Reads what append_type() writes. Depth is bounded: types come from users.
struct type_reader {
    static constexpr int max_depth = 64;
    std::string_view rest;
    int depth = 0;

    void skip_spaces() noexcept {
        while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
    }
    bool take(std::string_view token) noexcept {
        skip_spaces();
        if (!rest.starts_with(token)) return false;
        rest.remove_prefix(token.size());
        return true;
    }
    std::optional<std::int32_t> number() noexcept {
        skip_spaces();
        std::int32_t value = 0;
        auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (error != std::errc{}) return std::nullopt;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        return value;
    }
    std::optional<std::string> name() {
        skip_spaces();
        std::string out;
        if (rest.starts_with('`')) {
            rest.remove_prefix(1);
            while (!rest.empty()) {
                char const c = rest.front();
                rest.remove_prefix(1);
                if (c == '`' && !rest.starts_with('`')) return out;
                if (c == '`') rest.remove_prefix(1);
                out += c;
            }
            return std::nullopt;
        }
        while (!rest.empty() && is_plain_name_char(rest.front())) {
            out += rest.front();
            rest.remove_prefix(1);
        }
        if (out.empty()) return std::nullopt;
        return out;
    }
    /// `name: type`, or for the only child of a type the type alone.
    std::optional<field> child(type_id of) {
        auto const before = rest;
        field out;
        if (auto read = name(); read && take(":")) {
            out.name = std::move(*read);
        } else if (of != type_id::struct_) {
            rest = before;
            out.name = of == type_id::dictionary ? "values" : "item";
        } else {
            return std::nullopt;
        }
        auto inner = type();
        if (!inner) return std::nullopt;
        out.type = std::move(*inner);
        out.nullable = !take("not null");
        return out;
    }
    std::optional<data_type> nested(type_id id) {
        if (!take("<")) return std::nullopt;
        data_type out;
        out.id = id;
        if (id == type_id::struct_ && take(">")) return out;
        do {
            auto read = child(id);
            if (!read) return std::nullopt;
            out.children.push_back(std::move(*read));
        } while (id == type_id::struct_ && take(","));
        if (!take(">")) return std::nullopt;
        if (id == type_id::fixed_size_list) {
            if (!take("[")) return std::nullopt;
            auto const size = number();
            if (!size || *size < 0 || !take("]")) return std::nullopt;
            out.list_size = *size;
        }
        if (id == type_id::dictionary && take("[")) {
            auto const index = name();
            auto const read = index ? find_simple_type(*index) : std::nullopt;
            if (!read) return std::nullopt;
            out.index = *read;
            out.ordered = take(",");
            if ((out.ordered && !take("ordered")) || !take("]")) return std::nullopt;
        }
        return out;
    }
    std::optional<data_type> timestamp() {
        data_type out;
        out.id = type_id::timestamp;
        if (!take("[")) return out;
        auto const unit = name();
        if (!unit) return std::nullopt;
        std::size_t index = 0;
        while (index < unit_names.size() && unit_names[index] != *unit) ++index;
        if (index == unit_names.size()) return std::nullopt;
        out.unit = static_cast<time_unit>(index);
        if (take(",")) {
            if (!take("tz=")) return std::nullopt;
            auto const end = rest.find(']');
            if (end == std::string_view::npos || end == 0) return std::nullopt;
            out.timezone = rest.substr(0, end);
            rest.remove_prefix(end);
        }
        if (!take("]")) return std::nullopt;
        return out;
    }
    std::optional<data_type> decimal() {
        data_type out;
        out.id = type_id::decimal128;
        if (!take("(")) return std::nullopt;
        auto const precision = number();
        if (!precision || *precision < 1 || *precision > 38 || !take(",")) return std::nullopt;
        auto const scale = number();
        if (!scale || *scale < -38 || *scale > 38 || !take(")")) return std::nullopt;
        out.precision = *precision;
        out.scale = *scale;
        return out;
    }
    std::optional<data_type> type() {
        if (++depth > max_depth) return std::nullopt;
        skip_spaces();
        std::size_t length = 0;
        while (length < rest.size() && is_plain_name_char(rest[length])) ++length;
        auto const word = rest.substr(0, length);
        rest.remove_prefix(length);
        std::optional<data_type> out;
        if (word == "struct") {
            out = nested(type_id::struct_);
        } else if (word == "list") {
            out = nested(type_id::list);
        } else if (word == "large_list") {
            out = nested(type_id::large_list);
        } else if (word == "fixed_size_list") {
            out = nested(type_id::fixed_size_list);
        } else if (word == "timestamp") {
            out = timestamp();
        } else if (word == "decimal128" || word == "decimal") {
            out = decimal();
        } else if (word == "dictionary") {
            out = nested(type_id::dictionary);
        } else if (auto const id = find_simple_type(word)) {
            out.emplace();
            out->id = *id;
        }
        --depth;
        return out;
    }
};

}  // namespace detail

LANCESPEC_DECL field_list::field_list(std::vector<field> fields)
    : fields_(fields.empty() ? nullptr : std::make_shared<std::vector<field>>(std::move(fields))) {}

LANCESPEC_DECL field_list::field_list(std::initializer_list<field> fields) : field_list(std::vector<field>(fields)) {}

LANCESPEC_DECL std::vector<field> const& field_list::list() const noexcept {
    static std::vector<field> const none;
    return fields_ == nullptr ? none : *fields_;
}

LANCESPEC_DECL std::size_t field_list::size() const noexcept {
    return list().size();
}

LANCESPEC_DECL field const& field_list::operator[](std::size_t i) const noexcept {
    return list()[i];
}

LANCESPEC_DECL field const& field_list::front() const noexcept {
    return list().front();
}

LANCESPEC_DECL field const& field_list::back() const noexcept {
    return list().back();
}

LANCESPEC_DECL field const* field_list::begin() const noexcept {
    return list().data();
}

LANCESPEC_DECL field const* field_list::end() const noexcept {
    return list().data() + list().size();
}

LANCESPEC_DECL std::vector<field>& field_list::edit() {
    if (fields_ == nullptr)
        fields_ = std::make_shared<std::vector<field>>();
    else if (fields_.use_count() != 1)
        fields_ = std::make_shared<std::vector<field>>(*fields_);
    return *fields_;
}

LANCESPEC_DECL void field_list::push_back(field one) {
    edit().push_back(std::move(one));
}

LANCESPEC_DECL bool operator==(field_list const& a, field_list const& b) {
    return a.fields_ == b.fields_ || a.list() == b.list();
}

LANCESPEC_DECL bool operator==(data_type const& a, data_type const& b) {
    if (a.id != b.id) return false;
    switch (a.id) {
        case type_id::timestamp: return a.unit == b.unit && a.timezone == b.timezone;
        case type_id::decimal128: return a.precision == b.precision && a.scale == b.scale;
        case type_id::fixed_size_list: return a.list_size == b.list_size && a.children == b.children;
        case type_id::struct_:
        case type_id::list:
        case type_id::large_list: return a.children == b.children;
        case type_id::dictionary: return a.index == b.index && a.ordered == b.ordered && a.children == b.children;
        default: return true;
    }
}

LANCESPEC_DECL data_type dictionary_of(data_type values, type_id index) {
    data_type out;
    out.id = type_id::dictionary;
    out.index = index;
    out.children.push_back({"values", std::move(values), true, {}});
    return out;
}

LANCESPEC_DECL bool has_dictionary(data_type const& type) noexcept {
    if (type.id == type_id::dictionary) return true;
    for (auto const& child : type.children)
        if (has_dictionary(child.type)) return true;
    return false;
}

LANCESPEC_DECL data_type plain_type(data_type const& type) {
    if (!has_dictionary(type)) return type;
    if (type.id == type_id::dictionary) return type.children.empty() ? data_type{} : plain_type(type.children[0].type);
    auto out = type;
    for (auto& child : out.children.edit()) child.type = plain_type(child.type);
    return out;
}

LANCESPEC_DECL std::optional<std::size_t> schema::index_of(std::string_view name) const noexcept {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (fields[i].name == name) return i;
    }
    return std::nullopt;
}

LANCESPEC_DECL std::string to_string(data_type const& type) {
    std::string out;
    detail::append_type(out, type);
    return out;
}

LANCESPEC_DECL std::optional<data_type> parse_data_type(std::string_view text) {
    detail::type_reader reader{text};
    auto out = reader.type();
    reader.skip_spaces();
    if (!reader.rest.empty()) return std::nullopt;
    return out;
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
