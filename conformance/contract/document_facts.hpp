// SPDX-License-Identifier: Apache-2.0
// The operations of an OpenAPI document, taken apart: references followed, levels joined, defaults filled in.
#pragma once

#include "conformance/contract/schema_form.hpp"

#include <boost/json/object.hpp>

#include <map>
#include <set>
#include <string>

namespace lancespec::conformance {

/// A parameter, a header or the content of one media type, in the document that it is from.
using member_map = std::map<std::string, boost::json::object const*>;

struct operation_facts {
    std::string route;   ///< `POST /v1/…`
    std::string shape;   ///< the route with `{}` for each parameter: their names are not on the wire
    bool has_id = true;  ///< an `operationId`
    std::set<std::string> tags;
    member_map parameters;  ///< by `query:mode`; of a header in lower case
    boost::json::object const* body = nullptr;
    member_map responses;  ///< by `200`, `5XX`, `default`
    bool deprecated = false;
    std::string security;  ///< who is let in, spelled; empty: as the document says of all
    boost::json::object const* object = nullptr;
    boost::json::object const* path = nullptr;  ///< what all operations of the path share
};

/// Takes @p document apart; @p source follows its references. Throws too_costly.
class document_facts {
public:
    document_facts(boost::json::object const& document, schema_source const& source);

    std::map<std::string, operation_facts> operations;  ///< by operationId, or by route where there is none
    member_map schemes;                                 ///< the security schemes that the document asks for
    std::map<std::string, boost::json::value const*> schemas;
    std::string security;  ///< of the document, spelled

    /// @p value, or what its `$ref` leads to; an empty object when that is nothing.
    [[nodiscard]] boost::json::object const& follow(boost::json::value const& value) const;

    /// `headers` of a response by lower-case name, `content` by media type.
    [[nodiscard]] member_map headers(boost::json::object const& response) const;
    [[nodiscard]] member_map contents(boost::json::object const& of) const;

    /// Gives the parameters of the paths here the names that @p other has for them.
    void rename_path_parameters(document_facts const& other);

private:
    void add(std::string const& path, std::string_view method, boost::json::object const& item,
             boost::json::object const& op);
    [[nodiscard]] std::string security_of(boost::json::value const* list) const;

    boost::json::object const& document_;
    schema_source const& source_;
};

/// The member @p key of @p of; an empty object when it is not there.
boost::json::object const& object_in(boost::json::object const& of, std::string_view key);
boost::json::value value_in(boost::json::object const& of, std::string_view key);
std::string text_in(boost::json::object const& of, std::string_view key);
bool is_true(boost::json::object const& of, std::string_view key);

}  // namespace lancespec::conformance
