#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Whoever compiles the bodies separately must find no Spirit header behind ours: it costs a file most of a second.
#
#     no_spirit.sh COMPILER INCLUDE_FOLDER
set -euo pipefail

compiler=$1
include=$2
headers=(lancespec evaluate where field_path)
# The executor needs FlatBuffers' headers.
echo '#include <flatbuffers/flatbuffers.h>' | "$compiler" -std=c++20 -x c++ -fsyntax-only - 2>/dev/null && headers+=(executor)

for header in "${headers[@]}"; do
    for mode in -DLANCESPEC_SEPARATE_COMPILATION -DHEADER_ONLY; do
        count=$(echo "#include <lancespec/$header.hpp>" |
            "$compiler" -std=c++20 "$mode" -I"$include" -x c++ -M - | grep -c 'boost/spirit' || true)
        case $mode:$count in
            -DLANCESPEC_SEPARATE_COMPILATION:0 | -DHEADER_ONLY:[1-9]*) ;;
            -DHEADER_ONLY:0) echo "header-only, lancespec/$header.hpp has no Spirit header: does this test still see any?"; exit 1 ;;
            *) echo "compiled separately, lancespec/$header.hpp includes $count lines of Spirit headers"; exit 1 ;;
        esac
    done
done
