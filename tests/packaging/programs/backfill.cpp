// SPDX-License-Identifier: Apache-2.0
// Asks an in-memory catalog for a backfill of a table that it does not have.
#include <lancespec/executor.hpp>

#include <iostream>

int main() {
    lancespec::executor::catalog_options options;
    options.inline_jobs = true;
    lancespec::executor::catalog catalog{options};
    lancespec::model::alter_table_backfill_columns_request request;
    request.id = {"users"};
    request.column = "embedding";
    auto const answer = catalog.execute(request);
    if (answer.has_value()) return 1;
    std::cout << answer.error().message << '\n';
    return answer.error().code == lancespec::error_code::table_not_found ? 0 : 1;
}
