// SPDX-License-Identifier: Apache-2.0
// Bodies of columnar/validate.hpp.
#pragma once

#include <lancespec/columnar/validate.hpp>

#include <lancespec/columnar/bits.hpp>
#include <lancespec/columnar/impl/trusted.ipp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>

#include <optional>

LANCESPEC_BEGIN_NAMESPACE
namespace columnar {

namespace detail {

/// What is wrong with @p type; @p place comes to be where.
LANCESPEC_DECL std::optional<std::string> find_type_fault(data_type const& type, std::string& place,
                                                          std::size_t levels) {
    if (type.id > type_id::dictionary) return "its type has an unknown id";
    if (levels == 0) return "its type nests more than " + std::to_string(most_type_levels) + " levels";
    if (!type.children.empty() && type.id < type_id::struct_)
        return "its type has children, which only structs, lists and dictionaries have";
    switch (type.id) {
        case type_id::timestamp:
            if (type.unit > time_unit::nanosecond) return "its type has an unknown unit";
            return std::nullopt;
        case type_id::decimal128:
            if (type.precision < 1 || type.precision > 38)
                return "its precision is " + std::to_string(type.precision) + ", not 1 to 38";
            if (type.scale < -38 || type.scale > 38)
                return "its scale is " + std::to_string(type.scale) + ", not -38 to 38";
            return std::nullopt;
        case type_id::fixed_size_list:
            if (type.list_size < 0) return "its lists have a negative size, " + std::to_string(type.list_size);
            [[fallthrough]];
        case type_id::list:
        case type_id::large_list:
            if (type.children.size() != 1)
                return "the type of a list has one child, and this one " + std::to_string(type.children.size());
            break;
        case type_id::struct_: break;
        case type_id::dictionary:
            if (!is_integer(type.index)) return "the indices of its dictionary are no integers";
            if (type.children.size() != 1)
                return "the type of a dictionary has one child, and this one " + std::to_string(type.children.size());
            if (type.children.front().type.id == type_id::dictionary)
                return "the values of a dictionary are a dictionary themselves";
            break;
        default: return std::nullopt;
    }
    for (std::size_t i = 0; i < type.children.size(); ++i) {
        auto const length = place.size();
        place += (place.empty() ? "child " : ", child ") + std::to_string(i);
        if (auto why = find_type_fault(type.children[i].type, place, levels - 1)) return why;
        place.resize(length);
    }
    return std::nullopt;
}

/// Checks one column; its place grows with the level.
struct array_checks {
    std::string place;

    using fault = std::optional<std::string>;

    static fault check_size(char const* what, std::size_t has, std::int64_t values, std::size_t wants) {
        if (has >= wants) return std::nullopt;
        return std::string("the ") + what + " have " + std::to_string(has) + " bytes, and " + std::to_string(values) +
               " values need " + std::to_string(wants);
    }

    static fault check_absent(array const& of, bool offsets, bool values) {
        auto const has = [&](char const* what) {
            return std::string("it has ") + what + ", which " + quote(columnar::to_string(of.type())) +
                   " columns have not";
        };
        if (offsets && !of.offsets().empty()) return has("offsets");
        if (values && !of.values().empty()) return has("values");
        return std::nullopt;
    }

    static fault check_nulls(array const& of) {
        auto const length = of.length();
        auto const nulls = of.null_count();
        auto const counted = [&](std::int64_t right) -> fault {
            if (nulls == right) return std::nullopt;
            return "its null_count is " + std::to_string(nulls) + ", and " + std::to_string(right) + " are null";
        };
        if (of.type().id == type_id::null) {
            if (!of.validity().empty()) return "it has a validity bitmap, which null columns have not";
            return counted(length);
        }
        if (of.validity().empty()) return counted(0);
        if (auto why = check_size("validity bits", of.validity().size(), length, bitmap_bytes(length))) return why;
        return counted(count_zeros(of.validity(), length));
    }

    /// @p end: how far the last may reach.
    template <class T>
    static fault check_offsets(array const& of, std::int64_t end) {
        auto const length = of.length();
        auto const wants = (static_cast<std::size_t>(length) + 1) * sizeof(T);
        if (auto why = check_size("offsets", of.offsets().size(), length, wants)) return why;
        auto const* from = of.offsets().data();
        T before = 0;
        for (std::int64_t i = 0; i <= length; ++i, from += sizeof(T)) {
            T at = 0;
            std::memcpy(&at, from, sizeof(T));
            if (at < before)
                return "offset " + std::to_string(i) + " is " + std::to_string(at) +
                       (at < 0 ? ", which is negative" : ", smaller than the one before it");
            before = at;
        }
        if (before <= end) return std::nullopt;
        return "its last offset is " + std::to_string(before) + ", and there are " + std::to_string(end);
    }
    static fault check_offsets(array const& of, std::int64_t end) {
        return has_large_offsets(of.type().id) ? check_offsets<std::int64_t>(of, end)
                                               : check_offsets<std::int32_t>(of, end);
    }

    static fault check_text(array const& of) {
        if (auto why = check_offsets(of, static_cast<std::int64_t>(of.values().size()))) return why;
        if (of.type().id != type_id::utf8 && of.type().id != type_id::large_utf8) return std::nullopt;
        for (std::int64_t row = 0; row < of.length(); ++row)
            if (!of.is_null(row) && find_invalid_utf8(of.text(row)) != std::string_view::npos)
                return "the value of row " + std::to_string(row) + " is not UTF-8";
        return std::nullopt;
    }

    static fault check_fixed(array const& of) {
        auto const width = byte_width(of.type());
        auto const length = of.length();
        if (auto why = check_size("values", of.values().size(), length, static_cast<std::size_t>(length) * width))
            return why;
        if (of.type().id != type_id::decimal128) return std::nullopt;
        __extension__ using wide = __int128;
        wide bound = 1;
        for (std::int32_t i = 0; i < of.type().precision; ++i) bound *= 10;
        for (std::int64_t row = 0; row < length; ++row) {
            wide value = 0;
            std::memcpy(&value, of.values().data() + static_cast<std::size_t>(row) * sizeof value, sizeof value);
            if ((value >= bound || value <= -bound) && !of.is_null(row))
                return "the value of row " + std::to_string(row) + " has more than " +
                       std::to_string(of.type().precision) + " digits";
        }
        return std::nullopt;
    }

    fault check_children(array const& of) {
        auto const& type = of.type();
        auto const length = of.length();
        if (of.children().size() != type.children.size())
            return "it has " + std::to_string(of.children().size()) + " children, and its type " +
                   std::to_string(type.children.size());
        auto const before = place.size();
        auto const enter = [&](std::size_t i) { place += (place.empty() ? "child " : ", child ") + std::to_string(i); };
        for (std::size_t i = 0; i < type.children.size(); ++i) {
            auto const* child = of.children()[i].get();
            enter(i);
            if (child == nullptr) return "it is missing";
            if (!(child->type() == type.children[i].type))
                return "it is of type " + quote(columnar::to_string(child->type())) + ", not " +
                       quote(columnar::to_string(type.children[i].type));
            if (auto why = check(*child)) return why;
            std::optional<std::int64_t> wants;
            if (type.id == type_id::struct_) wants = length;
            if (type.id == type_id::fixed_size_list) {
                if (type.list_size != 0 && length > most_rows / type.list_size)
                    return "its lists have more items than can be counted";
                wants = length * type.list_size;
            }
            if (wants && child->length() != *wants)
                return "it has " + std::to_string(child->length()) + " values where " + std::to_string(*wants) +
                       " must be";
            place.resize(before);
        }
        if (type.id == type_id::list || type.id == type_id::large_list)
            return check_offsets(of, of.children().front()->length());
        if (type.id == type_id::dictionary) return check_indices(of);
        return std::nullopt;
    }

    static fault check_indices(array const& of) {
        auto const& values = *of.children().front();
        for (std::int64_t row = 0; row < of.length(); ++row) {
            if (of.is_null(row)) continue;
            auto const at = remembered::index_of(of, row);
            if (at < 0 || at >= values.length())
                return "row " + std::to_string(row) + " asks for value " + std::to_string(at) + " of a dictionary of " +
                       std::to_string(values.length());
            if (values.is_null(at)) return "row " + std::to_string(row) + " is not null, and the value it asks for is";
        }
        return std::nullopt;
    }

    /// The type is right, and so are those of the children that have it.
    fault check(array const& of) {
        if (remembered::is_valid(of)) return std::nullopt;
        if (of.length() < 0) return "it has a negative length, " + std::to_string(of.length());
        if (of.length() > most_rows) return "its length is " + std::to_string(of.length()) + ", beyond what is counted";
        if (auto why = check_nulls(of)) return why;
        fault why;
        auto const id = of.type().id;
        if (is_text_like(id)) {
            why = check_text(of);
        } else if (id == type_id::dictionary) {
            why = check_absent(of, true, false);
            if (!why) why = check_fixed(of);
        } else if (id >= type_id::struct_) {
            why = check_absent(of, id == type_id::struct_ || id == type_id::fixed_size_list, true);
        } else if (id == type_id::null) {
            why = check_absent(of, true, true);
        } else {
            why = check_absent(of, true, false);
            if (!why && id == type_id::boolean)
                why = check_size("values", of.values().size(), of.length(), bitmap_bytes(of.length()));
            else if (!why)
                why = check_fixed(of);
        }
        if (!why && id < type_id::struct_ && !of.children().empty()) why = "it has children, and no type for them";
        if (!why && id >= type_id::struct_) why = check_children(of);
        if (!why) remembered::set_valid(of);
        return why;
    }
};

LANCESPEC_DECL std::optional<std::string> hide_null_values(array_ptr& column) {
    auto const& values = *column->children().front();
    std::vector<std::byte> validity;
    auto nulls = column->null_count();
    for (std::int64_t row = 0; row < column->length(); ++row) {
        if (column->is_null(row)) continue;
        auto const at = remembered::index_of(*column, row);
        if (at < 0 || at >= values.length())
            return "row " + std::to_string(row) + " asks for value " + std::to_string(at) + " of a dictionary of " +
                   std::to_string(values.length());
        if (!values.is_null(at)) continue;
        if (validity.empty()) {
            validity.assign(column->validity().begin(), column->validity().end());
            validity.resize(bitmap_bytes(column->length()), std::byte{0xFF});
        }
        validity[static_cast<std::size_t>(row >> 3)] &= ~static_cast<std::byte>(1u << (row & 7));
        ++nulls;
    }
    if (nulls != column->null_count())
        column = std::make_shared<array const>(column->type(), column->length(), nulls, std::move(validity), buffer{},
                                               column->values(), column->children());
    return std::nullopt;
}

LANCESPEC_DECL void throw_no_such_row() {
    throw std::out_of_range("a column does not have this row, or the row's value is outside its buffers");
}

}  // namespace detail

LANCESPEC_DECL std::string to_string(layout_error const& error) {
    return error.place.empty() ? error.message : error.place + ": " + error.message;
}

LANCESPEC_DECL void throw_exception_from_error(layout_error const& error, boost::source_location const&) {
    throw error_exception(to_string(error));
}

LANCESPEC_DECL result<void, layout_error> validate(data_type const& type) {
    std::string place;
    if (auto why = detail::find_type_fault(type, place, most_type_levels)) return layout_error{place, std::move(*why)};
    return {};
}

LANCESPEC_DECL result<void, layout_error> validate(schema const& fields) {
    for (std::size_t i = 0; i < fields.fields.size(); ++i) {
        std::string place;
        if (auto why = detail::find_type_fault(fields.fields[i].type, place, most_type_levels))
            return layout_error{"field " + std::to_string(i) + (place.empty() ? "" : ", ") + place, std::move(*why)};
    }
    return {};
}

LANCESPEC_DECL result<void, layout_error> validate(array const& column) {
    if (detail::remembered::is_valid(column)) return {};
    if (auto bad = validate(column.type()); !bad) return bad;
    detail::array_checks run;
    if (auto why = run.check(column)) return layout_error{std::move(run.place), std::move(*why)};
    return {};
}

LANCESPEC_DECL result<void, layout_error> validate(record_batch const& batch) {
    if (batch.length < 0) return layout_error{{}, "it has a negative length, " + std::to_string(batch.length)};
    auto const* fields = batch.fields ? &batch.fields->fields : nullptr;
    if (fields != nullptr && fields->size() != batch.columns.size())
        return layout_error{{},
                            "it has " + std::to_string(batch.columns.size()) + " columns, and its schema " +
                                std::to_string(fields->size()) + " fields"};
    for (std::size_t i = 0; i < batch.columns.size(); ++i) {
        auto const refuse = [&](std::string inner, std::string message) {
            auto place = "column " + std::to_string(i);
            if (!inner.empty()) place += ", " + inner;
            return layout_error{std::move(place), std::move(message)};
        };
        auto const* column = batch.columns[i].get();
        if (column == nullptr) return refuse({}, "it is missing");
        if (auto bad = validate(*column); !bad) return refuse(bad.error().place, bad.error().message);
        if (column->length() != batch.length)
            return refuse({}, "it has " + std::to_string(column->length()) + " values, and the batch " +
                                  std::to_string(batch.length) + " rows");
        if (fields == nullptr) continue;
        if (auto bad = validate((*fields)[i].type); !bad) return refuse(bad.error().place, bad.error().message);
        if (!(column->type() == (*fields)[i].type))
            return refuse({}, "it is of type " + quote(columnar::to_string(column->type())) + ", and its field of " +
                                  quote(columnar::to_string((*fields)[i].type)));
    }
    return {};
}

LANCESPEC_DECL std::size_t memory_of(array const& column, children_counted how) noexcept {
    auto out = sizeof(array) + column.validity().size() + column.offsets().size() + column.values().size() +
               sizeof(array_ptr) * column.children().size();
    if (how == children_counted::no) return out;
    if (how == children_counted::but_shared && column.type().id == type_id::dictionary) return out;
    for (auto const& child : column.children())
        if (child) out += memory_of(*child, how);
    return out;
}

}  // namespace columnar
LANCESPEC_END_NAMESPACE
