#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What including the library costs a compiler, unoptimised: seconds and megabytes, against the budget. Three tries, the best.
#
#     bench/compile_times.sh [COMPILER]
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
compiler=${1:-c++}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0

# measure HEADER NAME SECONDS MEGABYTES FLAGS...: at most so many, or the script fails at its end. The seconds are the
# processor's (user), which other work on the machine lengthens less than the clock's.
measure() {
    local header=$1 name="$1, $2" seconds=$3 megabytes=$4 best=999 memory=0 one
    shift 4
    echo "#include <lancespec/$header>" >"$folder/one.cpp"
    for _ in 1 2 3; do
        one=$(python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime, used.ru_maxrss)' "$compiler" -std=c++20 -O0 "$@" -I"$root/include" -c "$folder/one.cpp" -o "$folder/one.o")
        best=$(awk -v best="$best" '{ print ($1 < best) ? $1 : best }' <<<"$one")
        memory=$(awk '{ print int($2 / 1024) }' <<<"$one")
    done
    printf '%-42s %5.2f s of %s, %4d MB of %s\n' "$name" "$best" "$seconds" "$memory" "$megabytes"
    awk -v s="$best" -v m="$memory" -v most_s="$seconds" -v most_m="$megabytes" \
        'BEGIN { exit !(s <= most_s && m <= most_m) }' || status=1
}

measure lancespec.hpp 'compiled separately' 2 400 -DLANCESPEC_SEPARATE_COMPILATION
measure where.hpp 'compiled separately' 1 400 -DLANCESPEC_SEPARATE_COMPILATION
measure evaluate.hpp 'compiled separately' 1.5 400 -DLANCESPEC_SEPARATE_COMPILATION
measure executor.hpp 'compiled separately' 3 500 -DLANCESPEC_SEPARATE_COMPILATION
measure lancespec.hpp 'header-only' 10 1000
measure evaluate.hpp 'header-only' 8 900
measure executor.hpp 'header-only' 15 1400
exit "$status"
