#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# No source, script or page is longer than 600 lines.
set -euo pipefail
cd "$1"

status=0
while IFS= read -r -d '' file; do
    lines=$(wc -l <"$file")
    if [ "$lines" -gt 600 ]; then
        echo "$file has $lines lines; split it (the limit is 600)"
        status=1
    fi
done < <(find dev CMakeLists.txt ./*.md .ci bench cmake conformance docs include tests -type f \
    \( -name '*.?pp' -o -name '*.py' -o -name '*.sh' -o -name '*.cmake' -o -name '*.in' -o -name '*.md' \
    -o -name CMakeLists.txt -o -name dev -o -name run \) -print0)
exit "$status"
