// SPDX-License-Identifier: Apache-2.0
// Bodies of language/evaluate.hpp: runs the steps of a bound expression over a batch, block by block.
#pragma once

#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/language/evaluate.hpp>

#include <lancespec/language/impl/arithmetic.ipp>
#include <lancespec/language/impl/prepare.ipp>

#include <algorithm>
#include <bit>
#include <numeric>

LANCESPEC_BEGIN_NAMESPACE
namespace where {

namespace detail {

/// Which answers of a filter or value its reader tells apart.
enum class wanted : std::uint8_t {
    values,
    true_rows  ///< FALSE and NULL are alike
};

class evaluation {
public:
    evaluation(prepared& with, columnar::record_batch const& batch, wanted what, work_share& work)
        : ready_(with), context_{batch, work, 0, 0, {}}, on_spine_(with.steps.size()) {
        for (auto const& step : with.program.steps) {
            if (step.op != step_op::field) continue;
            auto const* at = batch.columns[step.path.front()].get();
            for (std::size_t i = 1; i < step.path.size(); ++i) at = at->children()[step.path[i]].get();
            if (columnar::has_dictionary(at->type())) encoded_.push_back(at);
        }
        if (what != wanted::true_rows) return;
        // ANDs from the result down: their sides are wanted for being TRUE alone.
        on_spine_[with.program.result] = true;
        for (auto i = with.program.result + 1; i-- > 0;) {
            auto const& step = with.program.steps[i];
            if (!on_spine_[i] || step.op != step_op::and_) continue;
            for (auto const input : step.inputs) on_spine_[input] = true;
        }
    }

    /// How many rows of @p left, from @p first on, are computed together: fewer than usual where the values of
    /// dictionaries would take too much. A multiple of 64, or all that are left.
    [[nodiscard]] std::int64_t rows_of_block(std::int64_t first, std::int64_t left) const {
        constexpr std::size_t most = std::size_t{most_held} / 4;
        auto rows = std::min(block_rows, left);
        for (auto const* column : encoded_)
            while (rows > 64 && columnar::decoded_bytes(*column, first, rows) > most) rows = (rows / 2 + 63) / 64 * 64;
        return rows;
    }

    /// Computes the rows from @p first on; null when one fails.
    block const* run(std::int64_t first, std::int64_t rows) {
        context_.first = first;
        context_.given = context_.made = 0;
        auto const& program = ready_.program;
        for (std::uint32_t i = 0; i <= program.result; ++i) {
            auto& out = ready_.blocks[i];
            auto const& step = program.steps[i];
            if (step.op == step_op::constant) {
            } else if (step.op == step_op::field) {
                load_field(step, out, first, rows);
                if (context_.error) return nullptr;
            } else if (step.op == step_op::row) {
                auto* to = out.make_values<std::uint64_t>(rows);
                for (std::int64_t k = 0; k < rows; ++k) to[k] = static_cast<std::uint64_t>(first + k);
            } else {
                out.is_constant = std::all_of(step.inputs.begin(), step.inputs.end(),
                                              [&](auto input) { return ready_.blocks[input].is_constant; });
                context_.rows = out.is_constant ? 1 : rows;
                if (!context_.spend(0, steps_of(step))) return nullptr;
                compute(i, step, out);
                out.type = &step.type;
                if (context_.error) return nullptr;
            }
            auto const decided = ready_.steps[i].decides;
            if (decided != no_step && is_decided(i, decided, rows)) {
                auto& result = ready_.blocks[decided];
                result.values = out.values;
                result.valid = out.valid;
                result.is_constant = out.is_constant;
                i = decided;
                // The step that was skipped to may decide in its turn.
                auto at = decided;
                for (auto next = ready_.steps[at].decides; next != no_step && is_decided(at, next, rows);
                     next = ready_.steps[at].decides) {
                    auto& outer = ready_.blocks[next];
                    outer.values = result.values;
                    outer.valid = result.valid;
                    outer.is_constant = result.is_constant;
                    i = at = next;
                }
            }
        }
        return &ready_.blocks[program.result];
    }

    [[nodiscard]] evaluation_error error() const {
        return context_.error.value_or(evaluation_error{0, "the expression could not be computed"});
    }

private:
    /// What the step takes for the rows of the block, but for what it counts row by row.
    [[nodiscard]] std::int64_t steps_of(bound_step const& step) const noexcept {
        auto out = steps_of_step + context_.rows;
        switch (step.op) {
            case step_op::cast:
            case step_op::call:
            case step_op::concat:
            case step_op::item:
            case step_op::member:
            case step_op::make_list: return out;
            default: break;
        }
        for (auto const input : step.inputs) out += bytes_held(ready_.blocks[input], context_.rows);
        return out;
    }

    /// Whether the left side @p left of the AND or OR @p step leaves nothing to the right side.
    [[nodiscard]] bool is_decided(std::uint32_t left, std::uint32_t step, std::int64_t rows) const {
        auto const& of = ready_.blocks[left];
        bool const is_or = ready_.program.steps[step].op == step_op::or_;
        bool const loose = !is_or && on_spine_[step];
        for (std::size_t i = 0; i < word_count(rows); ++i) {
            auto const all = rows_of_word(i, rows);
            auto const [yes, no] = truth_of(of, i, rows);
            bool const decided = loose ? (yes & all) == 0 : ((is_or ? yes : no) & all) == all;
            if (!decided) return false;
        }
        return true;
    }

    /// Makes @p out show rows of @p of: of the values of dictionaries, which are counted before they are copied.
    bool show(array const& of, block& out, std::int64_t first, std::int64_t rows, bool is_last) {
        if (!is_last || !columnar::has_dictionary(of.type())) {
            out.view(of, first);
            if (is_last) context_.given += bytes_under(of, first, rows);
            return true;
        }
        auto const bytes = columnar::decoded_bytes(of, first, rows);
        auto const counted = static_cast<std::int64_t>(std::min<std::size_t>(bytes, INT64_MAX / 4));
        if (!context_.spend(0, counted) || !context_.make(0, counted)) return false;
        std::vector<std::int64_t> wanted(static_cast<std::size_t>(rows));
        std::iota(wanted.begin(), wanted.end(), first);
        out.keep(columnar::decode(columnar::take(of, wanted)));
        return true;
    }

    /// A column, or a field of struct columns: null where any of them is.
    void load_field(bound_step const& step, block& out, std::int64_t first, std::int64_t rows) {
        auto const* at = context_.batch.columns[step.path.front()].get();
        if (!show(*at, out, first, rows, step.path.size() == 1)) return;
        for (std::size_t i = 1; i < step.path.size(); ++i) {
            auto const* above = out.valid;
            at = at->children()[step.path[i]].get();
            if (!show(*at, out, first, rows, i + 1 == step.path.size())) return;
            if (above == nullptr) continue;
            if (out.valid == nullptr) {
                out.valid = above;
                continue;
            }
            auto const* own = out.valid;
            std::vector<word> both(word_count(rows));
            for (std::size_t w = 0; w < both.size(); ++w) both[w] = load_word(above, w, rows) & load_word(own, w, rows);
            out.own_valid = std::move(both);
            out.valid = reinterpret_cast<std::byte const*>(out.own_valid.data());
        }
    }

    /// The rows of step @p index that AND and OR around it have not decided; null: all.
    word const* undecided_rows(std::uint32_t index) {
        auto const& step = ready_.steps[index];
        if (step.under == no_step) return nullptr;
        auto const& left = ready_.blocks[step.under];
        undecided_.resize(word_count(context_.rows));
        for (std::size_t i = 0; i < undecided_.size(); ++i) {
            auto const [yes, no] = truth_of(left, i, context_.rows);
            undecided_[i] = ~(step.under_or ? yes : no);
        }
        return undecided_.data();
    }

    void compute(std::uint32_t index, bound_step const& step, block& out) {
        std::vector<block const*>& in = inputs_;
        in.clear();
        for (auto const input : step.inputs) in.push_back(&ready_.blocks[input]);
        auto const& a = in.empty() ? out : *in.front();
        auto const& b = in.empty() ? out : *in.back();
        auto const rows = context_.rows;
        auto& own = ready_.steps[index];
        switch (step.op) {
            case step_op::cast: return compute_cast(step, a, out, context_);
            case step_op::and_:
            case step_op::or_:
            case step_op::not_:
            case step_op::is_true:
            case step_op::is_false: return combine_booleans(step, a, b, rows, out);
            case step_op::negate: return compute_negation(step, a, out, context_);
            case step_op::add:
            case step_op::subtract:
            case step_op::multiply:
            case step_op::divide:
            case step_op::modulo: return compute_arithmetic(step, a, b, out, context_);
            case step_op::shift_left:
            case step_op::shift_right: return compute_shift(step, a, b, out, context_);
            case step_op::concat: return compute_concat(step, a, b, out, context_);
            case step_op::in:
                if (a.is_constant) break;
                return find_members(*own.members, a, rows, out);
            case step_op::like:
                if (!own.like || a.is_constant) {
                    match_patterns(step, a, b, out, context_);
                } else {
                    match_like(*own.like, out.make_bits(rows), a,
                               own.like->kind().first == like_kind::other ? undecided_rows(index) : nullptr, context_);
                }
                return both_valid(a, b, rows, out);
            case step_op::is_null: return test_nulls(a, rows, out);
            case step_op::call: {
                bool const searches = step.function == fn::regexp_like || step.function == fn::regexp_match;
                return compute_call(step, in, out, own.expressions, searches ? undecided_rows(index) : nullptr,
                                    context_);
            }
            case step_op::item: return compute_item(a, b, out, step.type, context_);
            case step_op::member: return compute_member(step, a, out, context_);
            case step_op::make_list: return compute_list(step, in, out, context_);
            default: return compare_blocks(step, a, b, rows, out);
        }
        // IN of a constant that was computed: one value.
        bool found = false;
        bool unknown = a.is_null(0);
        auto const value = get(a, 0);
        for (auto const& member : step.values) {
            unknown = unknown || member.is_null();
            found = found || (!member.is_null() && !value.is_null() && compare_values(member, value) == 0);
        }
        out.make_bits(1)[0] = found ? 1 : 0;
        if (!found && unknown) out.make_valid(1)[0] = 0;
    }

    prepared& ready_;
    block_context context_;
    std::vector<bool> on_spine_;
    std::vector<word> undecided_;
    std::vector<block const*> inputs_;
    std::vector<array const*> encoded_;  ///< the columns that have dictionaries
};

/// The rows of a block as a column of type @p type.
inline array_ptr to_array(block const& of, data_type const& type, std::int64_t rows) {
    bool const fixed = of.nested == nullptr && columnar::byte_width(type.id) != 0 && of.type->id == type.id;
    if (!fixed || of.is_constant) {
        columnar::array_builder builder(type);
        for (std::int64_t i = 0; i < rows; ++i) {
            if (!builder.append(get(of, i))) builder.append_null();
        }
        return builder.finish();
    }
    byte_buffer values(of.values, of.values + static_cast<std::size_t>(rows) * columnar::byte_width(type.id));
    byte_buffer valid;
    std::int64_t nulls = 0;
    if (of.valid != nullptr) {
        valid.assign(of.valid, of.valid + columnar::bitmap_bytes(rows));
        nulls = columnar::count_zeros(valid, rows);
        if (nulls == 0) valid.clear();
    }
    return std::make_shared<array const>(type, rows, nulls, std::move(valid), byte_buffer{}, std::move(values),
                                         std::vector<array_ptr>{});
}

}  // namespace detail

LANCESPEC_DECL void throw_exception_from_error(evaluation_error const& error, boost::source_location const&) {
    throw error_exception(error.row < 0 ? error.message : "row " + std::to_string(error.row) + ": " + error.message);
}

LANCESPEC_DECL std::int64_t selection::count() const noexcept {
    std::int64_t out = 0;
    for (auto const bits_ : bits) out += std::popcount(bits_);
    return out;
}

LANCESPEC_DECL std::vector<std::int64_t> selection::rows() const {
    std::vector<std::int64_t> out;
    out.reserve(static_cast<std::size_t>(count()));
    for (std::size_t i = 0; i < bits.size(); ++i) {
        for (auto rest = bits[i]; rest != 0; rest &= rest - 1) {
            out.push_back(static_cast<std::int64_t>(i) * 64 + std::countr_zero(rest));
        }
    }
    return out;
}

namespace detail {

/// Why @p program cannot be computed over @p batch: what it reads is not there, is not valid or has another type than
/// in the schema that it was bound to. Linear in the steps, and in the values of a column not looked at before.
LANCESPEC_DECL std::optional<evaluation_error> check_batch(bound_program const& program,
                                                           columnar::record_batch const& batch) {
    auto const refuse = [](std::string message) { return evaluation_error{-1, std::move(message)}; };
    if (batch.length < 0) return refuse("the batch has a length of " + std::to_string(batch.length));
    for (auto const& step : program.steps) {
        if (step.op != step_op::field) continue;
        auto place = "column " + std::to_string(step.path.front());
        if (step.path.front() >= batch.columns.size())
            return refuse("the expression reads " + place + ", and the batch has " +
                          std::to_string(batch.columns.size()) + " columns");
        auto const* at = batch.columns[step.path.front()].get();
        if (at == nullptr) return refuse(place + " of the batch is missing");
        if (auto bad = columnar::validate(*at); !bad)
            return refuse(place + " of the batch is not valid: " + to_string(bad.error()));
        if (at->length() != batch.length)
            return refuse(place + " of the batch has " + std::to_string(at->length()) + " values, and the batch " +
                          std::to_string(batch.length) + " rows");
        for (std::size_t i = 1; i < step.path.size(); ++i) {
            place += ", child " + std::to_string(step.path[i]);
            if (at->type().id != type_id::struct_ || step.path[i] >= at->children().size())
                return refuse("the expression reads " + place + ", which the batch does not have");
            at = at->children()[step.path[i]].get();
        }
        if (!(at->type() == step.type) && !(columnar::plain_type(at->type()) == step.type))
            return refuse(place + " of the batch is of type " + quote(columnar::to_string(at->type())) +
                          ", and the expression was bound to " + quote(columnar::to_string(step.type)));
    }
    return std::nullopt;
}

}  // namespace detail

LANCESPEC_DECL result<selection, evaluation_error> select(bound_expression const& filter,
                                                          columnar::record_batch const& batch, work_meter* work) {
    using detail::block_rows;
    if (filter.type().id != columnar::type_id::boolean)
        return evaluation_error{-1, "a filter must be true or false, this is " + quote(to_string(filter.type()))};
    if (auto refused = detail::check_batch(filter.program(), batch)) return std::move(*refused);
    selection out;
    out.length = batch.length;
    out.bits.resize(detail::word_count(batch.length));
    if (batch.length == 0) return out;
    detail::prepared ready(filter.program());
    std::optional<evaluation_error> error;
    work_share share(work);
    if (!ready.make(share, error)) return *error;
    detail::evaluation run(ready, batch, detail::wanted::true_rows, share);
    for (std::int64_t first = 0, rows = 0; first < batch.length; first += rows) {
        rows = run.rows_of_block(first, batch.length - first);
        auto const* computed = run.run(first, rows);
        if (computed == nullptr) return run.error();
        auto* to = out.bits.data() + first / 64;
        for (std::size_t i = 0; i < detail::word_count(rows); ++i) {
            to[i] = detail::truth_of(*computed, i, rows).yes & detail::rows_of_word(i, rows);
        }
    }
    return out;
}

LANCESPEC_DECL result<std::vector<std::int64_t>, evaluation_error> select_rows(bound_expression const& filter,
                                                                               columnar::record_batch const& batch,
                                                                               work_meter* work) {
    auto const selected = select(filter, batch, work);
    if (selected.has_error()) return selected.error();
    return selected->rows();
}

LANCESPEC_DECL result<columnar::array_ptr, evaluation_error> compute(bound_expression const& expression,
                                                                     columnar::record_batch const& batch,
                                                                     work_meter* work) {
    using detail::block_rows;
    auto const& program = expression.program();
    if (auto refused = detail::check_batch(program, batch)) return std::move(*refused);
    auto const& result_step = program.steps[program.result];
    if (result_step.op == step_op::field && result_step.path.size() == 1) {
        auto const& column = batch.columns[result_step.path.front()];
        if (column->type() == result_step.type) return column;
    }
    if (batch.length == 0) return columnar::make_nulls(result_step.type, 0);
    detail::prepared ready(program);
    std::optional<evaluation_error> error;
    work_share share(work);
    if (!ready.make(share, error)) return *error;
    detail::evaluation run(ready, batch, detail::wanted::values, share);
    std::vector<columnar::array_ptr> parts;
    for (std::int64_t first = 0, rows = 0; first < batch.length; first += rows) {
        rows = run.rows_of_block(first, batch.length - first);
        auto const* computed = run.run(first, rows);
        if (computed == nullptr) return run.error();
        auto const held = detail::bytes_held(*computed, rows);
        if (!share.spend(rows * detail::steps_of_column_row + held))
            return evaluation_error{first, share.message(), share.ended()};
        parts.push_back(detail::to_array(*computed, result_step.type, rows));
        if (work != nullptr && !work->make(0, static_cast<std::int64_t>(columnar::memory_of(*parts.back()))))
            return evaluation_error{first, message(work->ended(), work->bounds()), work->ended()};
    }
    return parts.size() == 1 ? parts.front() : columnar::concatenate(parts);
}

}  // namespace where
LANCESPEC_END_NAMESPACE
