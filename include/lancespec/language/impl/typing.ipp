// Settles the types of lowered steps: literals take their column's type, the others meet in a common one.
#pragma once

#include <lancespec/language/impl/binder.ipp>
#include <lancespec/language/impl/where_format.ipp>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// Whether literals in arithmetic stay int64 and float64, or take the type of the operand beside them.
enum class literal_rule : std::uint8_t {
    wide,
    of_operand
};

constexpr bool is_arithmetic(step_op op) noexcept {
    return op >= step_op::add && op <= step_op::modulo;
}
constexpr bool is_comparison(step_op op) noexcept {
    return op >= step_op::equal && op <= step_op::greater_equal;
}

inline data_type decimal_type(std::int32_t scale) {
    auto out = simple_type(type_id::decimal128);
    out.scale = scale;
    return out;
}

/// The type in which two numbers meet: DataFusion's rules, and a decimal for uint64 beside a signed integer.
LANCESPEC_DECL data_type common_number(data_type const& a, data_type const& b) {
    auto const either = [&](type_id id) { return a.id == id || b.id == id; };
    if (either(type_id::float64)) return simple_type(type_id::float64);
    if (either(type_id::decimal128)) {
        if (is_float(a.id) || is_float(b.id)) return simple_type(type_id::float64);
        return decimal_type(
            std::max(a.id == type_id::decimal128 ? a.scale : 0, b.id == type_id::decimal128 ? b.scale : 0));
    }
    if (either(type_id::float32)) return simple_type(type_id::float32);
    bool const a_signed = is_signed_integer(a.id);
    if (a_signed == is_signed_integer(b.id)) return simple_type(std::max(a.id, b.id));
    auto const unsigned_id = a_signed ? b.id : a.id;
    auto const signed_id = a_signed ? a.id : b.id;
    if (unsigned_id == type_id::uint64) return decimal_type(0);
    // The smallest signed type that holds all values of both.
    auto const wide = static_cast<type_id>(static_cast<int>(type_id::int16) +
                                           (static_cast<int>(unsigned_id) - static_cast<int>(type_id::uint8)));
    return simple_type(std::max(wide, signed_id));
}

/// The type in which two values can be compared, or nothing.
LANCESPEC_DECL std::optional<data_type> common_type(data_type const& a, data_type const& b) {
    if (a.id == type_id::null) return b;
    if (b.id == type_id::null) return a;
    auto const number = [](type_id id) { return is_number(id) || id == type_id::decimal128; };
    if (a == b && a.id < type_id::struct_) return a;
    if (number(a.id) && number(b.id)) return common_number(a, b);
    if ((is_string(a.id) && is_string(b.id)) || (is_binary(a.id) && is_binary(b.id))) return a;
    if (is_temporal(a.id) && is_temporal(b.id)) {
        if (a.id == type_id::date32) return b;
        if (b.id == type_id::date32) return a;
        return a.unit > b.unit ? a : b;
    }
    return std::nullopt;
}

struct typing {
    lowering& source;
    literal_rule rule;
    bound_program out;
    std::vector<std::uint32_t> at;  ///< the step that a lowered step has become; constants are added where used

    bound_step const& raw(std::uint32_t index) const { return source.steps[index].step; }
    bool is_constant(std::uint32_t index) const { return raw(index).op == step_op::constant; }
    bool is_field(std::uint32_t index) const { return raw(index).op == step_op::field; }
    data_type const& type(std::uint32_t index) const {
        return is_constant(index) ? raw(index).type : out.steps[at[index]].type;
    }

    std::string shown(std::uint32_t index) const {
        auto const& step = raw(index);
        if (step.op == step_op::field) {
            field_path path;
            auto const* level = &source.fields.fields;
            for (auto const i : step.path) {
                path.segments.push_back((*level)[i].name);
                level = &(*level)[i].type.children;
            }
            return path.to_string();
        }
        if (step.op != step_op::constant) return "a value of type " + columnar::to_string(type(index));
        if (is_temporal(step.type.id)) return "a " + columnar::to_string(step.type);
        std::string text;
        literal value;
        std::visit(
            [&value]<class T>(T const& v) {
                if constexpr (std::is_same_v<T, std::string>) {
                    // A cut may fall into a character.
                    value.value = v.size() > 40 ? to_valid_utf8(v.substr(0, 40)) + "…" : v;
                } else if constexpr (!std::is_same_v<T, columnar::int128> && !std::is_same_v<T, columnar::scalars>) {
                    value.value = v;
                }
            },
            step.value.value);
        print_leaf(text, value);
        return text;
    }

    std::uint32_t emit(bound_step step) {
        out.steps.push_back(std::move(step));
        return static_cast<std::uint32_t>(out.steps.size() - 1);
    }

    /// The lowered step's value as a value of type @p want.
    std::uint32_t use(std::uint32_t index, data_type const& want) {
        auto const& step = raw(index);
        if (is_constant(index)) {
            auto copy = step;
            if (auto converted = convert_literal(step.value, step.type, want)) {
                copy.value = std::move(*converted);
                copy.type = want;
                return emit(std::move(copy));
            }
            return cast(emit(std::move(copy)), want, step.range);
        }
        return cast(at[index], want, step.range);
    }

    std::uint32_t cast(std::uint32_t from, data_type const& want, source_range range) {
        auto const& have = out.steps[from].type;
        bool const same =
            have == want || (is_string(have.id) && is_string(want.id)) || (is_binary(have.id) && is_binary(want.id));
        if (same) return from;
        bound_step step;
        step.op = step_op::cast;
        step.type = want;
        step.inputs = {from};
        step.range = range;
        return emit(std::move(step));
    }

    /// In Lance a column compared with arithmetic gives its type to the literals in it.
    void give_type_to_literals(std::uint32_t index, data_type const& want) {
        std::vector<std::uint32_t> pending{index};
        while (!pending.empty()) {
            auto const next = pending.back();
            pending.pop_back();
            auto const op = raw(next).op;
            if (op == step_op::constant) {
                source.steps[next].literal_becomes = want;
            } else if (is_arithmetic(op) || is_comparison(op)) {
                for (auto const input : raw(next).inputs) pending.push_back(input);
            }
        }
    }

    bool refuse_literal(std::uint32_t literal_at, data_type const& want, std::string const& of) {
        std::string message = shown(literal_at) + " does not convert to " + columnar::to_string(want) + of;
        if (is_string(type(literal_at).id) && is_temporal(want.id)) {
            message +=
                want.id == type_id::date32 ? "; write date '2021-01-31'" : "; write timestamp '2021-01-31 12:30:00'";
        } else if (is_string(want.id)) {
            message += "; text goes in single quotes";
        }
        return source.refuse(raw(literal_at).range, std::move(message));
    }

    /// Both sides of a comparison in one type; nothing when they have none.
    std::optional<std::pair<std::uint32_t, std::uint32_t>> sides(std::uint32_t left, std::uint32_t right,
                                                                 source_range range) {
        for (auto const& [field, other] : {std::pair(left, right), std::pair(right, left)}) {
            if (!is_field(field) || !is_constant(other)) continue;
            auto const want = type(field);
            if (want.id >= type_id::struct_) break;
            bool const temporal = want.id == type_id::date32 && type(other).id == type_id::timestamp;
            if (temporal) break;
            if (!convert_literal(raw(other).value, raw(other).type, want)) {
                refuse_literal(other, want, ", the type of " + shown(field));
                return std::nullopt;
            }
            auto const a = use(left, want);
            return std::pair(a, use(right, want));
        }
        auto const common = common_type(type(left), type(right));
        if (!common || common->id >= type_id::struct_) {
            auto const a = columnar::to_string(type(left));
            source.refuse(range, a + " and " + columnar::to_string(type(right)) + " cannot be compared");
            return std::nullopt;
        }
        auto const want = common->id == type_id::null ? simple_type(type_id::boolean) : *common;
        auto const a = use(left, want);
        return std::pair(a, use(right, want));
    }

    bool compare(bound_step step) {
        auto const both = sides(step.inputs[0], step.inputs[1], step.range);
        if (!both) return false;
        step.inputs = {both->first, both->second};
        step.type = simple_type(type_id::boolean);
        at.push_back(emit(std::move(step)));
        return true;
    }

    bool booleans(bound_step step, std::string_view what) {
        for (auto& input : step.inputs) {
            auto const id = type(input).id;
            if (id != type_id::boolean && id != type_id::null) {
                return source.refuse(raw(input).range, std::string(what) + " needs a boolean, " + shown(input) +
                                                           " is " + columnar::to_string(type(input)));
            }
            input = use(input, simple_type(type_id::boolean));
        }
        step.type = simple_type(type_id::boolean);
        at.push_back(emit(std::move(step)));
        return true;
    }

    /// The type a literal operand of arithmetic takes, if it takes that of the other operand.
    std::optional<data_type> operand_type(std::uint32_t constant, std::uint32_t other) const {
        auto const& want = type(other);
        if (!is_number(want.id) || !is_constant(constant) || is_constant(other)) return std::nullopt;
        bool const applies = rule == literal_rule::of_operand || want.id == type_id::uint64;
        if (!applies || !convert_literal(raw(constant).value, raw(constant).type, want)) return std::nullopt;
        return want;
    }

    bool arithmetic(bound_step step) {
        auto const left = step.inputs[0];
        auto const right = step.inputs[1];
        for (auto const input : step.inputs) {
            auto const id = type(input).id;
            if (is_number(id) || id == type_id::null) continue;
            return source.refuse(raw(input).range, "arithmetic needs numbers, " + shown(input) + " is " +
                                                       columnar::to_string(type(input)));
        }
        std::optional<data_type> want = operand_type(left, right);
        if (!want) want = operand_type(right, left);
        if (!want) want = common_type(type(left), type(right));
        if (want->id == type_id::null) want = simple_type(type_id::int64);
        if (want->id == type_id::decimal128) {
            return source.refuse(step.range, "arithmetic of uint64 with signed integers is not supported");
        }
        step.type = *want;
        auto const a = use(left, *want);
        step.inputs = {a, use(right, *want)};
        at.push_back(emit(std::move(step)));
        return true;
    }

    bool negate(bound_step step) {
        auto const operand = step.inputs[0];
        auto const& have = type(operand);
        if (!is_signed_integer(have.id) && !is_float(have.id) && have.id != type_id::null) {
            return source.refuse(step.range, "a minus sign needs a signed number, " + shown(operand) + " is " +
                                                 columnar::to_string(have));
        }
        step.type = have.id == type_id::null ? simple_type(type_id::int64) : have;
        step.inputs = {use(operand, step.type)};
        at.push_back(emit(std::move(step)));
        return true;
    }

    bool is_null(bound_step step) {
        auto const operand = step.inputs[0];
        step.inputs = {use(operand, type(operand))};
        step.type = simple_type(type_id::boolean);
        at.push_back(emit(std::move(step)));
        return true;
    }

    bool like(bound_step step) {
        for (auto& input : step.inputs) {
            auto const id = type(input).id;
            if (!is_string(id) && id != type_id::null) {
                return source.refuse(raw(input).range,
                                     "LIKE needs text, " + shown(input) + " is " + columnar::to_string(type(input)));
            }
            input = use(input, is_string(id) ? type(input) : simple_type(type_id::utf8));
        }
        step.type = simple_type(type_id::boolean);
        at.push_back(emit(std::move(step)));
        return true;
    }

    bool in(bound_step step, std::vector<std::uint32_t> const& list) {
        auto const subject = step.inputs[0];
        auto want = type(subject);
        if (!is_field(subject)) {
            for (auto const item : list) {
                auto const common = common_type(want, type(item));
                if (!common) {
                    return source.refuse(raw(item).range, columnar::to_string(want) + " and " +
                                                              columnar::to_string(type(item)) + " cannot be compared");
                }
                want = *common;
            }
            if (want.id == type_id::null) want = simple_type(type_id::boolean);
        }
        if (want.id >= type_id::struct_)
            return source.refuse(step.range, "IN over " + columnar::to_string(want) + " is not supported");
        auto const boolean = simple_type(type_id::boolean);
        auto const range = step.range;
        std::vector<std::uint32_t> terms;
        columnar::scalars constants;
        for (auto const item : list) {
            if (is_constant(item)) {
                auto converted = convert_literal(raw(item).value, raw(item).type, want);
                if (!converted)
                    return refuse_literal(item, want, is_field(subject) ? ", the type of " + shown(subject) : "");
                constants.push_back(std::move(*converted));
                continue;
            }
            auto const both = sides(subject, item, raw(item).range);
            if (!both) return false;
            bound_step equal;
            equal.op = step_op::equal;
            equal.inputs = {both->first, both->second};
            equal.type = boolean;
            equal.range = raw(item).range;
            terms.push_back(emit(std::move(equal)));
        }
        if (!constants.empty()) {
            step.inputs = {use(subject, want)};
            step.values = std::move(constants);
            step.type = boolean;
            terms.push_back(emit(std::move(step)));
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

    bool constant(std::uint32_t index) {
        at.push_back(0);  // added where it is used
        auto& step = source.steps[index];
        if (!step.literal_becomes) return true;
        auto converted = convert_literal(step.step.value, step.step.type, *step.literal_becomes);
        if (!converted)
            return refuse_literal(index, *step.literal_becomes, ", the type of the column it is compared with");
        step.step.value = std::move(*converted);
        step.step.type = *step.literal_becomes;
        return true;
    }

    bool settle(std::uint32_t index) {
        auto& from = source.steps[index];
        auto const op = from.step.op;
        if (op == step_op::constant) return constant(index);
        auto step = std::move(from.step);
        from.step.op = op;
        from.step.range = step.range;
        if (op == step_op::field) {
            from.step.path = step.path;
            at.push_back(emit(std::move(step)));
            return true;
        }
        if (is_comparison(op)) return compare(std::move(step));
        if (is_arithmetic(op)) return arithmetic(std::move(step));
        switch (op) {
            case step_op::and_: return booleans(std::move(step), "AND");
            case step_op::or_: return booleans(std::move(step), "OR");
            case step_op::not_: return booleans(std::move(step), "NOT");
            case step_op::is_true:
            case step_op::is_false: return booleans(std::move(step), "IS TRUE or FALSE");
            case step_op::is_null: return is_null(std::move(step));
            case step_op::negate: return negate(std::move(step));
            case step_op::like: return like(std::move(step));
            case step_op::in: return in(std::move(step), from.list);
            default: return source.refuse(step.range, "this operator is not supported");
        }
    }

    bool run() {
        for (auto const& next : source.steps) {
            auto const& step = next.step;
            if (!is_comparison(step.op) || !is_field(step.inputs[0])) continue;
            auto const other = raw(step.inputs[1]).op;
            if (is_arithmetic(other) || is_comparison(other))
                give_type_to_literals(step.inputs[1], raw(step.inputs[0]).type);
        }
        for (std::uint32_t i = 0; i < source.steps.size(); ++i) {
            if (!settle(i)) return false;
        }
        auto const result = source.values.back();
        out.result = use(result, type(result));
        return true;
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
