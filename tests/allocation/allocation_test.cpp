// SPDX-License-Identifier: Apache-2.0
// Out of memory is a failed request or a failed job: for every n the n-th allocation fails, and the catalog is whole.
#include <lancespec/columnar/validate.hpp>
#include <lancespec/core/json_writer.hpp>

#include "tests/allocation/failing_allocations.hpp"
#include "tests/executor/http_calls.hpp"

#include <functional>
#include <memory>

void* operator new(std::size_t size) {
    return failing_allocations::allocate(size);
}
void* operator new[](std::size_t size) {
    return failing_allocations::allocate(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return failing_allocations::allocate(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return failing_allocations::allocate(size, alignment);
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete[](void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
    std::free(p);
}
void operator delete(void* p, std::align_val_t) noexcept {
    std::free(p);
}
void operator delete[](void* p, std::align_val_t) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
    std::free(p);
}
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept {
    std::free(p);
}

namespace {

namespace columnar = lancespec::columnar;
namespace executor = lancespec::executor;
namespace http = lancespec::http;
using failing_allocations::armed_scope;
using failing_allocations::failure;

http::request to_request(std::string method, std::string target, std::string type, std::string body) {
    http::headers fields;
    fields.add("content-type", std::move(type));
    return {std::move(method), std::move(target), std::move(fields), std::move(body)};
}

http::request json(std::string target, std::string body) {
    return to_request("POST", std::move(target), "application/json", std::move(body));
}

http::request arrow(std::string target, std::vector<std::int64_t> const& ids) {
    return to_request("POST", std::move(target), "application/vnd.apache.arrow.stream", http_calls::rows_of(ids));
}

lancespec::object_identifier named(std::vector<std::string> names) {
    return lancespec::object_identifier(std::move(names));
}

/// A catalog with the table `n$t` of the ids 1 to 6, with a computed column, and a view of it.
struct world {
    explicit world(bool inline_jobs = true) : catalog(options(inline_jobs)), service(catalog, {}) {
        auto const id = named({"n", "t"});
        REQUIRE(catalog.create_namespace(named({"n"})).has_value());
        REQUIRE(service.handle(arrow("/v1/table/n%24t/create?mode=create", {1, 2, 3, 4, 5, 6})).status == 200);
        REQUIRE(catalog.add_computed_column(id, "twice", "x * 2").has_value());
        REQUIRE(catalog
                    .add_virtual_column(
                        id, {{"upper", columnar::parse_data_type("utf8").value(), true, {}}, "upper", {"s"}})
                    .has_value());
        executor::view_definition view;
        view.kind = lancespec::model::materialized_view_kind::chunker;
        view.source_query = R"({"table":["n","t"],"columns":["s","id"],"where":"id <> 2"})";
        view.function = "split_words";
        REQUIRE(catalog.create_materialized_view(named({"n", "v"}), view).has_value());
    }
    static executor::catalog_options options(bool inline_jobs) {
        auto out = executor_tables::inline_jobs();
        out.inline_jobs = inline_jobs;
        return out;
    }

    executor::catalog catalog;
    executor::service service;
};

/// Whether every table can still be listed, described and read, and keeps the rules of its layout.
void require_whole(world& of) {
    for (auto const* name : {"t", "v", "made"}) {
        auto const id = named({"n", name});
        auto const latest = of.catalog.latest_version(id);
        if (!latest) {
            REQUIRE(std::string(name) == "made");
            continue;
        }
        for (std::int64_t version = 1; version <= *latest; ++version) {
            auto const batches = of.catalog.read(id, version);
            REQUIRE(batches.has_value());
            for (auto const& batch : *batches) REQUIRE(columnar::validate(batch).has_value());
        }
        REQUIRE(of.service.handle(json("/v1/table/n%24" + std::string(name) + "/count_rows", "{}")).status == 200);
    }
    REQUIRE(of.service.handle(json("/v1/table/n%24t/insert", "")).status != 500);
    REQUIRE(of.service.handle(arrow("/v1/table/n%24t/insert", {7})).status == 200);
}

/// Sends @p request while allocation n fails, for n = 1, 2, … until it is not reached. A failure must be an answer.
void fail_every_allocation(http::request const& request, int success, failure how) {
    long n = 1;
    for (;; ++n) {
        REQUIRE(n < 20'000);
        world here;
        http::response got;
        bool reached = false;
        {
            armed_scope const scope(n, how);
            got = here.service.handle(request);
            reached = armed_scope::reached();
        }
        INFO("allocation " << n << ": " << got.status << " " << got.body);
        if (got.status != success) {
            REQUIRE(reached);
            REQUIRE(got.status == 500);
            REQUIRE(got.body.find("\"code\":18") != std::string::npos);
        }
        auto const parsed = lancespec::parse_json(got.body);
        REQUIRE((got.body.empty() || parsed.has_value()));
        // A job that was started has ended, and says why when it failed.
        if (auto const* object = parsed && parsed->is_object() ? &parsed->as_object() : nullptr)
            if (auto const* id = object->if_contains("job_id")) {
                auto const job = here.catalog.find_job(std::string_view(id->as_string()));
                REQUIRE(job.has_value());
                REQUIRE(job->finished_at_millis.has_value());
                bool const failed = job->state == executor::job_state::failed;
                REQUIRE((failed || job->state == executor::job_state::succeeded));
                REQUIRE(failed == job->error.has_value());
                REQUIRE((!failed || reached));
            }
        require_whole(here);
        if (!reached) break;
    }
    REQUIRE(n > 10);
}

void fail_every_allocation(http::request const& request, int success) {
    SECTION("one fails") {
        fail_every_allocation(request, success, failure::once);
    }
    SECTION("that one and all after it fail") {
        fail_every_allocation(request, success, failure::rest);
    }
}

/// The id of the job that @p body names, found without allocating.
std::string_view job_of(std::string_view body) {
    constexpr std::string_view key = "\"job_id\":\"";
    auto const at = body.find(key);
    if (at == std::string_view::npos) return {};
    auto const id = body.substr(at + key.size());
    return id.substr(0, id.find('"'));
}

}  // namespace

TEST_CASE("a scalar whose copy fails is as it was", "[allocation]") {
    columnar::scalar const text{std::string(100, 'x')};
    columnar::scalar const nested{columnar::scalars{text, columnar::scalar{columnar::scalars{text, text}}}};
    for (auto const how : {failure::once, failure::rest})
        for (long n = 1;; ++n) {
            REQUIRE(n < 100);
            columnar::scalar target{std::int64_t{7}};
            bool failed = false;
            bool reached = false;
            {
                armed_scope const scope(n, how);
                try {
                    columnar::scalar const copy = nested;
                    target = copy;
                } catch (std::bad_alloc const&) {
                    failed = true;
                }
                reached = armed_scope::reached();
            }
            REQUIRE(failed == reached);
            REQUIRE((target == (failed ? columnar::scalar{std::int64_t{7}} : nested)));
            if (!reached) break;
        }
}

TEST_CASE("a builder that ran out of memory refuses to be used, and does not make a column", "[allocation]") {
    auto const type = columnar::parse_data_type("struct<a: list<utf8>, b: int32>").value();
    columnar::scalar const row{
        columnar::scalars{{columnar::scalars{{std::string(40, 'a')}, {std::string(50, 'b')}}}, {std::int64_t{1}}}};
    for (long n = 1;; ++n) {
        REQUIRE(n < 100);
        columnar::array_builder builder(type);
        bool failed = false;
        bool reached = false;
        {
            armed_scope const scope(n, failure::once);
            try {
                builder.push(row);
            } catch (std::bad_alloc const&) {
                failed = true;
            }
            reached = armed_scope::reached();
        }
        REQUIRE(failed == reached);
        if (!reached) {
            REQUIRE(columnar::validate(*builder.finish()).has_value());
            break;
        }
        REQUIRE_THROWS_AS(builder.push(row), std::logic_error);
        REQUIRE_THROWS_AS(static_cast<void>(builder.finish()), std::logic_error);
    }
}

TEST_CASE("CreateTable without memory is an answer", "[allocation]") {
    fail_every_allocation(arrow("/v1/table/n%24made/create?mode=create", {1, 2, 3}), 200);
}

TEST_CASE("InsertIntoTable without memory is an answer", "[allocation]") {
    fail_every_allocation(arrow("/v1/table/n%24t/insert", {8, 9}), 200);
}

TEST_CASE("CountTableRows with a filter without memory is an answer", "[allocation]") {
    fail_every_allocation(
        json("/v1/table/n%24t/count_rows", R"-({"predicate":"x > 10 and s like '%2%' or upper(s) in ('1', '2')"})-"),
        200);
}

TEST_CASE("AlterTableAddColumns without memory is an answer", "[allocation]") {
    fail_every_allocation(
        json("/v1/table/n%24t/add_columns",
             R"-({"new_columns":[{"name":"y","expression":"concat(s, 'a long text, so that it is allocated')"}]})-"),
        200);
}

TEST_CASE("DescribeTable without memory is an answer", "[allocation]") {
    fail_every_allocation(json("/v1/table/n%24t/describe", R"({"load_detailed_metadata":true})"), 200);
}

TEST_CASE("changes to a catalog's objects without memory are an answer, and leave nothing half done", "[allocation]") {
    for (auto const& [target, body] :
         {std::pair{"/v1/table/n%24made/declare", "{}"},
          std::pair{"/v1/table/batch-commit", R"({"operations":[{"declare_table":{"id":["n","made"]}},)"
                                              R"({"create_table_version":{"id":["n","made"],"version":1,)"
                                              R"("manifest_path":"a path that is longer than a short string"}},)"
                                              R"({"delete_table_versions":{"id":["n","t"],"ranges":[]}}]})"},
          std::pair{"/v1/table/n%24t/tags/create",
                    R"({"tag":"a name that is longer than a short string","version":1})"},
          std::pair{"/v1/table/n%24t/branches/create", R"({"name":"a name that is longer than a short string"})"},
          std::pair{"/v1/table/n%24t/create_index", R"({"column":"x","index_type":"BTREE"})"},
          std::pair{"/v1/table/n%24t/alter_columns", R"({"alterations":[{"path":"x","nullable":true}]})"}}) {
        INFO(target);
        for (auto const how : {failure::once, failure::rest}) fail_every_allocation(json(target, body), 200, how);
    }
}

TEST_CASE("a backfill without memory is an answer or a failed job", "[allocation]") {
    fail_every_allocation(json("/v1/table/n%24t/backfill_column", R"({"column":"twice","where":"x > 10"})"), 202);
}

TEST_CASE("a backfill by a function without memory is an answer or a failed job", "[allocation]") {
    fail_every_allocation(json("/v1/table/n%24t/backfill_column", R"({"column":"upper","task_size":2})"), 202);
}

TEST_CASE("a refresh without memory is an answer or a failed job", "[allocation]") {
    fail_every_allocation(json("/v1/materialized_view/n%24v/refresh", "{}"), 202);
}

TEST_CASE("a worker without memory fails its job and takes the next one", "[allocation]") {
    auto const request = json("/v1/table/n%24t/backfill_column", R"({"column":"twice","task_size":2})");
    world here(false);
    for (auto const how : {failure::once, failure::rest})
        for (long n = 1; n < 200; ++n) {
            http::response got;
            {
                armed_scope const scope(n, how);
                got = here.service.handle(request);
                try {
                    static_cast<void>(here.catalog.wait(job_of(got.body), std::chrono::minutes(1)));
                } catch (std::bad_alloc const&) {  // of the snapshot
                }
            }
            INFO("allocation " << n << ": " << got.status << " " << got.body);
            REQUIRE((got.status == 202 || got.status == 500));
            if (auto const id = job_of(got.body); !id.empty())
                REQUIRE(here.catalog.wait(id, std::chrono::minutes(1))->finished_at_millis.has_value());
        }
    require_whole(here);
    auto const last = here.service.handle(request);
    REQUIRE(here.catalog.wait(job_of(last.body), std::chrono::minutes(1))->state == executor::job_state::succeeded);
}
