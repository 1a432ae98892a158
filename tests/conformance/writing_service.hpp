// SPDX-License-Identifier: Apache-2.0
// The built-in service with examples, for tests of checks that read back what UpdateTable and MergeInsertIntoTable
// write, which the executor does not execute: merged rows are inserted, and the last value of an update is remembered.
#pragma once

#include "conformance/serve/built_in.hpp"
#include "conformance/transport/handler.hpp"

#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

#include <boost/json/parse.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

namespace lancespec_test {

class writing_service {
public:
    lancespec::http::response operator()(lancespec::http::request const& request) const {
        auto const match =
            lancespec::http::match_route(request.method, lancespec::http::parse_target(request.target).path);
        auto const id = match.operation == nullptr ? std::string_view{} : match.operation->id;
        if (id == "CountTableRows") return count(request);
        auto answer = state_->service.handle(request);
        if (answer.status != 200) return answer;
        if (id == "UpdateTable") remember(request);
        if (id == "MergeInsertIntoTable") (void)state_->service.handle(as_insert(request));
        return answer;
    }

private:
    using place = std::pair<std::string, std::string>;  ///< the table's route, and the branch

    struct state {
        lancespec::conformance::built_in_service service{[] {
            lancespec::conformance::built_in_options options;
            options.stub = true;
            return options;
        }()};
        std::mutex mutex;
        std::map<place, std::string> values;
    };

    static place place_of(lancespec::http::request const& request, boost::json::object const& members) {
        auto const path = request.target.substr(0, request.target.find('?'));
        auto const* branch = members.if_contains("branch");
        return {path.substr(0, path.rfind('/')),
                branch != nullptr && branch->is_string() ? std::string(std::string_view(branch->get_string())) : ""};
    }

    static boost::json::object members_of(lancespec::http::request const& request) {
        boost::system::error_code failed;
        auto const value = boost::json::parse(request.body, failed);
        return !failed && value.is_object() ? value.get_object() : boost::json::object{};
    }

    void remember(lancespec::http::request const& request) const {
        auto const members = members_of(request);
        std::lock_guard const lock(state_->mutex);
        state_->values[place_of(request, members)] =
            std::string(std::string_view(members.at("updates").at(0).at(1).as_string()));
    }

    /// Six rows have the value that the last update set.
    lancespec::http::response count(lancespec::http::request const& request) const {
        auto const members = members_of(request);
        auto const* predicate = members.if_contains("predicate");
        bool const about_update =
            predicate != nullptr && predicate->is_string() && predicate->get_string().starts_with("x = ");
        if (!about_update) return state_->service.handle(request);
        auto const value = std::string(std::string_view(predicate->get_string()).substr(4));
        std::lock_guard const lock(state_->mutex);
        auto const last = state_->values.find(place_of(request, members));
        return {200,
                {{"content-type", "application/json"}},
                last != state_->values.end() && last->second == value ? "6" : "0"};
    }

    static lancespec::http::request as_insert(lancespec::http::request request) {
        std::string_view const target = request.target;
        auto const at = target.find("/merge_insert");
        std::string inserted = std::string(target.substr(0, at)) + "/insert?delimiter=%24";
        auto const from = target.find("branch=");
        if (from != std::string_view::npos) {
            auto const end = target.find('&', from);
            inserted += "&" + std::string(target.substr(from, end == std::string_view::npos ? end : end - from));
        }
        request.target = std::move(inserted);
        return request;
    }

    std::shared_ptr<state> state_ = std::make_shared<state>();
};

}  // namespace lancespec_test
