# SPDX-License-Identifier: Apache-2.0
"""The suite finds no fault with the second server, written from the operations' pages alone, with and without authentication.

Green between the suite and the reference server proves little, since they share their tables and their authors. A check
that fails here is either wrong, or the pages can be read in two ways: see second_server/DECISIONS.md.
"""

import pathlib
import sys

from servers import Server, check, expect

lancespec = sys.argv[1]


def judged(report):
    """The outcomes of the checks but for those that need a table of their own, which this server cannot make."""
    return {one["outcome"] for one in report["checks"] if "a table of its own" not in (one["reason"] or "")}


def effects_alone(report):
    """Whether nothing keeps the two operations from being judged but that nobody can read back what a job did."""
    why = [one["why"] for one in report["operations"] if one["standing"] == "unjudged"]
    return len(why) == 2 and all(one.startswith("its effect was not read back: ") for one in why)


server = pathlib.Path(__file__).parent / "second_server" / "second_server.py"

with Server([sys.executable, str(server), "--port", "0"]) as plain:
    status, report = check(lancespec, plain.url, "--load")
    expect(status == 5, f"status {status}, {report['verdict']}", report)
    expect(effects_alone(report), f"unjudged: {report['operations']}", report)
    expect(judged(report) <= {"pass", "observed", "disabled", "unsupported"}, "a check did not pass", report)

with Server([sys.executable, str(server), "--port", "0", "--token", "sesame"]) as guarded:
    status, report = check(lancespec, guarded.url, "--token", "sesame", "--load")
    expect(status == 5, f"with a token: status {status}, {report['verdict']}", report)
    expect(effects_alone(report), f"with a token, unjudged: {report['operations']}", report)
    expect(judged(report) <= {"pass", "observed", "unsupported"}, "with a token a check did not pass", report)
    status, report = check(lancespec, guarded.url)
    expect(status in (1, 5), f"without the token: status {status}, {report['verdict']}", report)

print("the second server keeps every check that it can be asked, with and without authentication")
