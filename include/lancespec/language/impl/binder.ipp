// Lowers a tree to steps, without types: names become fields, literals constants, chains one step a link.
#pragma once

#include <lancespec/language/bind.hpp>
#include <lancespec/language/bound_program.hpp>
#include <lancespec/language/impl/field_path.ipp>
#include <lancespec/language/impl/literals.ipp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

/// A step before types are settled.
struct raw_step {
    bound_step step;
    bool negated = false;                      ///< IN, LIKE: the answer is inverted
    std::vector<std::uint32_t> list;           ///< in: the items
    std::optional<data_type> literal_becomes;  ///< constant: what the column beside it makes of it
};

struct lowering {
    columnar::schema const& fields;
    std::vector<raw_step> steps;
    std::vector<std::uint32_t> values;  ///< steps whose result nothing has used yet
    std::optional<bind_error> error;

    // A subtraction that spells a column's name: `foo-bar` without quotes.
    std::string dashed;
    source_range dashed_range;

    bool refuse(source_range at, std::string message, error_code code = error_code::invalid_input) {
        if (!error) error = bind_error{code, at.offset, at.end, std::move(message)};
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

    std::uint32_t pop() {
        auto const out = values.back();
        values.pop_back();
        return out;
    }

    bool lower(literal const& node, source_range at) {
        raw_step next;
        next.step.range = at;
        struct visitor {
            bound_step& step;
            void operator()(std::monostate) const { step.type = simple_type(type_id::null); }
            void operator()(bool v) const { set(type_id::boolean, {v}); }
            void operator()(std::int64_t v) const { set(type_id::int64, {v}); }
            void operator()(std::uint64_t v) const { set(type_id::uint64, {v}); }
            void operator()(double v) const { set(type_id::float64, {v}); }
            void operator()(std::string const& v) const { set(type_id::utf8, {v}); }
            void set(type_id id, scalar value) const {
                step.type = simple_type(id);
                step.value = std::move(value);
            }
        };
        std::visit(visitor{next.step}, node.value);
        values.push_back(add(std::move(next)));
        return true;
    }

    bool lower(typed_literal const& node, source_range at) {
        raw_step next;
        next.step.range = at;
        next.step.type = node.type;
        std::optional<std::int64_t> value;
        if (node.type.id == type_id::date32) {
            std::string_view text = node.text;
            value = take_date(text);
            if (!text.empty()) value.reset();
            if (!value) return refuse(at, "'" + node.text + "' is no date: write date '2021-01-31'");
        } else if (node.type.id == type_id::timestamp) {
            value = read_timestamp(node.text, node.type.unit);
            if (!value) {
                return refuse(at, "'" + node.text + "' is no timestamp: write timestamp '2021-01-31 12:30:00'");
            }
        } else {
            return refuse(at, columnar::to_string(node.type) + " literals are not supported");
        }
        next.step.value = {*value};
        values.push_back(add(std::move(next)));
        return true;
    }

    bool lower(column const& node, source_range at) {
        raw_step next;
        next.step.range = at;
        auto const* level = &fields.fields;
        columnar::field const* found = nullptr;
        for (std::size_t i = 0; i < node.path.size(); ++i) {
            if (found != nullptr && found->type.id != type_id::struct_) return unresolved(node, at, found);
            bool const folds = i == 0 && node.path[i].quotes == quote_style::none;
            auto const match = lancespec::detail::find_child(
                *level, node.path[i].name, folds ? path_matching::exact_then_ascii_case : path_matching::exact);
            if (match.count != 1) return unresolved(node, at, found, match.count > 1);
            found = &(*level)[match.index];
            next.step.path.push_back(match.index);
            level = &found->type.children;
        }
        if (found == nullptr) return refuse(at, "a column has no name");
        next.step.op = step_op::field;
        next.step.type = found->type;
        values.push_back(add(std::move(next)));
        return true;
    }

    bool unresolved(column const& node, source_range at, columnar::field const* reached, bool ambiguous = false) {
        field_path path;
        for (auto const& id : node.path) path.segments.push_back(id.name);
        std::string message = "no column " + path.to_string();
        if (ambiguous) message += ": more than one differs only in case, quote the one that is meant";
        if (reached != nullptr && reached->type.id != type_id::struct_) {
            message += ": " + reached->name + " is " + columnar::to_string(reached->type) + " and has no fields";
        }
        auto const nearest = lancespec::detail::nearest_paths(path.segments, fields);
        for (auto const& name : nearest) message += (&name == &nearest.front() ? "; nearest: " : ", ") + name;
        if (!dashed.empty() && at.offset >= dashed_range.offset && at.end <= dashed_range.end) {
            message += "; a column is called " + dashed + ": quote it, `" + dashed + "`";
        }
        bool const quoted = node.path.size() == 1 && node.path.front().quotes == quote_style::double_quote;
        if (quoted) message += "; double quotes name a column, text goes in single quotes";
        return refuse(at, std::move(message), error_code::table_column_not_found);
    }

    /// Puts the last two values, or what a link has made of them, together.
    bool combine(logical const& node, source_range at) {
        auto const right = pop();
        auto const left = pop();
        values.push_back(add(node.op == logical_op::and_ ? step_op::and_ : step_op::or_, {left, right}, at));
        return true;
    }

    bool combine(unary const& node, source_range at) {
        auto const operand = pop();
        auto& constant = steps[operand].step;
        if (node.op == unary_op::minus && constant.op == step_op::constant && is_number(constant.type.id)) {
            // A literal with its sign is a literal.
            constant.range = at;
            if (auto* i = std::get_if<std::int64_t>(&constant.value.value)) {
                *i = static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(*i));
            } else if (auto* d = std::get_if<double>(&constant.value.value)) {
                *d = -*d;
            } else {
                return refuse(at, "the number is out of range: integers go down to -9223372036854775807");
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
            default: return step_op::is_null;
        }
    }

    bool combine(chain_link const& node, source_range at) {
        std::vector<std::uint32_t> operands(node.operands.size());
        for (auto i = operands.size(); i-- > 0;) operands[i] = pop();
        auto const subject = pop();
        std::uint32_t out = 0;
        switch (node.op) {
            case link_op::between: {
                auto const low = add(step_op::greater_equal, {subject, operands[0]}, at);
                auto const high = add(step_op::less_equal, {subject, operands[1]}, at);
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
        if (node.negated) out = add(step_op::not_, {out}, at);
        values.push_back(out);
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

    /// Something to do: lower a node, or put its parts together (the link numbered `at_link`, if it is a chain).
    struct task {
        expression const* node;
        bool combine = false;
        std::size_t at_link = 0;
    };

    void push_parts(std::vector<task>& pending, expression const& node) {
        std::vector<task> parts;
        if (auto const* both = std::get_if<logical>(&node.node)) {
            for (std::size_t i = 0; i < both->terms.size(); ++i) {
                parts.push_back({&both->terms[i]});
                if (i != 0) parts.push_back({&node, true});
            }
        } else if (auto const* one = std::get_if<unary>(&node.node)) {
            for (auto const& operand : one->operand) parts.push_back({&operand});
            parts.push_back({&node, true});
        } else if (auto const* many = std::get_if<chain>(&node.node)) {
            if (level_of(node) == level::additive) note_dashes(node, *many);
            for (auto const& operand : many->first) parts.push_back({&operand});
            for (std::size_t i = 0; i < many->links.size(); ++i) {
                for (auto const& operand : many->links[i].operands) parts.push_back({&operand});
                parts.push_back({&node, true, i});
            }
        }
        pending.insert(pending.end(), parts.rbegin(), parts.rend());
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
                fine = lower(*c, at);
            } else if (!next.combine) {
                push_parts(pending, *next.node);
            } else if (auto const* d = std::get_if<logical>(&node)) {
                fine = combine(*d, at);
            } else if (auto const* e = std::get_if<unary>(&node)) {
                fine = combine(*e, at);
            } else {
                auto const& step = std::get<chain>(node).links[next.at_link];
                fine = combine(step, {at.offset, step.range.end});
            }
            if (!fine) return false;
        }
        return values.size() == 1;
    }
};

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
