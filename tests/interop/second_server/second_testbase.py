# SPDX-License-Identifier: Apache-2.0
"""What the tests of the second server of the two operations share; the server
and its tests are written from the two operations' pages alone.
"""
import http.client
import json
import threading
import unittest

from second_catalog import Catalog
from second_server import SecondServer

BACKFILL = "/v1/table/{}/backfill_column"
REFRESH = "/v1/materialized_view/{}/refresh"


class Base(unittest.TestCase):
    token = None

    def setUp(self):
        self.catalog = Catalog(log=None)
        self.server = SecondServer(0, self.token, self.catalog)
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        self.conn = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=10)

    def tearDown(self):
        self.conn.close()
        self.server.shutdown()
        self.server.server_close()

    def send(self, method, path, body=None, headers=None):
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
        headers = {"Content-Type": "application/json"} if headers is None else headers
        self.conn.request(method, path, body, headers)
        self.response = self.conn.getresponse()
        data = self.response.read()
        return self.response.status, json.loads(data) if data else None

    def accepted(self, path, body=None, headers=None):
        status, answer = self.send("POST", path, body, headers)
        self.assertEqual(status, 202, answer)
        self.assertEqual(answer["context"], {})
        job = self.catalog.jobs[answer["job_id"]]
        self.assertTrue(job.finished.wait(10))
        self.assertEqual(job.state, "DONE", job.result)
        return job.result

    def refused(self, status, code, path, body=None, headers=None, method="POST"):
        got, answer = self.send(method, path, body, headers)
        self.assertEqual((got, answer["code"]), (status, code), answer)
        self.assertEqual(answer["status"], status)
        self.assertEqual(answer["instance"], path.split("?")[0])
        for name in ("type", "title", "detail", "error"):
            self.assertIsInstance(answer[name], str)
        return answer

    def column(self, *path):
        out = []
        for row in self.catalog.tables[("demo", "items")].rows:
            for name in path:
                row = row[name]
            out.append(row)
        return out

    def view(self, name):
        return self.catalog.tables[("demo", name)]
