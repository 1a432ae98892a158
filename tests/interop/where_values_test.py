# SPDX-License-Identifier: Apache-2.0
"""Random calls of every function of lists and of text: lancespec beside Lance's projections and DataFusion's SQL.

Usage: where_values_test.py WHERE_VALUES [CALLS [SEED]], CALLS for each function. Every disagreement is printed;
docs/dialect.md lists those that are meant, and the calls of where_functions.py avoid them.

where_values_test.py WHERE_VALUES --record FOLDER writes list_values.tsv and text_values.tsv of tests/language/data.
"""

import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

import datafusion
import lance
import pyarrow

from where_functions import SCHEMAS, call, draw_row, functions

TYPES = {"int32": pyarrow.int32(), "int64": pyarrow.int64(), "float64": pyarrow.float64(), "utf8": pyarrow.utf8()}
# Lance 14 panics at empty lists here, or gives what lies behind them; DataFusion does not.
BY_DATAFUSION = {"array_any_value", "list_any_value"}
# lancespec keeps to a rule of its own, see docs/dialect.md.
OF_OUR_OWN = {"contains_tokens"}


def arrow_type(kind):
    return pyarrow.list_(arrow_type(kind[5:-1])) if kind.startswith("list<") else TYPES[kind]


def arrow_value(value):
    if isinstance(value, list):
        return [arrow_value(item) for item in value]
    return float(value.replace("Infinity", "inf")) if value in ("NaN", "Infinity", "-Infinity") else value


def spelled(value):
    """As where_values spells values."""
    if isinstance(value, list):
        return [spelled(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return "x'" + value.hex() + "'" if isinstance(value, bytes) else value


class engines:
    """One table, and what each engine makes of an expression over it: values, or an error as text."""

    def __init__(self, program, part, rows, folder):
        self.program, self.folder = program, folder
        schema = SCHEMAS[part]
        self.table = {"schema": schema, "rows": rows}
        arrow = pyarrow.table({name: pyarrow.array([arrow_value(row[name]) for row in rows], arrow_type(kind))
                               for name, kind in schema.items()})
        pathlib.Path(folder, "table.json").write_text(json.dumps(self.table), encoding="utf-8")
        self.column = next(iter(schema))
        self.dataset = lance.write_dataset(arrow, folder + "/lance")
        self.context = datafusion.SessionContext()
        self.context.register_record_batches("t", [arrow.to_batches()])

    def ours(self, expressions):
        lines = "".join(json.dumps(e) + "\n" for e in expressions)
        run = subprocess.run([self.program, self.folder + "/table.json", "newest"], input=lines, check=True,
                             capture_output=True, text=True)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def lance(self, expression):
        try:
            # Lance wants a column besides.
            read = self.dataset.to_table(columns={"v": expression, "k": self.column})
            return spelled(read.column("v").to_pylist())
        except BaseException as e:  # a panic of Lance's is no Exception
            return "error: " + str(e).split(", /home")[0]

    def datafusion(self, expression):
        try:
            return spelled(self.context.sql(f"SELECT {expression} AS v FROM t").to_arrow_table().column("v").to_pylist())
        except BaseException as e:
            return "error: " + str(e)


def is_error(value):
    return isinstance(value, str)


def expressions_of(part, count, pick):
    out = []
    for name, (takes, inner) in functions(part).items():
        drawn = {call(part, name, takes, inner, pick): None for _ in range(count)}
        out += [(name, expression) for expression in drawn]
    return out


def compare(program, part, count, pick):
    """The number of calls, of those that both computed, and of disagreements."""
    wrong = both = 0
    rows = [draw_row(part, pick) for _ in range(12)]
    with tempfile.TemporaryDirectory() as folder:
        engine = engines(program, part, rows, folder)
        asked = expressions_of(part, count, pick)
        for (name, expression), answer in zip(asked, engine.ours([e for _, e in asked])):
            mine = answer.get("values", "error: " + answer.get("error", ""))
            theirs = engine.datafusion(expression) if name in BY_DATAFUSION else engine.lance(expression)
            both += not is_error(mine) and not is_error(theirs)
            if mine == theirs or (is_error(mine) and is_error(theirs)) or name in OF_OUR_OWN:
                continue
            wrong += 1
            print(expression)
            if is_error(mine) or is_error(theirs):
                print(f"  lancespec  {str(mine)[:300]}\n  Lance      {str(theirs)[:300]}")
                continue
            used = [c for c in SCHEMAS[part] if c in expression.replace("(", " ").replace(")", " ").replace(",", " ").split()]
            other = engine.datafusion(expression)
            for i, row in enumerate(rows):
                if mine[i] != theirs[i]:
                    print(f"  {({c: row[c] for c in used})}: lancespec {mine[i]}, Lance {theirs[i]}, "
                          f"DataFusion {other if is_error(other) else other[i]}")
                    break
    return len(asked), both, wrong


def record(program, folder):
    for part, file in (("lists", "list_values.tsv"), ("text", "text_values.tsv")):
        pick = random.Random(14)
        rows = [draw_row(part, pick) for _ in range(8)]
        lines = [f"# Calls of every function of {part} over the table below, their type, and their values or nothing; a note.",
                 f"# Measured on Lance {lance.__version__} by tests/interop/where_values_test.py --record. Where lancespec",
                 "# keeps to a rule of its own the note says what Lance does; docs/dialect.md has the reasons."]
        with tempfile.TemporaryDirectory() as temporary:
            engine = engines(program, part, rows, temporary)
            lines.append("# table " + json.dumps(engine.table, ensure_ascii=False))
            asked = expressions_of(part, 8, pick)
            for (_, expression), answer in zip(asked, engine.ours([e for _, e in asked])):
                mine = answer.get("values", "error")
                theirs = engine.lance(expression)
                line = json.dumps(expression, ensure_ascii=False) + "\t"
                line += "error" if is_error(mine) else answer["type"] + "\t" + json.dumps(mine, ensure_ascii=False)
                if mine != theirs and not (is_error(mine) and is_error(theirs)):
                    line += "\tdiffers: Lance " + ("refuses it" if is_error(theirs) else
                                                   "gives " + json.dumps(theirs, ensure_ascii=False))
                lines.append(line)
        pathlib.Path(folder, file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def main():
    program = sys.argv[1]
    if len(sys.argv) > 2 and sys.argv[2] == "--record":
        return record(program, sys.argv[3])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    failed = False
    for part in SCHEMAS:
        asked, both, wrong = compare(program, part, count, random.Random(seed))
        print(f"{part}, seed {seed}: {asked} calls, {both} computed by both, {wrong} disagreements")
        failed = failed or wrong != 0 or both < asked // 2
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
