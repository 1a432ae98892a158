// SPDX-License-Identifier: Apache-2.0
// Settles the types of lowered steps: operands meet in a common type, constants are computed.
#pragma once

#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/language/impl/find_child.ipp>
#include <lancespec/language/impl/resolve.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Whether literals in arithmetic stay int64 and float64, or take the type of the operand beside them.
enum class literal_rule : std::uint8_t {
    wide,
    of_operand
};

struct typing {
    lowering& source;
    literal_rule rule;
    bound_program out;
    std::vector<std::uint32_t> at;  ///< the step that a lowered step has become

    raw_step const& raw(std::uint32_t index) const { return source.steps[index]; }
    /// The settled step of a lowered one.
    bound_step const& settled(std::uint32_t index) const { return out.steps[at[index]]; }
    data_type const& type(std::uint32_t index) const { return settled(index).type; }
    bool is_constant(std::uint32_t index) const { return settled(index).op == step_op::constant; }
    bool is_field(std::uint32_t index) const { return settled(index).op == step_op::field; }

    std::string shown(std::uint32_t index) const {
        auto const text = literal_resolution{source}.shown(index);
        return text == "this" ? "a value of type " + columnar::to_string(type(index)) : text;
    }

    std::uint32_t emit(bound_step step) {
        out.steps.push_back(std::move(step));
        return static_cast<std::uint32_t>(out.steps.size() - 1);
    }

    /// Settles the next lowered step as @p step, or as its value when its inputs are constants.
    bool finish(bound_step step) {
        std::vector<scalar const*> inputs;
        bool all = !step.inputs.empty() || step.op == step_op::make_list;
        for (auto const input : step.inputs) {
            auto const& from = out.steps[input];
            bool const constant = from.op == step_op::constant;
            all = all && constant;
            inputs.push_back(constant ? &from.value : nullptr);
        }
        std::optional<scalar> value;
        if (step.op == step_op::and_ || step.op == step_op::or_) {
            value = fold_logic(step.op, inputs[0], inputs[1]);
        } else if (all && step.op == step_op::make_list && inputs.empty()) {
            value = scalar{columnar::scalars{}};
        } else if (all) {
            value = fold(step, inputs);
        }
        if (value) {
            bound_step constant;
            constant.type = std::move(step.type);
            constant.value = std::move(*value);
            constant.range = step.range;
            step = std::move(constant);
        }
        at.push_back(emit(std::move(step)));
        return true;
    }

    /// The settled step @p from as a value of type @p want; nothing when it is a constant that cannot be one.
    std::optional<std::uint32_t> cast_step(std::uint32_t from, data_type const& want, source_range range,
                                           bool is_try = false) {
        auto const& have = out.steps[from].type;
        bool const same = have == want;
        if (same) return from;
        if (!can_cast(have, want)) {
            source.refuse(range,
                          "there is no cast from " + columnar::to_string(have) + " to " + columnar::to_string(want));
            return std::nullopt;
        }
        bound_step step;
        step.type = want;
        step.range = range;
        if (out.steps[from].op == step_op::constant) {
            auto value = cast_value(out.steps[from].value, have, want);
            if (!value && !is_try) {
                source.refuse(range, cast_failure(out.steps[from].value, have, want));
                return std::nullopt;
            }
            if (value) step.value = std::move(*value);
            return emit(std::move(step));
        }
        step.op = step_op::cast;
        step.inputs = {from};
        step.is_try = is_try;
        return emit(std::move(step));
    }

    /// The lowered step's value as a value of type @p want.
    std::optional<std::uint32_t> use(std::uint32_t index, data_type const& want) {
        return cast_step(at[index], want, raw(index).step.range);
    }

    /// Replaces the lowered inputs of @p step by settled ones of the types @p want.
    bool use_all(bound_step& step, std::vector<data_type> const& want) {
        for (std::size_t i = 0; i < step.inputs.size(); ++i) {
            auto const input = use(step.inputs[i], want[std::min(i, want.size() - 1)]);
            if (!input) return false;
            step.inputs[i] = *input;
        }
        return true;
    }

    bool refuse_types(bound_step const& step, std::uint32_t left, std::uint32_t right, std::string_view what) {
        return source.refuse(step.range, columnar::to_string(type(left)) + " and " + columnar::to_string(type(right)) +
                                             std::string(what));
    }

    // ---- operators

    /// Dates and timestamps are compared in their own units. A time without a zone beside one with a zone is what its
    /// clocks show; a date is midnight in UTC.
    bool compare_times(bound_step step) {
        auto const boolean = simple_type(type_id::boolean);
        std::array<std::uint32_t, 2> inputs{};
        for (std::size_t i = 0; i < 2; ++i) {
            auto const& have = type(step.inputs[i]);
            auto const& other = type(step.inputs[1 - i]);
            if (has_unknown_zone(have) && !is_zoned(other)) {
                return source.refuse(raw(step.inputs[i]).step.range, unknown_zone(have));
            }
            auto want = have;
            if (is_zoned(other) && have.id == type_id::timestamp && !is_zoned(have)) want.timezone = other.timezone;
            auto const used = use(step.inputs[i], want);
            if (!used) return false;
            inputs[i] = *used;
        }
        // A constant in the other's unit, where it is one there, compares as any number.
        for (std::size_t i = 0; i < 2; ++i) {
            auto const& from = out.steps[inputs[i]];
            auto const& other = out.steps[inputs[1 - i]].type;
            if (from.op != step_op::constant || from.value.is_null() || other.id != type_id::timestamp) continue;
            auto utc = other;
            utc.timezone.clear();
            auto const count = convert_time(std::get<std::int64_t>(from.value.value), from.type, utc);
            if (!count) continue;
            bound_step constant;
            constant.value = {*count};
            constant.type = other;
            constant.range = from.range;
            inputs[i] = emit(std::move(constant));
        }
        step.inputs.assign(inputs.begin(), inputs.end());
        step.type = boolean;
        auto const& a = out.steps[inputs[0]];
        auto const& b = out.steps[inputs[1]];
        bool const constants = a.op == step_op::constant && b.op == step_op::constant;
        if (!constants || a.value.is_null() || b.value.is_null()) return finish(std::move(step));
        auto const order = detail::compare_times(std::get<std::int64_t>(a.value.value), a.type,
                                                 std::get<std::int64_t>(b.value.value), b.type);
        bound_step constant;
        constant.type = boolean;
        constant.value = {step.op == step_op::is_distinct ? order != 0 : comparison_holds(step.op, order)};
        constant.range = step.range;
        at.push_back(emit(std::move(constant)));
        return true;
    }

    bool is_match(std::uint32_t index) const {
        auto const& step = settled(index);
        return step.op == step_op::call && step.function == fn::regexp_match && is_list(step.type.id);
    }

    /// A match, which is a list of texts, where a boolean is wanted: whether there is one.
    void use_match_as_boolean(std::uint32_t index) {
        if (!is_match(index)) return;
        auto step = settled(index);
        step.type = simple_type(type_id::boolean);
        at[index] = emit(std::move(step));
    }

    bool compare(bound_step step) {
        auto const left = step.inputs[0];
        auto const right = step.inputs[1];
        if (is_temporal(type(left).id) && is_temporal(type(right).id) && type(left) != type(right)) {
            return compare_times(std::move(step));
        }
        if (source.options.dialect == compatibility::lance12) {
            // Lance 12 takes a match for a boolean in comparisons too.
            use_match_as_boolean(left);
            use_match_as_boolean(right);
        }
        auto want = common_type(type(left), type(right));
        if (!want) {
            bool const chained = is_comparison(settled(left).op) && type(right).id != type_id::boolean;
            return refuse_types(step, left, right,
                                chained ? " cannot be compared; comparisons do not chain, write a < b AND b < c"
                                        : " cannot be compared");
        }
        if (want->id == type_id::null) want = simple_type(type_id::boolean);
        if (!use_all(step, {*want})) return false;
        step.type = simple_type(type_id::boolean);
        return finish(std::move(step));
    }

    bool booleans(bound_step step, std::string_view what) {
        auto const boolean = simple_type(type_id::boolean);
        for (auto const input : step.inputs) {
            use_match_as_boolean(input);
            auto const id = type(input).id;
            if (id == type_id::boolean || id == type_id::null) continue;
            return source.refuse(raw(input).step.range, std::string(what) + " needs a boolean, " + shown(input) +
                                                            " is " + columnar::to_string(type(input)));
        }
        if (!use_all(step, {boolean})) return false;
        step.type = boolean;
        return finish(std::move(step));
    }

    /// The type a literal operand of arithmetic takes, if it takes that of the other operand.
    std::optional<data_type> operand_type(std::uint32_t constant, std::uint32_t other) const {
        auto const& want = type(other);
        if (rule == literal_rule::wide || !is_number(want.id)) return std::nullopt;
        if (!raw(constant).is_literal || raw(other).is_literal) return std::nullopt;
        if (!convert_literal(settled(constant).value, type(constant), want)) return std::nullopt;
        return want;
    }

    bool arithmetic(bound_step step) {
        auto const left = step.inputs[0];
        auto const right = step.inputs[1];
        auto same = operand_type(left, right);
        if (!same) same = operand_type(right, left);
        auto const types =
            same ? arithmetic_types{*same, *same, *same}
                 : arithmetic_type(step.op, type(left), type(right)).value_or(arithmetic_types{{}, {}, {}});
        if (types.result.id == type_id::null) {
            for (auto const input : step.inputs) {
                if (is_numeric(type(input).id) || type(input).id == type_id::null) continue;
                return source.refuse(raw(input).step.range, "arithmetic needs numbers, " + shown(input) + " is " +
                                                                columnar::to_string(type(input)));
            }
            return refuse_types(step, left, right, " have no arithmetic");
        }
        if (!use_all(step, {types.left, types.right})) return false;
        step.type = types.result;
        return finish(std::move(step));
    }

    bool shift(bound_step step) {
        for (auto const input : step.inputs) {
            if (is_number(type(input).id) || type(input).id == type_id::null) continue;
            return source.refuse(raw(input).step.range,
                                 "a shift needs integers, " + shown(input) + " is " + columnar::to_string(type(input)));
        }
        auto want = common_type(type(step.inputs[0]), type(step.inputs[1])).value_or(data_type{});
        if (want.id == type_id::decimal128) want = simple_type(type_id::uint64);
        if (!is_integer(want.id)) want = simple_type(type_id::int64);
        if (!use_all(step, {want})) return false;
        step.type = want;
        return finish(std::move(step));
    }

    bool concat(bound_step step) {
        auto const& a = type(step.inputs[0]);
        auto const& b = type(step.inputs[1]);
        auto const bytes_or_null = [](data_type const& t) { return is_binary(t.id) || t.id == type_id::null; };
        bool const binary = bytes_or_null(a) && bytes_or_null(b) && (is_binary(a.id) || is_binary(b.id));
        auto const want = simple_type(binary ? type_id::binary : type_id::utf8);
        // Text beside anything but bytes.
        bool const text = (is_string(a.id) && !is_binary(b.id)) || (is_string(b.id) && !is_binary(a.id));
        if (!binary && !(text && can_cast(a, want) && can_cast(b, want))) {
            return refuse_types(step, step.inputs[0], step.inputs[1],
                                " cannot be joined with ||, which joins texts; conditions are joined by OR");
        }
        if (!use_all(step, {want})) return false;
        step.type = want;
        return finish(std::move(step));
    }

    bool negate(bound_step step) {
        auto const operand = step.inputs[0];
        auto const& have = type(operand);
        if (!is_signed_integer(have.id) && !is_float(have.id) && have.id != type_id::null &&
            have.id != type_id::decimal128) {
            return source.refuse(step.range, "a minus sign needs a signed number, " + shown(operand) + " is " +
                                                 columnar::to_string(have));
        }
        auto const want = have.id == type_id::null ? simple_type(type_id::int64) : have;
        if (!use_all(step, {want})) return false;
        step.type = want;
        return finish(std::move(step));
    }

    bool is_null(bound_step step) {
        use_match_as_boolean(step.inputs[0]);
        step.inputs = {at[step.inputs[0]]};
        step.type = simple_type(type_id::boolean);
        // A match as a boolean is "is not null": that it is null is its negation.
        auto const& operand = out.steps[step.inputs[0]];
        if (operand.op == step_op::call && operand.function == fn::regexp_match) step.op = step_op::not_;
        return finish(std::move(step));
    }

    bool like(bound_step step) {
        if (step.escape != "\\") {
            return source.refuse(step.range,
                                 "Lance knows no escape but the backslash, here it is '" + step.escape + "'");
        }
        // Bytes beside text are read as text.
        bool const any_text = is_string(type(step.inputs[0]).id) || is_string(type(step.inputs[1]).id);
        for (auto const input : step.inputs) {
            auto const id = type(input).id;
            if (is_string(id) || id == type_id::null || (any_text && is_binary(id))) continue;
            return source.refuse(raw(input).step.range, std::string(step.ignore_case ? "ILIKE" : "LIKE") +
                                                            " compares text, " + shown(input) + " is " +
                                                            columnar::to_string(type(input)));
        }
        auto const as_text = [](data_type const& have) {
            return is_string(have.id) ? have : simple_type(type_id::utf8);
        };
        if (!use_all(step, {as_text(type(step.inputs[0])), as_text(type(step.inputs[1]))})) return false;
        step.type = simple_type(type_id::boolean);
        return finish(std::move(step));
    }

    bool in(bound_step step, std::vector<std::uint32_t> const& list) {
        auto const subject = step.inputs[0];
        auto want = type(subject);
        for (auto const item : list) {
            auto const common = common_type(want, type(item));
            if (!common) return refuse_types(raw(item).step, subject, item, " cannot be compared");
            want = *common;
        }
        if (want.id == type_id::null) want = simple_type(type_id::boolean);
        auto const boolean = simple_type(type_id::boolean);
        auto const range = step.range;
        columnar::scalars constants;
        std::vector<std::uint32_t> terms;
        // Times of other units are compared one by one, each in its own.
        bool const times = is_temporal(want.id) && is_temporal(type(subject).id) &&
                           std::any_of(list.begin(), list.end(), [&](auto item) {
                               return is_temporal(type(item).id) && type(item) != type(subject);
                           });
        auto const of = times ? std::optional(at[subject]) : use(subject, want);
        if (!of) return false;
        for (auto const item : list) {
            if (times) {
                bound_step equal;
                equal.op = step_op::equal;
                equal.inputs = {subject, item};
                equal.range = raw(item).step.range;
                if (!compare(std::move(equal))) return false;
                terms.push_back(at.back());
                at.pop_back();
                continue;
            }
            if (is_constant(item)) {
                auto value = cast_value(settled(item).value, type(item), want);
                if (!value) {
                    return source.refuse(raw(item).step.range, cast_failure(settled(item).value, type(item), want));
                }
                constants.push_back(std::move(*value));
                continue;
            }
            auto const other = use(item, want);
            if (!other) return false;
            bound_step equal;
            equal.op = step_op::equal;
            equal.inputs = {*of, *other};
            equal.type = boolean;
            equal.range = raw(item).step.range;
            terms.push_back(emit(std::move(equal)));
        }
        if (!constants.empty()) {
            step.inputs = {*of};
            step.values = std::move(constants);
            step.type = boolean;
            terms.push_back(in_or_constant(std::move(step)));
        }
        auto last = terms.front();
        for (std::size_t i = 1; i < terms.size(); ++i) {
            bound_step either;
            either.op = step_op::or_;
            either.inputs = {last, terms[i]};
            either.type = boolean;
            either.range = range;
            last = emit(std::move(either));
        }
        at.push_back(last);
        return true;
    }

    /// IN over a constant is one.
    std::uint32_t in_or_constant(bound_step step) {
        auto const& subject = out.steps[step.inputs.front()];
        if (subject.op == step_op::constant) {
            bool found = false;
            bool unknown = subject.value.is_null();
            for (auto const& value : step.values) {
                unknown = unknown || value.is_null();
                found = found || (!value.is_null() && compare_values(value, subject.value) == 0);
            }
            bound_step constant;
            constant.type = step.type;
            constant.range = step.range;
            if (!subject.value.is_null() && (found || !unknown)) constant.value = {found};
            return emit(std::move(constant));
        }
        return emit(std::move(step));
    }

    bool cast(bound_step step) {
        auto const done = cast_step(at[step.inputs[0]], step.type, step.range, step.is_try);
        if (!done) return false;
        at.push_back(*done);
        return true;
    }

    bool item(bound_step step) {
        auto const of = step.inputs[0];
        auto const index = step.inputs[1];
        auto const have = type(of);
        if (have.id == type_id::null) {
            step.op = step_op::constant;
            step.inputs.clear();
            at.push_back(emit(std::move(step)));
            return true;
        }
        if (!is_list(have.id)) {
            return source.refuse(step.range, shown(of) + (raw(of).step.op == step_op::field ? " is " : ", ") +
                                                 columnar::to_string(have) + ", has no items");
        }
        if (!is_integer(type(index).id) && type(index).id != type_id::null) {
            return source.refuse(raw(index).step.range,
                                 "an item's number is an integer, this is " + columnar::to_string(type(index)));
        }
        if (!use_all(step, {have, simple_type(type_id::int64)})) return false;
        step.type = have.children.front().type;
        return finish(std::move(step));
    }

    bool member(bound_step step, std::string const& name) {
        auto const& have = type(step.inputs[0]);
        auto const found = have.id == type_id::struct_
                               ? lancespec::detail::find_child(have.children, name, path_matching::exact)
                               : lancespec::detail::child_match{};
        if (found.count == 1) {
            step.path = {found.index};
            step.type = have.children[found.index].type;
            step.inputs = {at[step.inputs[0]]};
            return finish(std::move(step));
        }
        std::string message = "no field " + quote(name) + " in " + quote(columnar::to_string(have));
        if (is_list(have.id)) message += ", whose items are reached by their numbers: a[1]";
        std::vector<std::string_view> near;
        for (std::size_t i = 0; have.id == type_id::struct_ && i < have.children.size() && near.size() < 3; ++i) {
            auto const limit = similar_enough(name.size());
            if (edit_distance(name, have.children[i].name, limit) <= limit) near.push_back(have.children[i].name);
        }
        if (near.empty() && have.id == type_id::struct_ && have.children.size() <= 3) {
            for (auto const& child : have.children) near.push_back(child.name);
        }
        for (auto const& other : near) {
            message += &other == &near.front() ? "; nearest: " : ", ";
            message += other;
        }
        return source.refuse(step.range, std::move(message), error_code::table_column_not_found);
    }

    bool make_list(bound_step step) {
        data_type want;
        for (auto const input : step.inputs) {
            auto const common = common_type(want, type(input));
            if (!common) return refuse_types(step, step.inputs.front(), input, " are not items of one list");
            want = *common;
        }
        if (!step.inputs.empty() && !use_all(step, {want})) return false;
        step.type = list_of(std::move(want));
        return finish(std::move(step));
    }

    // Bodies in typing_calls.ipp.
    LANCESPEC_DECL bool call(bound_step step, raw_step const& from);
    LANCESPEC_DECL bool call_custom(bound_step step, std::string const& name);
    LANCESPEC_DECL bool list_call(bound_step step, std::string const& name);
    LANCESPEC_DECL bool same_types(bound_step step, std::string const& name);
    LANCESPEC_DECL bool structs(bound_step step);

    bool settle(std::uint32_t index) {
        auto& from = source.steps[index];
        auto step = from.step;
        auto const op = step.op;
        if (op == step_op::constant || op == step_op::field || op == step_op::row) {
            at.push_back(emit(std::move(step)));
            return true;
        }
        if (is_comparison(op) || op == step_op::is_distinct) return compare(std::move(step));
        if (is_arithmetic(op)) return arithmetic(std::move(step));
        switch (op) {
            case step_op::and_: return booleans(std::move(step), "AND");
            case step_op::or_: return booleans(std::move(step), "OR");
            case step_op::not_: return booleans(std::move(step), "NOT");
            case step_op::is_true:
            case step_op::is_false: return booleans(std::move(step), "IS TRUE or FALSE");
            case step_op::shift_left:
            case step_op::shift_right: return shift(std::move(step));
            case step_op::concat: return concat(std::move(step));
            case step_op::is_null: return is_null(std::move(step));
            case step_op::negate: return negate(std::move(step));
            case step_op::like: return like(std::move(step));
            case step_op::in: return in(std::move(step), from.list);
            case step_op::cast: return cast(std::move(step));
            case step_op::item: return item(std::move(step));
            case step_op::member: return member(std::move(step), from.name);
            case step_op::make_list: return make_list(std::move(step));
            default: return call(std::move(step), from);
        }
    }

    /// Trees may be deep, types may not: they are copied and compared along their levels.
    bool type_is_shallow(std::uint32_t index) {
        auto const& made = settled(index).type;
        auto const op = raw(index).step.op;
        if (made.children.empty() || (op != step_op::make_list && op != step_op::call)) return true;
        auto const valid = columnar::validate(made);
        return valid || source.refuse(raw(index).step.range, valid.error().message);
    }

    bool run() {
        if (!literal_resolution{source}.run(source.values.back())) return false;
        at.reserve(source.steps.size());
        for (std::uint32_t i = 0; i < source.steps.size(); ++i) {
            if (!settle(i) || !type_is_shallow(i)) return false;
        }
        if (rule == literal_rule::wide) use_match_as_boolean(source.values.back());
        out.result = at[source.values.back()];
        return true;
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
