# SPDX-License-Identifier: Apache-2.0
"""Random filters over random tables: `lancespec where --cases` beside Lance's scanner and DataFusion's SQL.

Usage: where_test.py PROGRAM [FILTERS [SEED]]. Every disagreement is printed; docs/dialect.md lists those that are meant, and
the filters here avoid them: zeros have no sign, NaNs are positive, NOT stands over single conditions and not over IN.
"""

import json
import random
import subprocess
import sys
import tempfile

import datafusion
import lance
import pyarrow

SCHEMA = {"i": "int32", "j": "int64", "f": "float64", "s": "utf8", "b": "bool", "d": "date32", "l": "list<int32>",
          "st": {"x": "int32", "y": "utf8"}}
TYPES = {"int32": pyarrow.int32(), "int64": pyarrow.int64(), "float64": pyarrow.float64(), "utf8": pyarrow.utf8(),
         "bool": pyarrow.bool_(), "date32": pyarrow.date32(), "list<int32>": pyarrow.list_(pyarrow.int32())}
TEXTS = ["", "a", "ab", "abc", "ABC", "it's", "100%", "é", "a_b", "12"]


def draw(kind, pick):
    # DataFusion reads the fields of a struct that is null as if it were not: structs are never null here.
    if isinstance(kind, dict):
        return {name: draw(child, pick) for name, child in kind.items()}
    if pick.random() < 0.15:
        return None
    if kind == "int32":
        return pick.choice([0, 1, 2, 3, -1, 2147483647, -2147483648])
    if kind == "int64":
        return pick.choice([1, 2, 5, -7, 9007199254740993, 9223372036854775807])
    if kind == "float64":
        return pick.choice([0.5, 1.0, 1.5, 2.25, -3.5, 1e300, "NaN", "Infinity"])
    if kind == "utf8":
        return pick.choice(TEXTS)
    if kind == "bool":
        return pick.random() < 0.5
    if kind == "date32":
        return pick.choice(["2021-01-01", "2021-06-15", "1969-12-31"])
    return [pick.choice([1, 2, 3]) for _ in range(pick.randrange(3))]


def arrow_type(kind):
    if isinstance(kind, dict):
        return pyarrow.struct([(name, arrow_type(child)) for name, child in kind.items()])
    return TYPES[kind]


def arrow_value(kind, value):
    if kind == "float64" and isinstance(value, str):
        return float(value.replace("Infinity", "inf"))
    if kind == "date32" and value is not None:
        import datetime
        return datetime.date.fromisoformat(value)
    return value


def text(value):
    return "'" + value.replace("'", "''") + "'"


def whole(pick, depth):
    """Integers alone: products of floats may be zeros or NaNs with a sign."""
    if depth > 0 and pick.random() < 0.4:
        return f"({whole(pick, depth - 1)} {pick.choice('+-*')} {whole(pick, depth - 1)})"
    return pick.choice(["i", "j", "st.x", "length(s)", "coalesce(i, 3)"])


def number(pick, depth):
    """A filter's part that is a number: not a literal, so that the rule for literals beside columns does not matter."""
    choice = pick.randrange(8) if depth > 0 else pick.randrange(3)
    if choice < 3:
        return pick.choice(["i", "j", "f", "st.x", "i", "l[1]"])
    if choice == 3:
        return f"({whole(pick, depth - 1)} {pick.choice('+-*')} {whole(pick, depth - 1)})"
    if choice == 4:
        return f"length({words(pick, depth - 1)})"
    if choice == 5:
        return f"coalesce({pick.choice(['i', 'st.x', 'j'])}, {pick.randrange(5)})"
    if choice == 6:
        return f"({pick.choice(['i', 'j', 'st.x'])} {pick.choice(['/', '%'])} {pick.randrange(2, 6)})"
    return f"cast({pick.choice(['i', 'st.x'])} as {pick.choice(['bigint', 'double'])})"


def words(pick, depth):
    choice = pick.randrange(6) if depth > 0 else 0
    if choice < 2:
        return pick.choice(["s", "st.y"])
    if choice == 2:
        return f"{pick.choice(['lower', 'upper', 'reverse'])}({words(pick, depth - 1)})"
    if choice == 3:
        return f"({words(pick, depth - 1)} || {text(pick.choice(TEXTS))})"
    if choice == 4:
        return f"coalesce({words(pick, depth - 1)}, 'none')"
    return f"concat({words(pick, depth - 1)}, {text(pick.choice(TEXTS))})"


def condition(pick, depth):
    compare = pick.choice(["=", "<>", "<", "<=", ">", ">="])
    choice = pick.randrange(14)
    if choice == 0:
        # A bare column on the left would give its type to the literals on the right, in Lance but not in DataFusion.
        return f"{number(pick, 2)} + 0 {compare} {number(pick, 1)}"
    if choice == 1:
        return f"{pick.choice(['i', 'st.x'])} {compare} {pick.randrange(4)}"
    if choice == 2:
        return f"f {compare} {pick.choice(['1.5', '0.5', '2', '-3.5'])}"
    if choice == 3:
        return f"{words(pick, 2)} {compare} {text(pick.choice(TEXTS))}"
    if choice == 4:
        return f"s {pick.choice(['', 'not '])}{pick.choice(['like', 'ilike'])} {text(pick.choice(['a%', '%b', '%b%', '_', 'a_c', '%', 'A%']))}"
    if choice == 5:
        # Two NOT INs joined by OR keep nulls in both engines, wrongly.
        return f"{pick.choice(['i', 'j'])} in ({', '.join(str(pick.randrange(5)) for _ in range(1 + pick.randrange(4)))})"
    if choice == 6:
        return f"s in ({', '.join(text(pick.choice(TEXTS)) for _ in range(1 + pick.randrange(4)))})"
    if choice == 7:
        return f"{pick.choice(['i', 'j', 'st.x'])} {pick.choice(['', 'not '])}between {pick.randrange(3)} and {pick.randrange(4)}"
    if choice == 8:
        return f"{pick.choice(['i', 'f', 's', 'b', 'd', 'l', 'st', 'st.x'])} is {pick.choice(['', 'not '])}null"
    if choice == 9:
        return f"b is {pick.choice(['', 'not '])}{pick.choice(['true', 'false'])}"
    if choice == 10:
        return f"d {compare} date '{pick.choice(['2021-01-01', '2021-06-15', '1970-01-01'])}'"
    if choice == 11:
        return f"{pick.choice(['array_has', 'array_contains'])}(l, {pick.randrange(1, 5)})"
    if choice == 12:
        return f"{pick.choice(['starts_with', 'ends_with', 'contains', 'regexp_like'])}(s, {text(pick.choice(['a', 'b', 'AB', 'é']))})"
    inner = condition(pick, 0) if depth > 0 else "b"
    return "b" if " in (" in inner else f"not {inner}"


def expression(pick, depth):
    if depth == 0 or pick.random() < 0.3:
        return condition(pick, 1)
    return f"({expression(pick, depth - 1)} {pick.choice(['and', 'or'])} {expression(pick, depth - 1)})"


def ours(program, table, filters, folder):
    with open(folder + "/table.json", "w", encoding="utf-8") as out:
        json.dump(table, out)
    lines = "".join(json.dumps(f, ensure_ascii=False) + "\n" for f in filters)
    run = subprocess.run([program, "where", "--table", folder + "/table.json", "--cases", "-"], input=lines, check=True,
                         capture_output=True, text=True)
    answers = [line.rsplit("\t", 1)[1] for line in run.stdout.splitlines()]
    return [None if answer == "error" else json.loads(answer) for answer in answers]


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 600
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    pick = random.Random(seed)
    wrong = both = 0
    for round_ in range(3):
        rows = [{name: draw(kind, pick) for name, kind in SCHEMA.items()} for _ in range(40)]
        columns = {name: pyarrow.array([arrow_value(kind, row[name]) for row in rows], arrow_type(kind))
                   for name, kind in SCHEMA.items()}
        columns["n"] = pyarrow.array(range(len(rows)), pyarrow.int64())
        arrow = pyarrow.table(columns)
        filters = [expression(pick, 2) for _ in range(count // 3)]
        with tempfile.TemporaryDirectory() as folder:
            answers = ours(program, {"schema": SCHEMA, "rows": rows}, filters, folder)
            dataset = lance.write_dataset(arrow, folder + "/lance")
            context = datafusion.SessionContext()
            context.register_record_batches("t", [arrow.to_batches()])
            for query, mine in zip(filters, answers):
                theirs = {}
                for name, ask in (("Lance", lambda: dataset.to_table(columns=["n"], filter=query)),
                                  ("DataFusion", lambda: context.sql("SELECT n FROM t WHERE " + query).to_arrow_table())):
                    try:
                        theirs[name] = sorted(ask().column("n").to_pylist())
                    except BaseException:  # Lance's panics are no Exception
                        theirs[name] = None
                both += theirs["Lance"] is not None and mine is not None
                # Errors are Lance's and ours to agree on; DataFusion alone takes literals of any type.
                if mine != theirs["Lance"] or (None not in (mine, theirs["DataFusion"]) and mine != theirs["DataFusion"]):
                    wrong += 1
                    print(f"{query}\n  lancespec  {mine}\n  Lance      {theirs['Lance']}\n  DataFusion {theirs['DataFusion']}")
    print(f"seed {seed}: {count} filters, {both} answered by both, {wrong} disagreements")
    return 1 if wrong or both < count // 2 else 0


if __name__ == "__main__":
    sys.exit(main())
