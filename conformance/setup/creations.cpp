// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/creations.hpp"

#include <lancespec/core/identifier.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <optional>
#include <string_view>

namespace lancespec::conformance {
namespace {

namespace json = boost::json;
using names = std::vector<std::string>;

/// A list of texts, and nothing of anything else.
std::optional<names> names_in(json::object const& from, std::string_view member) {
    auto const* value = from.if_contains(member);
    auto const* list = value != nullptr ? value->if_array() : nullptr;
    if (list == nullptr || list->empty()) return std::nullopt;
    names out;
    for (auto const& one : *list) {
        if (!one.is_string()) return std::nullopt;
        out.emplace_back(std::string_view(one.get_string()));
    }
    return out;
}

std::string text_in(json::object const& from, std::string_view member) {
    auto const* value = from.if_contains(member);
    return value != nullptr && value->is_string() ? std::string(std::string_view(value->get_string())) : std::string{};
}

/// What a request says of the objects that it is about.
struct reading {
    contract::operation const* op = nullptr;
    std::vector<names> ids;  ///< of the route, and of the body where that names another
    json::object body;
};

void add(std::vector<names>& to, std::optional<names> one) {
    if (one && !one->empty() && std::ranges::find(to, *one) == to.end()) to.push_back(std::move(*one));
}

reading read(http::request const& request) {
    reading out;
    auto const parts = http::parse_target(request.target);
    auto const match = http::match_route(request.method, parts.path);
    out.op = match.operation;
    if (out.op == nullptr) return out;
    if (auto const value = parse_json(request.body); value && value->is_object()) out.body = value->get_object();
    if (out.op->has_id())
        if (auto const id = object_identifier::parse(match.id, parts.find("delimiter").value_or("$")))
            add(out.ids, id->names());
    add(out.ids, names_in(out.body, "id"));
    // Of several tables.
    for (auto const* list : {"operations", "entries"}) {
        auto const* value = out.body.if_contains(list);
        auto const* all = value != nullptr ? value->if_array() : nullptr;
        if (all == nullptr) continue;
        for (auto const& one : *all) {
            if (!one.is_object()) continue;
            add(out.ids, names_in(one.get_object(), "id"));
            for (auto const& member : one.get_object())
                if (member.value().is_object()) add(out.ids, names_in(member.value().get_object(), "id"));
        }
    }
    return out;
}

bool takes_away(contract::operation const& op) noexcept {
    for (std::string_view const word : {"Drop", "Deregister", "Delete", "BatchDelete"})
        if (op.id.starts_with(word)) return true;
    return false;
}

made_kind kind_of(contract::operation const& op) noexcept {
    if (op.object == contract::object_kind::namespace_) return made_kind::namespace_;
    return op.id == "CreateMaterializedView" ? made_kind::view : made_kind::table;
}

/// What a table is called that RenameTable has moved from @p old.
std::optional<names> renamed(json::object const& body, names old) {
    auto name = text_in(body, "new_table_name");
    if (name.empty()) return std::nullopt;
    auto out = names_in(body, "new_namespace_id");
    if (!out) {
        old.pop_back();
        out = std::move(old);
    }
    out->push_back(std::move(name));
    return out;
}

}  // namespace

bool makes_objects(contract::operation const& op) noexcept {
    for (std::string_view const id : {"CreateNamespace", "CreateTable", "DeclareTable", "RegisterTable",
                                      "CreateMaterializedView", "RenameTable", "BatchCommitTables"})
        if (op.id == id) return true;
    return false;
}

std::vector<made_object> creations_of(http::request const& request) {
    std::vector<made_object> out;
    auto const said = read(request);
    if (said.op == nullptr || said.op->does != contract::effect::write || takes_away(*said.op)) return out;
    if (said.op->object == contract::object_kind::transaction) return out;
    bool const renames = said.op->id == "RenameTable";
    std::vector<names> ids;
    for (auto const& id : said.ids) add(ids, renames ? renamed(said.body, id) : id);
    for (auto& id : ids) out.push_back({kind_of(*said.op), std::move(id), false});
    return out;
}

std::vector<names> objects_of(http::request const& request) {
    auto said = read(request);
    if (said.op == nullptr) return {};
    auto out = said.ids;
    for (auto const& id : said.ids) {
        if (said.op->id == "RenameTable") add(out, renamed(said.body, id));
        auto const query = parse_json(text_in(said.body, "source_query"));
        if (!query || !query->is_object()) continue;
        if (auto source = text_in(query->get_object(), "source_table"); !source.empty()) {
            auto sibling = id;
            sibling.back() = std::move(source);
            add(out, std::move(sibling));
        }
    }
    return out;
}

}  // namespace lancespec::conformance
