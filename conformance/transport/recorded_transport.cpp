// SPDX-License-Identifier: Apache-2.0
#include "conformance/transport/recorded_transport.hpp"

#include "conformance/transport/exchange_json.hpp"

#include <fmt/format.h>
#include <boost/json/parse.hpp>

#include <fstream>

namespace lancespec::conformance {

std::string id_within_run(std::string_view request_id) {
    constexpr std::string_view prefix = "lancespec-";
    constexpr std::size_t run = 9;  // eight characters and a hyphen
    if (request_id.starts_with(prefix) && request_id.size() > prefix.size() + run)
        return std::string(request_id.substr(prefix.size() + run));
    return std::string(request_id);
}

result<std::unique_ptr<recorded_transport>, std::string> recorded_transport::read(std::string const& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) return fmt::format("{} cannot be read", file);
    auto out = std::make_unique<recorded_transport>();
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        boost::system::error_code failed;
        auto const value = boost::json::parse(line, failed);
        if (failed) return fmt::format("{}, line {}: {}", file, number, failed.message());
        auto exchange = read_exchange_json(value);
        if (!exchange) return fmt::format("{}, line {}: {}", file, number, exchange.error());
        auto const* id = value.get_object().if_contains("id");
        if (!id || !id->is_string()) return fmt::format("{}, line {}: an exchange needs an id", file, number);
        out->answers_[std::string(std::string_view(id->get_string()))].push_back(std::move(exchange->result));
    }
    return out;
}

exchange_result recorded_transport::exchange(http::request const& request) {
    auto const id = id_within_run(request.fields.find("x-request-id").value_or(""));
    std::lock_guard const lock(mutex_);
    auto const found = answers_.find(id);
    if (found == answers_.end() || found->second.empty())
        return {exchange_status::interrupted, {}, fmt::format("the recording has no answer to {}", id), {}};
    auto out = found->second.front();
    if (found->second.size() > 1) found->second.pop_front();
    return out;
}

}  // namespace lancespec::conformance
