// SPDX-License-Identifier: Apache-2.0
#include "conformance/serve/built_in.hpp"

#include "conformance/faults/stub.hpp"
#include "conformance/suite/registry.hpp"

#include <lancespec/contract/operations.hpp>
#include <lancespec/executor/demo.hpp>
#include <lancespec/http/route.hpp>
#include <lancespec/http/target.hpp>

namespace lancespec::conformance {

std::vector<contract::operation const*> not_executed_operations() {
    std::vector<contract::operation const*> out;
    for (auto const& op : contract::operations())
        if (!executor::executes(op)) out.push_back(&op);
    return out;
}

built_in_service::built_in_service(built_in_options const& options)
    : catalog_(options.catalog), service_(catalog_, options.service), stub_(options.stub), broken_(options.broken) {
    if (options.demo) (void)executor::load_demo(catalog_);
}

http::response built_in_service::handle(http::request const& request, std::stop_token const& stop) {
    auto const answer_ = [this, &stop](http::request const& r) { return answer(r, stop); };
    return broken_ ? apply(*broken_, request, answer_) : answer(request, stop);
}

http::admission built_in_service::admit(http::request const& head) const {
    return broken_ ? http::admission{} : service_.admit(head);
}

/// The service answers first, since it asks for credentials: only what it declines comes from the tables.
http::response built_in_service::answer(http::request const& request, std::stop_token const& stop) {
    auto declined = service_.handle(request, stop);
    if (!stub_ || declined.status != http_status(error_code::unsupported)) return declined;
    auto const match = http::match_route(request.method, http::parse_target(request.target).path);
    if (match.operation == nullptr || executor::executes(*match.operation)) return declined;
    auto out = stub_answer(request);
    if (auto const id = declined.fields.find("x-request-id")) out.fields.set("x-request-id", std::string(*id));
    return out;
}

result<std::unique_ptr<built_in_server>, std::string> built_in_server::start(built_in_options const& options) {
    std::unique_ptr<built_in_server> made(new built_in_server(options));
    server_calls calls;
    calls.answer = [&s = made->service_](http::request const& r, std::stop_token const& stop) {
        return s.handle(r, stop);
    };
    calls.admit = [&s = made->service_](http::request const& head) { return s.admit(head); };
    auto listening = server::start(std::move(calls), options.listen);
    if (!listening) return listening.error();
    made->server_ = std::move(*listening);
    return made;
}

}  // namespace lancespec::conformance
