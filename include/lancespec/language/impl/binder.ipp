// SPDX-License-Identifier: Apache-2.0
// Lowers a tree to steps, without types: names become fields, literals constants, chains one step a link.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/language/bind.hpp>
#include <lancespec/language/bound_program.hpp>
#include <lancespec/language/impl/cast_value.ipp>
#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/functions.ipp>
#include <lancespec/language/impl/name_index.ipp>
#include <lancespec/language/impl/where_ast.ipp>
#include <lancespec/language/impl/where_hints.ipp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

LANCESPEC_DECL std::string no_function(std::string const& name);

/// A step before types are settled.
struct raw_step {
    bound_step step;
    bool is_literal = false;                  ///< constant: written as one, so that a column beside it decides its type
    bool negated = false;                     ///< the NOT behind it is its own: NOT IN, NOT BETWEEN
    bool of_between = false;                  ///< one of the two comparisons of a BETWEEN
    std::vector<std::uint32_t> list;          ///< in: the items
    std::string name;                         ///< member: the field's name
    function_name const* function = nullptr;  ///< call
    std::vector<std::string> names;           ///< call of named_struct: the fields' names
};

struct lowering {
    columnar::schema const& fields;
    bind_options const& options;
    std::vector<raw_step> steps;
    std::vector<std::uint32_t> values;  ///< steps whose result nothing has used yet
    std::optional<bind_error> error;

    // A subtraction that spells a column's name: `foo-bar` without quotes.
    std::string dashed;
    source_range dashed_range;

    lancespec::detail::name_index found_by_name{};  ///< of the levels of `fields`

    bool refuse(source_range at, std::string message, error_code code = error_code::invalid_input) {
        if (!error) error = bind_error{code, at.offset, at.end, quote(message, message_bytes)};
        return false;
    }

    std::uint32_t add(raw_step next) {
        steps.push_back(std::move(next));
        return static_cast<std::uint32_t>(steps.size() - 1);
    }

    std::uint32_t add(step_op op, std::vector<std::uint32_t> inputs, source_range range) {
        raw_step next;
        next.step.op = op;
        next.step.inputs = std::move(inputs);
        next.step.range = range;
        return add(std::move(next));
    }

    std::uint32_t add_constant(scalar value, data_type type, source_range range, bool is_literal) {
        raw_step next;
        next.step.value = std::move(value);
        next.step.type = std::move(type);
        next.step.range = range;
        next.is_literal = is_literal;
        return add(std::move(next));
    }

    std::uint32_t pop() {
        if (values.empty()) values.push_back(add_constant({}, simple_type(type_id::null), {}, false));
        auto const out = values.back();
        values.pop_back();
        return out;
    }

    std::vector<std::uint32_t> pop(std::size_t count) {
        while (values.size() < count) values.push_back(add_constant({}, simple_type(type_id::null), {}, false));
        std::vector<std::uint32_t> out(values.end() - static_cast<std::ptrdiff_t>(count), values.end());
        values.resize(values.size() - count);
        return out;
    }

    // ---- leaves

    bool lower(literal const& node, source_range at) {
        struct visitor {
            std::pair<scalar, data_type> operator()(std::monostate) const { return {{}, simple_type(type_id::null)}; }
            std::pair<scalar, data_type> operator()(bool v) const { return {{v}, simple_type(type_id::boolean)}; }
            std::pair<scalar, data_type> operator()(std::int64_t v) const { return {{v}, simple_type(type_id::int64)}; }
            std::pair<scalar, data_type> operator()(std::uint64_t v) const {
                return {{v}, simple_type(type_id::uint64)};
            }
            std::pair<scalar, data_type> operator()(double v) const { return {{v}, simple_type(type_id::float64)}; }
            std::pair<scalar, data_type> operator()(std::string const& v) const {
                return {{v}, simple_type(type_id::utf8)};
            }
            std::pair<scalar, data_type> operator()(bytes const& v) const {
                return {{v.data}, simple_type(type_id::binary)};
            }
        };
        auto [value, type] = std::visit(visitor{}, node.value);
        values.push_back(add_constant(std::move(value), std::move(type), at, true));
        return true;
    }

    bool lower(typed_literal const& node, source_range at) {
        auto value = cast_text(node.text, node.type);
        if (!value) {
            auto message = "'" + quote(node.text) + "' is no " + columnar::to_string(node.type);
            if (node.type.id == type_id::date32) message += ": write date '2021-01-31'";
            if (node.type.id == type_id::timestamp) message += ": write timestamp '2021-01-31 12:30:00'";
            return refuse(at, std::move(message));
        }
        auto type = node.type;
        // With an offset it is an instant, whatever zone the column beside it has.
        if (type.id == type_id::timestamp && read_written_time(node.text)->is_instant) type.timezone = "UTC";
        values.push_back(add_constant(std::move(*value), std::move(type), at, false));
        return true;
    }

    /// `_rowid` and its kin, where the caller has asked for them.
    bool system_column(column const& node, source_range at) {
        if (!options.system_columns || node.path.size() != 1) return false;
        auto const& id = node.path.front();
        auto const is = [&id](std::string_view name) {
            return id.quotes == quote_style::none ? equal_ignoring_ascii_case(id.name, name) : id.name == name;
        };
        raw_step next;
        next.step.range = at;
        next.step.type = simple_type(type_id::uint64);
        if (is("_rowid") || is("_rowaddr") || is("_rowoffset")) {
            next.step.op = step_op::row;
        } else if (is("_row_created_at_version") || is("_row_last_updated_at_version")) {
            next.step.value = {std::uint64_t{1}};
        } else {
            return false;
        }
        values.push_back(add(std::move(next)));
        return true;
    }

    bool lower(column const& node, source_range at, bool in_call) {
        raw_step next;
        next.step.range = at;
        auto const* level = &fields.fields;
        columnar::field const* found = nullptr;
        for (std::size_t i = 0; i < node.path.size(); ++i) {
            if (found != nullptr && found->type.id != type_id::struct_) return unresolved(node, at, found);
            // Quotes make a lone name exact. Lance looks names in calls up as they are written.
            bool const lone = node.path.size() == 1 && node.path[i].quotes != quote_style::none;
            bool const folds = i == 0 && !lone && !in_call;
            auto const match = found_by_name.find(*level, node.path[i].name,
                                                  folds ? path_matching::exact_then_ascii_case : path_matching::exact);
            if (match.count != 1) {
                return (i == 0 && match.count == 0 && system_column(node, at)) ||
                       unresolved(node, at, found, match.count > 1, in_call);
            }
            found = &(*level)[match.index];
            next.step.path.push_back(match.index);
            level = &found->type.children.list();
        }
        if (found == nullptr) return refuse(at, "a column has no name");
        next.step.op = step_op::field;
        next.step.type = columnar::plain_type(found->type);
        values.push_back(add(std::move(next)));
        return true;
    }

    // Body in binder_messages.ipp.
    LANCESPEC_DECL bool unresolved(column const& node, source_range at, columnar::field const* reached,
                                   bool ambiguous = false, bool in_call = false);

    // ---- operators

    bool combine(logical const& node, source_range at) {
        auto const right = pop();
        auto const left = pop();
        values.push_back(add(node.op == logical_op::and_ ? step_op::and_ : step_op::or_, {left, right}, at));
        return true;
    }

    bool combine(unary const& node, source_range at) {
        auto const operand = pop();
        auto& raw = steps[operand];
        auto& constant = raw.step;
        if (node.op == unary_op::minus && raw.is_literal && is_number(constant.type.id)) {
            // A literal with its sign is a literal.
            constant.range = at;
            if (auto* i = std::get_if<std::int64_t>(&constant.value.value)) {
                *i = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*i));
            } else if (auto* d = std::get_if<double>(&constant.value.value)) {
                *d = -*d;
            } else {
                constant.value = {-static_cast<double>(std::get<std::uint64_t>(constant.value.value))};
                constant.type = simple_type(type_id::float64);
            }
            values.push_back(operand);
            return true;
        }
        values.push_back(add(node.op == unary_op::not_ ? step_op::not_ : step_op::negate, {operand}, at));
        return true;
    }

    static step_op plain_op(link_op op) noexcept {
        switch (op) {
            case link_op::multiply: return step_op::multiply;
            case link_op::divide: return step_op::divide;
            case link_op::modulo: return step_op::modulo;
            case link_op::concat: return step_op::concat;
            case link_op::add: return step_op::add;
            case link_op::subtract: return step_op::subtract;
            case link_op::shift_left: return step_op::shift_left;
            case link_op::shift_right: return step_op::shift_right;
            case link_op::equal: return step_op::equal;
            case link_op::not_equal: return step_op::not_equal;
            case link_op::less: return step_op::less;
            case link_op::less_equal: return step_op::less_equal;
            case link_op::greater: return step_op::greater;
            case link_op::greater_equal: return step_op::greater_equal;
            case link_op::is_true: return step_op::is_true;
            case link_op::is_false: return step_op::is_false;
            case link_op::is_distinct: return step_op::is_distinct;
            default: return step_op::is_null;
        }
    }

    bool combine(chain_link const& node, source_range at) {
        auto operands = pop(node.operands.size());
        auto const subject = pop();
        std::uint32_t out = 0;
        switch (node.op) {
            case link_op::between: {
                auto const low = add(step_op::greater_equal, {subject, operands[0]}, at);
                auto const high = add(step_op::less_equal, {subject, operands[1]}, at);
                steps[low].of_between = steps[high].of_between = true;
                out = add(step_op::and_, {low, high}, at);
                break;
            }
            case link_op::in: {
                raw_step next;
                next.step.op = step_op::in;
                next.step.inputs = {subject};
                next.step.range = at;
                next.list = std::move(operands);
                out = add(std::move(next));
                break;
            }
            case link_op::like:
            case link_op::ilike: {
                raw_step next;
                next.step.op = step_op::like;
                next.step.inputs = {subject, operands[0]};
                next.step.range = at;
                next.step.ignore_case = node.op == link_op::ilike;
                if (!node.escape.empty()) next.step.escape = node.escape;
                out = add(std::move(next));
                break;
            }
            default: {
                std::vector<std::uint32_t> inputs{subject};
                inputs.insert(inputs.end(), operands.begin(), operands.end());
                out = add(plain_op(node.op), std::move(inputs), at);
            }
        }
        if (node.negated) {
            steps[out].negated = true;
            out = add(step_op::not_, {out}, at);
        }
        values.push_back(out);
        return true;
    }

    // ---- casts, lists, accesses, calls

    bool combine(cast const& node, source_range at) {
        auto const out = add(step_op::cast, {pop()}, at);
        steps[out].step.type = node.type;
        steps[out].step.is_try = node.is_try;
        values.push_back(out);
        return true;
    }

    bool combine(list const& node, source_range at, bool in_call) {
        auto items = pop(node.items.size());
        if (in_call || items.empty()) {
            values.push_back(add(step_op::make_list, std::move(items), at));
            return true;
        }
        // Outside of a call an array is a literal: its first item decides the type of the others.
        columnar::scalars out;
        for (auto const item : items) {
            auto const& raw = steps[item];
            if (!raw.is_literal || raw.step.type.id >= type_id::struct_) {
                std::string message = "outside of a function's arguments an array holds literals alone";
                if (raw.step.op == step_op::field && items.size() == 1)
                    message += "; a name is quoted in backticks: `a b`";
                return refuse(raw.step.range, std::move(message));
            }
            auto const& first = steps[items.front()].step.type;
            auto converted = convert_literal(raw.step.value, raw.step.type, first);
            if (!converted) {
                return refuse(raw.step.range, "the items of an array are of one type, this one is " +
                                                  columnar::to_string(raw.step.type) + " and the first " +
                                                  columnar::to_string(first));
            }
            out.push_back(std::move(*converted));
        }
        auto type = list_of(steps[items.front()].step.type);
        values.push_back(add_constant({std::move(out)}, std::move(type), at, true));
        return true;
    }

    /// The field called @p name of the value @p of.
    bool member(std::uint32_t of, std::string const& name, source_range at) {
        auto& from = steps[of];
        if (from.step.op != step_op::field) {
            auto const out = add(step_op::member, {of}, at);
            steps[out].name = name;
            values.push_back(out);
            return true;
        }
        field_path path;
        auto const* level = &fields.fields;
        for (auto const i : from.step.path) {
            path.segments.push_back((*level)[i].name);
            level = &(*level)[i].type.children.list();
        }
        auto const match = found_by_name.find(from.step.type.children, name, path_matching::exact);
        if (from.step.type.id != type_id::struct_ || match.count != 1) {
            auto const shown = quote(path.to_string());
            path.segments.push_back(name);
            auto message = "no column " + quote(path.to_string());
            if (from.step.type.id != type_id::struct_) {
                message += ": " + shown + " is " + columnar::to_string(from.step.type) + " and has no fields";
            }
            auto const nearest = lancespec::detail::nearest_paths(path.segments, fields);
            for (auto const& near : nearest) message += (&near == &nearest.front() ? "; nearest: " : ", ") + near;
            return refuse(at, std::move(message), error_code::table_column_not_found);
        }
        raw_step next;
        next.step.op = step_op::field;
        next.step.path = from.step.path;
        next.step.path.push_back(match.index);
        next.step.type = from.step.type.children[match.index].type;
        next.step.range = at;
        values.push_back(add(std::move(next)));
        return true;
    }

    bool combine(access_step const& node, source_range at) {
        if (node.kind == access_kind::item) {
            auto const index = pop();
            auto const of = pop();
            values.push_back(add(step_op::item, {of, index}, at));
            return true;
        }
        if (node.kind == access_kind::field) return member(pop(), node.field.name, at);
        auto const out = add(step_op::cast, {pop()}, at);
        steps[out].step.type = node.type;
        values.push_back(out);
        return true;
    }

    bool combine(call const& node, source_range at, bool in_call) {
        auto const* function = find_function(node.name.name);
        auto const shown = quote(node.name.name);
        if (function == nullptr) {
            for (auto const name : aggregate_names) {
                if (!equal_ignoring_ascii_case(name, node.name.name)) continue;
                return refuse(at, shown + "() is an aggregate or window function: a filter sees one row at a time");
            }
            for (auto const name : changing_names) {
                if (!equal_ignoring_ascii_case(name, node.name.name)) continue;
                return refuse(at, shown + "() is refused in filters: its value differs at every call");
            }
            return refuse(at, no_function(node.name.name));
        }
        if (function->inner && !in_call) {
            return refuse(at, shown + "() is not supported in Lance filters but inside another function's arguments");
        }
        auto const count = count_arguments(function->takes);
        if (node.arguments.size() < count.least || node.arguments.size() > count.most) {
            auto message = shown + "() takes " + std::to_string(count.least);
            if (count.most == std::string_view::npos) {
                message += " or more";
            } else if (count.most != count.least) {
                message += " to " + std::to_string(count.most);
            }
            message += count.most == 1 ? " argument" : " arguments";
            return refuse(at, message + ", here are " + std::to_string(node.arguments.size()));
        }
        auto arguments = pop(node.arguments.size());
        if (function->id == fn::get_field) {
            auto const& name = steps[arguments[1]].step;
            if (name.op != step_op::constant || name.type.id != type_id::utf8) {
                return refuse(name.range, "get_field() takes the field's name as text");
            }
            // A copy: more steps move the ones there are.
            return member(arguments[0], std::string(std::get<std::string>(name.value.value)), at);
        }
        if (function->id == fn::make_array) {
            values.push_back(add(step_op::make_list, std::move(arguments), at));
            return true;
        }
        if (function->id == fn::array_element) {
            values.push_back(add(step_op::item, std::move(arguments), at));
            return true;
        }
        raw_step next;
        next.step.op = step_op::call;
        next.step.function = function->id;
        next.step.inputs = std::move(arguments);
        next.step.range = at;
        next.function = function;
        values.push_back(add(std::move(next)));
        return true;
    }

    /// Notes whether `a - b - c` is also the name of a column.
    void note_dashes(expression const& node, chain const& many) {
        std::string joined;
        auto const add_name = [&joined](expression const& operand) {
            auto const* of = std::get_if<column>(&operand.node);
            if (of == nullptr || of->path.size() != 1 || of->path.front().quotes != quote_style::none) return false;
            joined += of->path.front().name;
            return true;
        };
        if (many.links.size() > 8 || !add_name(many.first.front())) return;
        for (auto const& step : many.links) {
            joined += '-';
            if (step.op != link_op::subtract || !add_name(step.operands.front())) return;
        }
        if (!fields.index_of(joined)) return;
        dashed = std::move(joined);
        dashed_range = node.range;
    }

    /// Something to do: lower a node, or put its parts together (the part numbered `part` of a chain or an access).
    struct task {
        expression const* node;
        bool in_call = false;
        bool combine = false;
        std::size_t part = 0;
    };

    void push_parts(std::vector<task>& pending, expression const& node, bool in_call) {
        std::vector<task> parts;
        auto const add_all = [&](std::vector<expression> const& operands, bool inside) {
            for (auto const& operand : operands) parts.push_back({&operand, inside});
        };
        if (auto const* both = std::get_if<logical>(&node.node)) {
            for (std::size_t i = 0; i < both->terms.size(); ++i) {
                parts.push_back({&both->terms[i], in_call});
                if (i != 0) parts.push_back({&node, in_call, true});
            }
        } else if (auto const* many = std::get_if<chain>(&node.node)) {
            if (level_of(node) == level::additive) note_dashes(node, *many);
            add_all(many->first, in_call);
            for (std::size_t i = 0; i < many->links.size(); ++i) {
                add_all(many->links[i].operands, in_call);
                parts.push_back({&node, in_call, true, i});
            }
        } else if (auto const* path = std::get_if<access>(&node.node)) {
            add_all(path->first, in_call);
            for (std::size_t i = 0; i < path->steps.size(); ++i) {
                add_all(path->steps[i].index, in_call);
                parts.push_back({&node, in_call, true, i});
            }
        } else {
            bool const inside = in_call || std::holds_alternative<call>(node.node);
            for_each_operand_list(node, [&](std::vector<expression> const& operands) { add_all(operands, inside); });
            parts.push_back({&node, in_call, true});
        }
        pending.insert(pending.end(), parts.rbegin(), parts.rend());
    }

    bool combine(task const& next) {
        auto const at = next.node->range;
        auto const& node = next.node->node;
        if (auto const* a = std::get_if<logical>(&node)) return combine(*a, at);
        if (auto const* b = std::get_if<unary>(&node)) return combine(*b, at);
        if (auto const* c = std::get_if<call>(&node)) return combine(*c, at, next.in_call);
        if (auto const* d = std::get_if<cast>(&node)) return combine(*d, at);
        if (auto const* e = std::get_if<list>(&node)) return combine(*e, at, next.in_call);
        if (auto const* f = std::get_if<access>(&node)) {
            return combine(f->steps[next.part], {at.offset, f->steps[next.part].range.end});
        }
        auto const& link = std::get<chain>(node).links[next.part];
        return combine(link, {at.offset, link.range.end});
    }

    bool run(expression const& tree) {
        std::vector<task> pending{{&tree}};
        while (!pending.empty()) {
            auto const next = pending.back();
            pending.pop_back();
            auto const& node = next.node->node;
            auto const at = next.node->range;
            bool fine = true;
            if (auto const* a = std::get_if<literal>(&node)) {
                fine = lower(*a, at);
            } else if (auto const* b = std::get_if<typed_literal>(&node)) {
                fine = lower(*b, at);
            } else if (auto const* c = std::get_if<column>(&node)) {
                fine = lower(*c, at, next.in_call);
            } else if (next.combine) {
                fine = combine(next);
            } else {
                push_parts(pending, *next.node, next.in_call);
            }
            if (!fine) return false;
        }
        return values.size() == 1;
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
