// SPDX-License-Identifier: Apache-2.0
// A server over a store of your own: write `execute` for the operations that you have, and http::dispatch() routes,
// authenticates, decodes, validates and encodes. Any HTTP server can carry it; here two requests are made by hand.
#include <lancespec/http/dispatch.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace http = lancespec::http;
namespace model = lancespec::model;
using lancespec::error_code;
using lancespec::namespace_error;
using lancespec::result;

/// Namespaces in a map, in place of a database. The operations that it has not are answered 406 with code 0.
class namespaces {
public:
    result<model::create_namespace_response, namespace_error> execute(model::create_namespace_request const& request) {
        auto const [at, is_new] = known_.emplace(request.id.value(), request.properties.value_or(properties{}));
        if (!is_new) return namespace_error{error_code::namespace_already_exists, "the namespace exists", "", ""};
        model::create_namespace_response out;
        out.properties = at->second;
        return out;
    }

    result<model::describe_namespace_response, namespace_error> execute(
        model::describe_namespace_request const& request) {
        auto const at = known_.find(request.id.value());
        if (at == known_.end()) return namespace_error{error_code::namespace_not_found, "no such namespace", "", ""};
        model::describe_namespace_response out;
        out.properties = at->second;
        return out;
    }

private:
    using properties = std::map<std::string, std::string>;
    std::map<std::vector<std::string>, properties> known_;
};

int main() {
    namespaces store;
    http::dispatch_options const options{.token = "sesame"};
    auto const send = [&](std::string const& path, std::string const& body) {
        http::request request{"POST", path, {}, body};
        request.fields.add("authorization", "Bearer sesame");
        auto const answer = http::dispatch(request, store, options);
        std::cout << answer.status << ' ' << answer.body << '\n';
    };
    send("/v1/namespace/acme/create", R"({"properties": {"owner": "ann"}})");
    send("/v1/namespace/acme/describe", "{}");
    send("/v1/namespace/acme/create", R"({"properties": "ann"})");
    send("/v1/table/acme$t/describe", "{}");
}
