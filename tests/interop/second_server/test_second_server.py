# SPDX-License-Identifier: Apache-2.0
"""Tests of the second server of the two operations, written from the two
operations' pages alone: one per sentence there or per entry of DECISIONS.md.

    python3 test_second_server.py
"""
import os
import queue
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from second_http_cases import Http, Program, Token  # noqa: E402,F401
from second_paths import ApiError, format_field_path, parse_field_path  # noqa: E402
from second_testbase import BACKFILL, REFRESH, Base  # noqa: E402


class Backfill(Base):
    path = BACKFILL.format("demo$items")

    def fill(self, **body):
        return self.accepted(self.path, {"column": "doubled", **body})

    def no(self, status, code, **body):
        return self.refused(status, code, self.path, {"column": "doubled", **body})

    def test_fills_virtual_columns(self):
        self.fill()
        self.assertEqual(self.column("doubled"), [2 * i for i in range(10)])
        self.accepted(self.path, {"column": "stats.area"})
        self.assertEqual(self.column("stats", "area"), [(i + 1) * 2 * i for i in range(10)])
        self.accepted(self.path, {"column": "`stats`.`area`"})

    def test_where(self):
        self.fill(where="id >= 7")
        self.assertEqual(self.column("doubled"), [None] * 7 + [14, 16, 18])
        self.assertEqual(self.fill(where="false")["rows"], 0)
        self.assertEqual(self.fill(where=" TRUE ")["rows"], 10)
        self.assertEqual(self.fill(where=None)["rows"], 10)
        for text, rows in (("price<=1.5", 2), ("stats.width = 1", 1), ("`id` <> 3", 9),
                           ("id == 3", 1), ("id != 3", 9), ("id > -1e0", 10), ("id < +2", 2),
                           ("stats.area > 0", 0)):
            self.assertEqual(self.fill(where=text)["rows"], rows, text)
        for text in ("", "id", "id > 1 AND id < 3", "name = 'x'", "name = 1", "nope = 1",
                     "stats = 1", "area > 1", "id IN (1)", "`id = 1", "`" * 999, "id>" + "9" * 9999):
            self.no(400, 13, where=text)

    def test_column_resolution(self):
        for text in ("nope", "area", "Doubled", "doubled.x", "stats.nope", "`stats.area`",
                     " doubled", "\u00e9"):
            self.assertIn("TableColumnNotFound", self.no(404, 12, column=text)["detail"])
        for text in ("id", "name", "stats", "stats.width"):
            self.assertIn("not a virtual column", self.no(400, 13, column=text)["detail"])
        for text in ("", ".", "doubled.", ".doubled", "stats..area", "`doubled", "doubled`",
                     "`stats`area", "``", "`", "sta`ts`.area"):
            self.no(400, 13, column=text)

    def test_errors_show_canonical_paths(self):
        self.assertIn("'no.pe'", self.no(404, 12, column="`no`.`pe`")["detail"])
        self.assertIn("'`a.b`.`c``d`'", self.no(404, 12, column="`a.b`.`c``d`")["detail"])

    def test_field_path_round_trip(self):
        for path, segments in (("a.b", ["a", "b"]), ("`a.b`.c", ["a.b", "c"]),
                               ("`a``b`", ["a`b"]), ("````", ["`"]), ("a b.c", ["a b", "c"])):
            self.assertEqual(parse_field_path(path), segments)
            self.assertEqual(format_field_path(segments), path)
        for path in ("", "```", "`a`.", "`a``"):
            self.assertRaises(ApiError, parse_field_path, path)

    def test_json_validation(self):
        for body in (b"", b"{", b"null", b"[]", b'"x"', b"\xff{}", b"{} {}", b"[" * 99999,
                     b'{"column":"doubled","column":"doubled"}',
                     b'{"column":"doubled","batch_checkpoint_flush_interval_seconds":NaN}',
                     b'{"column":"doubled","batch_checkpoint_flush_interval_seconds":1e999}',
                     b'{"column":"doubled","task_size":' + b"9" * 9999 + b"}"):
            self.refused(400, 13, self.path, body)
        self.refused(400, 13, self.path, {})
        self.refused(400, 13, self.path, {"column": "doubled"}, {"Content-Type": "text/plain"})
        self.accepted(self.path, {"column": "doubled"}, {})
        self.accepted(self.path, {"column": "doubled"},
                      {"Content-Type": "Application/JSON; charset=utf-8"})

    def test_member_types(self):
        ints = ("concurrency", "intra_applier_concurrency", "min_checkpoint_size",
                "max_checkpoint_size", "task_size", "num_frags", "checkpoint_size",
                "commit_granularity")
        for name in ints:
            for good in (None, 1, 4.0):
                self.fill(**{name: good})
            for bad in (True, "1", 1.5, [], {}):
                self.no(400, 13, **{name: bad})
        name = "batch_checkpoint_flush_interval_seconds"
        for good in (None, 1, 0.5):
            self.fill(**{name: good})
        self.no(400, 13, **{name: "1"})
        for name in ("where", "cluster", "manifest"):
            self.fill(**{name: None})
            self.no(400, 13, **{name: 1})
        self.fill(cluster="c", manifest="m", unknown=[1])
        for name in ("column", "branch", "id", "context", "identity"):
            self.no(400, 13, **{name: None})
            self.no(400, 13, **{name: 1})
        self.fill(context={}, identity={"api_key": "a", "auth_token": "b"})
        self.fill(context={"header.Authorization": "Bearer abc"})
        self.no(400, 13, identity={"api_key": 1})

    def test_body_id(self):
        self.fill(id=["demo", "items"])
        for other in (["items"], [], ["demo$items"], "demo$items", [1]):
            self.no(400, 13, id=other)

    def test_branch_and_version(self):
        self.fill(branch="main")
        self.no(404, 22, branch="dev")
        self.no(400, 13, branch="")
        self.fill(read_version=1)
        self.fill(read_version=None)
        for version in (99, 0, -1):
            self.no(404, 11, read_version=version)
        self.accepted(self.path, {"column": "stats.area"})
        # At version 1 the area was not filled, so its filter keeps nothing.
        self.assertEqual(self.fill(where="stats.area >= 0", read_version=1)["rows"], 0)
        self.assertEqual(self.fill(where="stats.area >= 0")["rows"], 10)

    def test_views_are_tables_without_virtual_columns(self):
        self.refused(400, 13, BACKFILL.format("demo$cheap"), {"column": "id"})
        self.refused(404, 12, BACKFILL.format("demo$cheap"), {"column": "doubled"})

    def test_full_queue_is_503(self):
        self.catalog.pending = queue.Queue(1)  # one that no worker empties
        self.catalog.pending.put(None)
        answer = self.no(503, 17)
        self.assertEqual((answer["type"], answer["title"]),
                         ("/errors/service-unavailable", "Slow down"))
        self.assertEqual(self.response.getheader("Retry-After"), "1")
        self.assertEqual(self.catalog.jobs, {})


class Refresh(Base):
    cheap, chunks = REFRESH.format("demo$cheap"), REFRESH.format("demo$chunks")

    def test_body_is_optional(self):
        self.assertEqual(self.accepted(self.cheap, None, {})["rows"], 4)
        self.assertEqual([r["id"] for r in self.view("cheap").rows], [0, 1, 2, 3])
        self.assertEqual(self.accepted(self.chunks, {})["rows"], 30)
        for body in (b" ", b"null", b"[]", b"{", b"1"):
            self.refused(400, 13, self.cheap, body)

    def test_output_limit(self):
        self.assertEqual(self.accepted(self.chunks, {"output_limit": 5})["rows"], 5)
        self.assertEqual([(r["source_id"], r["chunk"]) for r in self.view("chunks").rows],
                         [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)])
        self.assertEqual(self.accepted(self.chunks, {"output_limit": 0})["rows"], 0)
        self.assertEqual(self.accepted(self.chunks, {"output_limit": 999})["rows"], 30)
        self.refused(400, 13, self.chunks, {"output_limit": -1})
        for limit in (0, 5, 999):
            self.refused(400, 13, self.cheap, {"output_limit": limit})
        self.accepted(self.cheap, {"output_limit": None})
        self.refused(404, 4, REFRESH.format("demo$nope"), {"output_limit": 1})

    def test_work_sizes(self):
        for size in (1, 3, 100):
            got = self.accepted(self.chunks, {"source_task_size": size, "max_rows_per_fragment": 8})
            self.assertEqual((got["rows"], got["fragments"]), (30, [8, 8, 8, 6]))
        self.accepted(self.cheap, {"source_task_size": 2})
        for name in ("source_task_size", "max_rows_per_fragment"):
            self.accepted(self.chunks, {name: None})
            self.refused(400, 13, self.chunks, {name: 0})

    def test_src_version(self):
        self.accepted(self.chunks, {"src_version": 1})
        self.refused(404, 11, self.chunks, {"src_version": 2})
        self.accepted(BACKFILL.format("demo$items"), {"column": "doubled"})
        self.accepted(self.chunks, {"src_version": 2})

    def test_manifest_is_for_this_refresh_only(self):
        own = self.accepted(self.cheap)["manifest"]
        inline = self.accepted(self.cheap, {"manifest": '{"name":"other"}'})["manifest"]
        self.assertEqual(inline, {"name": "other"})
        self.assertEqual(self.accepted(self.cheap, {"manifest": None})["manifest"], own)
        for bad in ("", "x", "[]", {"name": "other"}):
            self.refused(400, 13, self.cheap, {"manifest": bad})

    def test_member_types(self):
        for name in ("src_version", "max_rows_per_fragment", "concurrency", "output_limit",
                     "intra_applier_concurrency", "source_task_size"):
            for bad in (True, "1", 1.5, []):
                self.refused(400, 13, self.chunks, {name: bad})
        for name in ("cluster", "identity", "context", "id"):
            self.refused(400, 13, self.chunks, {name: 1})
        self.accepted(self.chunks, {"id": ["demo", "chunks"], "cluster": "c", "concurrency": 2})
        self.refused(400, 13, self.chunks, {"id": ["demo", "cheap"]})

    def test_only_views(self):
        self.refused(404, 4, REFRESH.format("demo$items"))


del Base  # it holds no test itself

if __name__ == "__main__":
    unittest.main()
