#include "conformance/serve/built_in.hpp"

#include "conformance/engine/registry.hpp"

#include <lancespec/executor/demo.hpp>

namespace lancespec::conformance {

built_in_service::built_in_service(built_in_options const& options)
    : service_(catalog_, options.service), broken_(options.broken) {
    if (options.demo) (void)executor::load_demo(catalog_);
}

http::response built_in_service::handle(http::request const& request) {
    auto const answer = [this](http::request const& r) { return service_.handle(r); };
    return broken_ ? apply(*broken_, request, answer) : answer(request);
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
