// SPDX-License-Identifier: Apache-2.0
// A small server of the two operations, written by hand, for tests of the suite: what it does is all on this page.
#pragma once

#include "conformance/engine/operation.hpp"
#include "conformance/engine/run_result.hpp"
#include "conformance/report/console.hpp"
#include "conformance/suite/registry.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/in_process_transport.hpp"
#include "tests/support/catch.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace canned {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

inline http::response json(int status, std::string body) {
    return {status, {{"content-type", "application/json"}}, std::move(body)};
}

inline http::response text(int status, std::string body, std::string type = "text/plain") {
    return {status, {{"content-type", std::move(type)}}, std::move(body)};
}

inline http::response bare(int status) {
    return {status, {}, {}};
}

inline http::response error(int status, int code) {
    return json(status, "{\"error\": \"no\", \"code\": " + std::to_string(code) + "}");
}

inline lc::run_options options() {
    lc::run_options out;
    out.run_id = "canned00";
    out.profile = "jobs";  // the operations that this server has
    out.busy_pause = std::chrono::milliseconds(1);
    out.load = true;
    out.set_up = false;
    return out;
}

/// The most lines that a console report without --verbose has.
inline constexpr std::ptrdiff_t most_lines = 300;

inline std::ptrdiff_t lines_of(std::string_view text) {
    return std::ranges::count(text, '\n');
}

/// Runs the suite, or the checks that match @p only, against a handler.
inline lc::run_result run(lc::handler answer, lc::run_options chosen = options(), std::vector<std::string> only = {}) {
    lc::in_process_transport server(std::move(answer));
    chosen.only = std::move(only);
    auto out = lc::run_checks(server, chosen);
    auto const lines = lines_of(lc::console_report(out));
    if (lines > most_lines) FAIL_CHECK("the console report has " << lines << " lines: " << verdict_of(out));
    return out;
}

inline lc::check_result const& result_of(lc::run_result const& run, std::string_view id) {
    return *std::ranges::find(run.checks, id, &lc::check_result::id);
}

/// Whether a check was not run because the suite was told to make nothing: this server cannot make tables.
inline bool needs_set_up(lc::check_result const& c) {
    return c.result == lc::outcome::not_run && c.reason.find("--no-set-up") != std::string::npos;
}

/// Whether the run ends without fault: it conforms, or would if effects could be read back, for which this server's
/// tables cannot be made.
inline bool conforms(lc::run_result const& run) {
    if (lc::status_of(run) == lc::exit_status::conforms) return true;
    return lc::status_of(run) == lc::exit_status::no_verdict && !run.partial &&
           std::ranges::all_of(run.operations, [](auto const& op) {
               return op.what != lc::standing::unjudged || op.why.starts_with("its effect was not read back: ");
           });
}

/// Whether a finding of @p result is about rule @p rule (empty: the check's own clause).
inline bool found(lc::check_result const& result, std::string_view rule) {
    return std::ranges::any_of(result.findings, [&](auto const& f) { return f.rule == rule; });
}

/// The server in its strict form answers every clause as the documents say; each freedom bends one of them as
/// verdicts on real servers allow.
struct server {
    bool free = false;
    std::shared_ptr<std::atomic<int>> jobs = std::make_shared<std::atomic<int>>(0);

    http::response bad_request(int code = 13) const {
        return free ? text(400, "Failed to deserialize the JSON body into the target type") : error(400, code);
    }
    http::response accepted() const {
        return free ? http::response{202,
                                     {{"Content-Type", "Application/JSON; charset=utf-8"}},
                                     R"({"job_id": "j 1", "context": null, "state": "queued", "eta": 1.5})"}
                    : json(202, "{\"job_id\": \"j" + std::to_string(++*jobs) + "\"}");
    }

    http::response operator()(http::request const& request) const {
        for (auto const* op : {&lc::backfill_column(), &lc::refresh_materialized_view()})
            if (auto const where = lc::parse_route(*op, request.target)) return answer(*op, *where, request);
        return bare(404);
    }

private:
    http::response answer(lc::operation const& op, lc::route const& where, http::request const& request) const {
        if (request.method != "POST") return free ? text(405, "Method Not Allowed") : error(405, 0);
        if (where.trailing_slash && free) return bare(404);
        bool const backfill = &op == &lc::backfill_column();
        boost::json::object members;
        if (!request.body.empty() || backfill) {
            boost::system::error_code failed;
            auto body = boost::json::parse(request.body, failed);
            if (failed || !body.is_object()) return bad_request();
            members = std::move(body.get_object());
        }
        auto const delimiter = where.delimiter.value_or("$");
        std::string const table = "demo" + delimiter + "items";
        std::string const view = "demo" + delimiter + "cheap";
        std::string const chunks = "demo" + delimiter + "chunks";
        if (auto const* id = members.if_contains("id")) {
            std::string joined;
            if (!id->is_array()) return bad_request();
            for (auto const& name : id->get_array())
                if (!name.is_string()) return bad_request();
            for (auto const& name : id->get_array())
                joined += (joined.empty() ? "" : delimiter) + std::string(std::string_view(name.as_string()));
            if (joined != where.id) return bad_request();
        }
        if (auto refusal = types(op, members)) return *refusal;
        if (!where.id.starts_with("demo" + delimiter)) return error(404, free ? 4 : 1);
        if (backfill ? where.id != table : where.id != view && where.id != chunks)
            return !backfill && where.id == table && free ? bad_request() : error(404, 4);
        return backfill ? this->backfill(members) : refresh(members, where.id == chunks);
    }

    std::optional<http::response> types(lc::operation const& op, boost::json::object const& members) const {
        for (auto const& field : lc::optional_members(op)) {
            auto const* value = members.if_contains(field.name);
            if (!value || (value->is_null() && field.nullable)) continue;
            bool const right = field.type == lc::field_type::string    ? value->is_string()
                               : field.type == lc::field_type::integer ? value->is_int64()
                               : field.type == lc::field_type::number  ? value->is_number()
                               : field.type == lc::field_type::object  ? value->is_object()
                                                                       : value->is_array();
            if (!right) return free ? json(422, R"({"detail": [{"type": "int_parsing"}]})") : error(400, 13);
        }
        return std::nullopt;
    }

    http::response backfill(boost::json::object const& members) const {
        auto const* column = members.if_contains("column");
        if (!column || !column->is_string()) return bad_request();
        if (members.contains("branch")) return free ? error(501, 0) : error(404, 22);
        if (auto const* version = members.if_contains("read_version"); version && version->is_int64() && !free)
            return error(404, 11);
        auto const path = std::string(std::string_view(column->get_string()));
        if (path == "price") return free ? accepted() : error(400, 13);
        for (auto const* known : {"doubled", "`doubled`", "stats.area", "`stats`.`area`"})
            if (path == known) return accepted();
        return free ? error(400, 12) : error(404, 12);
    }

    http::response refresh(boost::json::object const& members, bool chunker) const {
        if (auto const* limit = members.if_contains("output_limit"); limit && !limit->is_null() && !chunker)
            return bad_request();
        if (auto const* version = members.if_contains("src_version"); version && version->is_int64() && !free)
            return error(404, 11);
        return accepted();
    }
};

/// @p server behind a gate that asks for the bearer token or the API key `secret`; a body's identity never counts.
inline lc::handler guarded(lc::handler server, bool bare_refusals = false) {
    return [server = std::move(server), bare_refusals](http::request const& request) {
        auto const token = request.fields.find("authorization");
        auto const key = request.fields.find("x-api-key");
        bool const admitted = (token && *token == "Bearer secret") || (key && *key == "secret");
        if (admitted) return server(request);
        return bare_refusals ? text(401, "<html>401 Authorization Required</html>", "text/html") : error(401, 16);
    };
}

}  // namespace canned
