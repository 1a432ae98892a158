# SPDX-License-Identifier: Apache-2.0
"""The functions of filters as the program's table has them, and random calls of them with arguments of every kind.

The table is read from its source, so that a function that is new there is asked without further ado.
"""

import pathlib
import re

SOURCE = pathlib.Path(__file__).parents[2] / "include/lancespec/language/impl/functions.ipp"

# What a column holds, by name: lists of every kind, what may be an item of them, texts and integers.
SCHEMAS = {
    "lists": {"l": "list<int32>", "m": "list<int64>", "f": "list<float64>", "s": "list<utf8>", "n": "list<list<int32>>",
              "u": "list<list<utf8>>", "x": "int32", "y": "int64", "g": "float64", "t": "utf8", "d": "utf8"},
    "text": {"t": "utf8", "d": "utf8", "i": "int64"},
}
# Items for a list of each kind; the last two are literals.
ITEMS = {"l": ["x", "x", "x", "2", "NULL"], "m": ["y", "y", "y", "7", "NULL"], "f": ["g", "g", "g", "1.5", "NULL"],
         "s": ["t", "t", "t", "'a'", "NULL"], "n": ["l", "l", "l", "make_array(1)", "NULL"],
         "u": ["s", "s", "s", "make_array('a')", "NULL"]}
FLAT = ["l", "m", "f", "s"]
WORDS = {"array_sort": [["'ASC'", "'DESC'", "'asc'", "'desc'", "NULL", "'x'"],
                        ["'NULLS FIRST'", "'NULLS LAST'", "'nulls last'", "NULL", "'x'"]]}

# Lance and lancespec differ in these, see docs/dialect.md: lists within lists where a null one is looked for or is the
# first one, lists written as make_array() that are looked through, and element by element below.
FLAT_ONLY = {"array_position", "array_positions", "array_indexof", "array_replace", "cardinality", "array_length"}
NOT_MADE = {"array_has", "array_has_any", "array_has_all", "array_contains", "arrays_overlap", "array_concat", "array_cat"}

EDGES = ["", "a", "ab", "aab", "a,b", "a,,b,", "ΟΔΟΣ", "ΑΣ ΒΣ", "Σ", "aΣ.", "aΣ'", "ß", "İ", "ŉ", "ǆ", "ﬁx",
         "e\u0301o\u0308", "x😀y", "日本", "  a b ", "it's a-b_c", "o'NEIL x1y 1ab", "ǅungla", "\u0000a", "100%", "deadBEEF", "YWI", "YWI=",
         "Zz"]
WHOLE = [0, 1, 2, 3, -1, -2, -3, 7, 65, 233, 128512, 0x10FFFF, 0xD800, 2**31, -2**31, 2**63 - 1, -2**63]
PATTERNS = ["a", "", "(a)(b)?", "^", "$", "a|", "[a-c]+", "é", ".", "(?i)A", "b*", "^.", "(?P<n>a)", "(", "x*y", "\\pL+"]
WITH = ["''", "'[\\1]'", "'$1'", "'${1}'", "'$1x'", "'$$'", "'<$n>'", "'\\0\\9'", "'x'", "t", "NULL"]


def functions(part):
    """Of every name of this part of the table, what it takes: `lists` or `text`."""
    source = SOURCE.read_text(encoding="utf-8")
    of, parts = "", {}
    for line in source[source.index("enum class function_id"):source.index("};")].splitlines():
        if "//" in line:
            of = line.split("//")[1].strip()
        elif line.strip().rstrip(",").isidentifier():
            parts[line.strip().rstrip(",")] = of
    found = re.findall(r'function_name\{"(\w+)",\s*fn::(\w+),\s*"([^"]*)",\s*\'.\'(, true)?', source)
    return {name: (takes, bool(inner)) for name, id_, takes, inner in found if parts[id_] == part}


def draw(kind, pick):
    if pick.random() < 0.15:
        return None
    if kind.startswith("list<"):
        return [draw(kind[5:-1], pick) for _ in range(pick.choice([0, 0, 1, 2, 3, 4]))]
    return pick.choice({"int32": [0, 1, 2, 2, 3, -1, -2], "int64": [1, 1, 7, -7, 2**53 + 1],
                        "float64": [1.0, 1.5, 1.5, -2.25, 1e300, 1e16, 1e-7, "NaN", "Infinity"],
                        "utf8": ["", "a", "a", "b", "ab", "é", ",", "a,b", "a,,b,"]}[kind])


def draw_row(part, pick):
    if part == "lists":
        return {name: draw(kind, pick) for name, kind in SCHEMAS[part].items()}
    return {name: None if pick.random() < 0.1 else pick.choice(WHOLE if kind == "int64" else EDGES)
            for name, kind in SCHEMAS[part].items()}


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def letters(takes, pick):
    """The letters of one call: those behind ? may be missing, the last one before * comes up to three times."""
    must, _, may = takes.partition("?")
    if may and not may.endswith("*"):
        may = may[:pick.randrange(len(may) + 1)]
    elif pick.random() < 0.4:
        may = ""
    out = must + may
    if out.endswith("*"):
        out = out[:-1]
        out += out[-1] * pick.choice([0, 0, 1, 2])
    return out.replace("*", "")


def list_call(name, takes, pick):
    """A random call: the lists are of one kind and the items belong to them."""
    plain = name.replace("list_", "array_")
    kind = pick.choice(FLAT if plain in FLAT_ONLY else list(ITEMS))
    arguments = []
    for letter in letters(takes, pick):
        if letter == "l":
            # A list made of literals alone is computed at once, and of another type.
            made = [] if plain in NOT_MADE else [f"make_array({pick.choice(ITEMS[kind][:3])}, {pick.choice(ITEMS[kind])})"]
            arguments.append(pick.choice([kind] * 5 + made))
        elif letter == "a":
            # An array literal is of int64, which is another type than a column's int32.
            arguments.append(pick.choice(ITEMS[kind]))
        elif letter == "i":
            arguments.append(pick.choice(["x", "x", "0", "1", "2", "3", "-1", "-2", "5", "NULL"]))
        elif plain in WORDS:
            arguments.append(pick.choice(WORDS[plain][len(arguments) - 1]))
        else:
            arguments.append(pick.choice(["d", "t", "','", "','", "''", "'-'", "NULL"]))
    if plain in ("make_array", "make_list") and not any(a in SCHEMAS["lists"] for a in arguments):
        arguments.append(pick.choice(ITEMS[kind][:3]))
    return f"{name}({', '.join(arguments)})"


def text_call(name, takes, pick):
    """A random call of a function of text."""
    regex = name.startswith("regexp")
    arguments = []
    for letter in letters(takes, pick):
        at = len(arguments)
        if letter in "iy" and name in ("to_hex", "chr"):
            arguments.append("i")
        elif letter == "i":
            # More than a few times a text is refused, see the bounds in docs/language.md.
            # Lance refuses a part of a text from the least integer on.
            far = [] if name in ("repeat", "lpad", "rpad", "substr", "substring") else ["i", "i", "i"]
            near = ["1"] if regex else ["0", "1", "2", "-1", "-2", "5", "octet_length(d)"]
            arguments.append(pick.choice(far + near + ["NULL"] * (not regex)))
        elif regex and at == 1:
            # Lance finds an empty pattern at place 0, in a null text too.
            arguments.append(quoted(pick.choice([p for p in PATTERNS if p or name != "regexp_instr"])))
        elif name == "regexp_replace" and at == 2:
            arguments.append(pick.choice(WITH))
        elif regex and at > 1:
            arguments.append(pick.choice(["'i'", "'s'", "'im'", "NULL"] + ["'g'", "'gi'"] * (name == "regexp_replace")))
        elif name in ("encode", "decode") and at == 1:
            arguments.append(pick.choice(["'hex'", "'base64'", "'base64pad'", "'HEX'"]))
        else:
            # Of a NULL literal alone Lance does not look at the other arguments.
            null = [] if regex or name in ("encode", "decode") else ["NULL"]
            arguments.append(pick.choice(["t", "t", "t", "d", "d", quoted(pick.choice(EDGES)), *null]))
    return f"{name}({', '.join(arguments)})"


def call(part, name, takes, inner, pick):
    made = list_call(name, takes, pick) if part == "lists" else text_call(name, takes, pick)
    return f"concat({made}, '')" if inner else made
