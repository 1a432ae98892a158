# SPDX-License-Identifier: Apache-2.0
"""The in-memory catalog and the job runner of the second server of the two
operations, written from the two operations' pages alone.  Numbers in
brackets, [n], refer to DECISIONS.md.
"""
import copy
import json
import operator
import queue
import re
import sys
import threading
import uuid

from second_paths import (
    ApiError, BRANCH_NOT_FOUND, COLUMN_NOT_FOUND, SERVICE_UNAVAILABLE,
    TABLE_NOT_FOUND, VERSION_NOT_FOUND, format_field_path, invalid,
    parse_field_path)

NUMBER, TEXT = "number", "text"  # kinds of ordinary column


class Virtual:
    """A computed column: its function takes the whole row."""

    def __init__(self, function):
        self.function = function


class Table:
    kind = "table"

    def __init__(self, schema, rows, source=None):
        self.schema, self.source = schema, source
        self.versions = {1: rows}  # version -> rows; the highest is current

    @property
    def version(self):
        return max(self.versions)

    @property
    def rows(self):
        return self.versions[self.version]

    def at(self, version):
        """Rows at a version; None is the current one [15]."""
        if version is None:
            return self.rows
        if version not in self.versions:
            raise ApiError(404, VERSION_NOT_FOUND, f"table version {version} not found")
        return self.versions[version]

    def commit(self, rows):
        self.versions[self.version + 1] = rows

    def resolve(self, segments):
        """Schema node of a full path, or None."""
        node = self.schema
        for segment in segments:
            if not isinstance(node, dict) or segment not in node:
                return None
            node = node[segment]
        return node


class View(Table):
    def __init__(self, kind, schema, source, expand, manifest):
        super().__init__(schema, [], source)
        self.kind, self.expand, self.manifest = kind, expand, manifest
        self.fragments = []  # row counts


def value_of(row, segments):
    for segment in segments:
        row = row[segment]
    return row


def set_value(row, segments, value):
    for segment in segments[:-1]:
        row = row[segment]
    row[segments[-1]] = value


OPERATORS = {"=": operator.eq, "==": operator.eq, "!=": operator.ne,
             "<>": operator.ne, "<": operator.lt, "<=": operator.le,
             ">": operator.gt, ">=": operator.ge}
COMPARISON = re.compile(
    r"((?:`(?:[^`]|``)*+`|[^\s`<>=!])++)\s*(==|!=|<>|<=|>=|=|<|>)\s*"
    r"([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)")


def parse_where(table, text):
    """`where` -> a function of a row.  Three forms, the rest is refused [16]."""
    if text is None:
        return lambda row: True
    stripped = text.strip()
    if stripped.lower() in ("true", "false"):
        return lambda row, keep=stripped.lower() == "true": keep
    match = COMPARISON.fullmatch(stripped)
    if not match:
        raise invalid("where: only true, false and COLUMN op NUMBER are understood")
    segments = parse_field_path(match[1])
    node = table.resolve(segments)
    if node is None:
        raise invalid(f"where: no column '{format_field_path(segments)}'")
    if isinstance(node, dict) or node == TEXT:
        raise invalid(f"where: column '{format_field_path(segments)}' is not a number")
    compare = OPERATORS[match[2]]
    try:
        number = float(match[3]) if re.search(r"[.eE]", match[3]) else int(match[3])
    except ValueError:
        raise invalid("where: the number is too long") from None

    def keep(row):
        value = value_of(row, segments)
        return value is not None and compare(value, number)  # null keeps nothing
    return keep


def demo_tables():
    rows = [{"id": i, "name": f"item {i}", "price": i * 1.5,
             "stats": {"width": i + 1, "height": 2 * i, "area": None},
             "doubled": None} for i in range(10)]
    items = Table({
        "id": NUMBER, "name": TEXT, "price": NUMBER,
        "stats": {"width": NUMBER, "height": NUMBER,
                  "area": Virtual(lambda r: r["stats"]["width"] * r["stats"]["height"])},
        "doubled": Virtual(lambda r: r["id"] * 2)}, rows)

    def cheap(row):
        return [{k: row[k] for k in ("id", "name", "price")}] if row["price"] < 6 else []

    def chunks(row):
        return [{"source_id": row["id"], "chunk": c, "text": f"{row['name']} part {c}"}
                for c in range(3)]
    return {
        ("demo", "items"): items,
        ("demo", "cheap"): View("query", {"id": NUMBER, "name": TEXT, "price": NUMBER},
                                items, cheap, '{"name":"cheap"}'),
        ("demo", "chunks"): View("chunker", {"source_id": NUMBER, "chunk": NUMBER, "text": TEXT},
                                 items, chunks, '{"name":"chunks"}'),
    }


class Job:
    def __init__(self, operation, target, work):
        self.id = uuid.uuid4().hex
        self.operation, self.target, self.work = operation, target, work
        self.state, self.result = "PENDING", None
        self.finished = threading.Event()


class Catalog:
    """Tables, views and one worker that runs jobs in order of acceptance."""

    def __init__(self, max_pending=1000, log=sys.stderr):
        self.tables, self.jobs = demo_tables(), {}
        self.lock, self.log = threading.Lock(), log
        self.pending = queue.Queue(max_pending)
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self):
        while True:
            job = self.pending.get()
            try:
                with self.lock:
                    job.result = job.work()
                job.state = "DONE"
            except Exception as error:  # a failed job changes nothing
                job.state, job.result = "FAILED", {"error": str(error)}
            job.work = None
            job.finished.set()
            if self.log:  # there is no operation that reads a job [19]
                try:
                    print(json.dumps({"job_id": job.id, "operation": job.operation,
                                      "id": job.target, "state": job.state,
                                      "result": job.result}), file=self.log, flush=True)
                except OSError:
                    pass  # nobody reads the log any more

    def _submit(self, operation, names, work):
        job = Job(operation, list(names), work)
        self.jobs[job.id] = job
        try:
            self.pending.put_nowait(job)
        except queue.Full:
            del self.jobs[job.id]
            raise ApiError(503, SERVICE_UNAVAILABLE, "too many jobs are waiting",  # [27]
                           headers=[("Retry-After", "1")]) from None
        return job

    def _find(self, names, shown, cls, what):  # [14]
        table = self.tables.get(tuple(names))
        if not isinstance(table, cls):
            raise ApiError(404, TABLE_NOT_FOUND, f"{what} '{shown}' not found")
        return table

    def backfill(self, names, shown, body):
        """Check everything a request can get wrong, then accept the job."""
        segments = parse_field_path(body["column"])
        path = format_field_path(segments)
        with self.lock:
            table = self._find(names, shown, Table, "table")
            if body.get("branch", "main") != "main":
                raise ApiError(404, BRANCH_NOT_FOUND, f"branch '{body['branch']}' not found")
            source = table.at(body.get("read_version"))
            node = table.resolve(segments)
            if node is None:  # [12]
                raise ApiError(404, COLUMN_NOT_FOUND, f"column '{path}' not found in '{shown}'")
            if not isinstance(node, Virtual):
                raise invalid(f"column '{path}' is not a virtual column")  # [13]
            keep = parse_where(table, body.get("where"))

            def work():
                rows_in = source if body.get("read_version") is not None else table.rows
                values = {r["id"]: node.function(r) for r in rows_in if keep(r)}
                rows = copy.deepcopy(table.rows)
                for row in rows:
                    if row["id"] in values:  # other rows keep what they had [17]
                        set_value(row, segments, values[row["id"]])
                table.commit(rows)
                return {"column": path, "rows": len(values), "version": table.version}
            return self._submit("backfill_column", names, work)

    def refresh(self, names, shown, body):
        with self.lock:
            view = self._find(names, shown, View, "materialized view")
            limit = body.get("output_limit")  # null came in as absent [23]
            if limit is not None and view.kind != "chunker":
                raise invalid("output_limit is valid only for chunker materialized views; "
                              f"'{shown}' is a {view.kind} view")
            version = body.get("src_version")
            source = view.source.at(version)
            # The request's manifest serves this refresh only [25].
            manifest = body.get("manifest")
            manifest = view.manifest if manifest is None else manifest

            def work():
                rows_in = source if version is not None else view.source.rows
                step = body.get("source_task_size") or max(len(rows_in), 1)
                rows = []
                for start in range(0, len(rows_in), step):
                    for row in rows_in[start:start + step]:
                        rows.extend(view.expand(row))
                if limit is not None:
                    rows = rows[:limit]  # trimmed after the expansion, first rows kept
                size = body.get("max_rows_per_fragment") or max(len(rows), 1)
                view.fragments = [len(rows[i:i + size]) for i in range(0, len(rows), size)]
                view.commit(rows)
                return {"rows": len(rows), "fragments": view.fragments,
                        "manifest": json.loads(manifest), "version": view.version}
            return self._submit("refresh", names, work)
