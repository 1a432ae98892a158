// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/fixtures.hpp"

#include "conformance/setup/bodies.hpp"
#include "conformance/setup/creations.hpp"
#include "conformance/setup/rows.hpp"
#include "conformance/transport/text.hpp"

#include <lancespec/core/identifier.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>
#include <lancespec/model/columns.hpp>
#include <lancespec/model/namespaces.hpp>
#include <lancespec/model/rows.hpp>
#include <lancespec/model/tables.hpp>
#include <lancespec/model/views.hpp>

#include <fmt/format.h>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace lancespec::conformance {
namespace {

not_made because(called const& call) {
    return {call.why, call.declined, call.a.status()};
}

std::size_t kind_index(made_kind kind) {
    return kind == made_kind::namespace_ ? 0 : 1;
}

bool is_gone(answer const& a) {
    return a.status() == 404 || a.code() == 1 || a.code() == 4;
}

}  // namespace

result<std::vector<std::string>, not_made> fixtures::parent(client& by) {
    std::lock_guard const lock(mutex_);
    if (parent_) return *parent_;
    std::vector<std::string> const names{"lancespec" + run_.run_id()};
    model::create_namespace_request request;
    request.id = names;
    auto const made = by.call(request);
    if (made.ok) {
        parent_ = names;
    } else if (made.a.record.result.status == exchange_status::answered) {
        prefixed_ = true;  // a catalog of one level: the run's id goes into each name
        parent_ = std::vector<std::string>{};
    } else {
        parent_ = because(made);
    }
    return *parent_;
}

result<std::vector<std::string>, not_made> fixtures::place_for(client& by, std::string_view name) {
    auto names = parent(by);
    if (!names) return names.error();
    names->push_back(prefixed_ ? fmt::format("lancespec{}{}", run_.run_id(), name) : std::string(name));
    return names;
}

template <class Request>
result<std::vector<std::string>, not_made> fixtures::make(client& by, std::string_view name, Request request) {
    auto names = place_for(by, name);
    if (!names) return names.error();
    request.id = *names;
    auto const made = by.call(request);
    if (made.ok) return names;
    return because(made);
}

result<std::vector<std::string>, not_made> fixtures::make_table(client& by, std::string_view name) {
    model::create_table_request request;
    request.data = rows_of(1, 6);
    return make(by, name, std::move(request));
}

result<std::vector<std::string>, not_made> fixtures::declare_table(client& by, std::string_view name) {
    return make(by, name, model::declare_table_request{});
}

result<std::vector<std::string>, not_made> fixtures::make_namespace(client& by, std::string_view name) {
    return make(by, name, model::create_namespace_request{});
}

writing fixtures::will_send(http::request const& request) {
    writing out;
    auto const match = http::match_route(request.method, http::parse_target(request.target).path);
    if (match.operation == nullptr || match.operation->does != contract::effect::write) return out;
    out.op = match.operation;
    out.objects = objects_of(request);
    for (auto& object : creations_of(request)) {
        if (!run_.options().may_make())
            throw std::logic_error(
                fmt::format("{} may make {}, and the options forbid that", out.op->id, describe(object)));
        // Only what bears the run's name is the suite's to remove.
        bool const own = std::ranges::any_of(
            object.names, [this](auto const& name) { return name.find(run_.run_id()) != std::string::npos; });
        if (own) out.makes.push_back(journal_.will_make(object.kind, std::move(object.names)));
    }
    return out;
}

void fixtures::was_answered(writing const& what, exchange_record const& e, bool of_a_check) {
    if (what.op == nullptr) return;
    auto const a = read_answer(e);
    // A 5xx, and an answer that was lost, may hide that it was made.
    bool const turned_down = a.refused() || a.is_redirect() || a.is_web_page() || a.busy() || a.declined() ||
                             a.unrouted() || a.record.result.status == exchange_status::unreachable;
    // Which of two names that differ has won, nobody knows; and to insert is not to make.
    bool const is_plain = what.makes.size() == 1 && makes_objects(*what.op);
    for (auto const& intent : what.makes) {
        if (turned_down)
            journal_.was_not_made(intent);
        else if (a.accepted() && is_plain)
            journal_.was_made(intent);
    }
    if (turned_down || !a.accepted()) return;
    std::lock_guard const lock(noting_);
    if (what.op->id == "DeregisterTable") {
        auto const* location = a.member("location");
        bool const is_told = location != nullptr && location->is_string();
        std::string const where(is_told ? std::string_view(location->get_string()) : std::string_view());
        // What a server keeps in its memory has no files.
        if (!where.starts_with("memory:"))
            for (auto const& names : what.objects) forgotten_.push_back({names, where});
    }
    if (what.op->id == "RegisterTable") {
        // Taken in again: its files go with the new table.
        auto const body = parse_json(e.request.body);
        auto const* location = body && body->is_object() ? body->get_object().if_contains("location") : nullptr;
        if (location != nullptr && location->is_string())
            std::erase_if(forgotten_, [&](forgotten_table const& one) {
                return one.location == std::string_view(location->get_string());
            });
    }
    constexpr std::size_t longest = std::size_t{64} << 10;
    if (e.request.body.size() <= longest) changes_.push_back({e.number, of_a_check, what.objects, e.request});
}

std::vector<http::request> fixtures::removal_of(std::vector<made_object> const& objects) const {
    http::write_options options;
    options.delimiter = run_.options().delimiter;
    std::vector<http::request> out;
    auto const add = [&](auto request, std::vector<std::string> const& names) {
        request.id = names;
        auto written = http::to_http(request, options);
        if (!written) return;
        run_.add_fields(*written, true);
        out.push_back(std::move(*written));
    };
    for (auto object = objects.rbegin(); object != objects.rend(); ++object) {
        if (object->kind == made_kind::namespace_)
            add(model::drop_namespace_request{}, object->names);
        else
            add(model::drop_table_request{}, object->names);
    }
    return out;
}

result<void, not_made> fixtures::add_computed_column(client& by, std::vector<std::string> const& table) {
    model::alter_table_add_columns_request request;
    request.id = table;
    auto& column = request.new_columns.emplace_back();
    column.name = "c_computed";
    column.computed = "id * 2";
    auto const made = by.call(request);
    if (made.ok) return {};
    return because(made);
}

result<void, not_made> fixtures::add_virtual_column(client& by, std::vector<std::string> const& table) {
    model::alter_table_add_columns_request request;
    request.id = table;
    auto& column = request.new_columns.emplace_back();
    column.name = "c_virtual";
    auto& made_by = column.virtual_column.emplace();
    made_by.input_columns = {"id"};
    auto& output = made_by.outputs.emplace_back();
    output.column = column.name;
    output.data_type = boost::json::object{{"type", "int64"}};
    output.nullable = true;
    made_by.image = std::string(bodies::function_image);
    made_by.udf = std::string(bodies::function);
    made_by.udf_name = std::string(bodies::function_name);
    made_by.udf_version = "1";
    made_by.udf_backend = std::string(bodies::function_backend);
    made_by.auto_backfill = false;
    auto const made = by.call(request);
    if (made.ok) return {};
    return because(made);
}

result<void, not_made> fixtures::insert(client& by, std::vector<std::string> const& table, std::int64_t first,
                                        std::int64_t count) {
    model::insert_into_table_request request;
    request.id = table;
    request.data = rows_of(first, count);
    auto const made = by.call(request);
    if (made.ok) return {};
    return because(made);
}

result<std::vector<std::string>, not_made> fixtures::make_view(client& by, std::vector<std::string> const& table,
                                                               std::string_view name,
                                                               model::materialized_view_kind sort) {
    auto names = place_for(by, name);
    if (!names) return names.error();
    model::create_materialized_view_request request;
    request.id = *names;
    request.kind = sort == model::materialized_view_kind::query ? model::materialized_view_kind::query
                                                                : model::materialized_view_kind::chunker;
    request.source_query =
        to_json(boost::json::object{{"base", boost::json::object{{"columns", boost::json::array{"id"}}}},
                                    {"source_table", table.back()},
                                    {"source_db_uri", nullptr}});
    request.output_schema =
        std::string(sort == model::materialized_view_kind::query ? bodies::query_schema : bodies::chunker_schema);
    request.with_no_data = true;
    request.auto_refresh = false;
    auto const create = [&](std::string_view sha) {
        if (sort == model::materialized_view_kind::chunker) {
            auto& spec = request.udtf_spec.emplace();
            spec.kind = model::udtf_kind::chunker;
            spec.udtf = std::string(bodies::chunker);
            spec.udtf_sha = std::string(sha);
            spec.udtf_name = std::string(bodies::chunker_name);
            spec.udtf_version = "1";
            spec.input_columns = {{"id"}};
            spec.batch = false;
        }
        return by.call(request);
    };
    auto made = create(bodies::chunker_sha);
    if (sort == model::materialized_view_kind::chunker && made.a.status() == 400)
        made = create(bodies::chunker_sha_decoded);
    if (made.ok) return names;
    return because(made);
}

called fixtures::drop(client& by, made_object const& object) {
    auto const ask = [&] {
        if (object.kind == made_kind::namespace_) {
            model::drop_namespace_request request;
            request.id = object.names;
            return by.call(request);
        }
        model::drop_table_request request;
        request.id = object.names;
        auto dropped = by.call(request);
        if (dropped.ok || is_gone(dropped.a) || dropped.a.record.result.status != exchange_status::answered)
            return dropped;
        // A table that was registered may have no data that could be dropped.
        model::deregister_table_request other;
        other.id = object.names;
        auto taken_out = by.call(other);
        return taken_out.ok || is_gone(taken_out.a) ? taken_out : dropped;
    };
    bool const was_interrupted = run_.interrupted();
    auto out = ask();
    bool const cut_off = out.a.record.result.status == exchange_status::interrupted;
    return cut_off && !was_interrupted && run_.interrupted() ? ask() : out;
}

remains fixtures::clean_up() {
    constexpr unsigned patience = 2;  // requests without an answer
    remains left;
    auto const all = journal_.entries();
    client by(run_, "clean_up");
    unsigned unanswered = 0;
    std::array<bool, 2> routed{};  // namespaces, tables and views
    auto const stopped = [wishes = run_.options().interrupts] { return wishes != nullptr && *wishes > 1; };
    for (auto object = all.rbegin(); object != all.rend(); ++object) {
        auto& list = object->sure ? left.sure : left.unsure;
        if (unanswered >= patience || stopped()) {
            list.push_back(fmt::format("{}: not tried, {}", describe(*object),
                                       stopped() ? "the clean-up was interrupted" : "the server does not answer"));
            continue;
        }
        auto const dropped = drop(by, *object);
        bool const answered = dropped.a.record.result.status == exchange_status::answered;
        unanswered += !answered;
        routed[kind_index(object->kind)] =
            routed[kind_index(object->kind)] || dropped.ok || dropped.a.code().has_value();
        // A bare 404 says that it is gone only where something has shown that the route is there.
        bool const gone = is_gone(dropped.a) && (dropped.a.code() || routed[kind_index(object->kind)]);
        if (dropped.ok || (answered && gone)) continue;
        list.push_back(fmt::format("{}: {}", describe(*object), dropped.why));
    }
    std::lock_guard const lock(noting_);
    // Which check came first is a matter of time.
    std::ranges::sort(forgotten_, {}, &forgotten_table::names);
    for (auto const& [names, location] : forgotten_)
        left.unsure.push_back(
            fmt::format("files of table {}{}: DeregisterTable takes a table out of the catalog and "
                        "leaves its files",
                        object_identifier(names).display(), location.empty() ? "" : " at " + excerpt(location, 200)));
    return left;
}

std::vector<std::string> fixtures::made() const {
    std::vector<std::string> out;
    for (auto const& object : journal_.entries())
        if (object.sure) out.push_back(describe(object));
    return out;
}

}  // namespace lancespec::conformance
