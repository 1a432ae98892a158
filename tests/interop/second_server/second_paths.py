# SPDX-License-Identifier: Apache-2.0
"""Identifiers and field paths for the second server of the two operations
(column backfill, materialized-view refresh), written from the two operations'
pages alone.  Numbers in brackets, [n], refer to DECISIONS.md.
"""
from urllib.parse import unquote_to_bytes

# Names of the protocol's numeric error codes that this server can answer.
CODE_NAMES = {
    0: "Unsupported", 4: "TableNotFound", 11: "TableVersionNotFound",
    12: "TableColumnNotFound", 13: "InvalidInput", 16: "Unauthenticated",
    17: "ServiceUnavailable", 18: "Internal", 22: "TableBranchNotFound",
}
UNSUPPORTED, TABLE_NOT_FOUND, VERSION_NOT_FOUND = 0, 4, 11
COLUMN_NOT_FOUND, INVALID_INPUT, UNAUTHENTICATED = 12, 13, 16
SERVICE_UNAVAILABLE, INTERNAL, BRANCH_NOT_FOUND = 17, 18, 22


class ApiError(Exception):
    """An answer other than 202: HTTP status, protocol code, message."""

    def __init__(self, status, code, message, headers=(), close=False):
        super().__init__(message)
        self.status, self.code, self.message = status, code, message
        self.headers, self.close = tuple(headers), close


def invalid(message):
    return ApiError(400, INVALID_INPUT, message)


def percent_decode(text, what):
    """Strict percent-decoding to UTF-8; '+' stays a plus sign [3]."""
    for i, ch in enumerate(text):
        if ch == "%":
            pair = text[i + 1:i + 3]
            if len(pair) != 2 or any(c not in "0123456789abcdefABCDEF" for c in pair):
                raise invalid(f"{what} has a malformed percent escape")
    try:
        # The request line reaches us as Latin-1, so that is how it goes back.
        return unquote_to_bytes(text.encode("latin-1")).decode("utf-8")
    except UnicodeError:
        raise invalid(f"{what} is not valid UTF-8 after percent-decoding") from None


def parse_delimiter(query):
    """The `delimiter` query parameter, `$` when it is not given."""
    found = []
    for part in query.split("&"):
        key, _, value = part.partition("=")
        if key == "delimiter":  # other parameters are ignored [4]
            found.append(percent_decode(value, "delimiter"))
    if len(found) > 1:
        raise invalid("delimiter is given more than once")
    if found and not found[0]:
        raise invalid("delimiter must not be empty")
    return found[0] if found else "$"


def parse_identifier(raw_id, delimiter):
    """Path id -> list of names.  Decode first, split second [1]."""
    text = percent_decode(raw_id, "id")
    if not text:
        raise invalid("id is required")
    if text == delimiter:
        raise invalid("id names the root namespace, not a table")  # [2]
    names = text.split(delimiter)
    if "" in names:
        raise invalid(f"id '{text}' has an empty name in it")
    return names


def parse_field_path(path):
    """Field path -> list of segments; raises InvalidInput when malformed [10].

    Dots separate segments.  A segment in backticks is taken literally, with
    two backticks inside standing for one.
    """
    def bad(why):
        return invalid(f"invalid field path: {why}")

    segments, i, n = [], 0, len(path)
    while True:
        if i < n and path[i] == "`":
            i, out = i + 1, []
            while True:
                if i >= n:
                    raise bad("a backtick is not closed")
                if path[i] != "`":
                    out.append(path[i])
                    i += 1
                elif path[i + 1:i + 2] == "`":
                    out.append("`")
                    i += 2
                else:
                    i += 1
                    break
            if i < n and path[i] != ".":
                raise bad("text follows a closing backtick")
            segment = "".join(out)
        else:
            end = path.find(".", i)
            end = n if end < 0 else end
            segment, i = path[i:end], end
            if "`" in segment:
                raise bad("a backtick inside an unquoted segment")
        if not segment:
            raise bad("an empty segment")
        segments.append(segment)
        if i >= n:
            return segments
        i += 1  # the dot


def format_field_path(segments):
    """Canonical full path: backticks only around segments that need them [11]."""
    return ".".join(
        "`" + s.replace("`", "``") + "`" if "." in s or "`" in s else s
        for s in segments)
