# SPDX-License-Identifier: Apache-2.0
"""HTTP, identifier, authorization and command-line tests of the second server
of the two operations, written from the two operations' pages alone.  They are
run by test_second_server.py.
"""
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import unittest

from second_testbase import BACKFILL, REFRESH, Base

HERE = os.path.dirname(os.path.abspath(__file__))


class Http(Base):
    def test_identifiers(self):
        body = {"column": "doubled"}
        for raw in ("demo$items", "demo%24items", "demo.items?delimiter=.", "demo%2Fitems?delimiter=/",
                    "%64emo::items?x=1&delimiter=::", "demo%C3%A9items?delimiter=%C3%A9",
                    "demo+items?delimiter=+", "demo%24items?delimiter=%24"):
            path, _, query = raw.partition("?")
            self.accepted(BACKFILL.format(path) + ("?" + query if query else ""), body)
        for raw in ("demo", "items", "demo$nope", "nope$items", "demo.items", "demo$items$x",
                    "DEMO$items", "demo%20$items"):
            self.refused(404, 4, BACKFILL.format(raw), body)
        for raw in ("$", "%24", "", "demo$", "$items", "demo$$items", "demo%2", "demo%zz", "%ff"):
            self.refused(400, 13, BACKFILL.format(raw), body)
        path = BACKFILL.format("demo$items")
        self.refused(404, 4, path + "?delimiter=.", body)
        for query in ("delimiter=", "delimiter", "delimiter=$&delimiter=$", "delimiter=%f"):
            self.refused(400, 13, path + "?" + query, body)
        self.refused(400, 13, REFRESH.format(".") + "?delimiter=.")

    def test_documented_error_texts(self):
        answer = self.refused(404, 4, REFRESH.format("nope"))
        self.assertEqual((answer["type"], answer["title"]),
                         ("/errors/not-found-error", "Not found Error"))
        answer = self.refused(400, 13, REFRESH.format("$"))
        self.assertEqual((answer["type"], answer["title"]),
                         ("/errors/bad-request", "Malformed request"))
        self.assertEqual(self.response.getheader("Content-Type"), "application/json")
        self.assertTrue(self.response.getheader("x-request-id"))

    def test_refusals_create_no_job(self):
        self.refused(404, 4, REFRESH.format("nope"))
        self.refused(400, 13, REFRESH.format("demo$cheap"), {"output_limit": 1})
        self.assertEqual(self.catalog.jobs, {})

    def test_methods_and_routes(self):
        for path in (BACKFILL.format("demo$items"), REFRESH.format("demo$cheap")):
            for method in ("GET", "PUT", "DELETE", "PATCH", "OPTIONS", "ODD"):
                self.refused(405, 0, path, b"{}", method=method)
                self.assertEqual(self.response.getheader("Allow"), "POST")
            self.assertEqual(self.send("HEAD", path), (405, None))
            self.assertEqual(self.send("POST", "/nope")[0], 404)  # still in step
        for path in ("/", "/v1/table/demo$items/backfill_columns", BACKFILL.format("a/b"),
                     REFRESH.format("demo$cheap") + "/", "/v1/table/demo$cheap/refresh"):
            self.refused(404, 0, path, {"column": "doubled"})
        self.assertEqual(self.send("HEAD", "/nope"), (404, None))

    def test_keep_alive_is_one_connection(self):
        self.accepted(REFRESH.format("demo$cheap"))
        first = self.conn.sock
        self.refused(404, 0, "/nope", b"x" * 5000)
        self.accepted(REFRESH.format("demo$cheap"))
        self.assertIs(self.conn.sock, first)
        self.assertEqual(self.response.version, 11)

    def test_job_ids_differ(self):
        ids = {self.send("POST", REFRESH.format("demo$cheap"))[1]["job_id"] for _ in range(5)}
        self.assertEqual(len(ids), 5)

    def test_chunked_and_oversized_bodies(self):
        path = BACKFILL.format("demo$items")
        self.conn.request("POST", path, iter([b'{"column":', b'"doubled"}']), encode_chunked=True,
                          headers={"Transfer-Encoding": "chunked"})
        response = self.conn.getresponse()
        self.assertEqual((response.status, response.read()[:9]), (202, b'{"job_id"'))
        self.refused(400, 13, path, b" " * ((1 << 20) + 1))
        self.assertEqual(self.response.getheader("Connection"), "close")

    def raw(self, text):
        with socket.create_connection(("127.0.0.1", self.server.server_port), timeout=10) as s:
            s.sendall(text)
            s.shutdown(socket.SHUT_WR)
            data = b""
            while more := s.recv(65536):
                data += more
        return data

    def test_bad_framing(self):
        line = b"POST /v1/materialized_view/demo$cheap/refresh HTTP/1.1\r\nHost: x\r\n"
        for rest in (b"Content-Length: x\r\n\r\n", b"Content-Length: -1\r\n\r\n",
                     b"Content-Length: 5\r\n\r\n{}", b"Transfer-Encoding: gzip\r\n\r\n",
                     b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
                     b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"):
            data = self.raw(line + rest)
            self.assertTrue(data.startswith(b"HTTP/1.1 400 "), (rest, data))
            self.assertEqual(json.loads(data.split(b"\r\n\r\n", 1)[1])["code"], 13)
        for text in (b"garbage\r\n\r\n", b"GET / HTTP/x\r\n\r\n"):
            data = self.raw(text)
            self.assertIn(b" 400 ", data.split(b"\r\n")[0])
            self.assertEqual(json.loads(data.split(b"\r\n\r\n", 1)[1])["code"], 13)

    def test_absolute_form_and_expect(self):
        data = self.raw(b"POST http://h/v1/materialized_view/demo$cheap/refresh HTTP/1.1\r\n"
                        b"Host: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n"
                        b"Connection: close\r\n\r\n{}")
        self.assertTrue(data.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 "), data)

    def test_unexpected_failure_is_500(self):
        self.catalog.refresh = None
        stderr, sys.stderr = sys.stderr, open(os.devnull, "w")
        try:
            answer = self.refused(500, 18, REFRESH.format("demo$cheap"))
        finally:
            sys.stderr.close()
            sys.stderr = stderr
        self.assertEqual(answer["type"], "/errors/server-error")

    def test_many_at_once(self):
        results = []

        def one():
            conn = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=10)
            for _ in range(5):
                conn.request("POST", BACKFILL.format("demo$items"), '{"column":"doubled"}')
                response = conn.getresponse()
                response.read()
                results.append(response.status)
            conn.close()
        threads = [threading.Thread(target=one) for _ in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertEqual(results, [202] * 40)


class Token(Base):
    token = "s3cret"

    def test_authorization(self):
        path = REFRESH.format("demo$cheap")
        for value in ("Bearer s3cret", "bearer s3cret"):
            self.accepted(path, None, {"Authorization": value})
        for headers in ({}, {"Authorization": "Bearer no"}, {"Authorization": "s3cret"},
                        {"Authorization": "Basic s3cret"}, {"Authorization": "Bearer"},
                        {"x-api-key": "s3cret"}, {"Authorization": "Bearer s3cret\u00e9"}):
            answer = self.refused(401, 16, path, b"{}", headers)
            self.assertEqual(answer["type"], "/errors/unauthorized-request")
            self.assertEqual(self.response.getheader("WWW-Authenticate"), "Bearer")
        self.refused(401, 16, path, {"identity": {"auth_token": "s3cret"},
                                     "context": {"header.Authorization": "Bearer s3cret"}})
        self.refused(401, 16, REFRESH.format("nope"), b"{", {})  # before anything else
        self.refused(404, 4, REFRESH.format("nope"), None, {"Authorization": "Bearer s3cret"})


class Program(unittest.TestCase):
    def run_one(self, stop, *args):
        process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "second_server.py"), *args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            line = process.stdout.readline()
            self.assertRegex(line, r"\Alistening on http://127\.0\.0\.1:[0-9]+\n\Z")
            conn = http.client.HTTPConnection(line.split("//")[1].strip(), timeout=10)
            conn.request("POST", BACKFILL.format("demo$items"), '{"column":"doubled"}',
                         {"Authorization": "Bearer t"})
            job = json.loads(conn.getresponse().read())["job_id"]
            log = json.loads(process.stderr.readline())
            self.assertEqual((log["job_id"], log["state"], log["result"]["rows"]),
                             (job, "DONE", 10))
            process.send_signal(stop)  # the kept-alive connection does not hold it
            self.assertEqual(process.wait(10), 0)
            conn.close()
        finally:
            process.kill()
            process.communicate()

    def test_stops_on_sigterm(self):
        self.run_one(signal.SIGTERM, "--port", "0", "--token", "t")

    def test_stops_on_sigint(self):
        self.run_one(signal.SIGINT)
