# SPDX-License-Identifier: Apache-2.0
"""Makes the .arrow and .arrows files beside it, with pyarrow: python3 -m venv V; V/bin/pip install pyarrow==26.0.1;
V/bin/python make.py. ipc_test.cpp says what each of them must be read as.
"""

import datetime
import decimal
import pathlib

import pyarrow as pa
import pyarrow.ipc as ipc

HERE = pathlib.Path(__file__).parent


def stream(name, table, **options):
    with ipc.new_stream(HERE / f"{name}.arrows", table.schema, options=ipc.IpcWriteOptions(**options)) as out:
        for batch in table.to_batches():
            out.write_batch(batch)


def file(name, table, **options):
    with ipc.new_file(HERE / f"{name}.arrow", table.schema, options=ipc.IpcWriteOptions(**options)) as out:
        for batch in table.to_batches():
            out.write_batch(batch)


def every_type():
    when = datetime.datetime(2021, 1, 1, 12, 30)
    columns = {
        "null": pa.nulls(3),
        "bool": pa.array([True, None, False]),
        "int8": pa.array([-128, None, 127], pa.int8()),
        "int16": pa.array([-32768, None, 32767], pa.int16()),
        "int32": pa.array([-1, None, 1], pa.int32()),
        "int64": pa.array([-(2**63), None, 2**63 - 1], pa.int64()),
        "uint8": pa.array([0, None, 255], pa.uint8()),
        "uint16": pa.array([0, None, 65535], pa.uint16()),
        "uint32": pa.array([0, None, 2**32 - 1], pa.uint32()),
        "uint64": pa.array([0, None, 2**64 - 1], pa.uint64()),
        "float32": pa.array([0.5, None, -2.0], pa.float32()),
        "float64": pa.array([0.25, None, -1e300], pa.float64()),
        "utf8": pa.array(["a", None, "grün"]),
        "large_utf8": pa.array(["", None, "z"], pa.large_utf8()),
        "binary": pa.array([b"\xff\x00", None, b""], pa.binary()),
        "large_binary": pa.array([b"x", None, b"yz"], pa.large_binary()),
        "date32": pa.array([datetime.date(2021, 1, 1), None, datetime.date(1969, 12, 31)], pa.date32()),
        "timestamp_s": pa.array([when, None, when], pa.timestamp("s")),
        "timestamp_ns": pa.array([when, None, when], pa.timestamp("ns", tz="UTC")),
        "decimal": pa.array([decimal.Decimal("1.50"), None, decimal.Decimal("-99999999.99")], pa.decimal128(10, 2)),
        "struct": pa.array([{"x": 1, "y": "b"}, None, {"x": None, "y": None}],
                           pa.struct([pa.field("x", pa.int32()), pa.field("y", pa.utf8())])),
        "list": pa.array([[1, 2], None, []], pa.list_(pa.int32())),
        "large_list": pa.array([[[1.5], None], None, []], pa.large_list(pa.list_(pa.float64()))),
        "vector": pa.array([[1.0, 2.0], None, [3.0, None]], pa.list_(pa.float32(), 2)),
    }
    return pa.table(columns)


def sliced():
    base = pa.table({
        "b": pa.array([i % 3 == 0 for i in range(40)]),
        "i": pa.array([None if i % 5 == 0 else i for i in range(40)]),
        "s": pa.array([None if i % 7 == 0 else "v" * (i % 4) for i in range(40)]),
        "l": pa.array([None if i % 6 == 0 else list(range(i % 3)) for i in range(40)], pa.list_(pa.int64())),
        "f": pa.array([[i, None] for i in range(40)], pa.list_(pa.int16(), 2)),
    })
    return pa.concat_tables([base.slice(3, 10), base.slice(21, 7)])


def dictionaries():
    words = pa.array(["red", None, "blue", "red", "blue"]).dictionary_encode()
    small = pa.DictionaryArray.from_arrays(pa.array([1, 0, 1, None, 0], pa.uint8()), pa.array([10, None]))
    nested = pa.ListArray.from_arrays(pa.array([0, 2, 2, 3, 4, 5], pa.int32()), words)
    return pa.table({"words": words, "small": small, "nested": nested})


stream("every_type", every_type())
file("every_type", every_type())
stream("sliced", sliced())
stream("dictionaries", dictionaries())
file("dictionaries", dictionaries())
stream("lz4", pa.concat_tables([sliced(), sliced()]), compression="lz4")
stream("zstd", pa.concat_tables([sliced(), sliced()]), compression="zstd")
file("zstd", dictionaries(), compression="zstd")
stream("old_framing", sliced(), use_legacy_format=True, metadata_version=ipc.MetadataVersion.V4)
schema = pa.schema([pa.field("id", pa.int64(), nullable=False, metadata={"unit": "m"})], metadata={"made": "by hand"})
stream("schema_only", schema.empty_table())
stream("map", pa.table({"m": pa.array([[("a", 1)]], pa.map_(pa.utf8(), pa.int32()))}))

# A dictionary that grows by a delta, and one that is replaced.
growing = [pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["a", "b"])),
           pa.DictionaryArray.from_arrays(pa.array([2, 0]), pa.array(["a", "b", "c"])),
           pa.DictionaryArray.from_arrays(pa.array([0, 0]), pa.array(["z"]))]
with ipc.new_stream(HERE / "deltas.arrows", pa.schema([("d", growing[0].type)]),
                    options=ipc.IpcWriteOptions(emit_dictionary_deltas=True)) as out:
    for array in growing:
        out.write_batch(pa.record_batch([array], names=["d"]))
