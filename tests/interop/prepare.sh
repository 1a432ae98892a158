#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a virtual environment with the pinned packages of real servers: prepare.sh PYTHON FOLDER REQUIREMENTS.
# Exits with 77, which CTest shows as skipped, when they cannot be had; says so loudly.
python=$1 folder=$2 requirements=$3
[ -f "$folder/complete" ] && cmp -s "$folder/complete" "$requirements" && exit 0
not_run() {
    printf '\n*** interop NOT RUN: %s ***\n\n' "$1"
    exit 77
}
rm -rf "$folder"
"$python" -m venv "$folder" >"$folder.log" 2>&1 || not_run "python3 has no venv (Debian: python3-venv)"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check --timeout 30 --retries 1 -r "$requirements" \
    >>"$folder.log" 2>&1 || not_run "the packages of requirements.txt could not be installed, see $folder.log"
cp "$requirements" "$folder/complete"
