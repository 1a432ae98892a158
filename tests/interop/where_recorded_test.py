# SPDX-License-Identifier: Apache-2.0
"""The filters recorded in tests/language/data beside Lance itself, over the table they were measured on.

Usage: where_recorded_test.py DATA [--record]. where_newest.tsv holds what was measured on the newest Lance, and
where_cases.tsv what Lance 12 does, from which the newest differs in those alone. With --record the rows of where_newest.tsv
are written anew from Lance's answers, but for those whose note says that lancespec differs.
"""

import datetime
import json
import pathlib
import sys
import tempfile

import lance
import pyarrow

TYPES = {"int8": pyarrow.int8(), "int32": pyarrow.int32(), "int64": pyarrow.int64(), "uint8": pyarrow.uint8(),
         "uint64": pyarrow.uint64(), "float32": pyarrow.float32(), "float64": pyarrow.float64(), "utf8": pyarrow.utf8(),
         "bool": pyarrow.bool_(), "binary": pyarrow.binary(), "date32": pyarrow.date32(),
         "timestamp[us]": pyarrow.timestamp("us")}


def arrow_type(kind):
    if isinstance(kind, dict):
        return pyarrow.struct([(name, arrow_type(child)) for name, child in kind.items()])
    if kind.startswith("list<struct<q: int32>"):
        return pyarrow.list_(pyarrow.struct([("q", pyarrow.int32())]))
    return pyarrow.list_(arrow_type(kind[5:-1])) if kind.startswith("list<") else TYPES[kind]


def arrow_value(kind, value):
    if value is None or isinstance(value, list):
        return value
    if isinstance(kind, dict):
        return {name: arrow_value(child, value.get(name)) for name, child in kind.items()}
    if kind.startswith("float") and isinstance(value, str):
        return float(value.replace("Infinity", "inf"))
    if kind == "date32":
        return datetime.date.fromisoformat(value)
    if kind == "binary":
        return bytes.fromhex(value)
    return int(value) if kind in ("int64", "uint64", "timestamp[us]") else value


def table_of(file):
    read = json.loads(file.read_text(encoding="utf-8"))
    return pyarrow.table({name: pyarrow.array([arrow_value(kind, row.get(name)) for row in read["rows"]], arrow_type(kind))
                          for name, kind in read["schema"].items()})


def cases_of(file):
    """Of every filter the rows it keeps, or error, and a note."""
    out = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            parts = line.split("\t")
            out[json.loads(parts[0])] = (parts[1], parts[2] if len(parts) > 2 else "")
    return out


def kept(dataset, query):
    try:
        rows = dataset.to_table(columns=[], filter=query, with_row_id=True).column("_rowid").to_pylist()
        return "[" + ",".join(str(row) for row in sorted(rows)) + "]"
    except BaseException:  # a panic of Lance's is no Exception
        return "error"


def main():
    data = pathlib.Path(sys.argv[1])
    newest, cases = cases_of(data / "where_newest.tsv"), cases_of(data / "where_cases.tsv")
    with tempfile.TemporaryDirectory() as folder:
        dataset = lance.write_dataset(table_of(data / "where_table.json"), folder + "/lance")
        if len(sys.argv) > 2:
            lines = [line for line in (data / "where_newest.tsv").read_text(encoding="utf-8").splitlines()
                     if line.startswith("#")]
            for query, (rows, note) in newest.items():
                rows = rows if note else kept(dataset, query)
                lines.append("\t".join([json.dumps(query, ensure_ascii=False), rows] + [note] * bool(note)))
            (data / "where_newest.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
            return 0
        asked = wrong = 0
        for query, (rows, note) in {**cases, **newest}.items():
            # Lance itself takes double quotes for text.
            if '"' in query or (note and not note.startswith("differs: Lance ")):
                continue
            expected = rows
            if note:
                said = note.removeprefix("differs: Lance ")
                expected = "error" if said == "refuses it" else said.removeprefix("keeps ").replace(" ", "")
            asked += 1
            if (theirs := kept(dataset, query)) != expected:
                wrong += 1
                print(f"{query}\n  recorded {rows} {note}\n  Lance    {theirs}")
    print(f"Lance {lance.__version__}: {asked} filters, {wrong} disagreements")
    return 1 if wrong or asked < 2000 else 0


if __name__ == "__main__":
    sys.exit(main())
