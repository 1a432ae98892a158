// Answers made from the field tables alone, for operations that nothing executes: a stand-in for a server.
#pragma once

#include <lancespec/contract/operation.hpp>
#include <lancespec/http/message.hpp>

#include <string_view>

namespace lancespec::conformance {

/// An object one of whose names holds this is not there.
inline constexpr std::string_view stand_in_unknown = "lancespec_none";

/// A success of @p op made from its response's field table alone: the row's status, and every member that can be there
/// with a small value, but no page token, since clients would follow it for ever. Arrow bodies are a few rows of `id`
/// and `name`. The same each time.
http::response example_answer(contract::operation const& op);

/// Answers any operation of the contract from the tables alone, and keeps nothing: 404 or 405 where there is no route,
/// InvalidInput for a request that breaks the tables, 404 for an id, of the route or in the body, one of whose names
/// holds `stand_in_unknown`, and example_answer() otherwise. Asks for no credentials. Thread-safe.
http::response stand_in(http::request const& request);

}  // namespace lancespec::conformance
