#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No test asserts how long something takes: on a loaded machine it would fail, and on a fast one tell nothing. Count
# steps, requests or bytes; wait for an event with tests/support/becomes.hpp, the one file that may read a clock.
set -euo pipefail
cd "$1"

may_read_a_clock='^tests/support/becomes\.hpp:'
clock='(steady|system|high_resolution)_clock|clock_gettime|gettimeofday|perf_counter|time\.(time|monotonic|process_time)\(|std::clock\(|\$SECONDS'
assertion='(CHECK|REQUIRE|RC_ASSERT|expect|assert)\w*\(.*\b(elapsed\w*|took|duration|seconds_since)\b[^"]*[<>]'
found=$(grep -rnE "$clock|$assertion" tests --include='*.?pp' --include='*.py' --include='*.sh' --include='*.cmake' |
    grep -vE "$may_read_a_clock|^tests/repository/no_timed_assertion\.sh:" || true)
if [ -n "$found" ]; then
    printf 'a test must not look at a clock:\n%s\n' "$found"
    exit 1
fi
