# SPDX-License-Identifier: Apache-2.0
"""A strict XML parser takes the JUnit report of a server that puts every kind of character into its answers.

The characters stand in the words of errors, in header fields and in bodies that are not JSON; each report is of a server
with another block of them. The parser is Python's (expat), which refuses what XML 1.0 forbids.
"""

import http.server
import json
import subprocess
import sys
import threading
import unicodedata
import xml.etree.ElementTree

from servers import expect

lancespec = sys.argv[1]

# The first and last of every category in each plane, and both sides of every border of XML 1.0's production Char.
borders = [0x0, 0x9, 0xA, 0xB, 0xD, 0xE, 0x1F, 0x20, 0x22, 0x26, 0x27, 0x3C, 0x3E, 0x7F, 0x85, 0x9F, 0x2028, 0xD7FF, 0xE000]
borders += [0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFEFF, 0xFFFD]
borders += [plane << 16 | low for plane in range(17) for low in (0x0, 0xFFFD, 0xFFFE, 0xFFFF)]
seen = {}
for point in range(0x110000):
    if 0xD800 <= point <= 0xDFFF:
        continue
    kind = (point >> 16, unicodedata.category(chr(point)))
    seen.setdefault(kind, [point, point])[1] = point
points = sorted({point for pair in seen.values() for point in pair} | set(borders))
kinds = "".join(map(chr, points))
blocks = [kinds[at : at + 40] for at in range(0, len(kinds), 40)]
words = "]]>&amp;<![CDATA[ &#0; \x1b[31m --> "


class Answer(http.server.BaseHTTPRequestHandler):
    """Every request is answered with an error that holds the block of the base URL's number."""

    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length", 0)))
        number = int(self.path.split("/")[1])
        text = blocks[number] + words
        as_json = number % 2 == 0
        body = json.dumps({"error": text, "code": 18, "detail": text}) if as_json else text
        body = body.encode() + (b"" if as_json else b"\xff\xfe\xed\xa0\x80")
        self.send_response(500)
        self.send_header("content-type", "application/json" if as_json else "text/plain; x=\x7f\x9f")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PUT = do_DELETE = do_POST

    def log_message(self, *_):
        pass


with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for number in range(len(blocks)):
        url = f"http://127.0.0.1:{server.server_port}/{number}"
        command = [lancespec, "check", url, "--only", "backfill_column.accepted,list_tables.*", "--report", "junit"]
        done = subprocess.run(command, capture_output=True, timeout=120)
        try:
            tree = xml.etree.ElementTree.fromstring(done.stdout)
        except xml.etree.ElementTree.ParseError as e:
            raise SystemExit(f"block {number} {blocks[number]!r}: {e}\n{done.stdout[:2000]!r}") from None
        expect(tree.tag == "testsuites", f"block {number}: the root is {tree.tag}")
        expect(len(tree.findall(".//testcase")) > 1, f"block {number}: no test cases, {done.stderr!r}")
    server.shutdown()

print(f"{len(points)} characters in {len(blocks)} reports, all well-formed")
