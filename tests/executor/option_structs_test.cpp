// SPDX-License-Identifier: Apache-2.0
// Options are set by name, and the others keep their defaults: that compiles without a warning under -Wextra, which
// wants an initializer for each member that is left out and has none of its own.
#include <lancespec/executor.hpp>

#include "tests/support/catch.hpp"

namespace option_structs_test {

namespace contract = lancespec::contract;
namespace http = lancespec::http;
namespace where = lancespec::where;

TEST_CASE("every option can be set alone, by its name") {
    // The last member of each: all before it are left out.
    CHECK(lancespec::limits{.ipc_depth = 3}.json_depth == 64);
    CHECK(lancespec::work_bounds{.output_bytes = 3}.steps == lancespec::work_bounds::unlimited);
    CHECK(lancespec::reflect::read_options{.bounds = {.json_depth = 3}}.accept_null);
    CHECK(lancespec::reflect::write_options{.leave_out = {}}.version == lancespec::latest_spec_version);
    CHECK(contract::decode_options{.languages = false}.validate);
    CHECK(contract::validate_options{.bounds = {}}.languages);
    CHECK(contract::example_options{.deepest = 1}.optional_members);
    CHECK(where::parse_options{.quotes = where::double_quotes::text}.bounds.where_depth == 128);
    CHECK(where::bind_options{.system_columns = true}.dialect == where::compatibility::lance12);
    CHECK(http::write_options{.validation = {}}.delimiter == "$");
    CHECK_FALSE(http::dispatch_options{.unavailable = true}.token);
    CHECK(lancespec::executor::catalog_options{.catalog_bytes = 3}.workers == 2);
}

}  // namespace option_structs_test
