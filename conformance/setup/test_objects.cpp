// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/test_objects.hpp"

#include "conformance/setup/bodies.hpp"
#include "conformance/setup/environment.hpp"
#include "conformance/setup/requests.hpp"
#include "conformance/setup/rows.hpp"

#include <lancespec/core/identifier.hpp>
#include <lancespec/model/tables.hpp>
#include <lancespec/model/versions.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>

namespace lancespec::conformance {
namespace {

using boost::json::value;
using names = std::vector<std::string>;

/// What the placeholders of a sample stand for.
struct meanings {
    std::string number;
    names const& object;
    std::string source;
    std::string path{};  ///< from the server: of a table, or of a manifest
};

void replace_all(std::string& text, std::string_view what, std::string_view with) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

void fill_in(value& v, meanings const& with) {
    if (auto* object = v.if_object())
        for (auto& member : *object) fill_in(member.value(), with);
    if (auto* array = v.if_array())
        for (auto& item : *array) fill_in(item, with);
    if (!v.is_string()) return;
    std::string text(std::string_view(v.get_string()));
    if (text == "$TABLE") {
        v = boost::json::array(with.object.begin(), with.object.end());
        return;
    }
    replace_all(text, "$N", with.number);
    replace_all(text, "$VIEW_SCHEMA", bodies::query_schema);
    replace_all(text, "$SOURCE", with.source);
    replace_all(text, "$LOCATION", with.path);
    replace_all(text, "$MANIFEST", with.path);
    v = text;
}

boost::json::object members_of(std::string_view text, meanings const& with) {
    auto parsed = boost::json::parse(text);
    fill_in(parsed, with);
    return std::move(parsed.get_object());
}

std::size_t index_of(operation const& op) {
    auto const all = all_operations();
    return static_cast<std::size_t>(std::ranges::find(all, &op) - all.begin());
}

bool is_new(place on) {
    return on == place::new_table || on == place::new_view || on == place::new_namespace;
}

bool may_be_declared(place on) {
    return on == place::shared_name || on == place::own_name;
}

constexpr std::string_view nothing_is_made = "the suite was told to make nothing (--no-set-up, --read-only)";

}  // namespace

boost::json::object example_members(operation const& op, names const& object) {
    return members_of(sample_of(op.id).members, {"1", object, "lancespec", "lancespec"});
}

result<names, not_made> test_objects::table(client& by, std::string_view name, bool declared_will_do) {
    auto made = fixtures_of(run_).make_table(by, name);
    if (made || !declared_will_do) return made;
    // What is wrong with the creation of tables is no matter of an operation that needs the name alone.
    auto declared = fixtures_of(run_).declare_table(by, std::string(name) + "n");
    return declared ? declared : made;
}

result<names, not_made> test_objects::shared(client& by, bool declared_will_do) {
    auto const& options = run_.options();
    if (!options.may_make()) {
        if (auto const named = options.objects.to_read(); !named.empty()) return named;
        return not_made{fmt::format("{}; --table names a table of yours to read", nothing_is_made)};
    }
    auto made = shared_own(by, declared_will_do);
    // A server may lack the creation of tables and have all that is done with them.
    auto const named = options.objects.to_read();
    if (!made && !named.empty()) return named;
    return made;
}

result<names, not_made> test_objects::shared_own(client& by, bool declared_will_do) {
    // Whoever comes first, the same tables are made.
    if (!rows_) rows_ = table(by, "drows", false);
    if (*rows_ || !declared_will_do) return *rows_;
    if (!name_) name_ = fixtures_of(run_).declare_table(by, "dname");
    return *name_ ? *name_ : *rows_;
}

result<names, not_made> test_objects::object_for(sample const& what, client& by) {
    auto const& op = *find_operation(what.operation);
    auto const own_name = [&] { return fmt::format("d{}x{}", index_of(op), ++used_[op.id]); };
    switch (what.on) {
        case place::nothing: return names{};
        case place::transaction:
            if (run_.options().may_make())
                if (auto begun = transaction(by); !begun.empty()) return names{std::move(begun)};
            return names{"lancespec" + run_.run_id()};
        case place::shared_table:
        case place::shared_name: return shared(by, may_be_declared(what.on));
        case place::run_namespace:
            if (!run_.options().may_make()) return names{};
            return fixtures_of(run_).home(by);
        default: break;
    }
    if (!run_.options().may_make()) return not_made{std::string(nothing_is_made)};
    if (is_new(what.on)) return fixtures_of(run_).name_for(by, own_name());
    if (auto const found = own_.find(op.id); found != own_.end()) return found->second;
    auto made = what.on == place::own_namespace ? fixtures_of(run_).make_namespace(by, own_name())
                                                : table(by, own_name(), may_be_declared(what.on));
    if (made) own_.emplace(std::string(op.id), *made);
    return made;
}

std::string test_objects::transaction(client& by) {
    if (transaction_) return *transaction_;
    transaction_.emplace();
    auto const made = table(by, "dtransaction", false);
    if (!made) return {};
    auto const& op = *find_operation("CreateTableIndex");
    boost::json::object const members{{"column", "id"}, {"index_type", "BTREE"}, {"name", "itransaction"}};
    auto const call = by.call(write_members(op, *made, members, run_.options().delimiter, {}), op.id);
    auto const* id = call.ok ? call.a.member("transaction_id") : nullptr;
    if (id != nullptr && id->is_string()) transaction_ = std::string(std::string_view(id->get_string()));
    return *transaction_;
}

result<std::string, not_made> test_objects::location(client& by) {
    if (!location_.empty()) return {boost::system::in_place_value, location_};
    auto const name = fmt::format("dgone{}", ++used_["location"]);
    auto const made = table(by, name, true);
    if (!made) return made.error();
    model::describe_table_request describe;
    describe.id = *made;
    auto const described = by.call(describe);
    if (!described.ok) return not_made{described.why, described.declined, described.a.status()};
    auto const* where = described.a.member("location");
    if (where == nullptr || !where->is_string() || where->get_string().empty())
        return not_made{"DescribeTable tells no location of a table, and the suite makes up none"};
    model::deregister_table_request forget;
    forget.id = *made;
    auto const forgotten = by.call(forget);
    if (!forgotten.ok) return not_made{forgotten.why, forgotten.declined, forgotten.a.status()};
    location_ = std::string(std::string_view(where->get_string()));
    return {boost::system::in_place_value, location_};
}

result<std::string, not_made> test_objects::manifest(client& by, names const& table) {
    model::list_table_versions_request list;
    list.id = table;
    auto const listed = by.call(list);
    if (!listed.ok) return not_made{listed.why, listed.declined, listed.a.status()};
    auto const* versions = listed.a.member("versions");
    auto const* all = versions != nullptr ? versions->if_array() : nullptr;
    auto const* last = all != nullptr && !all->empty() ? all->back().if_object() : nullptr;
    auto const* path = last != nullptr ? last->if_contains("manifest_path") : nullptr;
    if (path == nullptr || !path->is_string() || path->get_string().empty())
        return not_made{"ListTableVersions tells no manifest_path of a table, and the suite makes up none"};
    return {boost::system::in_place_value, std::string(std::string_view(path->get_string()))};
}

std::optional<not_made> test_objects::prepare(sample const& what, test_object& s, client& by, std::size_t number) {
    for (auto const& one : what.before) {
        auto const& op = *find_operation(one.operation);
        meanings const with{std::to_string(number), s.names, {}};
        auto const call = by.call(
            write_members(op, s.names, members_of(one.members, with), run_.options().delimiter, rows_of(100, 1)),
            op.id);
        if (!call.ok) return not_made{call.why, call.declined, call.a.status()};
    }
    return std::nullopt;
}

result<test_object, not_made> test_objects::next(operation const& op) {
    std::lock_guard const lock(mutex_);
    auto const& what = sample_of(op.id);
    client by(run_, check_prefix(op) + ".prepare");
    auto object = object_for(what, by);
    if (!object) return object.error();
    test_object s;
    s.names = std::move(*object);
    auto const number = ++numbers_[op.id];
    meanings with{std::to_string(number), s.names, {}};
    if (what.on == place::new_view) {
        auto source = shared(by, false);
        if (!source) return source.error();
        with.source = source->back();
    }
    auto const asks_for = [&](std::string_view placeholder) {
        return what.members.find(placeholder) != std::string_view::npos;
    };
    if (asks_for("$LOCATION") || asks_for("$MANIFEST")) {
        auto path = asks_for("$LOCATION") ? location(by) : manifest(by, s.names);
        if (!path) return path.error();
        with.path = std::move(*path);
    }
    s.members = members_of(otherwise_.contains(op.id) ? what.otherwise : what.members, with);
    if (op.request_body == contract::body_kind::arrow_stream)
        s.rows = rows_of(static_cast<std::int64_t>(100 + number), 1);
    if (!what.before.empty()) {
        // What was prepared and is still there will do for the next request.
        if (prepared_.contains(op.id)) {
            s.members = last_[op.id];
        } else {
            if (auto why = prepare(what, s, by, number)) return *why;
            prepared_.insert(op.id);
            last_[op.id] = s.members;
        }
    }
    return s;
}

bool test_objects::try_otherwise(operation const& op) {
    std::lock_guard const lock(mutex_);
    return !sample_of(op.id).otherwise.empty() && otherwise_.insert(op.id).second;
}

void test_objects::settle(operation const& op, answer const& a) {
    std::lock_guard const lock(mutex_);
    if (a.accepted() && op.id == "RegisterTable") location_.clear();
    if (!a.accepted() || !sample_of(op.id).consumes) return;
    own_.erase(std::string(op.id));
    prepared_.erase(op.id);
}

}  // namespace lancespec::conformance
