// SPDX-License-Identifier: Apache-2.0
// Writes every exchange to a folder as it happens, so that a run that hangs or is killed has lost nothing.
#pragma once

#include "conformance/report/mask.hpp"
#include "conformance/transport/transport.hpp"

#include <cstddef>
#include <mutex>
#include <set>
#include <string>

namespace lancespec::conformance {

/// How much a trace may hold, whatever the server sends.
struct trace_bounds {
    std::size_t body = std::size_t{1} << 20;     ///< bytes of one body, as the server sent them
    std::size_t fields = std::size_t{64} << 10;  ///< bytes of the header fields of one message
    /// Bytes of all files together. What comes later is told without bodies and fields; past a quarter more nothing is.
    std::size_t total = std::size_t{256} << 20;
};

/// Passes requests on to @p inner. Each exchange, masked, becomes a file `CHECK-N.http` for people, and a line of
/// `exchanges.jsonl` for programs and for recorded_transport. What is cut says so: a line `# left out: …`, and a member
/// `left_out` with the same words.
class trace_transport final : public transport {
public:
    /// @p inner must outlive this.
    trace_transport(transport& inner, std::string folder, secrets hidden, trace_bounds bounds = {})
        : inner_(inner), folder_(std::move(folder)), hidden_(std::move(hidden)), bounds_(bounds) {}

    /// Makes the folder and an empty `exchanges.jsonl`. A sentence when that did not work.
    [[nodiscard]] std::string prepare() const;

    exchange_result exchange(http::request const& request) override;
    [[nodiscard]] std::string base_url() const override { return inner_.base_url(); }

    /// What could not be written, as a sentence; empty: nothing.
    [[nodiscard]] std::string problem() const;

    /// How many exchanges were not written since the trace was full, as a sentence; empty: none.
    [[nodiscard]] std::string left_out() const;

private:
    transport& inner_;
    std::string folder_;
    void write(std::string const& file, bool append, std::string_view text);

    secrets hidden_;
    trace_bounds bounds_;
    std::size_t written_ = 0;     ///< bytes, of all files
    std::size_t not_traced_ = 0;  ///< exchanges of which nothing was written
    mutable std::mutex mutex_;
    std::multiset<std::string> names_;
    std::string problem_;
};

}  // namespace lancespec::conformance
