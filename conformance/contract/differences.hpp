// SPDX-License-Identifier: Apache-2.0
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
    /// `operation`, `route`, `parameter`, `body`, `status`, `header`, `schema`, `member`, `required`, `security`, or a
    /// keyword.
    std::string what;
    boost::json::value contract;
    boost::json::value document;

    /// One sentence for people.
    [[nodiscard]] std::string text() const;
};

/// Every difference between the contract of @p version and @p document, an OpenAPI 3 document: operations, routes,
/// parameters, bodies, statuses, headers, security, schemas and every keyword of theirs. What is spelled in another way
/// and means the same is none (schema_form.hpp); descriptions, examples and titles are not compared. A keyword that is
/// not known is one, with its name.
///
/// The error is a sentence: what makes it no OpenAPI document, or that comparing it would cost more than a document of
/// its size may. Of more than 10,000 differences the last tells that there are others.
result<std::vector<difference>, std::string> differences(spec_version version, boost::json::value const& document);

/// The same of two documents; @p contract stands where the contract does.
result<std::vector<difference>, std::string> differences(boost::json::value const& contract,
                                                         boost::json::value const& document);

}  // namespace lancespec::conformance
