// SPDX-License-Identifier: Apache-2.0
// Functions of lists, value by value. The binder has brought lists and items to one type.
#pragma once

#include <lancespec/language/impl/fold.ipp>
#include <lancespec/language/impl/list_text.ipp>
#include <lancespec/language/impl/row_call.ipp>

#include <algorithm>

LANCESPEC_BEGIN_NAMESPACE
namespace where::detail {

using columnar::scalars;

inline bool same_value(scalar const& a, scalar const& b) noexcept {
    return compare_values(a, b) == 0;
}
inline bool is_less(scalar const& a, scalar const& b) noexcept {
    return compare_values(a, b) < 0;
}
inline bool is_among(scalars const& items, scalar const& value) noexcept {
    return std::any_of(items.begin(), items.end(), [&value](scalar const& item) { return same_value(item, value); });
}

/// The items of a list, asked several times for a value: looked through when there are few, else put in order.
class item_set {
public:
    item_set(scalars const& items, std::size_t times) : items_(items), in_order_(items.size() > 8 && times > 8) {
        if (!in_order_) return;
        order_.reserve(items.size());
        for (auto const& item : items) order_.push_back(&item);
        if (std::is_sorted(items.begin(), items.end(), is_less)) return;
        std::sort(order_.begin(), order_.end(), [](auto const* a, auto const* b) { return is_less(*a, *b); });
    }

    [[nodiscard]] bool has(scalar const& value) const noexcept {
        if (!in_order_) return is_among(items_, value);
        auto const at = std::lower_bound(order_.begin(), order_.end(), value,
                                         [](auto const* item, scalar const& wanted) { return is_less(*item, wanted); });
        return at != order_.end() && same_value(**at, value);
    }

private:
    scalars const& items_;
    bool in_order_;
    std::vector<scalar const*> order_;
};

/// Each value once, in the order in which they come first.
inline scalars distinct(scalars items) {
    std::vector<std::size_t> order(items.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (!std::is_sorted(items.begin(), items.end(), is_less)) {
        std::stable_sort(order.begin(), order.end(), [&items](auto a, auto b) { return is_less(items[a], items[b]); });
    }
    std::vector<bool> again(items.size());
    for (std::size_t i = 1; i < order.size(); ++i) again[order[i]] = same_value(items[order[i - 1]], items[order[i]]);
    scalars out;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!again[i]) out.push_back(std::move(items[i]));
    }
    return out;
}

/// How array_sort() puts items in order.
struct sort_order {
    bool descending = false;
    bool nulls_last = false;

    /// Recurses along the type of the items.
    [[nodiscard]] int compare(scalar const& a, scalar const& b) const noexcept {
        if (a.is_null() || b.is_null()) {
            auto const order = static_cast<int>(b.is_null()) - static_cast<int>(a.is_null());
            return nulls_last ? -order : order;
        }
        auto const* x = std::get_if<scalars>(&a.value);
        auto const* y = std::get_if<scalars>(&b.value);
        if (x == nullptr || y == nullptr) return descending ? compare_values(b, a) : compare_values(a, b);
        for (std::size_t i = 0; i < std::min(x->size(), y->size()); ++i) {
            if (auto const order = compare((*x)[i], (*y)[i]); order != 0) return order;
        }
        auto const longer = static_cast<int>(x->size() > y->size()) - static_cast<int>(x->size() < y->size());
        return descending ? -longer : longer;
    }
};

/// The order by its words, ASC or DESC and NULLS FIRST or NULLS LAST; nulls come first when nothing is said.
inline scalar sorted(row_call& c) {
    sort_order order;
    if (c.size() > 1) {
        order.descending = equal_ignoring_ascii_case(c.text(1), "DESC");
        if (!order.descending && !equal_ignoring_ascii_case(c.text(1), "ASC")) {
            return c.fail("array_sort() takes 'ASC' or 'DESC' as argument 2");
        }
    }
    if (c.size() > 2) {
        order.nulls_last = equal_ignoring_ascii_case(c.text(2), "NULLS LAST");
        if (!order.nulls_last && !equal_ignoring_ascii_case(c.text(2), "NULLS FIRST")) {
            return c.fail("array_sort() takes 'NULLS FIRST' or 'NULLS LAST' as argument 3");
        }
    }
    auto items = c.items(0);
    std::stable_sort(items.begin(), items.end(),
                     [&order](scalar const& a, scalar const& b) { return order.compare(a, b) < 0; });
    return {std::move(items)};
}

/// Every @p step-th item of those from @p from to @p to, counted from 1, or from -1 at the end; both are in. With a
/// negative step they go from a later item to an earlier one.
inline scalar slice(row_call& c) {
    auto const& items = c.items(0);
    auto const step = c.size() > 3 ? c.whole(3) : 1;
    auto const count = static_cast<std::int64_t>(items.size());
    auto from = c.whole(1);
    auto to = c.whole(2);
    // Both from 0 on, and not behind the last item.
    from = from < 0 ? std::max<std::int64_t>(0, from + count) : std::max<std::int64_t>(from, 1) - 1;
    to = to < 0 ? to + count : std::min(to, count) - 1;
    scalars out;
    if (from >= count || to < 0) return {std::move(out)};
    if (step == 0) return c.fail("the stride of array_slice() is not zero");
    auto const distance = step > 0 ? to - from : from - to;
    if (distance < 0) return {std::move(out)};
    // A step beyond the list is as good as one past all of it, and cannot overflow.
    auto const by = std::clamp<std::int64_t>(step, -count, count);
    for (std::int64_t i = 0; i <= distance / std::abs(by); ++i) {
        out.push_back(items[static_cast<std::size_t>(from + i * by)]);
    }
    return {std::move(out)};
}

inline std::int64_t dimensions(data_type const& type) noexcept {
    return is_list(type.id) ? 1 + dimensions(type.children.front().type) : 0;
}

/// The items of the innermost lists.
inline std::int64_t leaves(scalars const& items, data_type const& item_type) noexcept {
    if (!is_list(item_type.id)) return static_cast<std::int64_t>(items.size());
    std::int64_t out = 0;
    for (auto const& item : items) {
        if (auto const* inner = std::get_if<scalars>(&item.value)) {
            out += leaves(*inner, item_type.children.front().type);
        }
    }
    return out;
}

/// How long a list is, or the first list in it, or the first one in that.
inline scalar length_at(row_call& c) {
    auto const level = c.size() > 1 ? c.whole(1) : 1;
    if (level < 1) return {};
    auto const* items = &c.items(0);
    for (std::int64_t at = 1; at < level; ++at) {
        auto const* const inner = items->empty() ? nullptr : std::get_if<scalars>(&items->front().value);
        if (inner == nullptr || at >= dimensions(*c.types[0])) return {};
        items = inner;
    }
    return {static_cast<std::int64_t>(items->size())};
}

inline scalar number_range(row_call& c) {
    bool const closed = c.step.function == fn::generate_series;
    auto const from = c.size() > 1 ? c.whole(0) : 0;
    auto const to = c.size() > 1 ? c.whole(1) : c.whole(0);
    auto const step = c.size() > 2 ? c.whole(2) : 1;
    if (step == 0) return c.fail("the step of a range is not zero");
    auto const distance = step > 0 ? static_cast<int128>(to) - from : static_cast<int128>(from) - to;
    auto const by = step > 0 ? static_cast<int128>(step) : -static_cast<int128>(step);
    auto const count = distance < 0 ? 0 : closed ? distance / by + 1 : (distance + by - 1) / by;
    if (!c.may_make(static_cast<std::int64_t>(std::min<int128>(count, std::numeric_limits<std::int64_t>::max())))) {
        return {};
    }
    scalars out;
    out.reserve(static_cast<std::size_t>(count));
    for (int128 i = 0; i < count; ++i) out.push_back({static_cast<std::int64_t>(from + i * step)});
    return {std::move(out)};
}

inline scalar position_in(scalars const& items, scalar const& value) {
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (same_value(items[i], value)) return {static_cast<std::int64_t>(i) + 1};
    }
    return {};
}

/// A list, and an item or a second list; the list is not null.
inline scalar list_pair_function(row_call& c) {
    // Only a list that an item is put into may be null: it is empty then.
    auto const& list = c.in[c.step.function == fn::array_prepend ? 1 : 0];
    auto items = list.is_null() ? scalars{} : std::get<scalars>(list.value);
    switch (c.step.function) {
        case fn::array_has: return c.in[1].is_null() ? scalar{} : scalar{is_among(items, c.in[1])};
        case fn::array_has_any: {
            auto const& wanted = c.items(1);
            item_set const set(items, wanted.size());
            return {std::any_of(wanted.begin(), wanted.end(), [&](scalar const& v) { return set.has(v); })};
        }
        case fn::array_has_all: {
            auto const& wanted = c.items(1);
            item_set const set(items, wanted.size());
            return {std::all_of(wanted.begin(), wanted.end(), [&](scalar const& v) { return set.has(v); })};
        }
        case fn::array_append: items.push_back(c.in[1]); return {std::move(items)};
        case fn::array_prepend: items.insert(items.begin(), c.in[0]); return {std::move(items)};
        case fn::array_position: return position_in(items, c.in[1]);
        case fn::array_positions: {
            scalars out;
            for (std::size_t i = 0; i < items.size(); ++i) {
                if (same_value(items[i], c.in[1])) out.push_back({static_cast<std::int64_t>(i) + 1});
            }
            return {std::move(out)};
        }
        case fn::array_remove: {
            auto const at =
                std::find_if(items.begin(), items.end(), [&](scalar const& v) { return same_value(v, c.in[1]); });
            if (at != items.end()) items.erase(at);
            return {std::move(items)};
        }
        case fn::array_replace: {
            auto const at =
                std::find_if(items.begin(), items.end(), [&](scalar const& v) { return same_value(v, c.in[1]); });
            if (at != items.end()) *at = c.in[2];
            return {std::move(items)};
        }
        case fn::array_union:
            items.insert(items.end(), c.items(1).begin(), c.items(1).end());
            return {distinct(std::move(items))};
        default: {
            bool const kept = c.step.function == fn::array_intersect;
            auto others = c.items(1);
            // What both have comes in the order of the longer list, as in DataFusion.
            if (kept && others.size() > items.size()) std::swap(items, others);
            item_set const set(others, items.size());
            std::erase_if(items, [&](scalar const& v) { return set.has(v) != kept; });
            return {distinct(std::move(items))};
        }
    }
}

/// The first argument, and of pairs the second list, is not null.
inline scalar list_function(row_call& c) {
    auto const count = [&c] { return static_cast<std::int64_t>(c.items(0).size()); };
    switch (c.step.function) {
        case fn::array_length: return length_at(c);
        case fn::cardinality: return {leaves(c.items(0), c.types[0]->children.front().type)};
        case fn::array_empty: return {count() == 0};
        case fn::array_slice: return slice(c);
        case fn::array_concat: {
            std::int64_t amount = 0;
            for (auto const& part : c.in) amount += amount_of(part);
            if (!c.may_make(amount)) return {};
            if (std::all_of(c.in.begin(), c.in.end(), [](scalar const& part) { return part.is_null(); })) return {};
            scalars out;
            for (auto const& part : c.in) {
                if (auto const* items = std::get_if<scalars>(&part.value))
                    out.insert(out.end(), items->begin(), items->end());
            }
            return {std::move(out)};
        }
        case fn::array_sort: return sorted(c);
        case fn::array_reverse: {
            auto out = c.items(0);
            std::reverse(out.begin(), out.end());
            return {std::move(out)};
        }
        case fn::array_distinct: return {distinct(c.items(0))};
        case fn::array_to_string: return joined_text(c);
        case fn::string_to_array: return split_text(c);
        case fn::array_max:
        case fn::array_min: {
            scalar const* best = nullptr;
            for (auto const& item : c.items(0)) {
                if (item.is_null()) continue;
                auto const order = best == nullptr ? 0 : compare_values(item, *best);
                bool const better = c.step.function == fn::array_max ? order > 0 : order < 0;
                if (best == nullptr || better) best = &item;
            }
            return best == nullptr ? scalar{} : *best;
        }
        case fn::array_repeat: {
            auto const times = std::max<std::int64_t>(0, c.whole(1));
            if (!c.may_make(amount_of(times, 1 + amount_of(c.in[0])))) return {};
            return {scalars(static_cast<std::size_t>(times), c.in[0])};
        }
        case fn::array_ndims: return {dimensions(*c.types[0])};
        case fn::array_pop_back: {
            auto out = c.items(0);
            if (!out.empty()) out.pop_back();
            return {std::move(out)};
        }
        case fn::array_pop_front: {
            auto out = c.items(0);
            if (!out.empty()) out.erase(out.begin());
            return {std::move(out)};
        }
        case fn::array_any_value: {
            auto const& items = c.items(0);
            auto const at = std::find_if(items.begin(), items.end(), [](scalar const& v) { return !v.is_null(); });
            return at == items.end() ? scalar{} : *at;
        }
        case fn::flatten: {
            if (!is_list(c.types[0]->children.front().type.id)) return c.in[0];
            scalars out;
            for (auto const& item : c.items(0)) {
                if (auto const* inner = std::get_if<scalars>(&item.value))
                    out.insert(out.end(), inner->begin(), inner->end());
            }
            return {std::move(out)};
        }
        case fn::range:
        case fn::generate_series: return number_range(c);
        default: return list_pair_function(c);
    }
}

}  // namespace where::detail
LANCESPEC_END_NAMESPACE
