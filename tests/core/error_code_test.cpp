// SPDX-License-Identifier: Apache-2.0
#include <lancespec/core/error_code.hpp>

#include "tests/support/catch.hpp"

namespace error_code_test {

using lancespec::error_code;

TEST_CASE("The codes are 0 to 23, each at its own place with a name and a status") {
    REQUIRE(lancespec::error_codes.size() == 24);
    for (std::size_t i = 0; i < lancespec::error_codes.size(); ++i) {
        auto const& row = lancespec::error_codes[i];
        CHECK(static_cast<std::size_t>(row.code) == i);
        CHECK(!row.name.empty());
        CHECK(row.http_status >= 400);
        CHECK(row.type.starts_with("/errors/"));
        for (std::size_t j = 0; j < i; ++j) CHECK(lancespec::error_codes[j].name != row.name);
    }
}

TEST_CASE("Names are spelled as in the specification") {
    CHECK(name(error_code::unsupported) == "Unsupported");
    CHECK(name(error_code::table_not_found) == "TableNotFound");
    CHECK(name(error_code::table_branch_already_exists) == "TableBranchAlreadyExists");
}

TEST_CASE("The statuses that the documents describe are 401, 403 and 503; the others are those of real servers") {
    CHECK(http_status(error_code::unauthenticated) == 401);
    CHECK(http_status(error_code::permission_denied) == 403);
    CHECK(http_status(error_code::service_unavailable) == 503);
    for (auto const code : {1, 4, 6, 8, 10, 11, 12, 22}) CHECK(http_status(static_cast<error_code>(code)) == 404);
    for (auto const code : {2, 3, 5, 7, 9, 14, 19, 23}) CHECK(http_status(static_cast<error_code>(code)) == 409);
    for (auto const code : {13, 20}) CHECK(http_status(static_cast<error_code>(code)) == 400);
    CHECK(http_status(error_code::unsupported) == 406);
    CHECK(http_status(error_code::throttling) == 429);
    CHECK(http_status(error_code::internal) == 500);
}

TEST_CASE("A number outside the list is no code") {
    CHECK(lancespec::to_error_code(23) == error_code::table_branch_already_exists);
    CHECK(!lancespec::to_error_code(24));
    CHECK(!lancespec::to_error_code(-1));
    CHECK(!lancespec::to_error_code(INT64_MAX));
    CHECK(info(static_cast<error_code>(200)).code == error_code::internal);
}

}  // namespace error_code_test
