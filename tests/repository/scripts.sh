#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The shell scripts parse, and ./dev answers from any folder, in an empty environment, without a terminal.
set -euo pipefail
root=$1

for script in "$root/dev" "$root/.ci/run" "$root"/tests/*/*.sh; do
    bash -n "$script"
    [ -x "$script" ] || { echo "$script is not executable"; exit 1; }
done

cd /
help=$(env -i "$root/dev" help </dev/null)
case "$help" in *"usage: ./dev"*) ;; *) echo "./dev help does not show its usage"; exit 1 ;; esac

status=0
env -i "$root/dev" no-such-command >/dev/null 2>&1 </dev/null || status=$?
[ "$status" = 1 ] || { echo "an unknown command ended with status $status"; exit 1; }
