// SPDX-License-Identifier: Apache-2.0
// A server that sends the user's secrets back, in every way that it can write them: none is in any output.
#include "conformance/report/mask.hpp"

#include "tests/conformance/hostile_kinds.hpp"
#include "tests/support/catch.hpp"

#include <lancespec/core/json.hpp>

#include <sys/wait.h>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace hostile_secrets_test {

namespace fs = std::filesystem;
namespace http = hostile::http;
using hostile::api_key;
using hostile::token;

std::string const header = "h3ader-t0o;secret";

template <class F>
std::string each(std::string_view text, F const& write) {
    std::string out;
    for (char const c : text) out += write(c);
    return out;
}

std::string formatted(char const* format, char c) {
    std::array<char, 16> out{};
    std::snprintf(out.data(), out.size(), format, static_cast<unsigned>(static_cast<unsigned char>(c)));
    return out.data();
}

bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

std::string base64(std::string_view bytes, bool for_urls) {
    std::string const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    auto const alphabet = letters + (for_urls ? "-_" : "+/");
    std::string out;
    std::uint32_t bits = 0;
    unsigned count = 0;
    for (char const c : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6) out += alphabet[bits >> (count - 6) & 63U];
    }
    return count == 0 ? out : out + alphabet[bits << (6 - count) & 63U];
}

/// The ways to write @p secret. Each begins with the same way to write its beginning.
std::vector<std::string> spellings(std::string_view secret) {
    std::vector<std::string> out{std::string(secret)};
    for (char const* format : {"%%%02X", "%%%02x", "\\u%04x", "\\u%04X", "&#%u;", "&#x%X;"}) {
        out.push_back(each(secret, [&](char c) { return is_plain(c) ? std::string(1, c) : formatted(format, c); }));
        out.push_back(each(secret, [&](char c) { return formatted(format, c); }));
    }
    out.push_back(each(secret, [](char c) { return (c == '/' || c == '"' ? "\\" : "") + std::string(1, c); }));
    return out;
}

/// Of Base64 the middle, which is the same whatever follows, for each number of bytes before.
std::vector<std::string> base64_cores(std::string_view secret) {
    std::vector<std::string> out;
    for (bool const for_urls : {false, true})
        for (std::size_t before = 0; before < 3; ++before) {
            auto const all = base64(std::string(before, 'x') + std::string(secret.substr(0, 9)), for_urls);
            out.push_back(all.substr(before == 0 ? 0 : before + 1, 9));
        }
    return out;
}

/// Whatever must be in no output: eight characters of a secret are too many.
std::vector<std::string> forbidden() {
    std::vector<std::string> out;
    for (auto const& secret : {token, api_key, header}) {
        for (auto const& one : spellings(secret.substr(0, 8))) {
            out.push_back(one);
            // As a report that escapes again writes it.
            out.push_back(each(one, [](char c) { return (c == '\\' || c == '"' ? "\\" : "") + std::string(1, c); }));
            out.push_back(each(one, [](char c) { return c == '&' ? "&amp;" : std::string(1, c); }));
        }
        for (auto& one : base64_cores(secret)) out.push_back(std::move(one));
    }
    return out;
}

/// All that a server can send back.
std::vector<std::string> all_spellings() {
    std::vector<std::string> out;
    for (auto const& secret : {token, api_key, header}) {
        auto const some = spellings(secret);
        out.insert(out.end(), some.begin(), some.end());
        for (bool const for_urls : {false, true})
            for (std::string const before : {"", "a", "ab"}) out.push_back(base64(before + secret, for_urls));
    }
    return out;
}

/// Right, but for errors with another code, and secrets in the words, the fields and job ids. With each request the
/// secret is written in another way and moves by one, so that wherever a report cuts, it cuts within one.
hostile::script telling(std::size_t from) {
    auto const number = std::make_shared<std::atomic<std::size_t>>(from);
    return hostile::answering([right = hostile::right(), number, all = all_spellings()](http::request const& request) {
        auto response = right(request);
        auto const n = (*number)++;
        auto const& secret = all[n % all.size()];
        auto const words = std::string(160 - 10 - n % 30, '.') + ' ' + secret;
        response.fields.add("x-" + std::to_string(n), secret);
        response.fields.add("location", "/login?token=" + secret);
        if (response.status < 300)
            response.body = lancespec::to_json(boost::json::object{{"job_id", n % 2 == 0 ? words : secret}});
        else if (n % 3 == 0)
            response.body = words + std::string(400, '.') + secret;
        else if (n % 3 == 1)
            response.body = lancespec::to_json(boost::json::object{{"code", 18}, {"error", words}});
        else
            response.body = R"({"code": 18, "error": ")" + words + "\", \"x\": \"" + secret;
        return hostile::wire(response);
    });
}

std::string shell_word(std::string const& text) {
    return "'" + text + "'";
}

struct ended {
    int status = 0;
    std::vector<std::pair<std::string, std::string>> outputs;  ///< by name
};

/// Runs the program with every report, a trace, and verbose, in a folder of its own.
ended check(std::string const& url, std::string const& arguments = {}) {
    auto name = (fs::temp_directory_path() / "lancespec-secrets-XXXXXX").string();
    fs::path const folder = ::mkdtemp(name.data());
    auto const at = [&](char const* file) { return shell_word((folder / file).string()); };
    auto const command = std::string(shell_word(LANCESPEC_PROGRAM)) + " check " + url + " " + arguments + " --token " +
                         shell_word(token) + " --api-key " + shell_word(api_key) + " --header " +
                         shell_word("x-tenant-secret: " + header) +
                         " --timeout 0.3 --verbose --report console --report json=" + at("r.json") +
                         " --report junit=" + at("r.xml") + " --trace " + at("trace") + " > " + at("out") + " 2> " +
                         at("err");
    ended out;
    int const status = std::system(command.c_str());
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    for (auto const& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        std::ostringstream text;
        text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        out.outputs.emplace_back(entry.path().filename().string(), text.str());
    }
    fs::remove_all(folder);
    return out;
}

void expect_no_secret(ended const& got) {
    CHECK(got.outputs.size() > 5);
    auto const never = forbidden();
    for (auto const& [name, text] : got.outputs)
        for (auto const& one : never) {
            auto const at = text.find(one);
            if (at == std::string::npos) continue;
            CAPTURE(name, one, text.substr(at < 60 ? 0 : at - 60, 160));
            CHECK(at == std::string::npos);
        }
}

TEST_CASE("no secret is in any output of the program, whatever the server sends back", "[alone]") {
    for (std::size_t const from : {0, 17, 34}) {
        hostile::server const server(telling(from));
        auto const got = check(server.url(), from == 0 ? "--jobs 4" : "");
        CHECK(got.status == 1);
        expect_no_secret(got);
        // Something was there to hide.
        bool const masked = std::ranges::any_of(
            got.outputs, [](auto const& output) { return output.second.find("***") != std::string::npos; });
        CHECK(masked);
    }
}

TEST_CASE("the program ends with a failure or no verdict on hostile servers, and keeps the secrets", "[alone]") {
    hostile::server const other(hostile::always(hostile::json_body(202, hostile::accepted_body)));
    for (auto const& what : hostile::all_kinds(other.authority())) {
        for (auto const* one :
             {"closes at accept", "resets after the request", "silence", "endless body", "garbage", "echoes what comes",
              "100000 brackets", "redirects to another host", "401 for all", "invalid UTF-8", "terminal escapes"}) {
            if (what.name != one) continue;
            CAPTURE(what.name);
            hostile::server const bad(what.run);
            auto const got = check(bad.url());
            CHECK((got.status == 1 || got.status == 3 || got.status == 5));
            expect_no_secret(got);
        }
    }
    CHECK(other.accepted() == 0);
}

}  // namespace hostile_secrets_test
