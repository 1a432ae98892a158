# SPDX-License-Identifier: Apache-2.0
"""Starts a server under test and runs `lancespec check` against it; what the interop tests share."""

import json
import re
import subprocess
import sys


class Server:
    """A server process that prints its URL, or its port, in its first line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def __enter__(self):
        line = self.process.stdout.readline()
        port = re.search(r"(\d+)\s*$", line)
        if not port:
            self.process.kill()
            raise SystemExit(f"the server did not start: it printed {line!r}")
        self.url = f"http://127.0.0.1:{port.group(1)}"
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(timeout=120)
        except subprocess.TimeoutExpired:
            self.process.kill()


def check(lancespec, url, *options):
    """Runs the suite; returns its exit status and its JSON report."""
    done = subprocess.run([lancespec, "check", url, "--report", "json", *options], capture_output=True, text=True, timeout=600)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        raise SystemExit(f"no report, status {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}") from None


def outcomes(report):
    """The ids of the checks by outcome."""
    out = {}
    for one in report["checks"]:
        out.setdefault(one["outcome"], []).append(one["id"])
    return out


def expect(holds, what, report=None):
    """Ends the test with the findings when `holds` is false."""
    if holds:
        return
    print(f"FAILED: {what}", file=sys.stderr)
    for one in (report or {"checks": []})["checks"]:
        if one["outcome"] in ("fail", "warn", "suite-error"):
            print(json.dumps(one, indent=1)[:3000], file=sys.stderr)
    raise SystemExit(1)
