// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/service.hpp>

#include "tests/executor/http_calls.hpp"

#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>
#include <lancespec/executor/impl/envelope.ipp>

#include <atomic>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

// Rows, columns, branches and views over HTTP.
namespace service_rows_test {

using http_calls::answer;
using http_calls::names;
using http_calls::rows_of;
using http_calls::server;

std::string outcome(answer const& a) {
    return std::to_string(a.status) + (a.code() < 0 ? "" : "/" + std::to_string(a.code()));
}

/// The bodies that the conformance suite sends to set itself up; see tests/executor/data.
std::string setup_body(char const* name) {
    std::ifstream in(LANCESPEC_SOURCE_DIR "/tests/executor/data/setup_bodies.json");
    std::string const text{std::istreambuf_iterator<char>(in), {}};
    return lancespec::to_json(lancespec::parse_json(text).value().at(name));
}

TEST_CASE("InsertIntoTable appends or replaces, and tells rows and version", "[executor][service]") {
    server on;
    on.set_up();
    auto const added = on.post("/v1/table/n%24t/insert", rows_of({7, 8}));
    CHECK(added.status == 200);
    CHECK(added["num_inserted_rows"] == 2);
    CHECK(added["version"] == 2);
    CHECK(on.count("n%24t") == 8);
    CHECK(on.post("/v1/table/n%24t/insert?mode=Append", rows_of({9}))["version"] == 3);
    CHECK(on.post("/v1/table/n%24t/insert?mode=OVERWRITE", rows_of({1}))["version"] == 4);
    CHECK(on.count("n%24t") == 1);
    CHECK(on.count("n%24t", R"({"version":3})") == 9);
    CHECK(outcome(on.post("/v1/table/n%24t/insert?mode=perhaps", rows_of({1}))) == "400/13");
}

TEST_CASE("An insert that does not fit, or that cannot be read, changes nothing", "[executor][service]") {
    server on;
    on.set_up();
    auto const other = executor_tables::schema({{"id", "utf8"}});
    auto const more = executor_tables::schema({{"id", "int64"}, {"extra", "int64"}});
    CHECK(outcome(on.post("/v1/table/n%24t/insert", http_calls::arrow(other, {}))) == "400/20");
    CHECK(outcome(on.post("/v1/table/n%24t/insert", http_calls::arrow(more, {}))) == "400/20");
    auto const whole = rows_of({7});
    for (auto const& body : {std::string(), whole.substr(0, whole.size() - 40), "x" + whole})
        CHECK(outcome(on.post("/v1/table/n%24t/insert", body)) == "400/13");
    CHECK(outcome(on.post("/v1/table/n%24t/insert?branch=b", whole)) == "404/22");
    CHECK(outcome(on.post("/v1/table/n%24x/insert", whole)) == "404/4");
    CHECK(outcome(on.post("/v1/table/x%24t/insert", whole)) == "404/1");
    CHECK(on.count("n%24t") == 6);
    CHECK(on.post("/v1/table/n%24t/describe")["version"] == 1);
}

TEST_CASE("DeleteFromTable deletes what matches and nothing when the predicate is not understood",
          "[executor][service]") {
    server on;
    on.set_up();
    CHECK(on.post("/v1/table/n%24t/delete", R"({"predicate":"id > 4"})")["version"] == 2);
    CHECK(on.count("n%24t") == 4);
    for (auto const* body : {"{}", R"({"predicate":"id >"})", R"({"predicate":"nope = 1"})", R"({"predicate":"id"})",
                             R"({"predicate":null})", R"({"predicate":""})"})
        CHECK(outcome(on.post("/v1/table/n%24t/delete", body)) == "400/13");
    CHECK(outcome(on.post("/v1/table/n%24t/delete", R"({"predicate":"true","branch":"b"})")) == "404/22");
    CHECK(on.count("n%24t") == 4);
    CHECK(on.post("/v1/table/n%24t/delete", R"({"predicate":"id = 100"})").status == 200);
    CHECK(on.post("/v1/table/n%24t/delete", R"({"predicate":"true"})").status == 200);
    CHECK(on.count("n%24t") == 0);
}

TEST_CASE("CountTableRows counts what matches, in any version, as a bare number, by POST and by GET",
          "[executor][service]") {
    server on;
    on.set_up();
    CHECK(on.count_where("n%24t", "s IS NULL") == 2);
    CHECK(on.count_where("n%24t", "x = id * 10 AND id > 1") == 5);
    CHECK(on.count("n%24t", R"({"predicate":null,"version":null})") == 6);
    CHECK(on.get("/v1/table/n%24t/count_rows").body == 6);
    CHECK(outcome(on.post("/v1/table/n%24t/count_rows", R"({"predicate":"id >"})")) == "400/13");
    CHECK(outcome(on.post("/v1/table/n%24t/count_rows", R"({"version":5})")) == "404/11");
    CHECK(outcome(on.post("/v1/table/n%24t/count_rows", R"({"branch":"b"})")) == "404/22");
    CHECK(outcome(on.post("/v1/table/n%24x/count_rows")) == "404/4");
}

TEST_CASE("AddColumns: an expression is computed at once, a computed column by a backfill only",
          "[executor][service]") {
    server on;
    on.set_up();
    auto const added =
        on.post("/v1/table/n%24t/add_columns",
                R"({"new_columns":[{"name":"now","expression":"id + 1"},{"name":"later","computed":"now * 2"}]})");
    INFO(added.text);
    CHECK(added["version"] == 2);
    CHECK(on.count_where("n%24t", "now = id + 1") == 6);
    CHECK(on.count_where("n%24t", "later IS NULL") == 6);
    REQUIRE(on.post("/v1/table/n%24t/backfill_column", R"({"column":"later"})").status == 202);
    CHECK(on.count_where("n%24t", "later = now * 2") == 6);
    REQUIRE(on.post("/v1/table/n%24t/insert", rows_of({7})).status == 200);
    CHECK(on.count_where("n%24t", "id = 7 AND now IS NULL AND later IS NULL") == 1);
    CHECK(outcome(on.post("/v1/table/n%24t/backfill_column", R"({"column":"now"})")) == "400/13");
}

TEST_CASE("AddColumns: a request with one bad entry adds none", "[executor][service]") {
    server on;
    on.set_up();
    auto const good = std::string(R"({"name":"good","computed":"id"})");
    auto const refused = [&](std::string const& bad) {
        return outcome(on.post("/v1/table/n%24t/add_columns", R"({"new_columns":[)" + good + "," + bad + "]}"));
    };
    CHECK(refused(R"({"name":"a"})") == "400/13");
    CHECK(refused(R"({"name":"a","expression":"id","computed":"id"})") == "400/13");
    CHECK(refused(R"({"name":"a","computed":"id +"})") == "400/13");
    CHECK(refused(R"({"name":"a","computed":"nope"})") == "400/13");
    CHECK(refused(R"_({"name":"a","expression":"id / (id - 3)"})_") == "400/13");
    CHECK(refused(R"({"name":"x","computed":"id"})") == "400/20");
    CHECK(refused(R"({"name":"good","computed":"id"})") == "400/20");
    CHECK(refused(R"({"name":"a..b","computed":"id"})") == "400/13");
    CHECK(refused(R"({"name":"no.struct","computed":"id"})") == "404/12");
    CHECK(outcome(on.post("/v1/table/n%24t/add_columns", R"({"new_columns":[]})")) == "400/13");
    CHECK(outcome(on.post("/v1/table/n%24x/add_columns", R"({"new_columns":[)" + good + "]}")) == "404/4");
    auto const told = on.post("/v1/table/n%24t/describe");
    CHECK(told["version"] == 1);
    CHECK(told["schema"].at("fields").as_array().size() == 3);
}

TEST_CASE("The conformance suite's columns are accepted, null until a backfill, and then right",
          "[executor][service]") {
    server on;
    on.set_up();
    REQUIRE(on.post("/v1/table/n%24t/insert", rows_of({-7})).status == 200);
    for (auto const* name : {"add_computed", "add_virtual"}) {
        auto const added = on.post("/v1/table/n%24t/add_columns", setup_body(name));
        INFO(added.text);
        CHECK(added.status == 200);
    }
    CHECK(on.count_where("n%24t", "c_computed IS NULL AND c_virtual IS NULL") == 7);
    REQUIRE(on.post("/v1/table/n%24t/backfill_column", R"({"column":"c_computed","where":"id > 2"})").status == 202);
    CHECK(on.count_where("n%24t", "c_computed = id * 2") == 4);
    CHECK(on.count_where("n%24t", "c_computed IS NULL") == 3);
    REQUIRE(on.post("/v1/table/n%24t/backfill_column", R"({"column":"c_virtual"})").status == 202);
    CHECK(on.count_where("n%24t", "c_virtual = id") == 6);
    CHECK(on.count_where("n%24t", "id = -7 AND c_virtual = 7") == 1);
}

TEST_CASE("Virtual columns: other functions by name, auto_backfill, and what cannot be run", "[executor][service]") {
    server on;
    on.set_up();
    auto const add = [&](std::string const& name, std::string const& change, std::string const& to) {
        auto body = setup_body("add_virtual");
        for (std::size_t at = 0; (at = body.find("c_virtual", at)) != std::string::npos; at += name.size())
            body.replace(at, 9, name);
        if (auto const at = body.find(change); at != std::string::npos) body.replace(at, change.size(), to);
        return on.post("/v1/table/n%24t/add_columns", body);
    };
    CHECK(add("one", R"("lancespec_abs")", R"("add_one")").status == 200);
    REQUIRE(on.post("/v1/table/n%24t/backfill_column", R"({"column":"one"})").status == 202);
    CHECK(on.count_where("n%24t", "one = id + 1") == 6);
    CHECK(add("auto", R"("auto_backfill":false)", R"("auto_backfill":true)").status == 200);
    CHECK(on.count_where("n%24t", "auto = id") == 6);
    CHECK(add("other", R"("lancespec_abs")", R"("unknown_to_all")").status == 200);
    CHECK(outcome(on.post("/v1/table/n%24t/backfill_column", R"({"column":"other"})")) == "409/19");
    CHECK(outcome(add("field", R"("struct_field":"")", R"("struct_field":"f")")) == "406/0");
    CHECK(outcome(add("typed", R"("type":"int64")", R"("type":"quark")")) == "400/13");
    CHECK(outcome(add("input", R"("input_columns":["id"])", R"("input_columns":["nope"])")) == "404/12");
}

TEST_CASE("A branch starts from main or another branch, and what is written to it leaves main alone",
          "[executor][service]") {
    server on;
    on.set_up();
    REQUIRE(on.post("/v1/table/n%24t/add_columns", setup_body("add_computed")).status == 200);
    CHECK(on.post("/v1/table/n%24t/branches/create", R"({"name":"b"})").status == 200);
    CHECK(on.post("/v1/table/n%24t/branches/create", R"({"name":"old","from_version":1})").status == 200);
    CHECK(outcome(on.post("/v1/table/n%24t/branches/create", R"({"name":"b"})")) == "409/23");
    CHECK(outcome(on.post("/v1/table/n%24t/branches/create", R"({"name":"main"})")) == "409/23");
    CHECK(outcome(on.post("/v1/table/n%24t/branches/create", R"({"name":"c","from_branch":"none"})")) == "404/22");
    CHECK(outcome(on.post("/v1/table/n%24t/branches/create", R"({"name":"c","from_version":9})")) == "404/11");
    CHECK(outcome(on.post("/v1/table/n%24t/branches/create", R"({"name":""})")) == "400/13");
    REQUIRE(on.post("/v1/table/n%24t/backfill_column", R"({"column":"c_computed","branch":"b"})").status == 202);
    CHECK(on.count("n%24t", R"({"branch":"b","predicate":"c_computed = id * 2"})") == 6);
    CHECK(on.count_where("n%24t", "c_computed IS NULL") == 6);
    REQUIRE(on.post("/v1/table/n%24t/insert?branch=b", rows_of({7})).status == 200);
    REQUIRE(on.post("/v1/table/n%24t/delete", R"({"branch":"b","predicate":"id < 3"})").status == 200);
    CHECK(on.post("/v1/table/n%24t/branches/create", R"({"name":"bb","from_branch":"b"})").status == 200);
    CHECK(on.count("n%24t", R"({"branch":"bb"})") == 5);
    CHECK(on.count("n%24t") == 6);
    CHECK(on.post("/v1/table/n%24t/describe", R"({"branch":"old"})")["version"] == 1);
}

TEST_CASE("A branch's versions are its own: their manifests, times and counts", "[executor][service]") {
    auto options = executor_tables::inline_jobs();
    std::int64_t now = 1;
    options.clock = [&now] { return now; };
    lancespec::executor::catalog catalog(options);
    auto const t = lancespec::object_identifier{"t"};
    auto const one = executor_tables::xs({1});
    catalog.create_table(t, executor_tables::schema({{"x", "int64"}}), {one}).value();
    catalog.insert(t, {one}).value();
    now = 5;
    catalog.create_branch(t, "dev").value();
    lancespec::model::create_table_branch_request second;
    second.id = t.names();
    second.name = "dev/two";
    second.from_branch = "dev";
    now = 6;
    catalog.execute(second).value();
    now = 7;
    lancespec::model::insert_into_table_request insert;
    insert.id = t.names();
    insert.branch = "dev";
    insert.data = http_calls::arrow(executor_tables::schema({{"x", "int64"}}), {one});
    catalog.execute(insert).value();
    catalog.insert(t, {one, one}).value();

    std::set<std::string> manifests;
    auto const versions = [&](std::optional<std::string> branch) {
        lancespec::model::list_table_versions_request list;
        list.id = t.names();
        list.branch = std::move(branch);
        std::string out;
        auto const answer = catalog.execute(list).value();
        for (auto const& version : answer.versions) {
            manifests.insert(version.manifest_path);
            out += std::to_string(version.version) + "@" + std::to_string(version.timestamp_millis.value()) + " ";
        }
        return out;
    };
    CHECK(versions({}) == "1@1 2@1 3@7 ");
    CHECK(versions("main") == versions({}));
    CHECK(versions("dev") == "2@5 3@7 ");
    CHECK(versions("dev/two") == "2@6 ");
    CHECK(manifests == std::set<std::string>{"memory://t/_versions/1.manifest", "memory://t/_versions/2.manifest",
                                             "memory://t/_versions/3.manifest",
                                             "memory://t/tree/dev/_versions/2.manifest",
                                             "memory://t/tree/dev/_versions/3.manifest",
                                             "memory://t/tree/dev%2Ftwo/_versions/2.manifest"});
    for (auto const& [branch, fragments] :
         std::vector<std::pair<std::string, int>>{{"main", 4}, {"dev", 3}, {"dev/two", 2}}) {
        lancespec::model::describe_table_request describe;
        describe.id = t.names();
        describe.branch = branch;
        CHECK(catalog.execute(describe)->stats->num_fragments == fragments);
        lancespec::model::count_table_rows_request count;
        count.id = t.names();
        count.branch = branch;
        CHECK(catalog.execute(count)->count == fragments);
    }
}

TEST_CASE("The conformance suite's views are accepted, empty until a refresh, and then right", "[executor][service]") {
    server on;
    on.set_up();
    for (auto const* kind : {"query", "udtf", "chunker"}) {
        auto const name = "n%24mv_" + std::string(kind);
        auto const body = setup_body(("create_" + std::string(kind)).c_str());
        auto const made = on.call("POST", "/v1/materialized_view/" + name + "/create", body);
        INFO(made.text);
        CHECK(made.status == 201);
        CHECK(made["version"] == 1);
        CHECK_FALSE(made.body.as_object().contains("job_id"));
        CHECK(on.count(name) == 0);
        CHECK(on.post("/v1/materialized_view/" + name + "/refresh").status == 202);
        CHECK(on.count(name) == 6);
        CHECK(outcome(on.call("POST", "/v1/materialized_view/" + name + "/create", body)) == "409/5");
        CHECK(outcome(on.post("/v1/table/" + name + "/insert", rows_of({1}))) == "409/19");
        CHECK(outcome(on.post("/v1/table/" + name + "/delete", R"({"predicate":"true"})")) == "409/19");
    }
    CHECK(on.count_where("n%24mv_udtf", "n > 3") == 3);
    CHECK(on.count_where("n%24mv_chunker", "n = id") == 6);
    CHECK(on.post("/v1/materialized_view/n%24mv_chunker/refresh", R"({"output_limit":4})").status == 202);
    CHECK(on.count("n%24mv_chunker") == 4);
    CHECK(on.get("/v1/namespace/n/table/list")["tables"] == names({"mv_chunker", "mv_query", "mv_udtf", "t"}));
    CHECK(on.post("/v1/table/n%24mv_udtf/drop", "").status == 200);
    CHECK(outcome(on.post("/v1/materialized_view/n%24mv_udtf/refresh")) == "404/4");
}

TEST_CASE("CreateMaterializedView checks kinds, hash and schema, and stores any source query", "[executor][service]") {
    server on;
    on.set_up();
    int number = 0;
    auto const make = [&](char const* kind, std::string const& change, std::string const& to) {
        auto body = setup_body(("create_" + std::string(kind)).c_str());
        auto const at = body.find(change);
        REQUIRE(at != std::string::npos);
        body.replace(at, change.size(), to);
        return on.call("POST", "/v1/materialized_view/n%24v" + std::to_string(++number) + "/create", body);
    };
    auto const refused = [&](char const* kind, std::string const& change, std::string const& to) {
        return outcome(make(kind, change, to));
    };
    CHECK(refused("query", R"("kind":"query")", R"("kind":"udtf")") == "400/13");
    CHECK(refused("udtf", R"("kind":"udtf","source_query")", R"("kind":"query","source_query")") == "400/13");
    CHECK(refused("chunker", R"("kind":"chunker","source_query")", R"("kind":"udtf","source_query")") == "400/13");
    CHECK(refused("udtf", R"("udtf_sha":"3)", R"("udtf_sha":"4)") == "400/13");
    CHECK(refused("udtf", R"("udtf":"eyJ)", R"("udtf":"!yJ)") == "400/13");
    CHECK(refused("query", R"("output_schema":"//)", R"("output_schema":"*/)") == "400/13");
    CHECK(refused("query", R"("output_schema":"//)", R"("output_schema":"AA)") == "400/13");
    auto const body = setup_body("create_udtf");
    auto const sha = body.substr(body.find(R"("udtf_sha":")") + 12, 64);
    auto const decoded = setup_body("udtf_sha_decoded");
    CHECK(make("udtf", sha, decoded.substr(1, 64)).status == 201);
    CHECK(make("query", R"("{\"base\")", R"("anything at all {\"base\")").status == 201);
    auto const filled = make("query", R"("with_no_data":true)", R"("with_no_data":false)");
    CHECK(filled.status == 201);
    CHECK(filled["job_id"].is_string());
    CHECK(on.count("n%24v" + std::to_string(number)) == 6);
    CHECK(outcome(on.call("POST", "/v1/materialized_view/none%24v/create", setup_body("create_query"))) == "404/1");
}

TEST_CASE("A job of a table that was dropped does not write to the one that has its name now", "[executor]") {
    using namespace executor_tables;
    executor::catalog_options options;
    options.workers = 1;
    executor::catalog catalog(options);
    make_doubled(catalog, {xs({1, 2, 3})});
    std::atomic<bool> go{false};
    catalog.register_function("slow", [&](std::span<scalar const> in) {
        while (!go) std::this_thread::yield();
        return in.front();
    });
    catalog.add_virtual_column({"t"}, {{"v", type("int64"), true, {}}, "slow", {"x"}}).value();
    auto const job = catalog.execute(backfill({"t"}, "v")).value().job_id;
    lancespec::model::drop_table_request drop;
    drop.id = std::vector<std::string>{"t"};
    REQUIRE(catalog.execute(drop));
    make_doubled(catalog, {xs({4, 5, 6})});
    catalog.add_virtual_column({"t"}, {{"v", type("int64"), true, {}}, "slow", {"x"}}).value();
    go = true;
    auto const ended = catalog.wait(job, 60s).value();
    CHECK(ended.state == executor::job_state::failed);
    CHECK(ended.error->code == error_code::table_not_found);
    CHECK(column(catalog, {"t"}, 2) == "null null null");
}

TEST_CASE("SHA-256 and base64 give the published values", "[executor]") {
    using namespace lancespec::executor::detail;
    CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(strict_base64("Zm9vYmFy") == "foobar");
    CHECK(strict_base64("Zm9vYg==") == "foob");
    CHECK(strict_base64("") == "");
    for (auto const* bad : {"Z", "Zm9v!mFy", "Zg=", "Zg===", "=",
                            "Zm9vYg=="
                            "Zg=="})
        CHECK_FALSE(strict_base64(bad));
}

}  // namespace service_rows_test
