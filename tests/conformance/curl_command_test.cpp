// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/curl_command.hpp"

#include "conformance/report/mask.hpp"
#include "conformance/transport/base_url.hpp"
#include "tests/conformance/sockets.hpp"
#include "tests/support/catch.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace curl_command_test {

namespace lc = lancespec::conformance;
namespace http = lancespec::http;
using lc::curl_command;
using lc::shell_word;

/// What a POSIX shell prints when it runs @p command.
std::string run(std::string const& command) {
    std::string out;
    if (auto* pipe = ::popen(command.c_str(), "r")) {
        std::array<char, 4096> chunk{};
        for (std::size_t n = 0; (n = std::fread(chunk.data(), 1, chunk.size(), pipe)) > 0;) out.append(chunk.data(), n);
        ::pclose(pipe);
    }
    return out;
}

TEST_CASE("a shell gets back exactly the text that was made a word") {
    for (std::string const text : {"", "plain", "it's", "a\"b", "$HOME `id` \\ !x", "ünï ↦", "-n", "--help",
                                   "%s %d \\n", "tab\there", "new\nline", "\x1b[31m", "\xff\xfe", "'\\''\x01'"}) {
        INFO(shell_word(text));
        CHECK(run("printf '%s' " + shell_word(text)) == text);
        CHECK(shell_word(text).find('\n') == std::string::npos);
    }
    auto const byte = rc::gen::map(rc::gen::inRange(1, 256), [](int b) { return static_cast<char>(b); });
    auto const shellish = rc::gen::element('\'', '"', '\\', '$', '`', '%', '!', '-', ' ', '\n', '\0');
    rc::prop("any bytes but NUL, and newlines at the end", [&] {
        auto text = *rc::gen::container<std::string>(rc::gen::oneOf(byte, shellish));
        std::erase(text, '\0');
        while (text.ends_with('\n')) text.pop_back();
        RC_ASSERT(run("printf '%s' " + shell_word(text)) == text);
    });
}

TEST_CASE("variables of masked secrets are expanded by the shell, everything else is not") {
    ::setenv("LANCESPEC_TOKEN", "s3 cret*", 1);
    ::setenv("LANCESPEC_API_KEY", "k'ey", 1);
    CHECK(shell_word("Authorization: Bearer $LANCESPEC_TOKEN") == "\"Authorization: Bearer $LANCESPEC_TOKEN\"");
    for (std::string const text :
         {"a $LANCESPEC_TOKEN b", "$LANCESPEC_TOKEN$LANCESPEC_API_KEY", "{\"k\":\"$LANCESPEC_API_KEY\"} $HOME",
          "$LANCESPEC_TOKENS", "\x01$LANCESPEC_TOKEN\x02", "it's $LANCESPEC_API_KEY!"}) {
        auto expected = text;
        for (auto const& [variable, value] :
             {std::pair{lc::token_variable, "s3 cret*"}, std::pair{lc::api_key_variable, "k'ey"}})
            if (auto const at = expected.find(variable); at != std::string::npos)
                expected.replace(at, variable.size(), value);
        INFO(shell_word(text));
        CHECK(run("printf '%s' " + shell_word(text)) == expected);
    }
    ::unsetenv("LANCESPEC_TOKEN");
    ::unsetenv("LANCESPEC_API_KEY");
}

TEST_CASE("the command reads like one a person would write") {
    CHECK(curl_command(lancespec::http::request{"GET", "/v1/x?d=%24", {}, ""}, "http://h:1") ==
          "curl -sS -i 'http://h:1/v1/x?d=%24'");
    CHECK(curl_command(lancespec::http::request{"POST", "/v1/x", {{"content-type", "application/json"}}, R"({"a":1})"},
                       "http://h") ==
          R"(curl -sS -i 'http://h/v1/x' -H 'content-type: application/json' --data-raw '{"a":1}')");
    CHECK(curl_command(lancespec::http::request{"POST", "/v1/x", {}, ""}, "http://h") ==
          "curl -sS -i 'http://h/v1/x' -H 'Content-Type:' --data-raw ''");
    CHECK(curl_command(lancespec::http::request{"DELETE", "/v1/../x[1]", {}, ""}, "http://h") ==
          "curl -sS -i --globoff --path-as-is -X 'DELETE' 'http://h/v1/../x[1]'");
    CHECK(curl_command(lancespec::http::request{"POST", "/", {{"content-type", "a/b"}}, std::string("\0\xff%'\n", 5)},
                       "http://h") ==
          R"(printf '\000\377%%'\''\n' | curl -sS -i 'http://h/' -H 'content-type: a/b' --data-binary @-)");
    CHECK_THAT(curl_command(lancespec::http::request{"POST", "/", {}, std::string(70'000, 'x')}, "http://h"),
               Catch::Contains("@BODY") && Catch::Contains("70000 bytes"));
}

TEST_CASE("curl, run by a shell with the command, sends the request") {
    if (std::system("curl --version > /dev/null 2>&1") != 0) {
        WARN("curl is not installed: not tested against curl itself");
        return;
    }
    for (auto const& request : std::vector<http::request>{
             {"POST", "/v1/a%24b/./c?x={}", {{"content-type", "application/json"}, {"x-empty", ""}}, R"({"a":"it's"})"},
             {"POST", "/", {}, ""},
             {"POST", "/", {{"content-type", "a/b"}}, "@/etc/hostname"},
             {"POST", "/", {{"content-type", "a/b"}}, std::string("-\0\r\n\xff\x1b", 6)},
             {"GET", "/", {{"x-obs", "caf\xe9"}}, ""},
             {"DELETE", "/x", {}, ""}}) {
        std::string seen;
        {
            lancespec_test::scripted_server const server([&](lancespec_test::tcp_peer& peer) {
                seen = peer.receive_request();
                peer.send("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
                seen += peer.receive();
            });
            auto const command = curl_command(request, server.url());
            INFO(command);
            CHECK_THAT(run(command), Catch::StartsWith("HTTP/1.1 200"));
        }
        CHECK_THAT(seen, Catch::StartsWith(request.method + " " + request.target + " HTTP/1.1\r\n") &&
                             Catch::EndsWith("\r\n\r\n" + request.body));
        for (auto const& [name, value] : request.fields)
            CHECK_THAT(seen, Catch::Contains(name + ":" + (value.empty() ? "" : " " + value) + "\r\n"));
        if (!request.fields.find("content-type")) CHECK_THAT(seen, !Catch::Contains("ontent-Type"));
    }
}

}  // namespace curl_command_test
