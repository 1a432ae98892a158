// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/scalar.hpp: single values and the builder. Whole columns are in columns.ipp.
#pragma once

#include <lancespec/columnar/scalar.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail {

template <class T>
void push_value(std::vector<std::byte>& buffer, T const& value) {
    auto const at = buffer.size();
    buffer.resize(at + sizeof(T));
    std::memcpy(buffer.data() + at, &value, sizeof(T));
}

/// Appends the offset that ends a value: 32 or 64 bits as the type wants.
LANCESPEC_DECL void push_offset(std::vector<std::byte>& buffer, type_id id, std::int64_t end) {
    if (has_large_offsets(id)) return push_value(buffer, end);
    if (end > std::numeric_limits<std::int32_t>::max()) {
        throw std::length_error("a column outgrew its 32-bit offsets: use a large_ type");
    }
    push_value(buffer, static_cast<std::int32_t>(end));
}

/// 10 to the @p exponent, 0 to 38.
LANCESPEC_DECL int128 power_of_ten(std::int32_t exponent) noexcept {
    int128 out = 1;
    for (std::int32_t i = 0; i < exponent; ++i) out *= 10;
    return out;
}

/// The scalar as an int128, when it is a whole number.
LANCESPEC_DECL std::optional<int128> whole_number(scalar const& from) noexcept {
    if (auto const* i = std::get_if<std::int64_t>(&from.value)) return *i;
    if (auto const* u = std::get_if<std::uint64_t>(&from.value)) return *u;
    if (auto const* d = std::get_if<double>(&from.value)) {
        if (!(std::fabs(*d) < 18446744073709551616.0) || *d != std::floor(*d) || (*d == 0 && std::signbit(*d))) {
            return std::nullopt;
        }
        return static_cast<int128>(*d);
    }
    return std::nullopt;
}

template <class T>
bool holds(int128 value) noexcept {
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
}

LANCESPEC_DECL bool integer_fits(type_id id, int128 value) noexcept {
    switch (id) {
        case type_id::int8: return holds<std::int8_t>(value);
        case type_id::int16: return holds<std::int16_t>(value);
        case type_id::int32:
        case type_id::date32: return holds<std::int32_t>(value);
        case type_id::int64:
        case type_id::timestamp: return holds<std::int64_t>(value);
        case type_id::uint8: return holds<std::uint8_t>(value);
        case type_id::uint16: return holds<std::uint16_t>(value);
        case type_id::uint32: return holds<std::uint32_t>(value);
        case type_id::uint64: return holds<std::uint64_t>(value);
        default: return false;
    }
}

/// The scalar as a double when the type can hold it.
LANCESPEC_DECL std::optional<double> as_float(type_id id, scalar const& from) noexcept {
    double out = 0;
    if (auto const* d = std::get_if<double>(&from.value)) {
        if (id == type_id::float32 && std::isfinite(*d) && !std::isfinite(static_cast<float>(*d))) return std::nullopt;
        return *d;
    }
    auto const whole = whole_number(from);
    if (!whole) return std::nullopt;
    out = static_cast<double>(*whole);
    if (id == type_id::float32) out = static_cast<double>(static_cast<float>(out));
    if (static_cast<int128>(out) != *whole) return std::nullopt;
    return out;
}

/// The scalar as a decimal's integer when the type can hold it.
LANCESPEC_DECL std::optional<int128> as_decimal(data_type const& type, scalar const& from) noexcept {
    int128 const bound = power_of_ten(std::clamp(type.precision, 1, 38));
    int128 value = 0;
    if (auto const* d = std::get_if<int128>(&from.value)) {
        value = *d;
    } else {
        if (std::holds_alternative<double>(from.value)) return std::nullopt;
        auto const whole = whole_number(from);
        if (!whole) return std::nullopt;
        value = *whole;
        if (type.scale > 38 || type.scale < -38) return std::nullopt;
        auto const factor = power_of_ten(type.scale < 0 ? -type.scale : type.scale);
        if (type.scale < 0) {
            if (value % factor != 0) return std::nullopt;
            value /= factor;
        } else {
            if (value >= bound || value <= -bound) return std::nullopt;
            if (value > bound / factor || value < -(bound / factor)) return std::nullopt;
            value *= factor;
        }
    }
    if (value >= bound || value <= -bound) return std::nullopt;
    return value;
}

LANCESPEC_DECL bool fits(data_type const& type, scalar const& from) noexcept {
    if (from.is_null()) return true;
    switch (type.id) {
        case type_id::null: return false;
        case type_id::boolean: return std::holds_alternative<bool>(from.value);
        case type_id::float32:
        case type_id::float64: return as_float(type.id, from).has_value();
        case type_id::utf8:
        case type_id::large_utf8: {
            auto const* text = std::get_if<std::string>(&from.value);
            return text != nullptr && find_invalid_utf8(*text) == std::string_view::npos;
        }
        case type_id::binary:
        case type_id::large_binary: return std::holds_alternative<std::string>(from.value);
        case type_id::decimal128: return as_decimal(type, from).has_value();
        case type_id::struct_:
        case type_id::list:
        case type_id::large_list:
        case type_id::fixed_size_list: {
            auto const* items = std::get_if<scalars>(&from.value);
            if (items == nullptr) return false;
            if (type.id == type_id::struct_ && items->size() != type.children.size()) return false;
            if (type.id == type_id::fixed_size_list && std::cmp_not_equal(items->size(), type.list_size)) return false;
            for (std::size_t i = 0; i < items->size(); ++i) {
                auto const& child = type.children[type.id == type_id::struct_ ? i : 0];
                if ((*items)[i].is_null() ? !child.nullable : !fits(child.type, (*items)[i])) return false;
            }
            return true;
        }
        case type_id::dictionary: return fits(type.children.front().type, from);
        default: {
            auto const whole = whole_number(from);
            return whole && integer_fits(type.id, *whole);
        }
    }
}

}  // namespace detail

namespace detail {

/// As get(), of a column that is valid.
LANCESPEC_DECL scalar value_of(array const& column, std::int64_t row) {
    if (column.is_null(row)) return {};
    auto const at = static_cast<std::size_t>(row);
    auto const integer = [&]<class T>(T) { return scalar{static_cast<std::int64_t>(column.values_as<T>()[at])}; };
    switch (column.type().id) {
        case type_id::null: return {};
        case type_id::boolean: return {column.boolean(row)};
        case type_id::int8: return integer(std::int8_t{});
        case type_id::int16: return integer(std::int16_t{});
        case type_id::int32:
        case type_id::date32: return integer(std::int32_t{});
        case type_id::int64:
        case type_id::timestamp: return integer(std::int64_t{});
        case type_id::uint8: return integer(std::uint8_t{});
        case type_id::uint16: return integer(std::uint16_t{});
        case type_id::uint32: return integer(std::uint32_t{});
        case type_id::uint64: return {column.values_as<std::uint64_t>()[at]};
        case type_id::float32: return {static_cast<double>(column.values_as<float>()[at])};
        case type_id::float64: return {column.values_as<double>()[at]};
        case type_id::decimal128: return {column.values_as<int128>()[at]};
        case type_id::utf8:
        case type_id::large_utf8:
        case type_id::binary:
        case type_id::large_binary: return {std::string(column.text(row))};
        case type_id::struct_: {
            scalars out;
            out.reserve(column.children().size());
            for (auto const& child : column.children()) out.push_back(value_of(*child, row));
            return {std::move(out)};
        }
        case type_id::list:
        case type_id::large_list:
        case type_id::fixed_size_list: {
            scalars out;
            for (auto i = column.offset(row); i < column.offset(row + 1); ++i) {
                out.push_back(value_of(*column.children().front(), i));
            }
            return {std::move(out)};
        }
        case type_id::dictionary: return value_of(*column.children().front(), column.index(row));
    }
    return {};
}

/// Appends to @p key what tells @p value from others.
LANCESPEC_DECL void append_key(std::string& key, scalar const& value) {
    key += static_cast<char>('a' + value.value.index());
    auto const append = [&key](auto const& number) {
        key.append(reinterpret_cast<char const*>(&number), sizeof number);
    };
    std::visit(
        [&]<class T>(T const& held) {
            if constexpr (std::is_same_v<T, std::string>) {
                append(held.size());
                key += held;
            } else if constexpr (std::is_same_v<T, scalars>) {
                append(held.size());
                for (auto const& item : held) append_key(key, item);
            } else if constexpr (!std::is_same_v<T, std::monostate>) {
                append(held);
            }
        },
        value.value);
}

}  // namespace detail

LANCESPEC_DECL scalar get(array const& column, std::int64_t row) {
    validate(column).value();
    return detail::value_of(column, row);
}

/// Marks a builder as unusable until the change is whole.
class array_builder::change {
public:
    explicit change(array_builder& of) : of_(of) {
        if (!of.usable_.get()) throw std::logic_error("a column builder was used after it failed or was moved from");
        of.usable_.set(false);
    }
    void done() noexcept { of_.usable_.set(true); }

private:
    array_builder& of_;
};

LANCESPEC_DECL array_builder::array_builder(data_type type) : type_(std::move(type)) {
    validate(type_).value();
    children_.reserve(type_.children.size());
    for (auto const& child : type_.children) children_.emplace_back(child.type);
    if (is_text_like(type_.id) || type_.id == type_id::list || type_.id == type_id::large_list) {
        detail::push_offset(offsets_, type_.id, 0);
    }
}

LANCESPEC_DECL void array_builder::append_null() {
    change now(*this);
    store_null();
    now.done();
}

LANCESPEC_DECL bool array_builder::append(scalar const& from) {
    change now(*this);
    bool const fits = detail::fits(type_, from);
    if (fits) store(from);
    now.done();
    return fits;
}

LANCESPEC_DECL void array_builder::push(scalar const& value) {
    if (!append(value))
        throw error_exception(quote(columnar::to_string(value)) + " does not fit into a column of type " +
                              quote(columnar::to_string(type_)));
}

LANCESPEC_DECL void array_builder::append_from(array const& source, std::int64_t row) {
    validate(source).value();
    if (!(source.type() == type_))
        throw error_exception("a column of type " + quote(columnar::to_string(source.type())) +
                              " has no values for one of type " + quote(columnar::to_string(type_)));
    change now(*this);
    store_from(source, row);
    now.done();
}

LANCESPEC_DECL void array_builder::store_null() {
    switch (type_.id) {
        case type_id::null: ++null_count_, ++length_; return;
        case type_id::boolean: push_bit(values_, length_, false); break;
        case type_id::struct_:
            for (auto& child : children_) child.store_null();
            break;
        case type_id::fixed_size_list:
            for (std::int32_t i = 0; i < type_.list_size; ++i) children_.front().store_null();
            break;
        case type_id::list:
        case type_id::large_list: detail::push_offset(offsets_, type_.id, children_.front().length()); break;
        default:
            if (is_text_like(type_.id)) {
                detail::push_offset(offsets_, type_.id, static_cast<std::int64_t>(values_.size()));
            } else {
                values_.resize(values_.size() + byte_width(type_));
            }
    }
    push_bit(validity_, length_, false);
    ++null_count_;
    ++length_;
}

/// The type can hold @p from.
LANCESPEC_DECL void array_builder::store(scalar const& from) {
    if (from.is_null()) return store_null();
    auto const store_integer = [&]<class T>(T) {
        detail::push_value(values_, static_cast<T>(*detail::whole_number(from)));
    };
    switch (type_.id) {
        case type_id::null: return;
        case type_id::boolean: push_bit(values_, length_, std::get<bool>(from.value)); break;
        case type_id::int8:
        case type_id::uint8: store_integer(std::uint8_t{}); break;
        case type_id::int16:
        case type_id::uint16: store_integer(std::uint16_t{}); break;
        case type_id::int32:
        case type_id::date32:
        case type_id::uint32: store_integer(std::uint32_t{}); break;
        case type_id::int64:
        case type_id::timestamp:
        case type_id::uint64: store_integer(std::uint64_t{}); break;
        case type_id::float32:
            detail::push_value(values_, static_cast<float>(*detail::as_float(type_.id, from)));
            break;
        case type_id::float64: detail::push_value(values_, *detail::as_float(type_.id, from)); break;
        case type_id::decimal128: detail::push_value(values_, *detail::as_decimal(type_, from)); break;
        case type_id::utf8:
        case type_id::large_utf8:
        case type_id::binary:
        case type_id::large_binary: {
            auto const& text = std::get<std::string>(from.value);
            detail::push_offset(offsets_, type_.id, static_cast<std::int64_t>(values_.size() + text.size()));
            auto const* bytes = reinterpret_cast<std::byte const*>(text.data());
            values_.insert(values_.end(), bytes, bytes + text.size());
            break;
        }
        case type_id::struct_: {
            auto const& items = std::get<scalars>(from.value);
            for (std::size_t i = 0; i < children_.size(); ++i) children_[i].store(items[i]);
            break;
        }
        case type_id::list:
        case type_id::large_list:
        case type_id::fixed_size_list: {
            auto& child = children_.front();
            for (auto const& item : std::get<scalars>(from.value)) child.store(item);
            if (type_.id != type_id::fixed_size_list) detail::push_offset(offsets_, type_.id, child.length());
            break;
        }
        case type_id::dictionary: store_in_dictionary(from); break;
    }
    push_bit(validity_, length_, true);
    ++length_;
}

/// Adds the index of @p value, and the value when it is new.
LANCESPEC_DECL void array_builder::store_in_dictionary(scalar const& value) {
    auto& values = children_.front();
    std::string key;
    detail::append_key(key, value);
    auto const place = places_.emplace(std::move(key), values.length()).first->second;
    if (place == values.length()) {
        if (!detail::integer_fits(type_.index, place))
            throw std::length_error("a dictionary outgrew its indices: use a wider index type");
        values.store(value);
    }
    auto const at = values_.size();
    auto const width = byte_width(type_);
    values_.resize(at + width);
    std::memcpy(values_.data() + at, &place, width);  // little-endian
}

/// @p source is valid and has the type.
LANCESPEC_DECL void array_builder::store_from(array const& source, std::int64_t row) {
    if (source.is_null(row)) return store_null();
    switch (type_.id) {
        case type_id::boolean: push_bit(values_, length_, source.boolean(row)); break;
        case type_id::struct_:
            for (std::size_t i = 0; i < children_.size(); ++i) children_[i].store_from(*source.children()[i], row);
            break;
        case type_id::list:
        case type_id::large_list:
        case type_id::fixed_size_list: {
            auto& child = children_.front();
            for (auto i = source.offset(row); i < source.offset(row + 1); ++i) {
                child.store_from(*source.children().front(), i);
            }
            if (type_.id != type_id::fixed_size_list) detail::push_offset(offsets_, type_.id, child.length());
            break;
        }
        case type_id::dictionary:
            store_in_dictionary(detail::value_of(*source.children().front(), source.index(row)));
            break;
        default:
            if (is_text_like(type_.id)) {
                auto const text = source.text(row);
                detail::push_offset(offsets_, type_.id, static_cast<std::int64_t>(values_.size() + text.size()));
                auto const* bytes = reinterpret_cast<std::byte const*>(text.data());
                values_.insert(values_.end(), bytes, bytes + text.size());
            } else {
                auto const width = byte_width(type_.id);
                auto const* bytes = source.values().data() + static_cast<std::size_t>(row) * width;
                values_.insert(values_.end(), bytes, bytes + width);
            }
    }
    push_bit(validity_, length_, true);
    ++length_;
}

LANCESPEC_DECL array_ptr array_builder::finish() {
    change now(*this);
    std::vector<array_ptr> children;
    children.reserve(children_.size());
    for (auto& child : children_) children.push_back(child.finish());
    if (null_count_ == 0 || type_.id == type_id::null) validity_.clear();
    array_builder next(type_);
    auto out =
        detail::trusted(std::make_shared<array const>(std::move(type_), length_, null_count_, std::move(validity_),
                                                      std::move(offsets_), std::move(values_), std::move(children)));
    *this = std::move(next);
    return out;
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
