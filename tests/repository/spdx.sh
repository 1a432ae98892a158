#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every source file and script names its licence in one of its first three lines, so that tools need not guess.
#
# Usage: spdx.sh ROOT
set -eu
cd "$1"
missing=$(find . \( -name build -o -name .git \) -prune -o -type f \
    \( -name '*.hpp' -o -name '*.ipp' -o -name '*.cpp' -o -name '*.py' -o -name '*.sh' -o -name '*.cmake' -o -name '*.awk' \
    -o -name CMakeLists.txt -o -path ./dev -o -path ./.ci/run \) -print | while read -r file; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$file"
done)
[ -z "$missing" ] || { echo "without an SPDX line:"; echo "$missing"; exit 1; }
