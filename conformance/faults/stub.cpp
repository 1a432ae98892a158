// SPDX-License-Identifier: Apache-2.0
#include "conformance/faults/stub.hpp"

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/contract/example.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/percent.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/executor/service.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/target.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lancespec::conformance {
namespace {

/// Three rows of `id` and `name` as Arrow IPC.
std::string example_rows(contract::body_kind kind) {
    auto const fields = std::make_shared<columnar::schema>();
    columnar::record_batch rows{fields, {}, 3};
    columnar::array_builder ids(columnar::parse_data_type("int64").value());
    columnar::array_builder names(columnar::parse_data_type("utf8").value());
    for (std::int64_t id = 1; id <= rows.length; ++id) {
        ids.push({id});
        names.push({std::string(1, static_cast<char>('a' + id - 1))});
    }
    for (auto const& [name, builder] : {std::pair{"id", &ids}, std::pair{"name", &names}}) {
        rows.columns.push_back(builder->finish());
        fields->fields.push_back({name, rows.columns.back()->type(), true, {}});
    }
    return kind == contract::body_kind::arrow_file ? columnar::write_ipc_file(*fields, {&rows, 1}).value()
                                                   : columnar::write_ipc_stream(*fields, {&rows, 1}).value();
}

constexpr std::string_view uuid = "5f1d7e84-3b0a-4c55-9d5e-0c6a1f2b3c4d";

/// Where the object's data would be. In memory, so that a client that writes there leaves nothing behind.
std::string location_of(std::vector<std::string> const& id) {
    std::string out = "memory://lancespec-stub";
    for (auto const& name : id) out += '/' + percent_encode(name);
    return out + ".lance";
}

boost::json::value example_schema() {
    using object = boost::json::object;
    auto const field = [](char const* name, char const* type) {
        return object{{"metadata", object()}, {"name", name}, {"nullable", true}, {"type", object{{"type", type}}}};
    };
    return object{{"fields", {field("id", "int64"), field("name", "utf8")}}, {"metadata", object()}};
}

/// What a member called @p name holds on real servers; nothing where any value of its type will do.
std::optional<boost::json::value> usual_value(std::string_view name, std::vector<std::string> const& id) {
    using object = boost::json::object;
    static std::map<std::string_view, boost::json::value> const usual{
        {"transaction_id", boost::json::string(uuid)},
        {"job_id", boost::json::string(uuid)},
        {"index_uuid", boost::json::string(uuid)},
        {"storage_options", object()},
        {"metadata", object()},
        {"schema", example_schema()},
        {"managed_versioning", false},
        {"is_only_declared", false},
        {"num_deleted_rows", 0},
        {"num_small_fragments", 1},
        {"num_unindexed_rows", 0},
        {"total_bytes", 1024},
        {"size_bytes", 1024},
        {"manifest_size", 1024},
        {"manifestSize", 1024},
        {"num_rows", 3},
        {"num_indexed_rows", 3},
        {"timestamp_millis", 1'769'860'800'000},
        {"createAt", 1'769'860'800},
        {"e_tag", boost::json::string(uuid)},
        {"branch", "main"},
        {"parentBranch", "main"},
        {"index_name", "id_idx"},
        {"columns", boost::json::array{"id"}},
        {"index_type", "IVF_PQ"},
        {"distance_type", "l2"},
        {"type_url", "/lance.index.pb.VectorIndexDetails"},
        {"index_details", R"({"metric_type":"L2"})"},
        {"plan", "ProjectionExec: expr=[id@0 as id, name@1 as name]\n  LanceScan: projection=[id, name]"},
        {"analysis",
         "AnalyzeExec verbose=true, metrics=[]\n  LanceScan: projection=[id, name], metrics=[output_rows=3]"},
    };
    if (name == "location" || name == "table_uri") return boost::json::string(location_of(id));
    if (name == "manifest_path") return boost::json::string(location_of(id) + "/_versions/1.manifest");
    if (name == "id") return boost::json::value_from(id);
    if (name == "table" && !id.empty()) return boost::json::string(id.back());
    if (name == "namespace" && !id.empty())
        return boost::json::value_from(std::vector<std::string>(id.begin(), id.end() - 1));
    auto const found = usual.find(name);
    return found == usual.end() ? std::nullopt : std::optional(found->second);
}

/// Gives every member of @p value, and of what is within it, its usual value where it has one of the same kind.
void make_usual(boost::json::value& value, std::vector<std::string> const& id) {
    if (auto* const list = value.if_array())
        for (auto& item : *list) make_usual(item, id);
    auto* const object = value.if_object();
    if (object == nullptr) return;
    for (auto& member : *object) {
        auto better = usual_value(member.key(), id);
        // DropNamespace has an array of transaction ids.
        if (better && member.value().is_array() && !better->is_array()) better = boost::json::array{*better};
        if (better && better->kind() == member.value().kind())
            member.value() = std::move(*better);
        else
            make_usual(member.value(), id);
    }
}

bool names_unknown(boost::json::value const& id) {
    auto const* const names = id.if_array();
    return names != nullptr && std::any_of(names->begin(), names->end(), [](boost::json::value const& name) {
               return name.is_string() &&
                      std::string_view(name.get_string()).find(stub_unknown) != std::string_view::npos;
           });
}

/// Whether a member `id` of @p value, or of what is within it, names what is not there.
bool asks_for_unknown(boost::json::value const& value) {
    if (auto const* const object = value.if_object())
        return std::any_of(object->begin(), object->end(), [](auto const& member) {
            return (member.key() == "id" && names_unknown(member.value())) || asks_for_unknown(member.value());
        });
    auto const* const array = value.if_array();
    return array != nullptr && std::any_of(array->begin(), array->end(), asks_for_unknown);
}

bool asks_for_unknown(reflect::view request) {
    std::string json;
    reflect::write_json(json, request);
    if (json.find(stub_unknown) == std::string::npos) return false;
    auto const read = parse_json(json);
    return read && asks_for_unknown(*read);
}

/// The object that a request is about; `a` where it names none.
std::vector<std::string> id_of(reflect::view request) {
    auto const at = request.type->find("id");
    auto const* const id =
        at < request.type->fields.size()
            ? static_cast<std::vector<std::string> const*>(request.type->fields[at].get(request.value).value)
            : nullptr;
    return id == nullptr || id->empty() ? std::vector<std::string>{"a"} : *id;
}

/// How the operation says that its object is not there. What makes a table lacks its namespace, by the errors page.
error_code not_found(contract::operation const& op) {
    using contract::object_kind;
    auto const own = op.object == object_kind::namespace_    ? error_code::namespace_not_found
                     : op.object == object_kind::transaction ? error_code::transaction_not_found
                                                             : error_code::table_not_found;
    auto const listed = [&](error_code code) {
        return std::find(op.error_codes.begin(), op.error_codes.end(), code) != op.error_codes.end();
    };
    return !listed(own) && listed(error_code::namespace_not_found) ? error_code::namespace_not_found : own;
}

}  // namespace

http::response example_answer(contract::operation const& op, std::vector<std::string> const& id) {
    auto document = contract::example(op.response());
    document.as_object().erase("page_token");
    make_usual(document, id);
    // The status of an index is free text, that of a transaction is not.
    if (auto* const indexes = document.as_object().if_contains("indexes"))
        for (auto& one : indexes->as_array()) one.as_object()["status"] = "ready";
    reflect::instance value(op.response());
    violations none;
    contract::decode_into(value.write(), to_json(document), {}, none);
    for (auto const& field : value.type().fields)
        if (field.is_body)
            *static_cast<std::string*>(field.access(value.write().value).value) = example_rows(op.response_body);
    return http::write_response(op, value.read());
}

http::response stub_answer(http::request const& request) {
    auto const path = http::parse_target(request.target).path;
    auto const instance = to_valid_utf8(path);
    auto const match = http::match_route(request.method, path);
    if (match.operation == nullptr) return http::write_no_route(match, instance);
    auto const& op = *match.operation;

    reflect::instance value(op.request());
    violations broken;
    if (!http::read_served_request(match, request, value.write(), broken)) {
        auto error = http::to_error(broken);
        error.instance = instance;
        return http::write_error(error);
    }
    if (asks_for_unknown(value.read())) return http::write_error({not_found(op), "nothing has this id", "", instance});
    for (auto const& part : stub_parts)
        if (request.target.find(part.marker) != std::string::npos ||
            request.body.find(part.marker) != std::string::npos)
            return http::write_error({part.code, "the table has no such thing", "", instance});
    return example_answer(op, id_of(value.read()));
}

}  // namespace lancespec::conformance
