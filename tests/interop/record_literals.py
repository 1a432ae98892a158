# SPDX-License-Identifier: Apache-2.0
"""Asks Lance about literals of every kind beside columns of every type, and about time zones, and prints the answers:

    record_literals.py literals >tests/language/data/literal_cases.tsv
    record_literals.py zones >tests/language/data/zone_cases.tsv
    record_literals.py check tests/language/data

The last asks again, and says which answers the recorded files do not have.
It needs pylance (requirements.txt). The files say with which version they were made, and what their lines mean.
"""

import decimal
import json
import sys
import tempfile

import lance
import pyarrow

MAX64 = 2**63 - 1


def timestamp(unit, zone=None):
    return pyarrow.timestamp(unit, tz=zone)


def seconds(unit, *values):
    scale = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    return [value * scale for value in values]


# 2021-01-01, 1970-01-01 and 2022-03-01 in seconds.
DAYS = (1609459200, 0, 1646092800)

# Name: Arrow's type, ours, three values. A null follows them. Decimals are their integers.
COLUMNS = {
    "b": (pyarrow.bool_(), "bool", [True, False, True]),
    "i8": (pyarrow.int8(), "int8", [1, -128, 127]),
    "i16": (pyarrow.int16(), "int16", [1, -1, 300]),
    "i32": (pyarrow.int32(), "int32", [1, -1, 300]),
    "i64": (pyarrow.int64(), "int64", [1, -1, 3000000000]),
    "u8": (pyarrow.uint8(), "uint8", [1, 0, 255]),
    "u16": (pyarrow.uint16(), "uint16", [1, 0, 300]),
    "u32": (pyarrow.uint32(), "uint32", [1, 0, 3000000000]),
    "u64": (pyarrow.uint64(), "uint64", [1, 0, 2**64 - 1]),
    "f32": (pyarrow.float32(), "float32", [1.0, -1.5, 300.0]),
    "f64": (pyarrow.float64(), "float64", [1.0, -1.5, 3e9]),
    "s": (pyarrow.utf8(), "utf8", ["1", "a", "2021-01-01"]),
    "ls": (pyarrow.large_utf8(), "large_utf8", ["1", "a", "2021-01-01"]),
    "bin": (pyarrow.binary(), "binary", ["1", "a", ""]),
    "lbin": (pyarrow.large_binary(), "large_binary", ["1", "a", ""]),
    "d": (pyarrow.date32(), "date32", [18628, 0, 19052]),
    "ts_s": (timestamp("s"), "timestamp[s]", seconds("s", *DAYS)),
    "ts_ms": (timestamp("ms"), "timestamp[ms]", seconds("ms", *DAYS)),
    "ts_us": (timestamp("us"), "timestamp[us]", seconds("us", *DAYS)),
    "ts_ns": (timestamp("ns"), "timestamp[ns]", seconds("ns", *DAYS)),
    "utc": (timestamp("us", "UTC"), "timestamp[us, tz=UTC]", seconds("us", *DAYS)),
    "berlin": (timestamp("us", "Europe/Berlin"), "timestamp[us, tz=Europe/Berlin]",
               [value - 3600 * 10**6 for value in seconds("us", *DAYS)]),
    "dec": (pyarrow.decimal128(9, 2), "decimal128(9, 2)", [100, -150, 30000]),
    "wide": (pyarrow.decimal128(38, 10), "decimal128(38, 10)", [10**10, -15 * 10**9, 3 * 10**12]),
    "l": (pyarrow.list_(pyarrow.int32()), "list<int32>", [[1], [], [1, 2]]),
    "lt": (pyarrow.list_(pyarrow.utf8()), "list<utf8>", [["1"], ["a"], []]),
}

LITERALS = [
    "NULL", "true", "false", "1", "-1", "0", "300", "3000000000", "9223372036854775807", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "1.0", "1.5", "-1.5", "1e0", "1e309", "'1'", "'a'", "''", "'1.5'", "'true'",
    "'2021-01-01'", "'2021-01-01 00:00:00'", "'2021-01-01T00:00:00Z'", "X'61'", "0x31", "X''", "[1]", "['1']", "[1.5]",
    "date '2021-01-01'", "date '9999-12-31'", "date '0001-01-01'", "timestamp '2021-01-01 00:00:00'",
    "timestamp '2021-01-01 00:00:00.5'", "timestamp '2021-01-01T00:00:00Z'", "timestamp '2021-01-01T01:00:00+01:00'",
    "timestamp(0) '2021-01-01 00:00:00'", "timestamp(9) '2021-01-01 00:00:00.000000001'",
    "timestamp '9999-12-31 00:00:00'", "timestamp(0) '0001-01-01 00:00:00'", "decimal(9, 2) '1.00'",
    "decimal(38, 10) '-1.5'", "decimal(5, 4) '1.5001'", "int '1'", "tinyint '1'", "bigint unsigned '1'", "float '1'",
    "double '-1.5'", "string '1'", "boolean 'true'", "binary 'a'", "1 + 1", "1 - 0.5",
]

FORMS = ["{c} = {l}", "{l} < {c}", "{c} IN ({l})", "{c} BETWEEN {l} AND {l}", "NOT ({c} = {l})", "coalesce({c}, {l}) IS NOT NULL",
         "{c} LIKE {l}", "{c} + {l} IS NOT NULL", "{c} || {l} IS NOT NULL"]

# The hour before and after clocks in Berlin jump, and turn back twice over, in 2021; 1850, before there were zones.
BERLIN = [1609455600, 1616893199, 1616893200, 1635640200, 1635643800, -3786825600]
# Clocks in Sao Paulo jumped at midnight on 2018-11-04, and turned back to 2018-02-17 23:00.
SAO_PAULO = [1541300400, 1541300399, 1541386800, 1518919199, 1518919200, 0]
LOCAL = [1609459200, 1616896799, 1616900400, 1635645600, 1635649200, -3786822392]

ZONED = {
    "b": (timestamp("us", "Europe/Berlin"), "timestamp[us, tz=Europe/Berlin]", seconds("us", *BERLIN)),
    "bs": (timestamp("s", "Europe/Berlin"), "timestamp[s, tz=Europe/Berlin]", seconds("s", *BERLIN)),
    "sp": (timestamp("ms", "America/Sao_Paulo"), "timestamp[ms, tz=America/Sao_Paulo]", seconds("ms", *SAO_PAULO)),
    "o": (timestamp("ns", "+05:30"), "timestamp[ns, tz=+05:30]", seconds("ns", *BERLIN)),
    "u": (timestamp("us", "UTC"), "timestamp[us, tz=UTC]", seconds("us", *BERLIN)),
    "x": (timestamp("us"), "timestamp[us]", seconds("us", *LOCAL)),
    "g": (timestamp("us"), "timestamp[us]", seconds("us", *([1616898600] * 6))),
    "d": (pyarrow.date32(), "date32", [18628, 18714, 18714, 18931, 18931, 17839]),
    "unknown": (timestamp("us", "Nowhere/Land"), "timestamp[us, tz=Nowhere/Land]", seconds("us", *BERLIN)),
}


def zone_filters():
    texts = ["2021-01-01 00:00:00", "2020-12-31 23:00:00", "2021-03-28 03:00:00", "2021-03-28 02:30:00", "2021-10-31 02:30:00",
             "2021-01-01 04:30:00"]
    for column in ["b", "bs", "sp", "o", "u", "x"]:
        for text in texts:
            yield f"{column} = timestamp '{text}'"
            yield f"{column} < timestamp '{text}'"
            yield f"NOT ({column} >= timestamp '{text}')"
            yield f"{column} IN (timestamp '{text}')"
            yield f"NOT ({column} = '{text}')"
        for text in ["2021-01-01T00:00:00+01:00", "2020-12-31T23:00:00Z", "2021-01-01 00:00:00 Europe/Berlin"]:
            yield f"{column} = timestamp '{text}'"
            yield f"NOT ({column} = '{text}')"
        for day in ["2021-01-01", "2021-03-28", "2018-11-04"]:
            yield f"{column} >= date '{day}'"
            yield f"cast({column} AS date) = date '{day}'"
            yield f"to_date({column}) = date '{day}'"
        for part in ["year", "quarter", "month", "week", "day", "doy", "dow", "hour", "minute", "second", "epoch"]:
            for value in [0, 1, 2, 3, 4, 23, 53, 87, 304, 2021]:
                if value < 3 or part in ("year", "week", "doy", "hour"):
                    yield f"date_part('{part}', {column}) = {value}"
        for part in ["year", "month", "week", "day", "hour", "minute", "second"]:
            yield f"date_trunc('{part}', {column}) = {column}"
            yield f"to_unixtime(date_trunc('{part}', {column})) % 7 < 3"
            yield f"cast(date_trunc('{part}', {column}) AS string) LIKE '%0:00-02:00'"
        for other in ["b", "bs", "sp", "o", "u", "x", "d"]:
            for operator in ["=", "<", ">="]:
                yield f"{column} {operator} {other}"
        for end in ["+01:00", "+02:00", "Z", "+05:30", "-03:00", "-02:00", "+00:53", "00:00"]:
            yield f"cast({column} AS string) LIKE '%{end}'"
        for text in ["2021-01-01T00:00:00+01:00", "2021-03-28T03:00:00+02:00", "2021-01-01T04:30:00+05:30", "1850-01-01T00:53:28+00:53"]:
            yield f"concat({column}, '') = '{text}'"
        yield f"cast({column} AS timestamp) = timestamp '2020-12-31 23:00:00'"
        yield f"cast({column} AS bigint) % 7 < 3"
        yield f"to_char({column}, '%H:%M') = '00:00'"
        yield f"coalesce({column}, x) = {column}"
        yield f"coalesce(x, {column}) = {column}"
        yield f"{column} = g"
        yield f"arrow_typeof({column}) LIKE '%Berlin%'"
    for query in ["unknown IS NULL", "unknown = unknown", "unknown = b", "unknown = timestamp '2021-01-01 00:00:00'",
                  "date_part('hour', unknown) = 0", "date_trunc('day', unknown) = unknown", "cast(unknown AS string) = ''",
                  "cast(unknown AS date) = d", "unknown = d", "unknown = x", "cast(unknown AS bigint) = 0",
                  "arrow_cast(x, 'Timestamp(us, \"Europe/Berlin\")') = b",
                  "arrow_cast(x, 'Timestamp(us, \"Nowhere/Land\")') = b", "arrow_cast(g, 'Timestamp(us, \"Europe/Berlin\")') = b"]:
        yield query


def answer(dataset, query):
    try:
        rows = dataset.to_table(columns=["n"], filter=query).column("n").to_pylist()
    except BaseException:  # Lance's panics are no Exception
        return "E"
    return "".join(str(row) for row in sorted(rows)) or "-"


def make(columns, folder, print):
    arrays = {}
    for name, (kind, _, values) in columns.items():
        if pyarrow.types.is_decimal(kind):
            values = [decimal.Decimal(value).scaleb(-kind.scale) for value in values]
        elif pyarrow.types.is_binary(kind) or pyarrow.types.is_large_binary(kind):
            values = [value.encode() for value in values]
        arrays[name] = pyarrow.array(values + [None], kind)
    arrays["n"] = pyarrow.array(range(len(next(iter(arrays.values())))), pyarrow.int64())
    print(f"# Made by tests/interop/record_literals.py with pylance {lance.__version__}.")
    print("# A line that begins with `column` has a column of the table: its name, its type, its values as JSON; a null follows.")
    for name, (_, type_, values) in columns.items():
        print(f"column\t{name}\t{type_}\t{json.dumps(values)}")
    return lance.write_dataset(pyarrow.table(arrays), folder + "/lance")


def record(which, print):
    with tempfile.TemporaryDirectory() as folder:
        if which == "zones":
            dataset = make(ZONED, folder, print)
            print("# The others have a filter and the rows that Lance keeps, `-` for none, `E` for an error.")
            for query in dict.fromkeys(zone_filters()):
                print(f"{query}\t{answer(dataset, query)}")
            return
        dataset = make(COLUMNS, folder, print)
        print("# One that begins with `form` has a filter of a column {c} and a literal {l}. The others have a column, a literal and,")
        print("# for each form, the rows that Lance keeps, `-` for none, `E` for an error.")
        for form in FORMS:
            print(f"form\t{form}")
        for column in COLUMNS:
            for literal in LITERALS:
                answers = [answer(dataset, form.format(c=column, l=literal)) for form in FORMS]
                print(f"{column}\t{literal}\t{' '.join(answers)}")


def main():
    if sys.argv[1] != "check":
        record(sys.argv[1], print)
        return 0
    changed = 0
    for which, name in (("literals", "literal_cases.tsv"), ("zones", "zone_cases.tsv")):
        lines = []
        record(which, lines.append)
        with open(f"{sys.argv[2]}/{name}", encoding="utf-8") as file:
            recorded = set(file.read().splitlines())
        # The first line has the version.
        for line in lines[1:]:
            if line not in recorded:
                changed += 1
                print(f"{name}: pylance {lance.__version__} says: {line}")
    print(f"{changed} answers are not as recorded")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
