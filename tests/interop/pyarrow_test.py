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


def plain(expected):
    """The table with dictionary-encoded columns as their values, which is how the library has them."""
    columns = []
    for column in expected.columns:
        decoded = [value for chunk in column.chunks for value in chunk.to_pylist()]
        kind = column.type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        elif pa.types.is_list(kind) and pa.types.is_dictionary(kind.value_type):
            kind = pa.list_(kind.value_type.value_type)
        columns.append(pa.array(decoded, kind))
    return pa.table(columns, names=expected.column_names)


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
        if path.stem in ("dictionaries", "deltas") or path.name == "zstd.arrow":
            expected = plain(expected)
        if not found.equals(expected) or found.schema.metadata != expected.schema.metadata:
            raise SystemExit(f"{path.name} as a {framing}: pyarrow reads\n{found}\nwhere it wrote\n{expected}")
        compared += 1

print(f"pyarrow: {compared} tables came back equal")
