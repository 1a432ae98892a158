// SPDX-License-Identifier: Apache-2.0
// Comparisons of blocks, and the tests and logic of booleans.
#pragma once

#include <lancespec/language/impl/fold.ipp>
#include <lancespec/language/impl/vectors.ipp>

#include <cmath>
#include <type_traits>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

// ---- numbers

/// NaN equals itself and is above infinity; zeros of both signs are equal.
template <class T>
constexpr bool equal_values(T a, T b) noexcept {
    if constexpr (std::is_floating_point_v<T>) return a == b || (a != a && b != b);
    return a == b;
}
template <class T>
constexpr bool less_values(T a, T b) noexcept {
    if constexpr (std::is_floating_point_v<T>) return a < b || (b != b && a == a);
    return a < b;
}

template <class T>
void compare_with_constant(step_op op, word* out, T const* x, T c, std::int64_t rows) {
    auto const fill = [&](auto test) {
        fill_bits(out, rows, [x, test](std::int64_t i) { return test(load_value(x, i)); });
    };
    if constexpr (std::is_floating_point_v<T>) {
        if (c != c) {
            switch (op) {
                case step_op::equal:
                case step_op::greater_equal: return fill([](T v) { return v != v; });
                case step_op::not_equal:
                case step_op::less: return fill([](T v) { return v == v; });
                case step_op::less_equal: return fill([](T) { return true; });
                default: return fill([](T) { return false; });
            }
        }
        // NaN is greater than any number, and "not less or equal" holds for it.
        switch (op) {
            case step_op::greater: return fill([c](T v) { return !(v <= c); });
            case step_op::greater_equal: return fill([c](T v) { return !(v < c); });
            default: break;
        }
    }
    switch (op) {
        case step_op::equal: return fill([c](T v) { return v == c; });
        case step_op::not_equal: return fill([c](T v) { return v != c; });
        case step_op::less: return fill([c](T v) { return v < c; });
        case step_op::less_equal: return fill([c](T v) { return v <= c; });
        case step_op::greater: return fill([c](T v) { return v > c; });
        default: return fill([c](T v) { return v >= c; });
    }
}

template <class T>
void compare_columns(step_op op, word* out, T const* x, T const* y, std::int64_t rows) {
    auto const fill = [&](auto test) {
        fill_bits(out, rows, [x, y, test](std::int64_t i) { return test(load_value(x, i), load_value(y, i)); });
    };
    switch (op) {
        case step_op::equal: return fill([](T a, T b) { return equal_values(a, b); });
        case step_op::not_equal: return fill([](T a, T b) { return !equal_values(a, b); });
        case step_op::less: return fill([](T a, T b) { return less_values(a, b); });
        case step_op::less_equal: return fill([](T a, T b) { return !less_values(b, a); });
        case step_op::greater: return fill([](T a, T b) { return less_values(b, a); });
        default: return fill([](T a, T b) { return !less_values(a, b); });
    }
}

// ---- text

/// The first eight bytes, or all of a shorter text and zeros behind.
inline word first_bytes(char const* text, std::size_t size) noexcept {
    word out = 0;
    if (size >= 8) {
        std::memcpy(&out, text, 8);
    } else if (size >= 4) {
        std::uint32_t low;
        std::uint32_t high;
        std::memcpy(&low, text, 4);
        std::memcpy(&high, text + size - 4, 4);
        out = low | (word{high} << ((size - 4) * 8));
    } else {
        for (std::size_t i = 0; i < size; ++i) out |= word{static_cast<unsigned char>(text[i])} << (i * 8);
    }
    return out;
}

/// The same where eight bytes can be read at every place up to @p limit: no branch depends on the text.
inline word first_bytes(char const* text, std::size_t size, char const* limit) noexcept {
    if (text > limit) return first_bytes(text, size);
    word out;
    std::memcpy(&out, text, 8);
    return size >= 8 ? out : out & ((word{1} << (size * 8)) - 1);
}

/// A text that others are compared with: most differ in the length or in the first or last eight bytes.
struct compared_text {
    explicit compared_text(std::string_view text)
        : all(text),
          mask(text.size() >= 8 ? ~word{0} : (word{1} << (text.size() * 8)) - 1),
          first(first_bytes(text.data(), text.size())) {
        if (all.size() > 8) std::memcpy(&last, all.data() + all.size() - 8, 8);
    }

    /// Whether it stands at @p at, where at least its own bytes can be read, and eight when it is not behind @p limit.
    [[nodiscard]] bool stands_at(char const* at, char const* limit) const noexcept {
        auto const size = all.size();
        if (at > limit) return first_bytes(at, size) == first && rest_stands_at(at);
        word head;
        std::memcpy(&head, at, 8);
        return (head & mask) == first && (size <= 8 || rest_stands_at(at));
    }

    [[nodiscard]] bool rest_stands_at(char const* at) const noexcept {
        auto const size = all.size();
        if (size <= 8) return true;
        word tail;
        std::memcpy(&tail, at + size - 8, 8);
        return tail == last && (size <= 16 || std::memcmp(at, all.data(), size) == 0);
    }

    std::string_view all;
    word mask;
    word first;
    word last = 0;
};

/// Calls @p test with the text of every row and the last place where eight bytes can be read, knowing the width of the
/// offsets.
template <class Test>
void fill_text_bits(word* out, block const& of, std::int64_t rows, Test test) {
    // A column of empty texts may have no bytes at all.
    auto const* const base = of.values != nullptr ? reinterpret_cast<char const*>(of.values) : "";
    auto const with = [&]<class Offset>(Offset) {
        auto const* offsets = reinterpret_cast<Offset const*>(of.offsets);
        auto const bytes_ = static_cast<std::int64_t>(offsets[rows]);
        // No place at all in a buffer of fewer than eight bytes.
        auto const* const limit = bytes_ >= 8 ? base + bytes_ - 8 : nullptr;
        fill_bits(out, rows, [=](std::int64_t i) {
            return test(base + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i]), limit);
        });
    };
    columnar::has_large_offsets(of.type->id) ? with(std::int64_t{}) : with(std::int32_t{});
}

inline void equal_text(step_op op, word* out, block const& a, std::string_view with, std::int64_t rows) {
    compared_text const text(with);
    bool const inverted = op == step_op::not_equal;
    fill_text_bits(out, a, rows, [text, inverted](char const* at, std::size_t size, char const* limit) {
        return (size == text.all.size() && text.stands_at(at, limit)) != inverted;
    });
}

// ---- dates and times of different units

inline void compare_times(bound_step const& step, block const& a, block const& b, std::int64_t rows, block& out) {
    auto const at = [](block const& of, std::int64_t row) {
        row = of.is_constant ? 0 : row;
        return of.type->id == type_id::date32 ? std::int64_t{of.as<std::int32_t>()[row]} : of.as<std::int64_t>()[row];
    };
    bool const distinct = step.op == step_op::is_distinct;
    fill_bits(out.make_bits(rows), rows, [&](std::int64_t i) {
        if (distinct && (a.is_null(i) || b.is_null(i))) return a.is_null(i) != b.is_null(i);
        auto const order = compare_times(at(a, i), *a.type, at(b, i), *b.type);
        return distinct ? order != 0 : comparison_holds(step.op, order);
    });
    if (!distinct) both_valid(a, b, rows, out);
}

// ---- any values

inline void compare_blocks(bound_step const& step, block const& a, block const& b, std::int64_t rows, block& out) {
    auto* bits = out.make_bits(rows);
    auto const id = a.type->id;
    bool const distinct = step.op == step_op::is_distinct;
    if (*a.type != *b.type && is_temporal(id) && is_temporal(b.type->id)) return compare_times(step, a, b, rows, out);
    bool const done = !distinct && with_type(id, [&]<class T>(T) {
        if (b.is_constant && !a.is_constant) {
            compare_with_constant<T>(step.op, bits, a.as<T>(), load_value(b.as<T>(), 0), rows);
        } else if (!b.is_constant && !a.is_constant) {
            compare_columns<T>(step.op, bits, a.as<T>(), b.as<T>(), rows);
        } else {
            fill_bits(bits, rows, [&](std::int64_t i) {
                T const x[1] = {load_value(a.as<T>(), a.is_constant ? 0 : i)};
                T const y[1] = {load_value(b.as<T>(), b.is_constant ? 0 : i)};
                word one = 0;
                compare_columns<T>(step.op, &one, x, y, 1);
                return one != 0;
            });
        }
    });
    bool const equality = step.op == step_op::equal || step.op == step_op::not_equal;
    if (done) {
    } else if (!distinct && columnar::is_text_like(id) && equality && b.is_constant && !a.is_constant) {
        if (!b.is_null(0)) {
            equal_text(step.op, bits, a, b.text(0), rows);
        } else {
            std::fill_n(bits, word_count(rows), word{0});
        }
    } else if (!distinct && columnar::is_text_like(id)) {
        fill_bits(bits, rows, [&](std::int64_t i) {
            auto const order = a.text(i).compare(b.text(i));
            return comparison_holds(step.op, order);
        });
    } else if (!distinct && id == type_id::boolean) {
        fill_bits(bits, rows, [&](std::int64_t i) {
            return comparison_holds(step.op, static_cast<int>(a.boolean(i)) - static_cast<int>(b.boolean(i)));
        });
    } else {
        fill_bits(bits, rows, [&](std::int64_t i) {
            auto const order = compare_values(get(a, i), get(b, i));
            return distinct ? order != 0 : comparison_holds(step.op, order);
        });
    }
    if (!distinct) both_valid(a, b, rows, out);
}

// ---- booleans

/// Where word @p at of the rows is true, and where it is false.
struct truth {
    word yes;
    word no;
};
inline truth truth_of(block const& of, std::size_t at, std::int64_t rows) noexcept {
    auto const valid = of.valid_word(at, rows);
    if (valid == 0) return {0, 0};
    auto const bits = of.bits_word(at, rows);
    return {bits & valid, ~bits & valid};
}

inline void combine_booleans(bound_step const& step, block const& a, block const& b, std::int64_t rows, block& out) {
    auto* bits = out.make_bits(rows);
    bool const known =
        a.valid == nullptr && b.valid == nullptr && a.type->id != type_id::null && b.type->id != type_id::null;
    bool const total = step.op == step_op::is_true || step.op == step_op::is_false;
    auto* valid = known || total ? nullptr : out.make_valid(rows);
    for (std::size_t i = 0; i < word_count(rows); ++i) {
        auto const x = truth_of(a, i, rows);
        word yes = 0;
        word no = 0;
        switch (step.op) {
            case step_op::and_: {
                auto const y = truth_of(b, i, rows);
                yes = x.yes & y.yes, no = x.no | y.no;
                break;
            }
            case step_op::or_: {
                auto const y = truth_of(b, i, rows);
                yes = x.yes | y.yes, no = x.no & y.no;
                break;
            }
            case step_op::not_: yes = x.no, no = x.yes; break;
            case step_op::is_true: yes = x.yes; break;
            default: yes = x.no; break;
        }
        bits[i] = yes;
        if (valid != nullptr) valid[i] = yes | no;
    }
}

inline void test_nulls(block const& a, std::int64_t rows, block& out) {
    auto* bits = out.make_bits(rows);
    for (std::size_t i = 0; i < word_count(rows); ++i) bits[i] = ~a.valid_word(i, rows) & rows_of_word(i, rows);
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
