// What the user asked of a run: the objects to test with, credentials, which checks.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lancespec::conformance {

/// Existing objects to test with, by their names from the root. The defaults are those that
/// `lancespec serve --demo` has.
struct fixture {
    std::vector<std::string> table{"demo", "items"};
    std::string column = "doubled";                           ///< field path of a virtual or computed column of `table`
    std::string nested_column = "stats.area";                 ///< one below the top level; empty: none
    std::string ordinary_column = "price";                    ///< a column that is neither; empty: none
    std::vector<std::string> view{"demo", "cheap"};           ///< a materialized view of kind query or udtf
    std::vector<std::string> chunker_view{"demo", "chunks"};  ///< empty: none
    bool table_exists = false;  ///< somebody says that `table` is on the server, so its absence is no excuse
    bool view_exists = false;   ///< the same of `view`
};

struct run_options {
    fixture objects;
    std::optional<std::string> token;    ///< sent as `Authorization: Bearer …`
    std::optional<std::string> api_key;  ///< sent as `x-api-key`
    std::vector<std::string> only;       ///< ids or patterns with `*`; empty: all
    std::vector<std::string> skip;
    bool strict = false;  ///< a SHOULD not kept counts as a MUST
    /// After a 429 or 503, before the first retry; four times that before the second.
    std::chrono::milliseconds busy_pause{200};
    std::optional<std::string> run_id;  ///< eight of [a-z0-9], in every x-request-id; absent: random
};

}  // namespace lancespec::conformance
