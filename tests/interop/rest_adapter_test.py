# SPDX-License-Identifier: Apache-2.0
"""The suite runs to its end against Lance's own RestAdapter, and calls nothing wrong that cannot be argued.

It has most operations. What it lacks (jobs, renaming, batches, views) it answers with 500 and code 18 that says "not
implemented", which declines an operation with a warning, and fails one that is claimed. ARGUED are its failures
besides the unknown branches that it takes; docs/real-servers.md argues each with its clause.
"""

import sys
import tempfile
import time

if sys.argv[1] == "serve":
    import lance.namespace

    with tempfile.TemporaryDirectory() as root:
        adapter = lance.namespace.RestAdapter("dir", {"root": root}, port=0)
        adapter.start()
        print(adapter.port, flush=True)
        time.sleep(900)
    sys.exit(0)

from servers import Server, check, expect, outcomes

ARGUED = {
    "list_namespaces.unknown_object",
    "list_tables.unknown_object",
    "describe_table.unknown_version",
    "describe_table.load_detailed_metadata",
    "insert_into_table.branch_alone",
    "merge_insert_into_table.branch_alone",
    "update_table.branch_alone",
    "delete_from_table.branch_alone",
}

with Server([sys.executable, __file__, "serve"]) as adapter:
    status, report = check(sys.argv[1], adapter.url, "--profile", "jobs")
    found = outcomes(report)
    expect(status == 1, f"jobs: status {status}, {report['verdict']}", report)
    claimed = ["backfill_column.accepted", "refresh_materialized_view.accepted"]
    expect(found["fail"] == claimed, f"jobs: failures {found['fail']}", report)
    expect(set(found) == {"fail", "unsupported"}, f"jobs: outcomes {sorted(found)}", report)

    status, report = check(sys.argv[1], adapter.url)
    found = outcomes(report)
    expect(status == 1, f"status {status}, {report['verdict']}", report)
    branches = {id for id in found["fail"] if id.endswith(".unknown_branch")}
    expect(len(branches) > 15, f"unknown branches refused: {branches}", report)
    expect(set(found["fail"]) - branches == ARGUED, f"failures {found['fail']}", report)
    expect("suite-error" not in found, "the suite failed", report)
    expect(len(found["pass"]) > 300, f"{len(found['pass'])} checks passed", report)
    # It looks at no bounds, and answers with 500 what it finds wrong late.
    known = (".field_bounds", ".field_types", ".success_status", ".accepted", ".unknown_version", ".unknown_column")
    known += (".unknown_branch",)
    other = [id for id in found["warn"] if not id.endswith(known)]
    expect(not other, f"warnings {other}", report)
    expect(not report["left_behind"], f"left behind: {report['left_behind']}", report)

print(f"RestAdapter: {report['verdict']}")
