// SPDX-License-Identifier: Apache-2.0
// What the user asked of a run: the objects to test with, credentials, which checks.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
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
    bool table_exists = false;            ///< somebody says that `table` is on the server, so its absence is no excuse
    bool view_exists = false;             ///< the same of `view`
    bool named = false;                   ///< the user named the table: its values matter to somebody
    std::vector<std::string> readable{};  ///< a table on the server without a column to backfill: only to be read
    bool demo = false;                    ///< the user said that the demo data is there
    std::string table_not_made{};  ///< why set-up could not make a table with a column to backfill; empty: not tried
    std::string view_not_made{};   ///< the same of a view

    /// A table that somebody says is on the server, of which nothing but reading may be asked; empty: none.
    [[nodiscard]] std::vector<std::string> to_read() const {
        if (!readable.empty()) return readable;
        return table_exists ? table : std::vector<std::string>{};
    }
};

/// What the user makes of the parts of the specification that are optional.
struct expectations {
    bool strict = false;  ///< a SHOULD not kept counts as a MUST
    /// An error body in the shape of the documents' examples, without the schema's `code`, is accepted.
    bool documented_error_body = false;
    std::vector<std::string> required{};  ///< operationIds that the server claims to have: declining one is a failure
};

struct run_options {
    fixture objects{};
    std::optional<std::string> token{};                          ///< sent as `Authorization: Bearer …`
    std::optional<std::string> api_key{};                        ///< sent as `x-api-key`
    std::vector<std::pair<std::string, std::string>> headers{};  ///< sent with every request
    std::string delimiter = "$";                                 ///< joins the names of plain requests' ids
    std::vector<std::string> only{};                             ///< ids or patterns with `*`; empty: all
    std::vector<std::string> skip{};
    expectations expect{};
    std::string profile = "auto";  ///< name of the profile looked at; auto: whatever the server turns out to have
    bool set_up = true;            ///< make objects to test with where none were named; false: send no request that may
                                   ///< make one
    bool keep = false;             ///< leave what was made, so that requests can be sent again as they were
    bool read_only = false;        ///< send nothing that writes or starts a job
    bool load = false;             ///< start as many jobs as the checks like, not three on each object
    unsigned jobs = 1;             ///< checks that run at a time; the result is the same whatever the number
    /// How long an effect of a job is waited for.
    std::chrono::milliseconds wait{std::chrono::seconds(30)};
    /// After a 429 or 503, before the first retry; four times that before the second.
    std::chrono::milliseconds busy_pause{200};
    std::optional<std::string> run_id{};           ///< eight of [a-z0-9], in every x-request-id; absent: random
    std::atomic<int> const* interrupts = nullptr;  ///< how often the user has asked to stop

    /// Whether a request may be sent that may make an object.
    [[nodiscard]] bool may_make() const noexcept { return set_up && !read_only; }
};

}  // namespace lancespec::conformance
