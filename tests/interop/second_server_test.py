"""The suite passes the second server, written from the operations' pages alone, with and without authentication.

Green between the suite and the reference server proves little, since they share their tables and their authors. A check
that fails here is either wrong, or the pages can be read in two ways: see second_server/DECISIONS.md.
"""

import pathlib
import sys

from servers import Server, check, expect, outcomes

lancespec = sys.argv[1]
server = pathlib.Path(__file__).parent / "second_server" / "second_server.py"

with Server([sys.executable, str(server), "--port", "0"]) as plain:
    status, report = check(lancespec, plain.url, "--load")
    expect(status == 0, f"status {status}, {report['verdict']}", report)
    expect(set(outcomes(report)) <= {"pass", "observed", "disabled"}, "a check did not pass", report)

with Server([sys.executable, str(server), "--port", "0", "--token", "sesame"]) as guarded:
    status, report = check(lancespec, guarded.url, "--token", "sesame", "--load")
    expect(status == 0, f"with a token: status {status}, {report['verdict']}", report)
    expect(set(outcomes(report)) <= {"pass", "observed"}, "with a token a check did not pass", report)
    status, report = check(lancespec, guarded.url)
    expect(status in (1, 5), f"without the token: status {status}, {report['verdict']}", report)

print("the second server conforms, with and without authentication")
