// SPDX-License-Identifier: Apache-2.0
// The head of a request, looked at byte by byte before it is parsed: where RFC 9112 leaves a choice to readers, two of
// them may see two requests where a proxy saw one. Whatever could be read in two ways is refused.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace lancespec::conformance {

/// Why a head is refused, and with which status. The connection is closed: nobody knows where the next request begins.
struct head_refusal {
    int status = 400;
    std::string message;  ///< one sentence, fit for JSON and a screen
};

/// How much of @p bytes is a head, from its start on.
struct head_scan {
    std::size_t end = 0;  ///< bytes of the head, its empty line included; 0: not all of it is there
    std::optional<head_refusal> refused;
};

/// The number of bytes of empty lines in front of a request, which are ignored (RFC 9112, 2.2).
std::size_t empty_lines(std::string_view bytes) noexcept;

/// Looks for the end of the head in @p bytes, of which the first @p seen were looked at before. Refuses an LF without
/// CR and a CR without LF. Linear in what is new.
head_scan scan_head(std::string_view bytes, std::size_t seen);

/// What a head says about the message, once nothing in it is doubtful.
struct framing {
    unsigned version = 11;              ///< 10 or 11; a later minor version counts as 11
    bool chunked = false;               ///< the body comes in chunks
    std::optional<std::size_t> length;  ///< Content-Length
    bool expects_continue = false;      ///< `Expect: 100-continue` in HTTP/1.1
    std::size_t version_digit_at = 0;   ///< where in the head the minor version is
    bool is_asterisk = false;           ///< `OPTIONS *`
    std::string target;                 ///< origin-form: `http://host/v1/…` has lost its origin
};

struct head_reading {
    framing read;
    std::optional<head_refusal> refused;
};

/// Reads @p head, which ends with its empty line: the request line and every field, by the rules of RFC 9112 sections 2
/// to 6 and RFC 9110 sections 5, 7.2, 8.6 and 10.1.1. Linear.
head_reading read_head(std::string_view head);

}  // namespace lancespec::conformance
