// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/trace_transport.hpp"

#include "conformance/report/curl_command.hpp"
#include "conformance/transport/answer_line.hpp"
#include "conformance/transport/exchange_json.hpp"
#include "conformance/transport/recorded_transport.hpp"

#include <lancespec/core/json.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace lancespec::conformance {
namespace {

constexpr std::string_view first_words = "# curl -sS";  // of every .http file

/// A name that any file system takes.
std::string file_name(std::string_view id) {
    std::string out;
    for (char const c : id.substr(0, 150)) {
        bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                           c == '_' || c == '-';
        out += plain ? c : '_';
    }
    return out.empty() ? "exchange" : out;
}

std::string lines_of(http::headers const& fields) {
    std::string out;
    for (auto const& [name, value] : fields) out += fmt::format("{}: {}\n", name, value);
    return out;
}

/// Cuts @p text to @p most bytes, or up to three fewer so as not to end within a character. How many that leaves out.
std::size_t cut(std::string& text, std::size_t most) {
    if (text.size() <= most) return 0;
    for (int i = 0; i < 3 && most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80; ++i) --most;
    auto const left_out = text.size() - most;
    text.resize(most);
    text.shrink_to_fit();
    return left_out;
}

/// The same of the fields: whole ones, from the first on.
std::size_t cut(http::headers& fields, std::size_t most) {
    http::headers kept;
    std::size_t size = 0;
    std::size_t left_out = 0;
    for (auto const& [name, value] : fields) {
        auto const bytes = name.size() + value.size();
        if (left_out == 0 && size + bytes <= most)
            kept.add(name, value);
        else
            left_out += bytes;
        size += bytes;
    }
    if (left_out > 0) fields = std::move(kept);
    return left_out;
}

/// Cuts @p e to @p bounds. What is left out, as a sentence, or empty.
std::string shorten(exchange_record& e, trace_bounds const& bounds) {
    constexpr std::size_t longest_target = 4096;
    constexpr std::size_t longest_reason = 4096;
    std::string out;
    auto const say = [&out](std::size_t bytes, std::string_view of) {
        if (bytes > 0) out += fmt::format("{}{} bytes of the {}", out.empty() ? "" : ", ", bytes, of);
    };
    say(cut(e.request.target, longest_target), "request's target");
    say(cut(e.request.fields, bounds.fields), "request's header fields");
    say(cut(e.request.body, bounds.body), "request's body");
    say(cut(e.result.response.fields, bounds.fields), "answer's header fields");
    auto const body = cut(e.result.response.body, bounds.body);
    e.result.left_out += body;
    say(body, "answer's body");
    say(cut(e.result.reason, longest_reason), "reason");
    return out;
}

std::string for_people(exchange_record const& e, std::string const& base_url, std::string const& left_out) {
    auto out = fmt::format("# {}\n\n{} {} HTTP/1.1\n{}\n{}\n\n", curl_command(e.request, base_url), e.request.method,
                           e.request.target, lines_of(e.request.fields), e.request.body);
    if (e.result.status == exchange_status::answered)
        out += fmt::format("HTTP/1.1 {}\n{}\n{}\n", e.result.response.status, lines_of(e.result.response.fields),
                           e.result.response.body);
    else
        out += fmt::format("# {}: {}\n", name(e.result.status), e.result.reason);
    if (!left_out.empty()) out += fmt::format("# left out: {}\n", left_out);
    return out + fmt::format("# {:.3f} ms\n", static_cast<double>(e.result.elapsed.count()) / 1000.0);
}

/// Creates @p file for its owner alone: what is masked is what the suite knows to be secret.
void make_private(std::string const& file) {
    int const fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return;  // whoever opens it next says why
    ::fchmod(fd, 0600);
    ::close(fd);
}

/// Removes what an earlier run has written to @p folder: beside its exchanges.jsonl, the .http files that begin as
/// ours do. Others stay.
void remove_earlier(std::string const& folder) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(folder + "/exchanges.jsonl", failed)) return;
    std::vector<std::filesystem::path> ours;
    for (auto const& entry : std::filesystem::directory_iterator(folder, failed)) {
        if (entry.path().extension() != ".http" || !entry.is_regular_file(failed)) continue;
        std::string beginning(first_words.size(), '\0');
        std::ifstream(entry.path(), std::ios::binary).read(beginning.data(), std::ssize(beginning));
        if (beginning == first_words) ours.push_back(entry.path());
    }
    for (auto const& file : ours) std::filesystem::remove(file, failed);
}

}  // namespace

std::string trace_transport::prepare() const {
    std::error_code failed;
    std::filesystem::create_directories(folder_, failed);
    if (failed) return fmt::format("the folder {} cannot be made: {}", folder_, failed.message());
    remove_earlier(folder_);
    auto const lines = folder_ + "/exchanges.jsonl";
    make_private(lines);
    std::ofstream out(lines, std::ios::binary | std::ios::trunc);
    if (!out) return fmt::format("cannot write to {}: {}", folder_, std::strerror(errno));
    return {};
}

exchange_result trace_transport::exchange(http::request const& request) {
    auto result = inner_.exchange(request);
    auto e = mask(exchange_record{request, result}, hidden_);
    auto const id = id_within_run(request.fields.find("x-request-id").value_or(""));

    std::lock_guard const lock(mutex_);
    if (written_ > bounds_.total + bounds_.total / 4) {
        ++not_traced_;
        return result;
    }
    bool const full = written_ > bounds_.total;
    auto left_out = shorten(e, full ? trace_bounds{0, 0} : bounds_);
    if (full) left_out += fmt::format("; the trace holds its {} bytes already", bounds_.total);
    auto line = exchange_json(e, std::string::npos);
    line["id"] = valid_text(id);
    if (!left_out.empty()) line["left_out"] = left_out;
    auto name = file_name(id);
    names_.insert(name);
    if (auto const times = names_.count(name); times > 1) name += fmt::format("-again-{}", times);
    auto const file = fmt::format("{}/{}.http", folder_, name);
    make_private(file);
    write(file, false, for_people(e, base_url(), left_out));
    write(folder_ + "/exchanges.jsonl", true, to_json(line) + '\n');
    return result;
}

void trace_transport::write(std::string const& file, bool append, std::string_view text) {
    std::ofstream out(file, std::ios::binary | (append ? std::ios::app : std::ios::trunc));
    out << text << std::flush;
    written_ += text.size();
    if (!out && problem_.empty())
        problem_ = fmt::format("the trace in {} is not whole: {}", folder_, std::strerror(errno));
}

std::string trace_transport::problem() const {
    std::lock_guard const lock(mutex_);
    return problem_;
}

std::string trace_transport::left_out() const {
    std::lock_guard const lock(mutex_);
    if (not_traced_ == 0) return {};
    return fmt::format("the trace in {} leaves out the last {} exchanges: it holds its {} bytes already", folder_,
                       not_traced_, bounds_.total);
}

}  // namespace lancespec::conformance
