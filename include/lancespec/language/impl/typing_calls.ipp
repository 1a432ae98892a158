// SPDX-License-Identifier: Apache-2.0
// Settles the types of function calls.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/language/impl/time_parts.ipp>
#include <lancespec/language/impl/typing.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// `Int32`, `List(Utf8)`: a type as arrow_typeof() says it. Recurses along the type.
LANCESPEC_DECL std::string arrow_type_name(data_type const& type) {
    static constexpr std::array<std::string_view, 17> plain{
        "Null",   "Boolean", "Int8",    "Int16", "Int32",     "Int64",  "UInt8",       "UInt16", "UInt32",
        "UInt64", "Float32", "Float64", "Utf8",  "LargeUtf8", "Binary", "LargeBinary", "Date32"};
    auto const index = static_cast<std::size_t>(type.id);
    if (index < plain.size()) return std::string(plain[index]);
    auto const item = [&type] { return type.children.empty() ? "Null" : arrow_type_name(type.children.front().type); };
    switch (type.id) {
        case type_id::timestamp: {
            static constexpr std::array<std::string_view, 4> units{"s", "ms", "µs", "ns"};
            auto out = "Timestamp(" + std::string(units[static_cast<std::size_t>(type.unit) & 3]);
            if (!type.timezone.empty()) out += ", \"" + type.timezone + '"';
            return out + ')';
        }
        case type_id::decimal128:
            return "Decimal128(" + std::to_string(type.precision) + ", " + std::to_string(type.scale) + ')';
        case type_id::list: return "List(" + item() + ')';
        case type_id::large_list: return "LargeList(" + item() + ')';
        case type_id::fixed_size_list: return "FixedSizeList(" + std::to_string(type.list_size) + " x " + item() + ')';
        default: {
            std::string out = "Struct(";
            for (auto const& child : type.children) {
                if (&child != &type.children.front()) out += ", ";
                out += '"' + child.name + "\": " + arrow_type_name(child.type);
            }
            return out + ')';
        }
    }
}

/// The type that arrow_cast() is told: the plain ones, and the timestamps.
LANCESPEC_DECL std::optional<data_type> arrow_type_named(std::string_view name) {
    for (int i = 1; i <= static_cast<int>(type_id::date32); ++i) {
        auto const type = simple_type(static_cast<type_id>(i));
        if (arrow_type_name(type) == name) return type;
    }
    auto out = simple_type(type_id::timestamp);
    static constexpr std::array<std::array<std::string_view, 3>, 4> units{
        {{"Second", "s", ""}, {"Millisecond", "ms", ""}, {"Microsecond", "µs", "us"}, {"Nanosecond", "ns", ""}}};
    for (std::size_t i = 0; i < units.size(); ++i) {
        out.unit = static_cast<columnar::time_unit>(i);
        for (auto const unit : units[i]) {
            auto const begin = "Timestamp(" + std::string(unit);
            if (unit.empty() || !name.starts_with(begin)) continue;
            auto rest = name.substr(begin.size());
            if (rest == ")" || rest == ", None)") return out;
            // `, "Europe/Berlin")` or `, Some("Europe/Berlin"))`
            for (auto const& [open, close] : {std::pair(", Some(\"", "\"))"), std::pair(", \"", "\")")}) {
                if (!rest.starts_with(open) || !rest.ends_with(close)) continue;
                rest.remove_prefix(std::string_view(open).size());
                rest.remove_suffix(std::string_view(close).size());
                out.timezone = rest;
                return out.timezone.empty() ? std::nullopt : std::optional(out);
            }
        }
    }
    return std::nullopt;
}

/// The types of arguments by their letters; see function_name.
LANCESPEC_DECL bool typing::call(bound_step step, raw_step const& from) {
    auto const& function = *from.function;
    auto const name = std::string(function.name);
    for (std::size_t i = 0; i < step.inputs.size(); ++i) {
        auto const input = step.inputs[i];
        auto const letter = argument_letter(function.takes, i);
        auto const have = type(input);
        bool const null = have.id == type_id::null;
        auto want = have;
        bool fine = true;
        std::string_view wanted;
        switch (letter) {
            case 's':
                fine = null || is_string(have.id);
                wanted = "text";
                if (null) want = simple_type(type_id::utf8);
                break;
            case 'S':
                if (!is_string(have.id)) want = simple_type(type_id::utf8);
                fine = can_cast(have, want);
                wanted = "text";
                break;
            case 'y':
                fine = null || is_string(have.id) || is_binary(have.id);
                wanted = "text or bytes";
                if (null) want = simple_type(type_id::utf8);
                break;
            case 'i':
                fine = null || is_integer(have.id);
                wanted = "an integer";
                want = simple_type(type_id::int64);
                break;
            case 'f':
                fine = null || is_numeric(have.id);
                wanted = "a number";
                want = simple_type(type_id::float64);
                break;
            case 'n':
                fine = null || is_numeric(have.id);
                wanted = "a number";
                if (null) want = simple_type(type_id::int64);
                break;
            case 'b':
                fine = null || have.id == type_id::boolean;
                wanted = "a boolean";
                want = simple_type(type_id::boolean);
                break;
            case 'l':
                fine = null || is_list(have.id);
                wanted = "a list";
                if (null) want = list_of({});
                break;
            case 't':
                fine = null || is_temporal(have.id) || is_string(have.id);
                wanted = "a date or a time";
                if (!is_temporal(have.id)) {
                    want = simple_type(type_id::timestamp);
                    want.unit = columnar::time_unit::nanosecond;
                }
                break;
            default: break;
        }
        if (!fine) {
            return source.refuse(raw(input).step.range, name + "() takes " + std::string(wanted) + " as argument " +
                                                            std::to_string(i + 1) + ", " + shown(input) + " is " +
                                                            columnar::to_string(have));
        }
        auto const used = use(input, want);
        if (!used) return false;
        if (function.id >= fn::date_part && has_unknown_zone(out.steps[*used].type)) {
            return source.refuse(raw(input).step.range, unknown_zone(out.steps[*used].type));
        }
        step.inputs[i] = *used;
    }
    switch (function.gives) {
        case 's': step.type = simple_type(type_id::utf8); break;
        case 'y': step.type = simple_type(type_id::binary); break;
        case 'b': step.type = simple_type(type_id::boolean); break;
        case 'i': step.type = simple_type(type_id::int32); break;
        case 'I': step.type = simple_type(type_id::int64); break;
        case 'f': step.type = simple_type(type_id::float64); break;
        case 'd': step.type = simple_type(type_id::date32); break;
        default: break;
    }
    return call_custom(std::move(step), name);
}

/// Here the inputs are settled steps.
LANCESPEC_DECL bool typing::call_custom(bound_step step, std::string const& name) {
    auto const input = [&](std::size_t i) -> bound_step const& { return out.steps[step.inputs[i]]; };
    auto const constant_text = [&](std::size_t i) -> std::string const* {
        if (i >= step.inputs.size() || input(i).op != step_op::constant) return nullptr;
        return std::get_if<std::string>(&input(i).value.value);
    };
    auto const timestamp = [](columnar::time_unit unit) {
        auto type = simple_type(type_id::timestamp);
        type.unit = unit;
        return type;
    };
    auto const range = step.range;
    switch (step.function) {
        case fn::abs: step.type = input(0).type; break;
        case fn::coalesce:
        case fn::greatest:
        case fn::least:
        case fn::nullif:
        case fn::nvl2: return same_types(std::move(step), name);
        case fn::named_struct:
        case fn::make_struct: return structs(std::move(step));
        case fn::is_valid:
            step.op = step_op::is_null;
            step.inputs = {emit(std::move(step))};
            step.op = step_op::not_;
            step.type = simple_type(type_id::boolean);
            out.steps[step.inputs[0]].type = step.type;
            break;
        case fn::arrow_typeof:
            step.value = {arrow_type_name(input(0).type)};
            step.op = step_op::constant;
            step.inputs.clear();
            break;
        case fn::arrow_cast: {
            auto const* text = constant_text(1);
            auto const to = text != nullptr ? arrow_type_named(*text) : std::nullopt;
            if (!to) return source.refuse(range, "arrow_cast() takes the name of an Arrow type, such as 'Int32'");
            auto const done = cast_step(step.inputs[0], *to, range);
            if (!done) return false;
            at.push_back(*done);
            return true;
        }
        case fn::date_part:
        case fn::date_trunc: {
            auto const* part = constant_text(0);
            if (part == nullptr) return source.refuse(range, name + "() takes the name of a part as text");
            if (!time_part_named(*part, step.function == fn::date_trunc)) {
                return source.refuse(range, name + "() does not know the part '" + quote(*part) + "'");
            }
            auto const named = *time_part_named(*part, step.function == fn::date_trunc);
            if (step.function == fn::date_part) {
                // A minute has more nanoseconds than int32 holds.
                step.type = simple_type(named == time_part::epoch        ? type_id::float64
                                        : named == time_part::nanosecond ? type_id::int64
                                                                         : type_id::int32);
            } else {
                step.type = input(1).type;
            }
            break;
        }
        case fn::date_bin:
            if (constant_text(0) == nullptr) return source.refuse(range, "date_bin() takes a length as text: '1 day'");
            step.type =
                input(1).type.id == type_id::date32 ? timestamp(columnar::time_unit::nanosecond) : input(1).type;
            for (std::size_t i = 1; i < step.inputs.size(); ++i) {
                auto const used = cast_step(step.inputs[i], step.type, range);
                if (!used) return false;
                step.inputs[i] = *used;
            }
            break;
        case fn::to_date: {
            auto const id = input(0).type.id;
            if (!is_string(id) && !is_integer(id) && !is_temporal(id) && id != type_id::null) {
                return source.refuse(range, "to_date() does not take " + columnar::to_string(input(0).type));
            }
            break;
        }
        case fn::to_timestamp:
        case fn::to_timestamp_seconds:
        case fn::to_timestamp_millis:
        case fn::to_timestamp_micros:
        case fn::to_timestamp_nanos: {
            auto const id = input(0).type.id;
            if (!is_string(id) && !is_number(id) && id != type_id::timestamp && id != type_id::null) {
                return source.refuse(range, name + "() does not take " + columnar::to_string(input(0).type));
            }
            auto const offset = static_cast<int>(step.function) - static_cast<int>(fn::to_timestamp_seconds);
            step.type =
                timestamp(offset < 0 ? columnar::time_unit::nanosecond : static_cast<columnar::time_unit>(offset));
            break;
        }
        case fn::array_to_string: {
            auto const* item = &input(0).type;
            while (is_list(item->id)) item = &item->children.front().type;
            if (item->id == type_id::struct_) {
                return source.refuse(range, name + "() joins no values of type " + columnar::to_string(*item));
            }
            break;
        }
        case fn::array_length:
        case fn::cardinality:
        case fn::array_empty:
        case fn::array_ndims: break;
        case fn::range:
        case fn::generate_series: step.type = list_of(simple_type(type_id::int64)); break;
        case fn::regexp_match:
        case fn::string_to_array: step.type = list_of(simple_type(type_id::utf8)); break;
        default:
            if (step.function >= fn::array_has && step.function <= fn::flatten) {
                return list_call(std::move(step), name);
            }
    }
    return finish(std::move(step));
}

/// All arguments meet in one type, which is that of the value.
LANCESPEC_DECL bool typing::same_types(bound_step step, std::string const& name) {
    data_type want;
    for (auto const input : step.inputs) {
        auto const common = common_type(want, out.steps[input].type);
        if (!common) {
            return source.refuse(step.range, "the arguments of " + name + "() are " + columnar::to_string(want) +
                                                 " and " + columnar::to_string(out.steps[input].type) +
                                                 ", which do not meet in one type");
        }
        want = *common;
    }
    for (auto& input : step.inputs) {
        auto const used = cast_step(input, want, step.range);
        if (!used) return false;
        input = *used;
    }
    auto const& first = out.steps[step.inputs.front()];
    if (step.function == fn::coalesce && first.op == step_op::constant && !first.value.is_null()) {
        at.push_back(step.inputs.front());
        return true;
    }
    step.type = want;
    return finish(std::move(step));
}

LANCESPEC_DECL bool typing::structs(bound_step step) {
    step.type = simple_type(type_id::struct_);
    std::vector<std::uint32_t> values;
    bool const named = step.function == fn::named_struct;
    if (named && step.inputs.size() % 2 != 0) {
        return source.refuse(step.range, "named_struct() takes a name and a value for every field");
    }
    for (std::size_t i = 0; i < step.inputs.size(); i += named ? 2 : 1) {
        auto const value = step.inputs[named ? i + 1 : i];
        std::string name = "c" + std::to_string(i);
        if (named) {
            auto const& given = out.steps[step.inputs[i]];
            auto const* text = std::get_if<std::string>(&given.value.value);
            if (given.op != step_op::constant || text == nullptr) {
                return source.refuse(step.range, "named_struct() takes the names of fields as text");
            }
            name = *text;
        }
        values.push_back(value);
        step.type.children.push_back({std::move(name), out.steps[value].type, true, {}});
    }
    step.inputs = std::move(values);
    step.function = fn::make_struct;
    return finish(std::move(step));
}

/// Functions of lists: lists and items meet in one type of item, where text is no number.
LANCESPEC_DECL bool typing::list_call(bound_step step, std::string const& name) {
    auto const function = step.function;
    auto const type_of = [&](std::size_t i) -> data_type const& { return out.steps[step.inputs[i]].type; };
    auto const item_of = [&](std::size_t i) { return type_of(i).children.front().type; };
    bool const item_first = function == fn::array_prepend;
    // The other arguments, if any, are no items: they say how.
    bool const one_list = function == fn::array_slice || function == fn::array_sort || function == fn::array_reverse ||
                          function == fn::array_distinct || function == fn::array_max || function == fn::array_min ||
                          function == fn::array_pop_back || function == fn::array_pop_front ||
                          function == fn::array_any_value || function == fn::flatten;
    if (function == fn::array_repeat) {
        step.type = list_of(type_of(0));
        return finish(std::move(step));
    }
    bool const all_lists = function == fn::array_has_any || function == fn::array_has_all ||
                           function == fn::array_concat || function == fn::array_union ||
                           function == fn::array_intersect || function == fn::array_except;
    auto item = item_of(item_first ? 1 : 0);
    for (std::size_t i = 0; !one_list && i < step.inputs.size(); ++i) {
        bool const is_a_list = all_lists || i == (item_first ? 1 : 0);
        auto const common = common_type(item, is_a_list ? item_of(i) : type_of(i), text_rule::apart);
        if (!common) {
            return source.refuse(step.range, name + "() has a list of " + columnar::to_string(item) + " and " +
                                                 columnar::to_string(type_of(i)) + ", which do not meet");
        }
        item = *common;
    }
    for (std::size_t i = 0; !one_list && i < step.inputs.size(); ++i) {
        bool const is_a_list = all_lists || i == (item_first ? 1 : 0);
        // Lists of one item type need no cast, whatever kind of list they are.
        if (is_a_list && item_of(i) == item) continue;
        auto const used = cast_step(step.inputs[i], is_a_list ? list_of(item) : item, step.range);
        if (!used) return false;
        step.inputs[i] = *used;
    }
    switch (function) {
        case fn::array_has:
        case fn::array_has_any:
        case fn::array_has_all:
        case fn::array_position: break;
        case fn::array_positions: step.type = list_of(simple_type(type_id::int64)); break;
        case fn::array_max:
        case fn::array_min:
        case fn::array_any_value: step.type = item; break;
        case fn::flatten: step.type = is_list(item.id) ? list_of(item.children.front().type) : list_of(item); break;
        default: step.type = list_of(item); break;
    }
    return finish(std::move(step));
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
