// SPDX-License-Identifier: Apache-2.0
#include <lancespec/executor/catalog.hpp>

#include "tests/support/catch.hpp"

#include "tests/executor/tables.hpp"

#include <atomic>
#include <limits>

namespace backfill_test {

using namespace executor_tables;

object_identifier const t{"t"};

struct fixture {
    fixture() {
        make_doubled(catalog, {xs({1, 2, 3}), xs({4, 5}), xs({6, 7, 8, 9})});
        catalog.create_namespace({"ns"}).value();
    }
    [[nodiscard]] std::string y(std::optional<std::int64_t> version = {}) const {
        return column(catalog, t, 1, version);
    }

    executor::catalog catalog{inline_jobs()};
};

TEST_CASE("A backfill without where computes the rows whose column is null") {
    fixture f;
    CHECK(f.y() == "null null null null null null null null null");
    auto const job = succeed(f.catalog, backfill(t, "y"));
    CHECK(f.y() == "2 4 6 8 10 12 14 16 18");
    CHECK(job.kind == executor::job_kind::backfill);
    CHECK(job.object == "t");
    CHECK(job.column == "y");
    CHECK(job.rows_computed == 9);
    CHECK(job.tasks_total == 3);
    CHECK(job.tasks_done == 3);
    CHECK(job.commits == 1);
    CHECK(job.version == f.catalog.latest_version(t).value());
    CHECK(job.submitted_at_millis == 1000);
    CHECK(job.finished_at_millis == 1000);

    auto const again = succeed(f.catalog, backfill(t, "y"));
    CHECK(again.rows_computed == 0);
    CHECK(again.commits == 0);
    CHECK_FALSE(again.version);
}

TEST_CASE("A backfill with where computes the rows that it keeps, and no others") {
    fixture f;
    auto request = backfill(t, "y");
    request.where = "x > 2 AND x < 5";
    CHECK(succeed(f.catalog, request).rows_computed == 2);
    CHECK(f.y() == "null null 6 8 null null null null null");
    request.where = "y IS NULL AND x = 9";
    succeed(f.catalog, request);
    CHECK(f.y() == "null null 6 8 null null null null 18");
    request.where = "false";
    CHECK(succeed(f.catalog, request).commits == 0);
    request.where = "NULL = 1";
    CHECK(succeed(f.catalog, request).rows_computed == 0);
}

TEST_CASE("Rows appended later are null until the next backfill") {
    fixture f;
    succeed(f.catalog, backfill(t, "y"));
    f.catalog.insert(t, {xs({10, std::nullopt})}).value();
    CHECK(f.y() == "2 4 6 8 10 12 14 16 18 null null");
    CHECK(succeed(f.catalog, backfill(t, "y")).rows_computed == 2);
    CHECK(f.y() == "2 4 6 8 10 12 14 16 18 20 null");
}

TEST_CASE("Earlier versions stay as they were, and versions share the columns that did not change") {
    fixture f;
    auto const before = f.catalog.latest_version(t).value();
    auto request = backfill(t, "y");
    request.where = "x = 1";
    succeed(f.catalog, request);
    CHECK(f.y(before) == "null null null null null null null null null");
    auto const old_parts = f.catalog.read(t, before).value();
    auto const new_parts = f.catalog.read(t).value();
    CHECK(old_parts[0].columns[0] == new_parts[0].columns[0]);
    CHECK(old_parts[0].columns[1] != new_parts[0].columns[1]);
    CHECK(old_parts[1].columns[1] == new_parts[1].columns[1]);
}

TEST_CASE("A backfill of a branch leaves main alone") {
    fixture f;
    f.catalog.create_branch(t, "side").value();
    auto request = backfill(t, "y");
    request.branch = "side";
    succeed(f.catalog, request);
    CHECK(f.y() == "null null null null null null null null null");
    CHECK(column(f.catalog, t, 1, {}, "side") == "2 4 6 8 10 12 14 16 18");
}

TEST_CASE("num_frags bounds the fragments, from the first on") {
    fixture f;
    auto request = backfill(t, "y");
    request.num_frags = 2;
    CHECK(succeed(f.catalog, request).rows_computed == 5);
    CHECK(f.y() == "2 4 6 8 10 null null null null");
}

TEST_CASE("task_size, the checkpoint sizes and commit_granularity cut the work as they say") {
    fixture f;
    auto request = backfill(t, "y");
    request.task_size = 2;
    request.checkpoint_size = 1;
    request.commit_granularity = 1;
    auto job = succeed(f.catalog, request);
    CHECK(job.tasks_total == 2 + 1 + 2);
    CHECK(job.checkpoints == 9);
    CHECK(job.commits == 3);

    request.where = "true";
    request.commit_granularity = 2;
    request.min_checkpoint_size = 2;  // bounds win over checkpoint_size
    job = succeed(f.catalog, request);
    CHECK(job.checkpoints == 2 + 1 + 2);
    CHECK(job.commits == 2);

    request.task_size = request.checkpoint_size = request.num_frags = std::numeric_limits<std::int64_t>::max();
    request.commit_granularity = request.concurrency = request.task_size;
    request.min_checkpoint_size = request.max_checkpoint_size = 3;
    request.batch_checkpoint_flush_interval_seconds = 0.0;
    job = succeed(f.catalog, request);
    CHECK(job.tasks_total == 3);
    CHECK(job.checkpoints == 1 + 1 + 2);
    CHECK(job.commits == 1);
}

TEST_CASE("A backfill of an old version fills the rows that are still there") {
    fixture f;
    auto request = backfill(t, "y");
    request.read_version = f.catalog.latest_version(t).value();
    f.catalog.delete_rows(t, "x IN (2, 4, 5, 9)").value();
    f.catalog.insert(t, {xs({10})}).value();
    CHECK(succeed(f.catalog, request).rows_computed == 9);
    CHECK(f.y() == "2 6 12 14 16 null");

    f.catalog.delete_rows(t, "true").value();
    auto const empty = f.catalog.latest_version(t).value();
    CHECK(succeed(f.catalog, request).commits == 0);
    CHECK(f.catalog.latest_version(t).value() == empty);
}

TEST_CASE("A job that began before others wrote keeps what they wrote") {
    fixture f;
    // The function itself deletes, appends and backfills: the most inconvenient moment there is.
    std::atomic<bool> first{true};
    f.catalog.register_function("meddle", executor::row_function([&](std::span<scalar const> inputs) {
                                    if (first.exchange(false)) {
                                        f.catalog.delete_rows(t, "x = 1").value();
                                        f.catalog.insert(t, {xs({100})}).value();
                                        auto request = backfill(t, "y");
                                        request.where = "true";
                                        succeed(f.catalog, request);
                                    }
                                    return scalar{std::get<std::int64_t>(inputs[0].value) + 1};
                                }));
    f.catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "meddle", {"x"}}).value();
    succeed(f.catalog, backfill(t, "z"));
    CHECK(f.y() == "4 6 8 10 12 14 16 18 200");
    CHECK(column(f.catalog, t, 2) == "3 4 5 6 7 8 9 10 null");
}

TEST_CASE("A nested computed column is reached by its full path only") {
    fixture f;
    auto const fields = schema({{"id", "int64"}, {"st", "struct<w: int32, h: int32>"}});
    f.catalog
        .create_table({"n"}, fields,
                      {batch(fields, {{number(1), {columnar::scalars{number(2), number(3)}}}, {number(2), {}}})})
        .value();
    f.catalog.add_computed_column({"n"}, "st.area", "st.w * st.h").value();
    auto const answer = f.catalog.execute(backfill({"n"}, "area"));
    REQUIRE(answer.has_error());
    CHECK(answer.error().code == error_code::table_column_not_found);
    CHECK(answer.error().message.find("st.area") != std::string::npos);
    CHECK(succeed(f.catalog, backfill({"n"}, "ST.Area")).column == "st.area");
    CHECK(column(f.catalog, {"n"}, 1) == "[2, 3, 6] null");
    f.catalog.add_virtual_column({"n"}, {{"next", type("int64"), true, {}}, "add_one", {"st.area"}}).value();
    succeed(f.catalog, backfill({"n"}, "next"));
    CHECK(column(f.catalog, {"n"}, 2) == "7 null");
}

TEST_CASE("A function that throws fails its job with the row and the reason; what was committed stays") {
    fixture f;
    f.catalog.register_function("no_seven", executor::row_function([](std::span<scalar const> inputs) {
                                    if (inputs[0] == number(7)) throw std::runtime_error("seven is not allowed");
                                    return inputs[0];
                                }));
    f.catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "no_seven", {"x"}}).value();
    auto request = backfill(t, "z");
    request.num_frags = 2;
    succeed(f.catalog, request);
    request = backfill(t, "z");
    request.commit_granularity = 1;
    request.where = "true";
    auto const job = run(f.catalog, request);
    CHECK(job.state == executor::job_state::failed);
    REQUIRE(job.error);
    CHECK(job.error->message == "no_seven failed at row 6: seven is not allowed");
    CHECK(job.error->detail == "fragment 2, its row 1");
    CHECK(column(f.catalog, t, 2) == "1 2 3 4 5 null null null null");
}

TEST_CASE("Without partial commits a failed job changes nothing") {
    fixture f;
    f.catalog.register_function("late", executor::row_function([](std::span<scalar const> inputs) -> scalar {
                                    if (inputs[0] == number(9)) throw 9;
                                    return inputs[0];
                                }));
    f.catalog.add_virtual_column(t, {{"z", type("int64"), true, {}}, "late", {"x"}}).value();
    auto const before = f.catalog.latest_version(t).value();
    CHECK(run(f.catalog, backfill(t, "z")).state == executor::job_state::failed);
    CHECK(f.catalog.latest_version(t).value() == before);
}

TEST_CASE("A value that does not fit the column, and an expression that cannot be computed, fail the job") {
    fixture f;
    f.catalog.add_virtual_column(t, {{"s", type("int8"), true, {}}, "identity", {"x"}}).value();
    f.catalog.insert(t, {xs({1000, 0})}).value();
    auto const job = run(f.catalog, backfill(t, "s"));
    CHECK(job.error.value().message == "identity failed at row 9: 1000 does not fit the column's type int8");
    f.catalog.add_computed_column(t, "q", "10 / x").value();
    CHECK(run(f.catalog, backfill(t, "q")).error.value().message.find("row 10") != std::string::npos);
    auto request = backfill(t, "y");
    request.where = "1 / x = 1";
    CHECK(run(f.catalog, request).error.value().message.find("where failed at row 10") != std::string::npos);
}

TEST_CASE("The built-in functions") {
    executor::catalog catalog(inline_jobs());
    auto const fields = schema({{"s", "utf8"}, {"f", "float64"}});
    catalog.create_table(t, fields, {batch(fields, {{text("aé"), {1.5}}, {{}, {}}})}).value();
    for (auto const& [name, function, of, result_type] : {std::tuple{"a", "identity", "s", "utf8"},
                                                          {"b", "upper", "s", "utf8"},
                                                          {"c", "length", "s", "int64"},
                                                          {"d", "add_one", "f", "float64"}}) {
        catalog.add_virtual_column(t, {{name, type(result_type), true, {}}, function, {of}}).value();
        succeed(catalog, backfill(t, name));
    }
    CHECK(column(catalog, t, 2) == "'aé' null");
    CHECK(column(catalog, t, 3) == "'Aé' null");
    CHECK(column(catalog, t, 4) == "2 null");
    CHECK(column(catalog, t, 5) == "2.5 null");
}

TEST_CASE("Each thing that is wrong with a backfill request has its code") {
    fixture f;
    auto const code = [&](auto const& change) {
        auto request = backfill(t, "y");
        change(request);
        return refusal(f.catalog, request);
    };
    for (auto const* path : {"", ".", "a..b", "a.", "`a", "a`b", "\xff", "x"})  // x is an ordinary column
        CHECK(code([&](auto& r) { r.column = path; }) == error_code::invalid_input);
    for (auto const* path : {"nope", "x.y", "`y.z`"})
        CHECK(code([&](auto& r) { r.column = path; }) == error_code::table_column_not_found);
    for (auto const* clause : {"", "x", "x = 'a'", "nope = 1", "x = 1 garbage", "\xff", "x ="})
        CHECK(code([&](auto& r) { r.where = clause; }) == error_code::invalid_input);
    CHECK(code([](auto& r) { r.id = {"nope"}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = {"ns"}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = {"ns", "nope"}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = {"other", "t"}; }) == error_code::namespace_not_found);
    CHECK(code([](auto& r) { r.id = std::vector<std::string>{}; }) == error_code::table_not_found);
    CHECK(code([](auto& r) { r.id = std::nullopt; }) == error_code::invalid_input);
    CHECK(code([](auto& r) { r.branch = "nope"; }) == error_code::table_branch_not_found);
    CHECK(code([](auto& r) { r.read_version = 99; }) == error_code::table_version_not_found);
    using request = backfill_request;
    for (auto const member : {&request::concurrency, &request::intra_applier_concurrency, &request::task_size,
                              &request::min_checkpoint_size, &request::max_checkpoint_size, &request::num_frags,
                              &request::checkpoint_size, &request::commit_granularity, &request::read_version})
        for (auto const value : {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()})
            CHECK(code([&](auto& r) { r.*member = value; }) == error_code::invalid_input);
    for (auto const value : {-0.5, std::numeric_limits<double>::quiet_NaN()})
        CHECK(code([&](auto& r) { r.batch_checkpoint_flush_interval_seconds = value; }) == error_code::invalid_input);
    CHECK(code([](auto& r) { r.min_checkpoint_size = 2, r.max_checkpoint_size = 1; }) == error_code::invalid_input);
    CHECK(code([](auto& r) { r.column = "`y`"; }) == std::nullopt);
    CHECK(code([](auto& r) { r.branch = "main"; }) == std::nullopt);
    CHECK(f.y() == "2 4 6 8 10 12 14 16 18");  // nothing but the last two ran
}

TEST_CASE("Property: a backfill gives the rows that where keeps their value, and changes no other") {
    rc::prop("for random rows, fragments, filters and sizes", [] {
        auto const fragments = *rc::gen::container<std::vector<std::vector<int>>>(
            rc::gen::container<std::vector<int>>(rc::gen::inRange(-5, 20)));
        executor::catalog catalog(inline_jobs(*rc::gen::arbitrary<std::uint64_t>()));
        std::vector<columnar::record_batch> batches;
        std::vector<std::optional<std::int64_t>> x;  // what is expected, row by row; a negative number is a null
        for (auto const& fragment : fragments) {
            std::vector<std::optional<std::int64_t>> values;
            for (auto const value : fragment) values.push_back(value < 0 ? std::nullopt : std::optional(value));
            x.insert(x.end(), values.begin(), values.end());
            batches.push_back(xs(values));
        }
        make_doubled(catalog, std::move(batches));
        std::vector<std::optional<std::int64_t>> y(x.size());
        auto const rounds = *rc::gen::inRange(1, 4);
        for (int round = 0; round < rounds; ++round) {
            auto const least = *rc::gen::inRange(0, 20);
            auto const filtered = *rc::gen::arbitrary<bool>();
            auto request = backfill(t, "y");
            if (filtered) request.where = "x >= " + std::to_string(least);
            auto const size = rc::gen::map(rc::gen::inRange(0, 6), [](int n) {
                return n == 0 ? std::optional<std::int64_t>() : std::optional<std::int64_t>(n);
            });
            request.task_size = *size;
            request.checkpoint_size = *size;
            request.commit_granularity = *size;
            std::int64_t expected = 0;
            for (std::size_t row = 0; row < x.size(); ++row) {
                if (filtered ? !x[row] || *x[row] < least : y[row].has_value()) continue;
                y[row] = x[row] ? std::optional(*x[row] * 2) : std::nullopt;
                ++expected;
            }
            auto const job = catalog.wait(catalog.execute(request).value().job_id, 60s).value();
            RC_ASSERT(job.state == executor::job_state::succeeded);
            RC_ASSERT(job.rows_computed == expected);
            auto const got = rows(catalog, t);
            RC_ASSERT(got.size() == x.size());
            for (std::size_t row = 0; row < x.size(); ++row) {
                RC_ASSERT(got[row][0] == (x[row] ? number(*x[row]) : scalar{}));
                RC_ASSERT(got[row][1] == (y[row] ? number(*y[row]) : scalar{}));
            }
        }
    });
}

TEST_CASE("Property: a backfill of any earlier version writes the rows that it had and that are still there") {
    rc::prop("for random insertions and deletions after it", [] {
        executor::catalog catalog(inline_jobs());
        make_doubled(catalog, {});
        std::vector<std::pair<std::int64_t, std::int64_t>> expected;  // x, and the version that brought it
        std::int64_t next = 0;
        auto const steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 10));
        for (auto const step : steps) {
            if (step < 6) {
                std::vector<std::optional<std::int64_t>> added;
                for (int i = 0; i <= step; ++i) added.emplace_back(next++);
                auto const version = catalog.insert(t, {xs(added)}).value();
                for (auto const& x : added) expected.emplace_back(*x, version);
            } else {
                auto const rest = std::to_string(step - 6);
                catalog.delete_rows(t, "x % 4 = " + rest).value();
                std::erase_if(expected, [&](auto const& row) { return row.first % 4 == step - 6; });
            }
        }
        auto request = backfill(t, "y");
        request.read_version = *rc::gen::inRange<std::int64_t>(2, catalog.latest_version(t).value() + 1);
        request.task_size = *rc::gen::inRange<std::int64_t>(1, 5);
        request.commit_granularity = *rc::gen::inRange<std::int64_t>(1, 4);
        RC_ASSERT(catalog.wait(catalog.execute(request).value().job_id, 60s)->state == executor::job_state::succeeded);
        auto const got = rows(catalog, t);
        RC_ASSERT(got.size() == expected.size());
        for (std::size_t row = 0; row < got.size(); ++row) {
            auto const [x, since] = expected[row];
            RC_ASSERT(got[row][0] == number(x));
            RC_ASSERT(got[row][1] == (since <= *request.read_version ? number(2 * x) : scalar{}));
        }
    });
}

}  // namespace backfill_test
