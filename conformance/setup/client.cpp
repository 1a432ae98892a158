// SPDX-License-Identifier: Apache-2.0
#include "conformance/setup/client.hpp"

#include <lancespec/model/rows.hpp>

#include <fmt/format.h>

namespace lancespec::conformance {

called client::unwritten(std::string_view operation, std::string const& why) {
    called out;
    out.a.record.result.status = exchange_status::unreachable;
    out.a.record.result.reason = "the request cannot be written: " + why;
    out.why = fmt::format("{}: {}", operation, out.a.record.result.reason);
    return out;
}

called client::send(http::request request, std::string_view operation) {
    called out;
    out.a = read_answer(run_.send(std::move(request), id_, ++number_));
    auto const& a = out.a;
    bool const answered = a.record.result.status == exchange_status::answered;
    if (a.busy()) run_.note_busy();
    out.ok = accepted_ = a.accepted() && !a.is_web_page();
    if (out.ok) return out;
    out.declined = answered && (a.declined() || a.unrouted() || a.declined_in_words());
    out.why = answered ? fmt::format("{} is answered {}", operation, describe(a))
                       : fmt::format("{} gets {}", operation, describe(a));
    return out;
}

result<std::int64_t, std::string> client::count(std::vector<std::string> const& names, std::string_view predicate,
                                                std::optional<std::string> branch) {
    model::count_table_rows_request request;
    request.id = names;
    if (!predicate.empty()) request.predicate = std::string(predicate);
    request.branch = std::move(branch);
    auto const answered = call(request);
    if (!answered.ok) return answered.why;
    // The contract asks for a bare integer; Lance's RestAdapter wraps it, which another check tells.
    auto const* wrapped = answered.a.member("count");
    auto const number = wrapped ? as_integer(*wrapped) : answered.a.body ? as_integer(*answered.a.body) : std::nullopt;
    if (!number) return fmt::format("CountTableRows is answered {}, which is no count", describe(answered.a));
    return *number;
}

}  // namespace lancespec::conformance
