// The functions behind virtual columns and views: what a name is registered for, and the few that are built in.
#pragma once

#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/catalog.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

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
    if (auto const* number = std::get_if<double>(&value.value)) return {*number + 1};
    throw std::invalid_argument("the input is no number");
}

/// A row per word of the first input column; the row's other inputs are repeated.
inline std::vector<columnar::scalars> split_words(std::span<columnar::scalar const> inputs) {
    std::vector<columnar::scalars> rows;
    if (inputs.empty() || inputs.front().is_null()) return rows;
    auto const& text = text_of(inputs.front());
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string::npos;) {
        auto const end = std::min(text.find(' ', at), text.size());
        columnar::scalars row(inputs.begin(), inputs.end());
        row.front() = {text.substr(at, end - at)};
        rows.push_back(std::move(row));
        at = end;
    }
    return rows;
}

inline std::vector<columnar::field> same_fields(std::span<columnar::field const> inputs) {
    return {inputs.begin(), inputs.end()};
}

inline std::vector<columnar::scalars> one_row(std::span<columnar::scalar const> inputs) {
    return {columnar::scalars(inputs.begin(), inputs.end())};
}

/// Names to functions. Thread-safe; a job keeps the function it began with.
class functions {
public:
    void add(std::string name, row_function f) {
        std::lock_guard const lock(mutex_);
        rows_.insert_or_assign(std::move(name), std::move(f));
    }
    void add(std::string name, table_function f) {
        std::lock_guard const lock(mutex_);
        tables_.insert_or_assign(std::move(name), std::move(f));
    }
    [[nodiscard]] std::optional<row_function> row(std::string const& name) const {
        std::lock_guard const lock(mutex_);
        auto const at = rows_.find(name);
        return at == rows_.end() ? std::nullopt : std::optional(at->second);
    }
    [[nodiscard]] std::optional<table_function> table(std::string const& name) const {
        std::lock_guard const lock(mutex_);
        auto const at = tables_.find(name);
        return at == tables_.end() ? std::nullopt : std::optional(at->second);
    }

private:
    mutable std::mutex mutex_;
    std::map<std::string, row_function> rows_{
        {"identity", &identity}, {"upper", &upper}, {"length", &length}, {"add_one", &add_one}};
    std::map<std::string, table_function> tables_{{"identity", {&same_fields, &one_row}},
                                                  {"split_words", {&same_fields, &split_words}}};
};

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
