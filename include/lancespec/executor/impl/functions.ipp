// SPDX-License-Identifier: Apache-2.0
// The functions behind virtual columns and views: what a name is registered for, and the few that are built in.
#pragma once

#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/catalog.hpp>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// The one argument of a built-in function. Throws when there is another number of them.
inline columnar::scalar const& only(std::span<columnar::scalar const> inputs) {
    if (inputs.size() != 1) throw std::invalid_argument("the function takes one input column");
    return inputs.front();
}

inline std::string const& text_of(columnar::scalar const& value) {
    if (auto const* text = std::get_if<std::string>(&value.value)) return *text;
    throw std::invalid_argument("the input is no text");
}

inline columnar::scalar identity(std::span<columnar::scalar const> inputs) {
    return only(inputs);
}

/// ASCII letters only: what a test can predict without tables.
inline columnar::scalar upper(std::span<columnar::scalar const> inputs) {
    auto const& value = only(inputs);
    if (value.is_null()) return {};
    auto text = text_of(value);
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return {std::move(text)};
}

inline columnar::scalar length(std::span<columnar::scalar const> inputs) {
    auto const& value = only(inputs);
    if (value.is_null()) return {};
    return {static_cast<std::int64_t>(utf8_length(text_of(value)))};
}

inline columnar::scalar add_one(std::span<columnar::scalar const> inputs) {
    auto const& value = only(inputs);
    if (value.is_null()) return {};
    if (auto const* integer = std::get_if<std::int64_t>(&value.value)) {
        if (*integer == INT64_MAX) throw std::overflow_error("the result is outside 64 bits");
        return {*integer + 1};
    }
    if (auto const* integer = std::get_if<std::uint64_t>(&value.value)) {
        if (*integer == UINT64_MAX) throw std::overflow_error("the result is outside 64 bits");
        return {*integer + 1};
    }
    if (auto const* number = std::get_if<double>(&value.value)) return {*number + 1};
    throw std::invalid_argument("the input is no number");
}

inline columnar::scalar absolute(std::span<columnar::scalar const> inputs) {
    auto const& value = only(inputs);
    if (value.is_null() || std::holds_alternative<std::uint64_t>(value.value)) return value;
    if (auto const* integer = std::get_if<std::int64_t>(&value.value)) {
        if (*integer == INT64_MIN) throw std::overflow_error("the result is outside 64 bits");
        return {*integer < 0 ? -*integer : *integer};
    }
    if (auto const* number = std::get_if<double>(&value.value)) return {std::fabs(*number)};
    throw std::invalid_argument("the input is no number");
}

/// The input columns and `n`, the absolute value of the first.
inline std::vector<columnar::field> with_n(std::span<columnar::field const> inputs) {
    if (inputs.empty()) throw std::invalid_argument("the function takes at least one input column");
    std::vector<columnar::field> out(inputs.begin(), inputs.end());
    out.push_back({"n", inputs.front().type, true, {}});
    return out;
}

/// Takes a row that a table function makes; false: no more are taken.
using row_sink = std::function<bool(columnar::scalars const& row)>;

/// A table function as the executor runs it: row by row, so that what it makes can be bounded while it is made.
struct row_maker {
    std::function<std::vector<columnar::field>(std::span<columnar::field const> inputs)> outputs;
    std::function<void(std::span<columnar::scalar const> inputs, row_sink const& take)> rows;
};

inline row_maker to_row_maker(table_function function) {
    return {std::move(function.outputs),
            [rows = std::move(function.rows)](std::span<columnar::scalar const> inputs, row_sink const& take) {
                for (auto const& row : rows(inputs))
                    if (!take(row)) return;
            }};
}

inline void one_row_with_n(std::span<columnar::scalar const> inputs, row_sink const& take) {
    columnar::scalars row(inputs.begin(), inputs.end());
    row.push_back(absolute(inputs.first(1)));
    take(row);
}

inline std::vector<columnar::field> only_n(std::span<columnar::field const> inputs) {
    auto const all = with_n(inputs);
    return {all.back()};
}

inline void one_row_of_n(std::span<columnar::scalar const> inputs, row_sink const& take) {
    take({absolute(inputs.first(1))});
}

/// A row per word of the first input column; the row's other inputs are repeated.
inline void split_words(std::span<columnar::scalar const> inputs, row_sink const& take) {
    if (inputs.empty() || inputs.front().is_null()) return;
    auto const& text = text_of(inputs.front());
    columnar::scalars row(inputs.begin(), inputs.end());
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string::npos;) {
        auto const end = std::min(text.find(' ', at), text.size());
        row.front() = {text.substr(at, end - at)};
        if (!take(row)) return;
        at = end;
    }
}

inline std::vector<columnar::field> same_fields(std::span<columnar::field const> inputs) {
    return {inputs.begin(), inputs.end()};
}

inline void one_row(std::span<columnar::scalar const> inputs, row_sink const& take) {
    take(columnar::scalars(inputs.begin(), inputs.end()));
}

/// Names to functions of one kind. Thread-safe; a job keeps the function it began with. Functions are held by pointer,
/// since copying and destroying one may run the user's code, which no lock must be held for.
template <class Function>
class registry {
public:
    registry(std::initializer_list<std::pair<char const*, Function>> built_in) {
        for (auto const& [name, f] : built_in) add(name, f);
    }

    void add(std::string name, Function f) {
        auto made = std::make_shared<Function const>(std::move(f));
        std::lock_guard const lock(mutex_);
        made_[std::move(name)].swap(made);
    }

    /// The function, or null.
    [[nodiscard]] std::shared_ptr<Function const> find(std::string const& name) const {
        std::lock_guard const lock(mutex_);
        auto const at = made_.find(name);
        return at == made_.end() ? nullptr : at->second;
    }

private:
    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Function const>> made_;
};

/// What is registered with a catalog, and what is built in.
struct functions {
    registry<row_function> rows{{"identity", identity}, {"upper", upper},  {"length", length},
                                {"add_one", add_one},   {"abs", absolute}, {"lancespec_abs", absolute}};
    // The last two have the names that the conformance suite gives to the functions that it sends.
    registry<row_maker> tables{{"identity", {same_fields, one_row}},
                               {"split_words", {same_fields, split_words}},
                               {"lancespec_udtf", {only_n, one_row_of_n}},
                               {"lancespec_chunker", {with_n, one_row_with_n}}};
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
