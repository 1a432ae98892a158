// What a view is made of. The specification calls `source_query` opaque; docs/executor.md describes the two JSON
// forms that this executor can run. Anything else is stored as it came, and its refresh fails with the reason.
#pragma once

#include <lancespec/core/json.hpp>
#include <lancespec/core/quote.hpp>
#include <lancespec/executor/impl/table_state.ipp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

LANCESPEC_BEGIN_NAMESPACE
namespace executor::detail {

struct source_query {
    object_identifier table;
    std::vector<std::string> columns;  ///< field paths
    std::optional<std::string> where;
};

using json_object = boost::json::object;

/// A list of strings; nothing for any other value.
inline std::optional<std::vector<std::string>> strings(boost::json::value const* value) {
    if (value == nullptr || !value->is_array()) return std::nullopt;
    std::vector<std::string> out;
    for (auto const& item : value->get_array()) {
        if (!item.is_string()) return std::nullopt;
        out.emplace_back(std::string_view(item.get_string()));
    }
    return out;
}

inline std::optional<std::string> string_member(json_object const& from, char const* name) {
    auto const* value = from.if_contains(name);
    if (value == nullptr || !value->is_string()) return std::nullopt;
    return std::string(std::string_view(value->get_string()));
}

/// The first member, null ones aside, that is none of @p known. To pass over one would be to answer another query.
inline std::optional<std::string> unknown_member(json_object const& object,
                                                 std::initializer_list<std::string_view> known) {
    for (auto const& member : object)
        if (!member.value().is_null() && std::find(known.begin(), known.end(), member.key()) == known.end())
            return std::string(std::string_view(member.key()));
    return std::nullopt;
}

/// `{"table": [names], "columns": [paths], "where": text}`. Errors: what is wrong.
inline result<source_query, std::string> read_own_form(json_object const& object) {
    using namespace std::string_literals;
    source_query out;
    auto table = strings(object.if_contains("table"));
    if (!table || table->empty()) return "\"table\" is no list of names"s;
    out.table = object_identifier{std::move(*table)};
    auto paths = strings(object.if_contains("columns"));
    if (!paths || paths->empty()) return "\"columns\" is no list of field paths"s;
    out.columns = std::move(*paths);
    out.where = string_member(object, "where");
    if (auto const* clause = object.if_contains("where"); clause != nullptr && !clause->is_null() && !out.where)
        return "\"where\" is no string"s;
    if (auto const other = unknown_member(object, {"table", "columns", "where"}))
        return "it has the member \"" + quote(*other) + '"';
    return out;
}

/// `{"base": {"columns": [paths]}, "source_table": name}`; the table is a sibling of the view.
inline result<source_query, std::string> read_client_form(json_object const& object, object_identifier const& view) {
    using namespace std::string_literals;
    auto name = string_member(object, "source_table");
    auto const* base = object.if_contains("base");
    if (!name || base == nullptr || !base->is_object())
        return "it has neither \"table\" nor both \"source_table\" and \"base\""s;
    auto paths = strings(base->get_object().if_contains("columns"));
    if (!paths || paths->empty()) return "\"base\" has no list of columns"s;
    if (auto const other = unknown_member(base->get_object(), {"columns"}))
        return "\"base\" has the member \"" + quote(*other) + '"';
    if (auto const other = unknown_member(object, {"base", "source_table"}))
        return "it has the member \"" + quote(*other) + '"';
    source_query out;
    out.table = view.parent().child(std::move(*name));
    out.columns = std::move(*paths);
    return out;
}

/// What @p text asks for, in one of the two forms.
inline result<source_query, namespace_error> read_source_query(std::string_view text, object_identifier const& view) {
    auto const cannot = [](std::string const& why) {
        return fail(error_code::invalid_input, "the view's source_query is not one that this executor can run: " + why);
    };
    auto const parsed = parse_json(text);
    if (!parsed) return cannot("it is no JSON (" + to_string(parsed.error()) + ")");
    auto const* object = parsed->if_object();
    if (object == nullptr) return cannot("it is no JSON object");
    auto query = object->contains("table") ? read_own_form(*object) : read_client_form(*object, view);
    if (!query) return cannot(query.error());
    return *std::move(query);
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
