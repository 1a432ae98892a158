# SPDX-License-Identifier: Apache-2.0
"""Records what the servers of tests/interop answer to the suite: record.py LANCESPEC PYTHON [PYTHON8].

PYTHON is one that has the packages of tests/interop/requirements.txt, as `ctest -L interop` prepares it:
BUILD/tests/interop/environment/bin/python. PYTHON8 has pylance 8.0.1; without it that server is not recorded again.
See README.md.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

here = pathlib.Path(__file__).resolve().parent
interop = here.parents[1] / "interop"
sys.path.insert(0, str(interop))
sys.dont_write_bytecode = True

from servers import Server

lancespec, python, *python8 = sys.argv[1:4]
second = [sys.executable, str(interop / "second_server" / "second_server.py"), "--port", "0"]
servers = {
    "second_server": (second, ["--profile", "jobs"]),
    "second_server_with_token": ([*second, "--token", "sesame"], ["--profile", "jobs", "--token", "sesame"]),
    "rest_adapter": ([python, str(interop / "rest_adapter_test.py"), "serve"], ["--profile", "jobs"]),
}
if python8:
    servers["rest_adapter_8"] = ([python8[0], str(interop / "rest_adapter_test.py"), "serve"], ["--profile", "auto"])
# What changes from run to run, or belongs to the connection.
volatile = {"date", "server", "connection", "content-length", "keep-alive", "transfer-encoding", "x-request-id"}


def trimmed(line):
    """An exchange without what changes from run to run, and without what replaying does not need."""
    exchange = json.loads(line)
    request, answer = exchange["request"], exchange["answer"]
    del answer["elapsed_us"]
    for part in (request, answer):
        part.pop("body_bytes", None)
    if "body_base64" in request:  # rows: what they are the suite knows
        del request["body_base64"]
    del request["headers"]
    if "headers" in answer:
        answer["headers"] = [[name, value] for name, value in answer["headers"] if name.lower() not in volatile]
    return json.dumps({"id": exchange["id"], "request": request, "answer": answer}, ensure_ascii=False, separators=(",", ":"))


def numbered(text):
    """The ids that servers draw, in the order in which they come: 00000001, 00000002."""
    drawn = {}
    return re.sub(r"\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|[0-9a-f]{32}\b|[0-9a-f]{8}(?=_lancespec))",
                  lambda found: drawn.setdefault(found[0], f"{len(drawn) + 1:08d}"), text)


for name, (command, options) in servers.items():
    with tempfile.TemporaryDirectory() as folder, Server(command) as server:
        done = subprocess.run(
            [lancespec, "check", server.url, "--load", "--trace", folder, "--report", "json", *options],
            capture_output=True, text=True, timeout=300, env={**os.environ, "LANCESPEC_RUN_ID": "recorded"},
        )
        report = json.loads(done.stdout)
        lines = (pathlib.Path(folder) / "exchanges.jsonl").read_text(encoding="utf-8").splitlines()
        text = "".join(trimmed(line) + "\n" for line in sorted(lines, key=lambda one: json.loads(one)["id"]))
        text = numbered(text.replace(server.url, "http://recorded.example"))
        (here / f"{name}.jsonl").write_text(text, encoding="utf-8")
        print(f"{name}: {len(lines)} exchanges, {len(text)} bytes; {report['verdict']}")
