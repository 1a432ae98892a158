// What a view is made of. The specification calls `source_query` opaque; docs/executor.md describes the two JSON
// forms that this executor can run. Anything else is stored as it came, and its refresh fails with the reason.
#pragma once

#include <lancespec/core/json.hpp>
#include <lancespec/executor/impl/table_state.ipp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

struct source_query {
    object_identifier table;
    std::vector<std::string> columns;  ///< field paths
    std::optional<std::string> where;
};

inline std::optional<std::vector<std::string>> strings(boost::json::value const* value) {
    if (value == nullptr || !value->is_array()) return std::nullopt;
    std::vector<std::string> out;
    for (auto const& item : value->get_array()) {
        if (!item.is_string()) return std::nullopt;
        out.emplace_back(std::string_view(item.get_string()));
    }
    return out;
}

/// Reads `{"table": [names], "columns": [paths], "where": text}`, where "where" may be left out, or the common
/// client form `{"base": {"columns": [paths]}, "source_table": name}`, whose table is a sibling of the view.
inline result<source_query, namespace_error> read_source_query(std::string_view text, object_identifier const& view) {
    auto const cannot = [](std::string const& why) {
        return fail(error_code::invalid_input, "the view's source_query is not one that this executor can run: " + why);
    };
    auto const parsed = parse_json(text);
    if (!parsed) return cannot("it is no JSON (" + to_string(parsed.error()) + ")");
    auto const* object = parsed->if_object();
    if (object == nullptr) return cannot("it is no JSON object");
    source_query out;
    if (auto const table = strings(object->if_contains("table"))) {
        out.table = object_identifier{*table};
        auto columns = strings(object->if_contains("columns"));
        if (!columns || columns->empty()) return cannot("\"columns\" is no list of field paths");
        out.columns = std::move(*columns);
        if (auto const* clause = object->if_contains("where"); clause != nullptr && !clause->is_null()) {
            if (!clause->is_string()) return cannot("\"where\" is no string");
            out.where = std::string(std::string_view(clause->get_string()));
        }
        return out;
    }
    auto const* name = object->if_contains("source_table");
    auto const* base = object->if_contains("base");
    if (name == nullptr || !name->is_string() || base == nullptr || !base->is_object())
        return cannot("it has neither \"table\" nor \"source_table\" and \"base\"");
    auto columns = strings(base->get_object().if_contains("columns"));
    if (!columns || columns->empty()) return cannot("\"base\" has no list of columns");
    out.table = view.parent().child(std::string(std::string_view(name->get_string())));
    out.columns = std::move(*columns);
    return out;
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
