# SPDX-License-Identifier: Apache-2.0
"""A public validator takes every kind of JSON report by docs/report.schema.json, and no member goes without a description.

The reports: of the built-in server, of one with a fault, of one that fails and is known to, of a server that is not
there, of one that asks for credentials, of a run that was interrupted, and the sample with every outcome.
"""

import copy
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

import jsonschema

from servers import Server, check, expect

lancespec = sys.argv[1]
root = pathlib.Path(__file__).resolve().parents[2]
schema = json.loads((root / "docs" / "report.schema.json").read_text(encoding="utf-8"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)


def described(part):
    """`part` of the schema without references."""
    while "$ref" in part:
        part = schema["$defs"][part["$ref"].removeprefix("#/$defs/")]
    for one in part.get("anyOf", []):
        if one != {"type": "null"}:
            return described(one)
    return part


def undescribed(value, part, place=""):
    """The members of `value`, and of what is in it, that the schema says nothing of."""
    part = described(part)
    if isinstance(value, list):
        return {found for one in value for found in undescribed(one, part.get("items", {}), place + "[]")}
    if not isinstance(value, dict):
        return set()
    out = set()
    for name, member in value.items():
        inner = part.get("properties", {}).get(name)
        out |= {f"{place}/{name}"} if inner is None else undescribed(member, inner, f"{place}/{name}")
    return out


def validate(name, report):
    problems = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(report)]
    expect(not problems, f"the report of {name} is not valid: {problems[:5]}")
    expect(not undescribed(report, schema), f"the report of {name} has members without a description: {undescribed(report, schema)}")
    return report


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def serving(*options):
    """`lancespec serve` prints its URL at the end of its first line."""
    return Server([lancespec, "serve", "--demo", "--port", "0", *options])


def check_built_in(*options):
    done = subprocess.run([lancespec, "check", "--report", "json", *options], capture_output=True, text=True, timeout=600)
    return done.returncode, json.loads(done.stdout)


def interrupted():
    """The report of a run that SIGINT ends while a server that never answers is waited for."""
    with socket.socket() as listener, tempfile.TemporaryDirectory() as folder:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.settimeout(300)
        file = pathlib.Path(folder) / "r.json"
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        process = subprocess.Popen([lancespec, "check", url, "--report", f"json={file}"])
        try:
            connection, _ = listener.accept()
            with connection:
                time.sleep(0.1)
                process.send_signal(signal.SIGINT)
                status = process.wait(timeout=300)
        finally:
            process.kill()
        return status, json.loads(file.read_text(encoding="utf-8"))


status, good = check_built_in()
validate("the built-in server", good)
expect(status == 0 and good["exit_status"] == 0, f"status {status}", good)

with serving("--fault", "backfill_column.error_code_integer") as broken:
    status, failing = check(lancespec, broken.url)
    validate("a broken server", failing)
    expect(status == 1 and failing["causes"], f"status {status}, causes {failing['causes']}")
    failed = [one["id"] for one in failing["checks"] if one["outcome"] == "fail"]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as known:
        known.write("".join(f"- {{check: {id}, reason: known, expires: 2999-12-31}}\n" for id in failed))
        known.flush()
        status, put_up_with = check(lancespec, broken.url, "--known-failures", known.name)
    validate("a server with known failures", put_up_with)
    expect(status == 0, f"known failures: status {status}, {put_up_with['verdict']}", put_up_with)
    expect(any("known_failure" in one for one in put_up_with["checks"]), "no check is marked as known to fail")
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as known:
        known.write("- {check: backfill_column.accepted, reason: known}\n")
        known.flush()
        status, stale = check_built_in("--known-failures", known.name)
    validate("a stale known failure", stale)
    expect(status == 6 == stale["exit_status"], f"stale: status {status}, {stale['verdict']}")

status, nowhere = check(lancespec, f"http://127.0.0.1:{free_port()}")
validate("a server that is not there", nowhere)
expect(status == 3 and not nowhere["reachable"], f"status {status}", nowhere)

with serving("--token", "sesame") as guarded:
    status, closed = check(lancespec, guarded.url)
    validate("a server that asks for credentials", closed)
    expect(status == 5 and closed["causes"], f"status {status}, {closed['verdict']}", closed)

status, stopped = interrupted()
validate("an interrupted run", stopped)
expect(status == 5 == stopped["exit_status"] and stopped["interrupted"], f"interrupted: status {status}", stopped)

sample = json.loads((root / "tests/conformance/golden/report.json").read_text(encoding="utf-8"))
validate("every outcome", sample)
expect(all(sample["counts"].values()), f"the sample lacks an outcome: {sample['counts']}")

# New members may come at any time; a wrong one is noticed.
more = copy.deepcopy(sample)
for place in (more, more["checks"][0], more["causes"][0], more["counts"]):
    place["a_member_of_tomorrow"] = {"x": 1}
expect(validator.is_valid(more), "unknown members are not accepted")
breaks = {
    "schema_version": lambda r: r.update(schema_version=1),
    "a missing member": lambda r: r.pop("left_behind"),
    "an outcome": lambda r: r["checks"][0].update(outcome="passed"),
    "a level": lambda r: r["checks"][0].update(level="must"),
    "a negative count": lambda r: r["counts"].update({"pass": -1}),
    "a number as text": lambda r: r.update(requests="17"),
    "a status": lambda r: r.update(exit_status=2),
    "an answer without status": lambda r: r["causes"][0]["exchange"]["answer"].pop("http_status"),
}
for name, spoil in breaks.items():
    spoiled = copy.deepcopy(sample)
    spoil(spoiled)
    expect(not validator.is_valid(spoiled), f"the schema does not notice: {name}")

# The tables of docs/reports.md and the schema describe the same members.
page = (root / "docs" / "reports.md").read_text(encoding="utf-8")
page = page[page.index("## JSON") : page.index("## JUnit")]
tables = re.findall(r"\| member \| value \|\n\|---\|---\|\n((?:\|.*\n)+)", page)
parts = [schema, *(schema["$defs"][name] for name in ("cause", "check", "finding"))]
expect(len(tables) == len(parts), f"docs/reports.md has {len(tables)} tables of members")
for table, part in zip(tables, parts):
    told = {name for row in table.splitlines() for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    expect(told == set(part["properties"]), f"docs/reports.md and the schema differ in {told ^ set(part['properties'])}")
    expect(set(part["required"]) >= told - {"known_failure"}, f"may be missing: {told - set(part['required'])}")
for name in ("request", "answer"):
    for member in schema["$defs"][name]["properties"]:
        expect(f"`{member}`" in page, f"docs/reports.md says nothing of {member} of {name}")

print(f"{len(breaks) + 8} reports are judged as docs/report.schema.json says")
