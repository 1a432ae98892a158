// SPDX-License-Identifier: Apache-2.0
// Answers from a recording: what a real server said once is judged again without it.
#pragma once

#include "conformance/transport/transport.hpp"

#include <lancespec/core/result.hpp>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace lancespec::conformance {

/// Reads what trace_transport wrote. A request is answered by the exchange with its id (the check and its number), in
/// the order in which they were recorded; one that was not recorded is answered as by a server that breaks off.
class recorded_transport final : public transport {
public:
    /// The error is a sentence that names the line.
    static result<std::unique_ptr<recorded_transport>, std::string> read(std::string const& file);

    exchange_result exchange(http::request const& request) override;
    [[nodiscard]] std::string base_url() const override { return "http://recorded.example"; }

private:
    std::mutex mutex_;
    std::map<std::string, std::deque<exchange_result>, std::less<>> answers_;
};

/// The part of an x-request-id that does not change from run to run: `backfill_column.accepted-1`.
std::string id_within_run(std::string_view request_id);

}  // namespace lancespec::conformance
