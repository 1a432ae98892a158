"""The suite runs to its end against Lance's own RestAdapter, which has neither operation, and calls nothing wrong.

It answers what it lacks with 500 and code 18, so the verdict is none at all: status 5, and no check fails.
"""

import sys
import time

if sys.argv[1] == "serve":
    import lance.namespace

    adapter = lance.namespace.RestAdapter("dir", {"root": "memory://lancespec"}, port=0)
    adapter.start()
    print(adapter.port, flush=True)
    time.sleep(300)
    sys.exit(0)

from servers import Server, check, expect, outcomes

with Server([sys.executable, __file__, "serve"]) as adapter:
    status, report = check(sys.argv[1], adapter.url)
    found = outcomes(report)
    expect(status == 5, f"status {status}, {report['verdict']}", report)
    expect(not {"fail", "warn", "suite-error"} & set(found), f"outcomes {sorted(found)}", report)

print(f"RestAdapter: {report['verdict']}")
