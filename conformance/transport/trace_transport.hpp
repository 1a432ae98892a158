// Writes every exchange to a folder as it happens, so that a run that hangs or is killed has lost nothing.
#pragma once

#include "conformance/report/mask.hpp"
#include "conformance/transport/transport.hpp"

#include <cstddef>
#include <mutex>
#include <set>
#include <string>

namespace lancespec::conformance {

/// Passes requests on to @p inner. Each exchange, masked, becomes a file `CHECK-N.http` for people, and a line of
/// `exchanges.jsonl` for programs and for recorded_transport.
class trace_transport final : public transport {
public:
    /// @p inner must outlive this.
    trace_transport(transport& inner, std::string folder, secrets hidden)
        : inner_(inner), folder_(std::move(folder)), hidden_(std::move(hidden)) {}

    /// Makes the folder and an empty `exchanges.jsonl`. A sentence when that did not work.
    [[nodiscard]] std::string prepare() const;

    exchange_result exchange(http::request const& request) override;
    [[nodiscard]] std::string base_url() const override { return inner_.base_url(); }

    /// What could not be written, as a sentence; empty: nothing.
    [[nodiscard]] std::string problem() const;

private:
    transport& inner_;
    std::string folder_;
    secrets hidden_;
    mutable std::mutex mutex_;
    std::multiset<std::string> names_;
    std::string problem_;
};

/// The part of an x-request-id that does not change from run to run: `backfill_column.accepted-1`.
std::string id_within_run(std::string_view request_id);

}  // namespace lancespec::conformance
