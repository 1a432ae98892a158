// SPDX-License-Identifier: Apache-2.0
// Bodies of language/bind.hpp.
#pragma once

#include <lancespec/core/quote.hpp>
#include <lancespec/language/bind.hpp>

#include <lancespec/columnar/validate.hpp>
#include <lancespec/language/impl/binder_messages.ipp>
#include <lancespec/language/impl/optimize.ipp>
#include <lancespec/language/impl/typing_calls.ipp>
#include <lancespec/language/validate.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

LANCESPEC_DECL bound_expression make_bound(std::shared_ptr<bound_program const> program) {
    return bound_expression(std::move(program));
}

LANCESPEC_DECL result<bound_expression, bind_error> bind(expression const& tree, columnar::schema const& fields,
                                                         bind_options const& options, literal_rule rule) {
    if (auto bad = columnar::validate(fields); !bad) {
        bind_error error;
        error.end = tree.range.end;
        error.message = "the schema is not valid: " + to_string(bad.error());
        return error;
    }
    if (auto bad = validate(tree); !bad) {
        auto const at = bad.error().range;
        return bind_error{error_code::invalid_input, at.offset, at.end,
                          "the expression is not valid: " + bad.error().message};
    }
    lowering source{fields, options, {}, {}, {}, {}, {}};
    if (source.run(tree)) {
        typing types{source, rule, {}, {}};
        if (types.run()) {
            optimizer{types.out, {}, {}}.run();
            return make_bound(std::make_shared<bound_program const>(std::move(types.out)));
        }
    }
    if (!source.error) source.refuse(tree.range, "this is no expression");
    return std::move(*source.error);
}

}  // namespace detail

LANCESPEC_DECL void throw_exception_from_error(bind_error const& error, boost::source_location const&) {
    throw error_exception(std::string(name(error.code)) + ": " + error.message);
}

LANCESPEC_DECL std::string render(bind_error const& error, std::string_view text) {
    return lancespec::render(text, {error.offset, error.end}, error.message);
}

LANCESPEC_DECL columnar::data_type const& bound_expression::type() const noexcept {
    return program_->steps[program_->result].type;
}

LANCESPEC_DECL std::vector<std::size_t> bound_expression::columns() const {
    std::vector<std::size_t> out;
    for (auto const& step : program_->steps) {
        if (step.op == step_op::field) out.push_back(step.path.front());
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

LANCESPEC_DECL result<bound_expression, bind_error> bind_filter(expression const& tree, columnar::schema const& fields,
                                                                bind_options const& options) {
    auto bound = detail::bind(tree, fields, options, detail::literal_rule::wide);
    if (bound.has_error() || bound->type().id == columnar::type_id::boolean) return bound;
    bind_error error;
    error.offset = tree.range.offset;
    error.end = tree.range.end;
    error.message = "a filter must be true or false, this is " + quote(columnar::to_string(bound->type()));
    return error;
}

LANCESPEC_DECL result<bound_expression, bind_error> bind_value(expression const& tree, columnar::schema const& fields,
                                                               bind_options const& options) {
    return detail::bind(tree, fields, options, detail::literal_rule::of_operand);
}

}  // namespace where
LANCESPEC_END_NAMESPACE
