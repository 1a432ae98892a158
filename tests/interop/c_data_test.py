# SPDX-License-Identifier: Apache-2.0
"""pyarrow, nanoarrow and DuckDB exchange columns with the library by Arrow's C interface: nothing changes, nothing is
copied, and everything is released."""

import ctypes
import gc
import pathlib
import sys

import duckdb
import nanoarrow as na
import pyarrow as pa
import pyarrow.ipc as ipc

DATA = pathlib.Path(__file__).resolve().parent.parent / "columnar" / "data"
library = ctypes.CDLL(sys.argv[1])
library.lancespec_copy.restype = ctypes.c_char_p
library.lancespec_copy.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p]


class Stream(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in
                ("get_schema", "get_next", "get_last_error", "release", "private_data")]


def copy(reader, where=""):
    """What the library gives back for a RecordBatchReader."""
    sent, got = Stream(), Stream()
    reader._export_to_c(ctypes.addressof(sent))
    error = library.lancespec_copy(ctypes.addressof(sent), ctypes.addressof(got), where.encode())
    if error:
        raise SystemExit(f"refused: {error.decode()}")
    return pa.RecordBatchReader._import_from_c(ctypes.addressof(got))


def addresses(array):
    """Of the buffers that hold values, at every level."""
    return [buffer.address for buffer in array.buffers() if buffer is not None and buffer.size > 0]


def check(what, holds):
    if not holds:
        raise SystemExit(f"{what} does not hold")


def read(path):
    data = path.read_bytes()
    opened = ipc.open_file(data) if data.startswith(b"ARROW1") else ipc.open_stream(data)
    return opened.read_all()


# Every type and encoding, whole and in slices that begin at any row.
compared = 0
for path in sorted(DATA.glob("*.arrow*")):
    if path.stem == "map":
        continue
    table = read(path)
    for start in (0, 1, 3, 8):
        part = table.slice(start)
        got = copy(pa.RecordBatchReader.from_batches(part.schema, part.to_batches())).read_all()
        got.validate(full=True)
        check(f"{path.name} from row {start}: the schema", got.schema.equals(part.schema, check_metadata=True))
        check(f"{path.name} from row {start}: the values", got.to_pylist() == part.to_pylist())
        compared += 1

# Nothing is copied: the buffers that come back are those that were sent.
batch = pa.record_batch({"i": pa.array(range(1000)), "s": pa.array(["text"] * 1000),
                         "l": pa.array([[1, 2]] * 1000), "n": pa.array([None, 1.5] * 500)})
returned = copy(pa.RecordBatchReader.from_batches(batch.schema, [batch])).read_next_batch()
for name in batch.schema.names:
    check(f"{name}: zero copies", addresses(batch[name]) == addresses(returned[name]))

# Everything is released, by whichever side lets go of it last.
del got, part, table, returned, batch
gc.collect()
before = pa.total_allocated_bytes()
for _ in range(20):
    big = pa.record_batch({"x": pa.array(range(100_000))})
    got = copy(pa.RecordBatchReader.from_batches(big.schema, [big])).read_all()
    del big
    check("the values outlive the sender's", got["x"][99_999].as_py() == 99_999)
    del got
gc.collect()
check("all memory is given back", pa.total_allocated_bytes() == before)

# A type that columns cannot hold is an error with the column's name; the reader is released.
sent, got = Stream(), Stream()
pa.RecordBatchReader.from_batches(pa.schema([("t", pa.time32("s"))]), [])._export_to_c(ctypes.addressof(sent))
error = library.lancespec_copy(ctypes.addressof(sent), ctypes.addressof(got), b"")
check("time32 is refused with its place", error is not None and b"child 0" in error and b"tts" in error)
check("what was refused is released", not sent.release)

# nanoarrow reads what the library gives, and gives what the library reads.
table = read(DATA / "every_type.arrows")
stream = na.ArrayStream(copy(table.to_reader()))
check("nanoarrow reads the rows", stream.read_all().to_pylist() ==
      na.ArrayStream(table.to_reader()).read_all().to_pylist())
back = pa.RecordBatchReader.from_stream(na.ArrayStream(table.to_reader()))
check("what nanoarrow gives is read", copy(back).read_all().to_pylist() == table.to_pylist())

# DuckDB: the library filters what DuckDB makes, DuckDB counts what the library keeps.
made = duckdb.sql("SELECT i AS id, i % 7 AS k, 'row ' || i AS s FROM range(100000) t(i)").to_arrow_reader(4096)
kept = copy(made, "k = 3 AND s LIKE '%5'")
counted = duckdb.sql("SELECT count(*), sum(id) FROM kept").fetchall()[0]
expected = [i for i in range(100_000) if i % 7 == 3 and i % 10 == 5]
check("DuckDB counts the rows that the library keeps", counted == (len(expected), sum(expected)))

print(f"C data: {compared} tables came back equal from pyarrow; nanoarrow and DuckDB agree")
