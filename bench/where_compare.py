#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Filters over many rows: lancespec, DuckDB and SQLite in one run, one thread each.

where_compare.py PROGRAM [ROWS]: PROGRAM is where_filters as a release builds it. Needs the packages duckdb and pyarrow,
and two gigabytes of memory for ten million rows. Prints milliseconds, and how many times faster lancespec is.
"""

import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

import duckdb
import pyarrow.ipc


def timed(run, times):
    out = []
    for _ in range(times):
        start = time.perf_counter()
        kept = run()
        out.append((time.perf_counter() - start) * 1000)
    return statistics.median(out), kept


def main():
    program, rows = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "10000000"
    with tempfile.TemporaryDirectory() as folder:
        name = folder + "/table.arrow"
        lines = subprocess.run([program, rows, name], check=True, capture_output=True, text=True).stdout.splitlines()
        table = pyarrow.ipc.open_file(name).read_all()
    duck = duckdb.connect()
    duck.execute("SET threads = 1")
    duck.execute("CREATE TABLE t AS SELECT * FROM \"table\"")
    lite = sqlite3.connect(":memory:")
    lite.execute("CREATE TABLE t (id INTEGER, num INTEGER, name TEXT, note TEXT, sparse INTEGER)")
    for batch in table.select(["id", "num", "name", "note", "sparse"]).to_batches(max_chunksize=100_000):
        lite.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", zip(*(c.to_pylist() for c in batch.columns)))
    # SQLite ignores the case of LIKE unless told otherwise.
    lite.execute("PRAGMA case_sensitive_like = ON")
    del table
    print(f"{rows} rows, one thread; milliseconds\n")
    print(f"| filter | rows kept | lancespec | DuckDB {duckdb.__version__} | faster | SQLite {sqlite3.sqlite_version} | faster |")
    print("|---|---|---|---|---|---|---|")
    for line in lines:
        name, ours, kept, for_duck, for_lite = line.split("\t")
        ours = float(ours)
        ducks, count = timed(lambda: duck.execute(f"SELECT count(*) FROM t WHERE {for_duck}").fetchone()[0], 5)
        note = "" if count == int(kept) else f" (DuckDB keeps {count})"
        slow, ratio = "", ""
        if for_lite:
            lites, count = timed(lambda: lite.execute(f"SELECT count(*) FROM t WHERE {for_lite}").fetchone()[0], 1)
            note += "" if count == int(kept) else f" (SQLite keeps {count})"
            slow, ratio = f"{lites:.0f}", f"{lites / ours:.0f}"
        print(f"| {name} | {kept}{note} | {ours:.1f} | {ducks:.1f} | {ducks / ours:.1f} | {slow} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
