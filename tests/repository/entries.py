# SPDX-License-Identifier: Apache-2.0
"""Every test case of every Catch2 binary is in exactly one test of ctest.

Usage: entries.py CTEST BUILD_FOLDER. The hidden ones ([.nightly]) are in one of the nightly tests.
"""

import collections
import json
import subprocess
import sys

ctest, folder = sys.argv[1:]


def lines(*command):
    # Catch2 ends with the number of test cases as its status.
    return [line for line in subprocess.run(command, capture_output=True, text=True).stdout.splitlines() if line]


def names(program, *filters):
    return lines(program, "--filenames-as-tags", "--list-test-names-only", *filters)


listing = subprocess.run([ctest, "--test-dir", folder, "--show-only=json-v1"], capture_output=True, text=True, check=True)
entries = collections.defaultdict(lambda: collections.defaultdict(list))
for test in json.loads(listing.stdout)["tests"]:
    program, *arguments = test.get("command") or [""]
    if not program.rsplit("/", 1)[-1].startswith("test_"):
        continue
    labels = next((one["value"] for one in test["properties"] if one["name"] == "LABELS"), [])
    kind = "long" if test["name"].endswith(".long") else "hidden" if "nightly" in labels else "gate"
    entries[program][kind].append((test["name"], arguments[-1]))

status = 0
for program, kinds in sorted(entries.items()):
    visible = names(program, "~[.]")
    expected = {"gate": visible, "long": visible, "hidden": names(program, "[.]")}
    for kind, wanted in expected.items():
        runs = collections.defaultdict(list)
        for entry, which in kinds[kind]:
            for name in names(program, which):
                runs[name].append(entry)
        for name in wanted:
            if len(runs[name]) != 1:
                print(f"{program}: {name!r} is in {len(runs[name])} {kind} tests of ctest: {', '.join(runs[name])}")
                status = 1
    print(f"{program}: {len(visible)} test cases in {len(kinds['gate'])} tests, {len(expected['hidden'])} hidden")
if not entries:
    print("there is no Catch2 binary")
    status = 1
sys.exit(status)
