// SPDX-License-Identifier: Apache-2.0
#include <lancespec/http/mapping.hpp>

#include "tests/support/catch.hpp"

#include <lancespec/arbitrary/described.hpp>
#include <lancespec/core/json.hpp>

// What travels outside a JSON body: parameters of path and query, Arrow bytes, bare values, nothing at all.
namespace parameters_test {

namespace http = lancespec::http;
namespace model = lancespec::model;
using lancespec::rule;
using list = std::vector<std::string>;

template <class Request>
list broken(http::request const& request) {
    list out;
    if (auto const read = http::from_http<Request>(request); !read)
        for (auto const& v : read.error()) out.push_back(v.pointer + " " + std::string(name(v.broken)));
    return out;
}

TEST_CASE("An operation with GET takes all of its request from the route") {
    auto const read = http::from_http<model::list_tables_request>(
                          {"GET",
                           "/v1/namespace/a%24b/table/list?limit=5&page_token=x%26y&include_declared=false",
                           {{"authorization", "Bearer t"}},
                           "not looked at"})
                          .value();
    CHECK(read.id == list{"a", "b"});
    CHECK(read.limit == 5);
    CHECK(read.page_token == "x&y");
    CHECK(read.include_declared == false);
    CHECK(read.identity->auth_token == "t");
    auto const root =
        http::from_http<model::list_namespaces_request>({"GET", "/v1/namespace/%24/list", {}, ""}).value();
    CHECK(root.id == list{});
    CHECK(!root.limit);
}

TEST_CASE("A parameter of another type is told at its name") {
    using tables = model::list_tables_request;
    auto const get = [](std::string query) {
        return http::request{"GET", "/v1/namespace/a/table/list?" + query, {}, ""};
    };
    CHECK(broken<tables>(get("limit=")) == list{"query:limit type"});
    CHECK(broken<tables>(get("limit=5x")) == list{"query:limit type"});
    CHECK(broken<tables>(get("limit=9223372036854775808")) == list{"query:limit type"});
    CHECK(broken<tables>(get("include_declared=1")) == list{"query:include_declared type"});
    CHECK(broken<tables>(get("include_declared=True&limit=-3")).empty());
    CHECK(broken<tables>(get("page_token=%FF")) == list{"query:page_token malformed"});
    CHECK(broken<tables>(get("Limit=x&offset=y")).empty());
}

TEST_CASE("A query parameter wins over the body, and counts where the body is silent") {
    auto const read = [](std::string query, std::string body) {
        return http::from_http<model::describe_table_request>(
                   {"POST", "/v1/table/t/describe" + query, {}, std::move(body)})
            .value();
    };
    CHECK(read("?with_table_uri=true", R"({"with_table_uri":false,"check_declared":true})").with_table_uri == true);
    CHECK(read("?with_table_uri=true", R"({"check_declared":true})").check_declared == true);
    CHECK(read("?load_detailed_metadata=true", "").load_detailed_metadata == true);
    CHECK(!read("", "").load_detailed_metadata);
}

TEST_CASE("A body that requires nothing may be left out, or be null") {
    CHECK(broken<model::drop_table_request>({"POST", "/v1/table/t/drop", {}, ""}).empty());
    CHECK(broken<model::drop_table_request>({"POST", "/v1/table/t/drop", {}, "null"}).empty());
    CHECK(broken<model::drop_table_request>({"POST", "/v1/table/t/drop", {}, R"({"id":["t"]})"}).empty());
    CHECK(broken<model::drop_table_request>({"POST", "/v1/table/t/drop", {}, R"({"id":["u"]})"}) ==
          list{"/id route_body"});
    CHECK(broken<model::table_exists_request>({"POST", "/v1/table/t/exists", {}, ""}).empty());
    CHECK(broken<model::list_table_versions_request>({"POST", "/v1/table/t/version/list", {}, "null"}).empty());
    CHECK(broken<model::create_table_branch_request>({"POST", "/v1/table/t/branches/create", {}, ""}) ==
          list{" malformed"});
    CHECK(broken<model::delete_from_table_request>({"POST", "/v1/table/t/delete", {}, "null"}) == list{" type"});
}

TEST_CASE("Arrow bytes are the body, with any content type or none; the rest of the request is in the route") {
    std::string const bytes("\xFF\xFF\xFF\xFF\0\0", 6);
    for (auto const& fields :
         {http::headers{}, http::headers{{"content-type", "application/vnd.apache.arrow.stream"}}}) {
        auto const read =
            http::from_http<model::create_table_request>(
                {"POST", R"(/v1/table/a%24t/create?mode=exist_ok&properties=%7B%22k%22%3A%22v%22%7D)", fields, bytes})
                .value();
        CHECK(read.data == bytes);
        CHECK(read.mode == model::create_mode::exist_ok);
        CHECK(read.properties == model::string_map{{"k", "v"}});
        CHECK(!read.storage_options);
    }
    auto const target = [](std::string query) { return http::request{"POST", "/v1/table/t/create?" + query, {}, ""}; };
    using create = model::create_table_request;
    CHECK(broken<create>(target("mode=OVERWRITE")).empty());
    CHECK(broken<create>(target("mode=replace")) == list{"query:mode vocabulary"});
    CHECK(broken<create>(target("properties=x")) == list{"query:properties malformed"});
    CHECK(broken<create>(target("properties=%7B%22a~b%22%3A1%7D")) == list{"query:properties/a~0b type"});
}

TEST_CASE("Bounds and languages hold wherever a member travels") {
    CHECK(broken<model::count_table_rows_request>(
              {"POST", "/v1/table/t/count_rows", {}, R"({"predicate":"id >","version":-1})"}) ==
          list{"/version minimum", "/predicate where_clause"});
    CHECK(broken<model::alter_table_add_columns_request>(
              {"POST",
               "/v1/table/t/add_columns",
               {},
               R"({"new_columns":[{"name":"a","virtual_column":{"input_columns":["x","","a..b"],"outputs":[
                   {"column":"a","struct_field":"a","data_type":7,"nullable":true}],"image":"i","udf":"u",
                   "udf_name":"n","udf_version":"1"}}]})"}) ==
          list{"/new_columns/0/virtual_column/input_columns/1 min_length",
               "/new_columns/0/virtual_column/input_columns/2 field_path",
               "/new_columns/0/virtual_column/outputs/0/data_type type"});
}

TEST_CASE("A list travels as one parameter per item, and a required parameter must be there") {
    using merge = model::merge_insert_into_table_request;
    auto const post = [](std::string query) {
        return http::request{"POST", "/v1/table/t/merge_insert" + query, {}, "x"};
    };
    CHECK(http::from_http<merge>(post("?on=a&on=b.c")).value().on == list{"a", "b.c"});
    CHECK(broken<merge>(post("")) == list{"query:on required"});
    CHECK(broken<merge>(post("?on=a&on=b..c&on=")) == list{"query:on/1 field_path", "query:on/2 min_length"});
    CHECK(broken<merge>(post("?on=a&when_matched_update_all_filt=id+%3E")) ==
          list{"query:when_matched_update_all_filt where_clause"});
}

TEST_CASE("The name of an index in route and body must agree") {
    auto const drop = [](std::string body) {
        return http::request{"POST", "/v1/table/t/index/i/drop", {}, std::move(body)};
    };
    CHECK(http::from_http<model::drop_table_index_request>(drop("")).value().index_name == "i");
    CHECK(broken<model::drop_table_index_request>(drop(R"({"index_name":"i"})")).empty());
    CHECK(broken<model::drop_table_index_request>(drop(R"({"index_name":"j"})")) == list{"/index_name route_body"});
}

TEST_CASE("Schema metadata is a bare map both ways") {
    using update = model::update_table_schema_metadata_request;
    auto const read = http::from_http<update>(
        {"POST", "/v1/table/t/schema_metadata/update?branch=b", {}, R"({"id":"plain key","k":"v"})"});
    REQUIRE(read);
    CHECK(read->metadata == model::string_map{{"id", "plain key"}, {"k", "v"}});
    CHECK(read->id == list{"t"});
    CHECK(read->branch == "b");
    CHECK(broken<update>({"POST", "/v1/table/t/schema_metadata/update", {}, R"({"k":1})"}) == list{"/k type"});
    auto const written = http::to_http(*read).value();
    CHECK(written.body == R"({"id":"plain key","k":"v"})");
}

TEST_CASE("Three operations are read from GET too, as real clients send them") {
    auto const match = http::match_route("GET", "/v1/table/t/count_rows/");
    REQUIRE(match.operation != nullptr);
    CHECK(match.operation->id == "CountTableRows");
    CHECK(broken<model::count_table_rows_request>({"GET", "/v1/table/t/count_rows", {}, ""}).empty());
}

TEST_CASE("A count is a bare integer, existence an empty body") {
    model::count_table_rows_response count;
    count.count = 7;
    auto const& op = lancespec::contract::operation_for<model::count_table_rows_request>();
    auto const written =
        http::write_response(op, {&count, &lancespec::reflect::type_of<model::count_table_rows_response>()});
    CHECK(written.body == "7");
    CHECK(written.fields.find("content-type") == "application/json");
    CHECK(http::answer_from_http<model::count_table_rows_request>(written).value().count == 7);
    auto const wrong = http::answer_from_http<model::count_table_rows_request>({200, {}, "-1"}).error();
    CHECK(wrong.broken.at(0).pointer == "");
    CHECK(wrong.broken.at(0).broken == rule::minimum);
    CHECK(!http::answer_from_http<model::count_table_rows_request>({200, {}, R"({"count":7})"}));

    model::table_exists_response exists;
    exists.context = model::context{{"header.x-a", "1"}};
    auto const yes = http::write_response(lancespec::contract::operation_for<model::table_exists_request>(),
                                          {&exists, &lancespec::reflect::type_of<model::table_exists_response>()});
    CHECK(yes.status == 200);
    CHECK(yes.body.empty());
    CHECK(!yes.fields.find("content-type"));
    CHECK(http::answer_from_http<model::table_exists_request>(yes).value() == exists);
    CHECK(http::answer_from_http<model::drop_namespace_request>({204, {}, ""}));
}

/// Sets the member @p name, when there is one and it is a @p T.
template <class T>
void set(lancespec::reflect::slot object, std::string_view name, T value) {
    auto const index = object.type->find(name);
    if (index < object.type->fields.size())
        *static_cast<T*>(object.type->fields[index].access(object.value).value) = std::move(value);
}

void clear(lancespec::reflect::slot object, std::string_view name) {
    auto const index = object.type->find(name);
    if (index < object.type->fields.size()) object.type->fields[index].clear(object.value);
}

TEST_CASE("Law: what a client writes a server reads back, whatever travels where") {
    for (auto const& op : lancespec::contract::operations()) {
        rc::prop(("parameters/" + std::string(op.id)).c_str(), [&op] {
            lancespec::reflect::instance request(op.request());
            auto const at = request.write();
            lancespec::arbitrary::make_valid(at);
            set(at, "id", list{*lancespec::arbitrary::text(1), "x"});
            if (op.path.find("{index_name}") != std::string_view::npos)
                set(at, "index_name", *lancespec::arbitrary::text());
            if (op.id == "MergeInsertIntoTable") set(at, "on", list{*lancespec::arbitrary::text(1)});
            if (!op.request_member.empty()) set(at, op.request_member, model::string_map{{"k", "v"}});
            clear(at, "identity");  // travels as headers, and a context without a body not at all
            clear(at, "context");
            http::request written;
            lancespec::violations broken;
            if (!http::write_request(op, request.read(), {}, written, broken)) return;  // a name holds the delimiter
            auto const path = std::string_view(written.target).substr(0, written.target.find('?'));
            auto const match = http::match_route(written.method, path);
            RC_ASSERT(match.operation == &op);
            lancespec::reflect::instance read(op.request());
            if (!http::read_request(match, written, read.write(), {}, broken))
                RC_FAIL(written.target + "\n" + written.body + "\n" + to_string(broken));
            RC_ASSERT(read == request);
        });
    }
}

TEST_CASE("Law: the same of answers: bare values, Arrow bytes, objects, nothing") {
    for (auto const& op : lancespec::contract::operations()) {
        rc::prop(("answers/" + std::string(op.id)).c_str(), [&op] {
            lancespec::reflect::instance answer(op.response());
            lancespec::arbitrary::make_valid(answer.write());
            clear(answer.write(), "context");
            if (op.response_member == "count") set(answer.write(), "count", std::int64_t{7});
            if (op.response_member == "metadata") {
                set(answer.write(), "metadata", model::string_map{{"k", "v"}});
                clear(answer.write(), "transaction_id");
            }
            auto const written = http::write_response(op, answer.read());
            lancespec::reflect::instance read(op.response());
            if (auto const error = http::read_response(op, written, read.write(), {}))
                RC_FAIL(written.body + "\n" + to_string(error->broken));
            clear(read.write(), "context");
            RC_ASSERT(read == answer);
        });
    }
}

}  // namespace parameters_test
