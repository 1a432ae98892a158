// SPDX-License-Identifier: Apache-2.0
// What a new version of a table adds to the bytes that the table holds.
#pragma once

#include <lancespec/executor/impl/ledger.ipp>
#include <lancespec/executor/impl/table_state.ipp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// What a version takes beside its fragments: itself, and the part of the list of fragments that is its own.
inline constexpr std::size_t bytes_of_version = 2048;

inline namespace_error no_room(object_identifier const& id, ledger const& full) {
    auto const bytes = std::to_string(full.most());
    if (full.is_of_catalog())
        return fail(error_code::service_unavailable,
                    "the catalog would hold more than " + bytes + " bytes (catalog_bytes): drop tables to make room");
    return fail(error_code::invalid_input, "table " + quote(id.display()) + " would hold more than " + bytes +
                                               " bytes, all its versions together (table_bytes)");
}

/// Pays from @p from for what @p next, not published yet, has and no version before it had. Fragments that were made
/// for it come to hold columns that are paid for. An error when there is no room; then nothing stays paid for.
inline std::optional<namespace_error> pay_for(object_identifier const& id, ledger_ptr const& from,
                                              table_version& next) {
    payment paying(from);
    auto const pay_columns = [&](columns& of) {
        for (auto& column : of) {
            auto paid = paying.pay(column);
            if (!paid) return false;
            column = std::move(paid);
        }
        return true;
    };
    // Not transform(): a pointer that was paid for is equal to the one before.
    std::vector<std::pair<std::size_t, fragment_ptr>> made_now;
    std::size_t index = 0;
    for (auto const& part : next.fragments) {
        auto const at = index++;
        if (paying.is_paid(part)) continue;
        // Every published fragment is paid for, so that nobody else looks at this one.
        auto& made = const_cast<fragment&>(*part);
        auto const own = sizeof(fragment) + sizeof(std::int64_t) * made.row_ids.size() +
                         (sizeof(columnar::array_ptr) + sizeof(std::uint64_t)) * made.columns.size();
        auto paid = pay_columns(made.columns) ? paying.pay(part, own) : nullptr;
        if (!paid) return no_room(id, *paying.full());
        made_now.emplace_back(at, std::move(paid));
    }
    for (auto& [at, paid] : made_now) next.fragments.set(at, std::move(paid));
    auto const is_unpaid = [&](view_part const& part) {
        return std::any_of(part.columns.begin(), part.columns.end(),
                           [&](columnar::array_ptr const& column) { return !paying.is_paid(column); });
    };
    if (next.parts && std::any_of(next.parts->begin(), next.parts->end(), is_unpaid)) {
        auto parts = std::make_shared<std::vector<view_part>>(*next.parts);
        for (auto& part : *parts)
            if (!pay_columns(part.columns)) return no_room(id, *paying.full());
        next.parts = std::move(parts);
    }
    next.paid = paying.pay(std::make_shared<char const>(), bytes_of_version);
    if (!next.paid) return no_room(id, *paying.full());
    return std::nullopt;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
