// SPDX-License-Identifier: Apache-2.0
// What the suite costs beside the network: a whole run over HTTP against the built-in server, and a bare libcurl loop
// that sends the same requests, recorded before, over one kept connection. The two alternate, on the same server.
#include "conformance/serve/built_in.hpp"
#include "conformance/suite/runner.hpp"
#include "conformance/transport/curl_transport.hpp"

#include "bench/side_by_side.hpp"

#include <curl/curl.h>

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;

/// Passes requests on, and keeps them.
class recording final : public lc::transport {
public:
    explicit recording(lc::transport& inner) : inner_(inner) {}
    lc::exchange_result exchange(http::request const& request) override {
        auto result = inner_.exchange(request);
        std::lock_guard const lock(mutex_);
        requests.push_back(request);
        return result;
    }
    [[nodiscard]] std::string base_url() const override { return inner_.base_url(); }

    std::vector<http::request> requests;

private:
    lc::transport& inner_;
    std::mutex mutex_;
};

/// The built-in server with the demo data, and how `lancespec check` runs against it.
struct subject {
    std::unique_ptr<lc::built_in_server> server;
    lc::run_options options;

    explicit subject(bool load) {
        lc::built_in_options built_in;
        built_in.demo = true;
        built_in.service.token = "token-of-the-bench";
        options.token = built_in.service.token;
        options.objects.table_exists = options.objects.view_exists = true;
        options.load = load;
        auto started = lc::built_in_server::start(built_in);
        if (!started) throw std::runtime_error(started.error());
        server = std::move(*started);
    }

    [[nodiscard]] lc::curl_transport client() const {
        return lc::curl_transport(*lc::parse_base_url(server->http().url()));
    }

    void run(lc::transport& through) const {
        if (status_of(lc::run_checks(through, options)) != lc::exit_status::conforms)
            throw std::logic_error("the built-in server does not conform");
    }

    [[nodiscard]] std::vector<http::request> record() const {
        auto client = this->client();
        recording all(client);
        run(all);
        return std::move(all.requests);
    }
};

std::size_t keep(char* data, std::size_t, std::size_t size, void* to) {
    static_cast<std::string*>(to)->append(data, size);
    return size;
}

/// As little as a client can do: one handle, its header fields, the body in a string.
void send_all(std::string const& url, std::vector<http::request> const& requests) {
    auto* const handle = curl_easy_init();
    for (auto const& request : requests) {
        curl_slist* fields = nullptr;
        for (auto const& [name, value] : request.fields)
            fields = curl_slist_append(fields, (name + ": " + value).c_str());
        std::string body;
        auto const target = url + request.target;
        curl_easy_setopt(handle, CURLOPT_URL, target.c_str());
        curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
        curl_easy_setopt(handle, CURLOPT_HTTPHEADER, fields);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, request.body.data());
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body.size()));
        curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, request.method.c_str());
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &keep);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
        if (curl_easy_perform(handle) != CURLE_OK) throw std::runtime_error("a request got no answer");
        benchmark::DoNotOptimize(body.data());
        curl_slist_free_all(fields);
    }
    curl_easy_cleanup(handle);
}

/// Medians of alternating runs. With the load, twenty requests go out at once, on as many connections.
void ratio_run_to_bare_loop(benchmark::State& state) {
    subject const tested(state.range(0) != 0);
    auto const requests = tested.record();
    auto const url = tested.server->http().url();
    bench::side_by_side(
        state,
        [&] {
            auto client = tested.client();
            tested.run(client);
        },
        [&] { send_all(url, requests); }, 1);
    state.counters["requests"] = static_cast<double>(requests.size());
}
BENCHMARK(ratio_run_to_bare_loop)->ArgName("load")->Arg(0)->Arg(1)->Iterations(40)->Unit(benchmark::kMillisecond);

}  // namespace
