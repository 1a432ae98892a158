// SPDX-License-Identifier: Apache-2.0
// Where two schemas of two documents allow different values.
#pragma once

#include "conformance/contract/differences.hpp"
#include "conformance/contract/schema_form.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lancespec::conformance {

/// Collects differences, no more than a person or a program can use.
class difference_list {
public:
    void add(std::string_view where, std::string_view what, boost::json::value contract, boost::json::value document);
    /// Adds when the values differ.
    void differ(std::string_view where, std::string_view what, boost::json::value const& contract,
                boost::json::value const& document) {
        if (contract != document) add(where, what, contract, document);
    }

    struct difference_found {};
    bool stops_at_first = false;  ///< by throwing a difference_found

    std::vector<difference> found;
};

/// Compares schemas of the contract with those of a document; each pair once, so that schemas may contain themselves.
class schema_comparison {
public:
    schema_comparison(schema_source const& ours, schema_source const& theirs, difference_list& out)
        : ours_(ours), theirs_(theirs), out_(&out) {}

    /// Adds what differs below @p where. Two references of one name are the same, whatever they lead to. Whether null
    /// is allowed is one question for a schema and its alternatives: not asked @p with_null false. Throws too_costly.
    void compare(std::string const& where, conjunction const& ours, conjunction const& theirs, bool with_null = true);

    /// What stands for a schema in a report: the name it refers to, or its types.
    [[nodiscard]] static boost::json::value shown(conjunction const& schemas, schema_source const& source);

private:
    void members(std::string const& where, schema_form const& a, schema_form const& b);
    void parts(std::string const& where, std::string_view what, std::map<std::string, conjunction> const& a,
               std::map<std::string, conjunction> const& b);
    void alternatives(std::string const& where, std::string const& what, std::vector<conjunction> a,
                      std::vector<conjunction> b);
    void groups(std::string const& where, schema_form const& a, schema_form const& b);
    void conditions(std::string const& where, schema_form const& a, schema_form const& b);
    bool are_same(conjunction const& a, conjunction const& b);

    using pair_of_schemas = std::pair<conjunction, conjunction>;

    schema_source const& ours_;
    schema_source const& theirs_;
    difference_list* out_;
    std::set<std::pair<pair_of_schemas, bool>> seen_;
};

}  // namespace lancespec::conformance
