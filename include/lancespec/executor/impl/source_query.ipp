// SPDX-License-Identifier: Apache-2.0
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

/// A column of the query: a field path of the source, or an expression over it.
struct source_column {
    std::string text;
    std::optional<std::string> name = {};  ///< what the view calls it; absent: the last name of the path
};

struct source_query {
    object_identifier table;
    std::optional<std::vector<source_column>> columns;  ///< absent: all that the source has
    std::optional<std::string> where;
    std::int64_t offset = 0;            ///< rows that `where` keeps and that are left out
    std::optional<std::int64_t> limit;  ///< most rows behind those; absent: all
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

/// As source columns without names of their own.
inline std::vector<source_column> to_columns(std::vector<std::string> paths) {
    std::vector<source_column> out;
    for (auto& path : paths) out.push_back({std::move(path)});
    return out;
}

/// `{"table": [names], "columns": [paths], "where": text}`. Errors: what is wrong.
inline result<source_query, std::string> read_own_form(json_object const& object) {
    using namespace std::string_literals;
    source_query out;
    auto table = strings(object.if_contains("table"));
    if (!table || table->empty()) return "\"table\" is not a list of names"s;
    out.table = object_identifier{std::move(*table)};
    auto paths = strings(object.if_contains("columns"));
    if (!paths || paths->empty()) return "\"columns\" is not a list of field paths"s;
    out.columns = to_columns(std::move(*paths));
    out.where = string_member(object, "where");
    if (auto const* clause = object.if_contains("where"); clause != nullptr && !clause->is_null() && !out.where)
        return "\"where\" is not a string"s;
    if (auto const other = unknown_member(object, {"table", "columns", "where"}))
        return "it has the member \"" + quote(*other) + '"';
    return out;
}

/// The columns of Geneva's form: null is all, a list has field paths, and in an object each member is a column's name
/// with a path or an expression.
inline result<std::optional<std::vector<source_column>>, std::string> read_columns(boost::json::value const* value) {
    using namespace std::string_literals;
    using columns_of = std::optional<std::vector<source_column>>;
    if (value == nullptr || value->is_null()) return columns_of{};
    if (auto const* map = value->if_object(); map != nullptr && !map->empty()) {
        std::vector<source_column> out;
        for (auto const& [name, text] : *map) {
            if (!text.is_string())
                return "\"base\" has the column \"" + quote(std::string_view(name)) + "\", which is not a string";
            out.push_back({std::string(std::string_view(text.get_string())), std::string(std::string_view(name))});
        }
        return columns_of(std::move(out));
    }
    auto paths = strings(value);
    if (!paths || paths->empty()) return "\"columns\" of \"base\" is neither a list of field paths nor an object"s;
    return columns_of(to_columns(std::move(*paths)));
}

/// A count of rows; nothing when it is absent or null. Errors: what is wrong.
inline result<std::optional<std::int64_t>, std::string> count_member(json_object const& from, char const* name) {
    using count = std::optional<std::int64_t>;
    auto const* value = from.if_contains(name);
    if (value == nullptr || value->is_null()) return count{};
    if (!value->is_int64() || value->get_int64() < 0)
        return std::string("\"base\" has a \"") + name + "\" that is not a number of rows";
    return count(value->get_int64());
}

/// The first member that asks for something: one that is neither null, false nor empty, and none of @p known. To pass
/// over one would be to answer another query.
inline std::optional<std::string> asking_member(json_object const& object,
                                                std::initializer_list<std::string_view> known) {
    for (auto const& member : object) {
        auto const& value = member.value();
        bool const silent = value.is_null() || (value.is_bool() && !value.get_bool()) ||
                            (value.is_array() && value.get_array().empty()) ||
                            (value.is_object() && value.get_object().empty());
        if (!silent && std::find(known.begin(), known.end(), member.key()) == known.end())
            return std::string(std::string_view(member.key()));
    }
    return std::nullopt;
}

/// Geneva's serialized query: `{"base": {"columns", "filter", "limit", "offset"}, "source_table": name,
/// "source_db_uri": text}`; the table is a sibling of the view. The URI is how the client reaches its database, which
/// is this catalog: it is not looked at.
inline result<source_query, std::string> read_client_form(json_object const& object, object_identifier const& view) {
    using namespace std::string_literals;
    auto name = string_member(object, "source_table");
    auto const* base = object.if_contains("base");
    if (!name || base == nullptr || !base->is_object())
        return "it has neither \"table\" nor both \"source_table\" and \"base\""s;
    auto const& query = base->get_object();
    source_query out;
    out.table = view.parent().child(std::move(*name));
    auto wanted = read_columns(query.if_contains("columns"));
    if (!wanted) return wanted.error();
    out.columns = std::move(*wanted);
    out.where = string_member(query, "filter");
    if (auto const* clause = query.if_contains("filter"); clause != nullptr && !clause->is_null() && !out.where)
        return "\"filter\" of \"base\" is not a string"s;
    auto const limit = count_member(query, "limit");
    if (!limit) return limit.error();
    auto const offset = count_member(query, "offset");
    if (!offset) return offset.error();
    out.limit = *limit;
    out.offset = offset->value_or(0);
    if (auto const other = asking_member(query, {"columns", "filter", "limit", "offset"}))
        return "\"base\" has the member \"" + quote(*other) + '"';
    if (auto const* uri = object.if_contains("source_db_uri"); uri != nullptr && !uri->is_null() && !uri->is_string())
        return "\"source_db_uri\" is not a string"s;
    if (auto const other = asking_member(object, {"base", "source_table", "source_db_uri"}))
        return "it has the member \"" + quote(*other) + '"';
    return out;
}

/// What @p text asks for, in one of the two forms.
inline result<source_query, namespace_error> read_source_query(std::string_view text, object_identifier const& view) {
    auto const cannot = [](std::string const& why) {
        return fail(error_code::invalid_input, "the view's source_query is not one that this executor can run: " + why);
    };
    auto const parsed = parse_json(text);
    if (!parsed) return cannot("it is not valid JSON (" + to_string(parsed.error()) + ")");
    auto const* object = parsed->if_object();
    if (object == nullptr) return cannot("it is not a JSON object");
    auto query = object->contains("table") ? read_own_form(*object) : read_client_form(*object, view);
    if (!query) return cannot(query.error());
    return *std::move(query);
}

}  // namespace executor::detail
LANCESPEC_END_NAMESPACE
