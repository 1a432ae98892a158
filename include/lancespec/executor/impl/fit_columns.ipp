// SPDX-License-Identifier: Apache-2.0
// A batch of rows against a table's schema: columns by name, and nulls for those that the batch does not have.
#pragma once

#include <lancespec/columnar/impl/type_bounds.ipp>
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/impl/nested.ipp>
#include <lancespec/language/impl/name_index.ipp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

/// What does not fit, for a person.
using misfit = std::string;

inline result<columnar::array_ptr, misfit> fit_column(columnar::array_ptr const& given, columnar::field const& wanted,
                                                      std::string const& path, std::size_t most);

/// The columns of @p given, whose fields are @p given_fields, in the order and with the types of @p wanted. The nulls
/// of one column that is missing may take @p most bytes.
inline result<columns, misfit> fit_all(columns const& given, std::vector<columnar::field> const& given_fields,
                                       std::vector<columnar::field> const& wanted, std::int64_t rows,
                                       std::string const& within, std::size_t most) {
    columns out;
    std::vector<bool> used(given.size());
    lancespec::detail::name_index names;
    for (auto const& field : wanted) {
        auto const path = within + quote(field.name);
        auto const found = names.find(given_fields, field.name, path_matching::exact);
        auto const at = found.index;
        if (found.count == 0) {
            if (!field.nullable) return misfit("column " + path + " is missing and cannot be null");
            auto const each = columnar::detail::null_bytes(field.type);
            if (rows > 0 && each > most / static_cast<std::size_t>(rows))
                return misfit("column " + path + " is missing, and its nulls would take more than " +
                              std::to_string(most) + " bytes");
            out.push_back(columnar::make_nulls(field.type, rows));
            continue;
        }
        if (used[at]) return misfit("column " + path + " is given twice");
        used[at] = true;
        auto fitted = fit_column(given[at], field, path, most);
        if (!fitted) return fitted.error();
        out.push_back(std::move(*fitted));
    }
    for (std::size_t at = 0; at < used.size(); ++at)
        if (!used[at]) return misfit("the table has no column " + within + quote(given_fields[at].name));
    return out;
}

/// @p given, whose values have the type of @p wanted, with the dictionaries that that has and no others. The values may
/// take @p most bytes.
inline result<columnar::array_ptr, misfit> recode(columnar::array_ptr const& given, columnar::data_type const& wanted,
                                                  std::string const& path, std::size_t most) {
    if (columnar::decoded_bytes(*given, 0, given->length()) > most)
        return misfit("column " + path + ": without its dictionary it would take more than " + std::to_string(most) +
                      " bytes");
    try {
        if (!columnar::has_dictionary(wanted)) return columnar::decode(given);
        columnar::array_builder out(wanted);
        for (std::int64_t row = 0; row < given->length(); ++row)
            if (!out.append(columnar::get(*given, row)))
                return misfit("column " + path + ", row " + std::to_string(row) + ": the value does not fit " +
                              columnar::to_string(wanted));
        return out.finish();
    } catch (std::length_error const& e) {
        return misfit("column " + path + ": " + e.what());
    }
}

inline result<columnar::array_ptr, misfit> fit_column(columnar::array_ptr const& given, columnar::field const& wanted,
                                                      std::string const& path, std::size_t most) {
    if (!wanted.nullable && given->null_count() != 0) return misfit("column " + path + " cannot be null");
    if (given->type() == wanted.type) return given;
    bool const structs = given->type().id == columnar::type_id::struct_ && wanted.type.id == columnar::type_id::struct_;
    if (!structs && columnar::plain_type(given->type()) == columnar::plain_type(wanted.type))
        return recode(given, wanted.type, path, most);
    if (!structs)
        return misfit("column " + path + " is " + quote(columnar::to_string(given->type())) + ", not " +
                      columnar::to_string(wanted.type));
    auto children =
        fit_all(given->children(), given->type().children, wanted.type.children, given->length(), path + ".", most);
    if (!children) return children.error();
    return std::make_shared<columnar::array const>(wanted.type, given->length(), given->null_count(), given->validity(),
                                                   columnar::buffer{}, columnar::buffer{}, std::move(*children));
}

/// The batch's columns as the table has them. A batch that names its fields may give them in any order and leave out
/// nullable ones (computed columns, say), at every level of structs; one that does not has the table's, in order. The
/// nulls of one column that is missing may take @p most bytes.
inline result<columns, misfit> fit_columns(columnar::record_batch const& batch, columnar::schema const& wanted,
                                           std::size_t most) {
    if (auto bad = columnar::validate(batch); !bad) return to_string(bad.error());
    auto const& fields = batch.fields ? batch.fields->fields : wanted.fields;
    if (fields.size() != batch.columns.size())
        return misfit("it has " + std::to_string(batch.columns.size()) + " columns for " +
                      std::to_string(fields.size()) + " fields");
    return fit_all(batch.columns, fields, wanted.fields, batch.length, "", most);
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
