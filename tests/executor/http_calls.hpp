// SPDX-License-Identifier: Apache-2.0
// What the tests of the service's operations share: a service, requests to it, and Arrow bodies.
#pragma once

#include <lancespec/columnar/ipc.hpp>
#include <lancespec/core/json.hpp>
#include <lancespec/executor/service.hpp>

#include "tests/executor/tables.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <initializer_list>
#include <string>
#include <vector>

namespace http_calls {

namespace executor = lancespec::executor;
namespace http = lancespec::http;
using boost::json::value;

/// A JSON list of names.
inline value names(std::initializer_list<char const*> of) {
    boost::json::array out;
    for (auto const* name : of) out.emplace_back(name);
    return out;
}

/// An Arrow stream of the rows.
inline std::string arrow(lancespec::columnar::schema const& fields,
                         std::vector<lancespec::columnar::record_batch> const& batches) {
    return lancespec::columnar::write_ipc_stream(fields, batches).value();
}

/// An Arrow stream of the columns `id` int64, `x` int64, `s` utf8; a row per number: n, 10 n, its text or null.
inline std::string rows_of(std::vector<std::int64_t> const& ids) {
    auto const fields = executor_tables::schema({{"id", "int64"}, {"x", "int64"}, {"s", "utf8"}});
    std::vector<lancespec::columnar::scalars> rows;
    for (auto const id : ids)
        rows.push_back({executor_tables::number(id), executor_tables::number(id * 10),
                        id % 3 == 0 ? lancespec::columnar::scalar{} : executor_tables::text(std::to_string(id))});
    return arrow(fields, {executor_tables::batch(fields, rows)});
}

struct answer {
    int status = 0;
    value body;  ///< null when there is none
    std::string text;
    std::int64_t code() const {
        auto const* object = body.if_object();
        return object != nullptr && object->contains("code") ? object->at("code").as_int64() : -1;
    }
    value const& operator[](char const* member) const { return body.at(member); }
};

struct server {
    server() : catalog(executor_tables::inline_jobs()), service(catalog, {}) {}

    answer call(std::string method, std::string target, std::string body = {}) {
        bool const is_arrow = target.find("/create?") != std::string::npos || target.ends_with("/create") ||
                              target.find("/insert") != std::string::npos;
        http::headers fields;
        if (!body.empty())
            fields.add("content-type",
                       is_arrow && !body.starts_with('{') ? "application/vnd.apache.arrow.stream" : "application/json");
        auto const got = service.handle({std::move(method), std::move(target), std::move(fields), std::move(body)});
        answer out{got.status, nullptr, got.body};
        if (auto parsed = lancespec::parse_json(got.body)) out.body = std::move(*parsed);
        return out;
    }
    answer post(std::string target, std::string body = "{}") {
        return call("POST", std::move(target), std::move(body));
    }
    answer get(std::string target) { return call("GET", std::move(target)); }

    /// How many rows of a table match; the answer is the bare number.
    std::int64_t count(std::string const& table, std::string const& body = "{}") {
        auto const got = post("/v1/table/" + table + "/count_rows", body);
        INFO(got.text);
        REQUIRE(got.status == 200);
        REQUIRE(got.body.is_int64());
        return got.body.as_int64();
    }
    std::int64_t count_where(std::string const& table, std::string const& predicate) {
        return count(table, R"({"predicate":)" + lancespec::to_json(value(predicate)) + "}");
    }
    /// Makes the namespace `n` and in it the table `t` with the ids 1 to 6.
    void set_up() {
        REQUIRE(post("/v1/namespace/n/create").status == 200);
        REQUIRE(post("/v1/table/n%24t/create?mode=create", rows_of({1, 2, 3, 4, 5, 6})).status == 200);
    }

    executor::catalog catalog;
    executor::service service;
};

}  // namespace http_calls
