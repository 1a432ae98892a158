#include "conformance/serve/built_in.hpp"

#include "conformance/engine/registry.hpp"
#include "conformance/serve/stand_in.hpp"

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
    : catalog_(options.catalog),
      service_(catalog_, options.service),
      stand_in_(options.stand_in),
      broken_(options.broken) {
    if (options.demo) (void)executor::load_demo(catalog_);
}

http::response built_in_service::handle(http::request const& request) {
    auto const answer_ = [this](http::request const& r) { return answer(r); };
    return broken_ ? apply(*broken_, request, answer_) : answer(request);
}

/// The service answers first, since it asks for credentials: only what it declines comes from the tables.
http::response built_in_service::answer(http::request const& request) {
    auto declined = service_.handle(request);
    if (!stand_in_ || declined.status != http_status(error_code::unsupported)) return declined;
    auto const match = http::match_route(request.method, http::parse_target(request.target).path);
    if (match.operation == nullptr || executor::executes(*match.operation)) return declined;
    auto out = stand_in(request);
    if (auto const id = declined.fields.find("x-request-id")) out.fields.set("x-request-id", std::string(*id));
    return out;
}

result<std::unique_ptr<built_in_server>, std::string> built_in_server::start(built_in_options const& options) {
    std::unique_ptr<built_in_server> made(new built_in_server(options));
    auto listening =
        server::start([&s = made->service_](http::request const& r) { return s.handle(r); }, options.listen);
    if (!listening) return listening.error();
    made->server_ = std::move(*listening);
    return made;
}

}  // namespace lancespec::conformance
