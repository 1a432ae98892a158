// How an OpenAPI document differs from the contract.
#pragma once

#include <lancespec/core/result.hpp>
#include <lancespec/core/type_info.hpp>

#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace lancespec::conformance {

/// One difference. Of what only one side has, the other side's value is null.
struct difference {
    std::string where;  ///< `CreateTable`, `CreateTable query:mode`, `CreateTableRequest/mode`
    std::string
        what;  ///< `operation`, `route`, `parameter`, `body`, `status`, `schema`, `member`, `required`, or a keyword
    boost::json::value contract;
    boost::json::value document;

    /// One sentence for people.
    [[nodiscard]] std::string text() const;
};

/// Every difference between the contract of @p version and @p document, an OpenAPI 3 document: operations, routes,
/// parameters, bodies, statuses, schemas, their members, types and constraints. Null may be allowed in any spelling;
/// descriptions, examples and titles are not compared. The error is a sentence: what makes it no OpenAPI document.
result<std::vector<difference>, std::string> differences(spec_version version, boost::json::value const& document);

}  // namespace lancespec::conformance
