// SPDX-License-Identifier: Apache-2.0
// Payloads that a server may want for functions: a small function and a small chunker, pickled, and the Arrow schemas
// of the views. What they hold is opaque to the specification.
#pragma once

#include <string_view>

namespace lancespec::conformance::bodies {

/// A function of one value, in the envelope of a container backend.
inline constexpr std::string_view function_name = "lancespec_abs";
inline constexpr std::string_view function_backend = "DockerUDFSpecV1";
inline constexpr std::string_view function_image = "test-image:latest";
inline constexpr std::string_view function =
    "eyJpbWFnZSI6InRlc3QtaW1hZ2UiLCJ0YWciOiJsYXRlc3QiLCJ3b3Jrc3BhY2VfY2hlY2tzdW0iOm51bGwsInVkZl9waWNrbGUi"
    "OiJnQVNNQ0dKMWFXeDBhVzV6akFOaFluT1RMZz09IiwidWRmX2NoZWNrc3VtIjoiMzEwYzcxNjNjYjJiMDViNjU4NzM3NDU3OWMx"
    "NjM0YjU0Zjg2NTc4OTE4ZjQxYmJlZWUwYzhlNmRlYzQ3NjM5MCJ9";

/// A function from one row to several.
inline constexpr std::string_view chunker_name = "lancespec_chunker";
inline constexpr std::string_view chunker =
    "eyJuYW1lIjoibGFuY2VzcGVjX2NodW5rZXIiLCJ2ZXJzaW9uIjoiMSIsImNodW5rZXJfcGF5bG9hZCI6ImdBU01DR0oxYVd4MGFX"
    "NXpqQU5oWW5PVExnPT0iLCJvdXRwdXRfc2NoZW1hX2J5dGVzIjoiLy8vLy80QUFBQUFRQUFBQUFBQUtBQkFBRGdBSEFBZ0FDZ0FB"
    "QUFBQUFBRVFBQUFBQUFBRUFBZ0FDQUFBQUFRQUNBQUFBQVFBQUFBQkFBQUFGQUFBQUJBQUdBQUVBQXNBRXdBVUFBQUFEQUFRQUFB"
    "QUZBQUFBQUFBQUFFVUFBQUFBQUFBQWhnQUFBQUJBQUFBYmdBQUFBQUFBQUFJQUF3QUNBQUhBQWdBQUFBQUFBQUJRQUFBQUE9PSIs"
    "ImlucHV0X2NvbHVtbnMiOlsiaWQiXSwiYmF0Y2giOmZhbHNlLCJtYW5pZmVzdCI6bnVsbCwibWFuaWZlc3RfY2hlY2tzdW0iOm51"
    "bGx9";
/// SHA-256 of `chunker` as it is sent, and of what its Base64 stands for: clients compute the first, and the schema can
/// be read as the second.
inline constexpr std::string_view chunker_sha = "0f5b96846806c6f17e29a024286e9acf58430623a67921a1fab9d89fa36540d3";
inline constexpr std::string_view chunker_sha_decoded =
    "9dc679025f1e0870455701d1f526b578ef68c3cd2aebb68a2bf91d22502c14c8";

/// Schemas of the views, as Base64 of an Arrow schema message.
inline constexpr std::string_view query_schema =
    "//////gAAAAQAAAAAAAKABAADgAHAAgACgAAAAAAAAEQAAAAAAAEAAgACAAAAAQACAAAAAQAAAADAAAAgAAAADgAAAAEAAAAnP//"
    "/xQAAAAAAAABFAAAAAAAAAIQAAAAAgAAAGlkAAAAAAAAgP///wAAAAFAAAAAzP///xQAAAAAAAABHAAAAAAAAAYcAAAACAAAAF9f"
    "aXNfc2V0AAAAAAAAAAAEAAQABAAAABAAGAAEAAsAEwAUAAAADAAQAAAAFAAAAAAAAAEgAAAAAAAAAiQAAAAPAAAAX19zb3VyY2Vf"
    "cm93X2lkAAAAAAAIAAwACAAHAAgAAAAAAAABQAAAAA==";
inline constexpr std::string_view chunker_schema =
    "/////zgBAAAQAAAAAAAKABAADgAHAAgACgAAAAAAAAEQAAAAAAAEAAgACAAAAAQACAAAAAQAAAAEAAAAvAAAAGwAAAA4AAAABAAA"
    "AGT///8UAAAAAAAAARQAAAAAAAACEAAAAAEAAABuAAAAAAAAAEj///8AAAABQAAAAJT///8UAAAAAAAAARQAAAAAAAACEAAAAAIA"
    "AABpZAAAAAAAAHj///8AAAABQAAAAMT///8UAAAAAAAAASAAAAAAAAACHAAAAA0AAABfX2NoaWxkX2luZGV4AAAAAAAAALT///8A"
    "AAABIAAAABAAGAAEAAsAEwAUAAAADAAQAAAAFAAAAAAAAAEgAAAAAAAAAiQAAAAPAAAAX19zb3VyY2Vfcm93X2lkAAAAAAAIAAwA"
    "CAAHAAgAAAAAAAABQAAAAAAAAAA=";

}  // namespace lancespec::conformance::bodies
