// SPDX-License-Identifier: Apache-2.0
// What real servers once answered, judged again without them: a verdict that changes shows as a difference.
#include "conformance/transport/recorded_transport.hpp"

#include "tests/conformance/canned.hpp"
#include "tests/conformance/sample_run.hpp"
#include "tests/support/catch.hpp"

#include <set>

namespace recordings_test {

namespace lc = lancespec::conformance;

/// Replays; a check of which the recording knows nothing, since it is newer, ends as a suite-error of its own instead
/// of looking like a server that stops answering.
class replay final : public lc::transport {
public:
    explicit replay(lc::transport& recorded) : recorded_(recorded) {}

    lc::exchange_result exchange(lancespec::http::request const& request) override {
        auto out = recorded_.exchange(request);
        bool const missing = out.status == lc::exchange_status::interrupted && out.reason.starts_with("the recording");
        auto const id = request.fields.find("x-request-id").value_or("");
        // Only within a check.
        bool const of_a_check =
            id.find("-set_up-") == std::string_view::npos && id.find("-clean_up-") == std::string_view::npos;
        if (missing && of_a_check) throw std::runtime_error(out.reason);
        return out;
    }
    [[nodiscard]] std::string base_url() const override { return recorded_.base_url(); }

private:
    lc::transport& recorded_;
};

bool is_new(lc::check_result const& c) {
    return c.result == lc::outcome::suite_error && c.reason.starts_with("the recording has no answer");
}

/// The first sentence that tells why a check is not simply passed: what was required, else the reason.
std::string sentence_of(lc::check_result const& c) {
    for (auto const& f : c.findings)
        if (!f.explained) return ": " + f.expected;
    if (c.reason.empty() || c.result == lc::outcome::pass) return {};
    return ": " + c.reason.substr(0, c.reason.find_first_of("(:;,"));  // up to the server's own words
}

/// One line a check: id, outcome, sentence.
std::string compact(lc::run_result const& run) {
    std::string out;
    for (auto const& cause : run.causes) out += "cause " + cause.id + ": " + cause.what + '\n';
    for (auto const& c : run.checks)
        if (!is_new(c)) out += c.id + ' ' + std::string(name(c.result)) + sentence_of(c) + '\n';
    return out;
}

TEST_CASE("recorded servers get the verdicts that they got") {
    struct recording {
        std::string server;
        std::string profile;
    };
    for (auto const& [server, profile] : {recording{"second_server", "jobs"},
                                          {"second_server_with_token", "jobs"},
                                          {"rest_adapter", "jobs"},
                                          {"rest_adapter_8", "auto"}}) {
        auto const folder = std::string(LANCESPEC_SOURCE_DIR "/tests/conformance/recordings/");
        auto recorded = lc::recorded_transport::read(folder + server + ".jsonl");
        if (!recorded) FAIL(recorded.error());
        auto options = canned::options();
        options.run_id = "recorded";
        options.set_up = true;
        options.profile = profile;
        if (server == "second_server_with_token") options.token = "sesame";
        replay way(**recorded);
        auto const run = lc::run_checks(way, options);
        auto const text = compact(run);
        CHECK(canned::lines_of(lc::console_report(run)) <= canned::most_lines);
        INFO(server << "; after LANCESPEC_UPDATE_GOLDEN=1 the golden file shows the change");
        CHECK(text == lancespec_test::golden("../recordings/" + server + ".txt", text));
        std::string fresh;
        for (auto const& c : run.checks)
            if (is_new(c)) fresh += "\n  " + c.id;
        if (!fresh.empty()) WARN("not in the recording of " << server << ", see recordings/README.md:" << fresh);
        CHECK(std::ranges::count_if(run.checks, is_new) * 2 < std::ssize(run.checks));
    }
}

}  // namespace recordings_test
