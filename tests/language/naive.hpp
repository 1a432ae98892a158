// SPDX-License-Identifier: Apache-2.0
// A filter computed one row at a time, straight from its tree: slow, obvious, and written apart from the library's
// binder and evaluator. It knows the expressions that random_filter() makes, over the columns of random_table().
#pragma once

#include <lancespec/columnar/scalar.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/language/where.hpp>

#include "tests/support/catch.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace naive {

namespace where = lancespec::where;
namespace columnar = lancespec::columnar;
using where::expression;

/// A number knows the width it wraps at; null is a value of its own.
struct whole {
    std::int64_t value = 0;
    int bits = 64;
};
using value = std::variant<std::monostate, bool, whole, double, std::string>;

inline bool is_null(value const& v) {
    return v.index() == 0;
}

inline value wrapped(std::uint64_t bits, int width) {
    if (width == 32) return whole{static_cast<std::int32_t>(static_cast<std::uint32_t>(bits)), 32};
    return whole{static_cast<std::int64_t>(bits), 64};
}

inline double real(value const& v) {
    if (auto const* i = std::get_if<whole>(&v)) return static_cast<double>(i->value);
    return std::get<double>(v);
}

inline value arithmetic(where::link_op op, value const& a, value const& b) {
    if (is_null(a) || is_null(b)) return {};
    if (a.index() == 3 || b.index() == 3) {
        auto const x = real(a);
        auto const y = real(b);
        switch (op) {
            case where::link_op::add: return x + y;
            case where::link_op::subtract: return x - y;
            case where::link_op::multiply: return x * y;
            case where::link_op::divide: return x / y;
            default: return std::fmod(x, y);
        }
    }
    auto const& p = std::get<whole>(a);
    auto const& q = std::get<whole>(b);
    auto const width = std::max(p.bits, q.bits);
    auto const x = static_cast<std::uint64_t>(p.value);
    auto const y = static_cast<std::uint64_t>(q.value);
    switch (op) {
        case where::link_op::add: return wrapped(x + y, width);
        case where::link_op::subtract: return wrapped(x - y, width);
        case where::link_op::multiply: return wrapped(x * y, width);
        case where::link_op::divide: return whole{p.value / q.value, width};
        default: return whole{p.value % q.value, width};
    }
}

/// Less than, equal to or greater than zero; nothing for null.
inline std::optional<int> order(value const& a, value const& b) {
    if (is_null(a) || is_null(b)) return std::nullopt;
    auto const sign = [](auto const& x, auto const& y) { return x < y ? -1 : y < x ? 1 : 0; };
    if (a.index() == 4) return sign(std::get<std::string>(a), std::get<std::string>(b));
    if (a.index() == 1) return sign(std::get<bool>(a), std::get<bool>(b));
    if (a.index() == 2 && b.index() == 2) return sign(std::get<whole>(a).value, std::get<whole>(b).value);
    auto const x = real(a);
    auto const y = real(b);
    if (std::isnan(x) || std::isnan(y)) return static_cast<int>(std::isnan(x)) - static_cast<int>(std::isnan(y));
    return sign(x, y);
}

inline std::string lower_ascii(std::string text) {
    for (auto& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return text;
}

/// By trying everything.
inline bool like(std::string_view text, std::string_view pattern) {
    if (pattern.empty()) return text.empty();
    if (pattern.front() == '%') {
        for (std::size_t i = 0; i <= text.size(); ++i) {
            if (like(text.substr(i), pattern.substr(1))) return true;
        }
        return false;
    }
    if (text.empty()) return false;
    if (pattern.front() == '_') return like(text.substr(lancespec::decode_utf8(text).size), pattern.substr(1));
    if (pattern.front() == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
    return text.front() == pattern.front() && like(text.substr(1), pattern.substr(1));
}

inline value negated(value v, bool negate) {
    if (negate && !is_null(v)) return !std::get<bool>(v);
    return v;
}

inline value both(value const& a, value const& b, bool deciding) {
    auto const is = [](value const& v, bool what) { return !is_null(v) && std::get<bool>(v) == what; };
    if (is(a, deciding) || is(b, deciding)) return deciding;
    if (is_null(a) || is_null(b)) return {};
    return !deciding;
}

/// One row of a batch.
struct row {
    columnar::record_batch const& batch;
    std::int64_t at;

    value column(where::column const& names) const {
        auto const index = batch.fields->index_of(names.path.front().name);
        auto const* array = batch.columns[*index].get();
        if (array->is_null(at)) return {};
        for (std::size_t i = 1; i < names.path.size(); ++i) {
            auto const& children = array->type().children;
            for (std::size_t k = 0; k < children.size(); ++k) {
                if (children[k].name != names.path[i].name) continue;
                array = array->children()[k].get();
                break;
            }
            if (array->is_null(at)) return {};
        }
        auto const from = columnar::get(*array, at);
        if (auto const* b = std::get_if<bool>(&from.value)) return *b;
        if (auto const* s = std::get_if<std::string>(&from.value)) return *s;
        if (auto const* d = std::get_if<double>(&from.value)) return *d;
        return whole{std::get<std::int64_t>(from.value), array->type().id == columnar::type_id::int32 ? 32 : 64};
    }

    value operator()(expression const& tree) const {
        if (auto const* l = std::get_if<where::literal>(&tree.node)) {
            if (auto const* b = std::get_if<bool>(&l->value)) return *b;
            if (auto const* i = std::get_if<std::int64_t>(&l->value)) return whole{*i, 64};
            if (auto const* d = std::get_if<double>(&l->value)) return *d;
            if (auto const* s = std::get_if<std::string>(&l->value)) return *s;
            return {};
        }
        if (auto const* c = std::get_if<where::column>(&tree.node)) return column(*c);
        if (auto const* l = std::get_if<where::logical>(&tree.node)) {
            bool const deciding = l->op == where::logical_op::or_;
            value out = !deciding;
            for (auto const& term : l->terms) out = both(out, (*this)(term), deciding);
            return out;
        }
        if (auto const* u = std::get_if<where::unary>(&tree.node)) {
            auto const of = (*this)(u->operand.front());
            if (u->op == where::unary_op::not_) return negated(of, true);
            if (is_null(of)) return {};
            if (auto const* d = std::get_if<double>(&of)) return -*d;
            auto const& i = std::get<whole>(of);
            return wrapped(0 - static_cast<std::uint64_t>(i.value), i.bits);
        }
        if (auto const* f = std::get_if<where::call>(&tree.node)) return call(*f);
        if (auto const* k = std::get_if<where::cast>(&tree.node)) return cast(*k);
        auto const& many = std::get<where::chain>(tree.node);
        auto out = (*this)(many.first.front());
        for (auto const& link : many.links) out = step(out, link);
        return out;
    }

    value call(where::call const& f) const {
        std::vector<value> in;
        for (auto const& argument : f.arguments) in.push_back((*this)(argument));
        if (f.name.name == "coalesce") return is_null(in[0]) ? in[1] : in[0];
        for (auto const& v : in) {
            if (is_null(v)) return {};
        }
        auto const& text = std::get<std::string>(in[0]);
        if (f.name.name == "lower") return lower_ascii(text);
        if (f.name.name == "length") return whole{static_cast<std::int64_t>(lancespec::utf8_length(text)), 32};
        auto const& other = std::get<std::string>(in[1]);
        if (f.name.name == "contains") return text.find(other) != std::string::npos;
        if (f.name.name == "starts_with") return text.starts_with(other);
        return text.ends_with(other);
    }

    value cast(where::cast const& k) const {
        auto const of = (*this)(k.operand.front());
        if (is_null(of)) return {};
        if (k.type.id == columnar::type_id::float64) return real(of);
        if (k.type.id == columnar::type_id::int64) return whole{std::get<whole>(of).value, 64};
        return std::to_string(std::get<whole>(of).value);
    }

    value step(value const& a, where::chain_link const& link) const {
        using where::link_op;
        auto const operand = [&](std::size_t i) { return (*this)(link.operands[i]); };
        switch (link.op) {
            case link_op::add:
            case link_op::subtract:
            case link_op::multiply:
            case link_op::divide:
            case link_op::modulo: return arithmetic(link.op, a, operand(0));
            case link_op::concat: {
                auto const b = operand(0);
                if (is_null(a) || is_null(b)) return {};
                return std::get<std::string>(a) + std::get<std::string>(b);
            }
            case link_op::between: {
                auto const low = order(a, operand(0));
                auto const high = order(a, operand(1));
                auto const above = low ? value(*low >= 0) : value{};
                auto const below = high ? value(*high <= 0) : value{};
                return negated(both(above, below, false), link.negated);
            }
            case link_op::in: {
                value out = false;
                for (std::size_t i = 0; i < link.operands.size(); ++i) {
                    auto const order_ = order(a, operand(i));
                    out = both(out, order_ ? value(*order_ == 0) : value{}, true);
                }
                return negated(out, link.negated);
            }
            case link_op::like:
            case link_op::ilike: {
                auto const pattern = operand(0);
                if (is_null(a) || is_null(pattern)) return {};
                auto text = std::get<std::string>(a);
                auto with = std::get<std::string>(pattern);
                if (link.op == link_op::ilike) text = lower_ascii(text), with = lower_ascii(with);
                return negated(like(text, with), link.negated);
            }
            case link_op::is_null: return is_null(a) != link.negated;
            case link_op::is_true: return (!is_null(a) && std::get<bool>(a)) != link.negated;
            case link_op::is_false: return (!is_null(a) && !std::get<bool>(a)) != link.negated;
            default: break;
        }
        auto const o = order(a, operand(0));
        if (!o) return {};
        switch (link.op) {
            case link_op::equal: return *o == 0;
            case link_op::not_equal: return *o != 0;
            case link_op::less: return *o < 0;
            case link_op::less_equal: return *o <= 0;
            case link_op::greater: return *o > 0;
            default: return *o >= 0;
        }
    }
};

/// The rows on which @p tree is TRUE.
inline std::vector<std::int64_t> select(expression const& tree, columnar::record_batch const& batch) {
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < batch.length; ++i) {
        auto const v = row{batch, i}(tree);
        if (!is_null(v) && std::get<bool>(v)) out.push_back(i);
    }
    return out;
}

}  // namespace naive
