#include "conformance/serve/stand_in.hpp"

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/columnar/scalar.hpp>
#include <lancespec/contract/example.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/core/utf8.hpp>
#include <lancespec/http/mapping.hpp>
#include <lancespec/http/target.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <memory>
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

bool names_unknown(boost::json::value const& id) {
    auto const* const names = id.if_array();
    return names != nullptr && std::any_of(names->begin(), names->end(), [](boost::json::value const& name) {
               return name.is_string() &&
                      std::string_view(name.get_string()).find(stand_in_unknown) != std::string_view::npos;
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
    if (json.find(stand_in_unknown) == std::string::npos) return false;
    auto const read = parse_json(json);
    return read && asks_for_unknown(*read);
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

http::response example_answer(contract::operation const& op) {
    auto document = contract::example(op.response());
    document.as_object().erase("page_token");
    reflect::instance value(op.response());
    violations none;
    contract::decode_into(value.write(), to_json(document), {}, none);
    for (auto const& field : value.type().fields)
        if (field.is_body)
            *static_cast<std::string*>(field.access(value.write().value).value) = example_rows(op.response_body);
    return http::write_response(op, value.read());
}

http::response stand_in(http::request const& request) {
    auto const path = http::parse_target(request.target).path;
    auto const instance = to_valid_utf8(path);
    auto const match = http::match_route(request.method, path);
    if (match.operation == nullptr) return http::write_no_route(match, instance);
    auto const& op = *match.operation;

    reflect::instance value(op.request());
    violations broken;
    if (!http::read_request(match, request, value.write(), {}, broken)) {
        auto error = http::to_error(broken);
        error.instance = instance;
        return http::write_error(error);
    }
    if (asks_for_unknown(value.read())) return http::write_error({not_found(op), "nothing has this id", "", instance});
    for (auto const& part : stand_in_parts)
        if (request.target.find(part.marker) != std::string::npos ||
            request.body.find(part.marker) != std::string::npos)
            return http::write_error({part.code, "the table has no such thing", "", instance});
    return example_answer(op);
}

}  // namespace lancespec::conformance
