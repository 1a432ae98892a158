# SPDX-License-Identifier: Apache-2.0
"""Request-body validation for the second server of the two operations,
written from the two operations' pages alone.  Numbers in brackets, [n], refer
to DECISIONS.md.
"""
import json
import math

from second_paths import invalid

# member -> (type, nullable).  The pages mark the nullable ones "| null" [6].
COMMON = {"identity": ("identity", False), "context": ("object", False),
          "id": ("strings", False), "cluster": ("string", True),
          "manifest": ("string", True), "concurrency": ("integer", True),
          "intra_applier_concurrency": ("integer", True)}
BACKFILL = {**COMMON,
            "column": ("string", False), "branch": ("string", False),
            "where": ("string", True), "min_checkpoint_size": ("integer", True),
            "max_checkpoint_size": ("integer", True),
            "batch_checkpoint_flush_interval_seconds": ("number", True),
            "read_version": ("integer", True), "task_size": ("integer", True),
            "num_frags": ("integer", True), "checkpoint_size": ("integer", True),
            "commit_granularity": ("integer", True)}
REFRESH = {**COMMON,
           "src_version": ("integer", True), "max_rows_per_fragment": ("integer", True),
           "source_task_size": ("integer", True), "output_limit": ("integer", True)}


def _number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


CHECKS = {
    "string": lambda v: isinstance(v, str),
    "object": lambda v: isinstance(v, dict),
    "strings": lambda v: isinstance(v, list) and all(isinstance(s, str) for s in v),
    "number": _number,
    "integer": lambda v: _number(v) and v == math.floor(v),  # 4.0 is an integer [7]
    "identity": lambda v: isinstance(v, dict) and all(
        isinstance(v[k], str) for k in ("api_key", "auth_token") if k in v),
}


def _no_duplicates(pairs):
    out = dict(pairs)
    if len(out) != len(pairs):
        raise ValueError("a member name appears twice in one object")
    return out


def _finite(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is out of range")
    return value


def _constant(text):
    raise ValueError(f"{text} is not JSON")


def parse_json(raw):
    try:
        return json.loads(raw.decode("utf-8"), object_pairs_hook=_no_duplicates,
                          parse_float=_finite, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise invalid(f"the body is not valid JSON: {error}") from None


def parse_body(raw, content_type, fields, names, required=(), optional_body=False):
    """Body bytes -> dict of known members, all of the right type."""
    if not raw and optional_body:
        return {}  # [5]
    if not raw:
        raise invalid("a JSON body is required")
    if content_type is not None:  # absent is taken as JSON [8]
        if content_type.split(";")[0].strip().lower() != "application/json":
            raise invalid(f"the body must be application/json, not '{content_type}'")
    data = parse_json(raw)
    if not isinstance(data, dict):
        raise invalid("the body must be a JSON object")
    for name in required:
        if name not in data:
            raise invalid(f"'{name}' is required")
    body = {}
    for name, (kind, nullable) in fields.items():  # other members are ignored [4]
        if name not in data:
            continue
        value = data[name]
        if value is None and nullable:
            continue  # the same as absent
        if not CHECKS[kind](value):
            raise invalid(f"'{name}' has the wrong type" + (
                " (null is not allowed)" if value is None else f": expected {kind}"))
        body[name] = int(value) if kind == "integer" else value
    for name in ("column", "branch"):
        if body.get(name) == "":
            raise invalid(f"'{name}' must not be empty")
    if "id" in body and body["id"] != names:
        raise invalid("'id' in the body and the id in the path differ")  # [9]
    return body


def parse_refresh(raw, content_type, names):
    body = parse_body(raw, content_type, REFRESH, names, optional_body=True)
    for name, least in (("output_limit", 0), ("max_rows_per_fragment", 1),
                        ("source_task_size", 1)):  # the ones acted on [18]
        if body.get(name, least) < least:
            raise invalid(f"'{name}' must be at least {least}")
    if "manifest" in body:  # a JSON-serialized manifest
        try:
            parsed = json.loads(body["manifest"])
        except (ValueError, RecursionError):
            parsed = None
        if not isinstance(parsed, dict):
            raise invalid("'manifest' must be a JSON object serialized as a string")
    return body


def parse_backfill(raw, content_type, names):
    return parse_body(raw, content_type, BACKFILL, names, required=("column",))
