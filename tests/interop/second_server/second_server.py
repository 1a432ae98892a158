#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A small, independent HTTP server of two REST operations of the Lance
Namespace protocol, column backfill and materialized-view refresh, written
from the two operations' pages alone.  Standard library only.

    python3 second_server.py [--port N] [--token T]

It prints `listening on http://127.0.0.1:PORT` and serves until SIGTERM or
SIGINT.  Numbers in brackets, [n], refer to DECISIONS.md.
"""
import argparse
import hmac
import http.server
import json
import re
import signal
import socket
import socketserver
import sys
import threading
import uuid

from second_catalog import Catalog
from second_paths import (
    ApiError, CODE_NAMES, INTERNAL, INVALID_INPUT, UNAUTHENTICATED, UNSUPPORTED,
    invalid, parse_delimiter, parse_identifier)
from second_requests import parse_backfill, parse_refresh

MAX_BODY = 1 << 20
ROUTE = re.compile(r"/v1/(?:table/([^/]*)/(backfill_column)"
                   r"|materialized_view/([^/]*)/(refresh))")
# `type` and `title` as the pages' examples print them; 405 is ours [21].
PROBLEMS = {
    400: ("/errors/bad-request", "Malformed request"),
    401: ("/errors/unauthorized-request",
          "No valid authentication credentials for the operation"),
    404: ("/errors/not-found-error", "Not found Error"),
    405: ("/errors/method-not-allowed", "Method not allowed"),
    500: ("/errors/server-error", "Internal Server Error"),
    503: ("/errors/service-unavailable", "Slow down"),
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "SecondServer"
    disable_nagle_algorithm = True
    timeout = 60

    def version_string(self):
        return self.server_version

    def __getattr__(self, name):
        if name.startswith("do_"):  # every method comes to one place
            return self._serve
        raise AttributeError(name)

    def log_message(self, *args):
        pass

    # -- answers ---------------------------------------------------------
    def _send(self, status, body, headers=(), close=False):
        data = json.dumps(body).encode("ascii")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.send_header("x-request-id", uuid.uuid4().hex)
        for name, value in headers:
            self.send_header(name, value)
        if close:
            self.send_header("Connection", "close")  # also sets close_connection
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _send_error(self, error):
        kind, title = PROBLEMS.get(error.status, ("about:blank", "Request refused"))
        path = getattr(self, "path", None) or "/"
        self._send(error.status, {
            "type": kind, "title": title, "status": error.status,
            "detail": f"{CODE_NAMES[error.code]}: {error.message}",
            "instance": path.split("?")[0], "code": error.code,
            "error": error.message}, error.headers, error.close)
        if error.close:
            self._drain()

    def send_error(self, code, message=None, explain=None):
        """The base class's own refusals (bad request line...), as JSON too."""
        self.command = getattr(self, "command", None)
        if self.request_version == "HTTP/0.9":  # unparsed: answer with headers anyway
            self.request_version = "HTTP/1.0"
        self._send_error(ApiError(
            code, INVALID_INPUT if code < 500 else UNSUPPORTED,
            str(message or explain or "bad request"), close=True))

    def _drain(self):
        """Read what is left of a refused body, within bounds, so that closing
        the connection does not destroy the answer on its way."""
        try:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            self.connection.settimeout(1)
            for _ in range(256):
                if not self.rfile.read1(65536):
                    break
        except OSError:
            pass

    # -- requests --------------------------------------------------------
    def _body(self):
        """The whole body, so that the connection can be used again."""
        def bad(why):
            return ApiError(400, INVALID_INPUT, why, close=True)
        lengths = self.headers.get_all("Content-Length", [])
        codings = self.headers.get_all("Transfer-Encoding", [])
        if codings:
            if lengths or len(codings) > 1 or codings[0].strip().lower() != "chunked":
                raise bad("unsupported transfer coding")
            return self._chunked(bad)
        if not lengths:
            return b""
        if len(set(lengths)) != 1 or not re.fullmatch(r"[0-9]{1,18}", lengths[0].strip()):
            raise bad("bad Content-Length")
        size = int(lengths[0])
        if size > MAX_BODY:
            raise bad("the body is too large")  # [22]
        data = self.rfile.read(size)
        if len(data) != size:
            raise bad("the body ends early")
        return data

    def _chunked(self, bad):
        out = b""
        while True:
            line = self.rfile.readline(1024)
            match = re.fullmatch(rb"([0-9a-fA-F]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n", line)
            if not match:
                raise bad("bad chunk header")
            size = int(match[1], 16)
            if len(out) + size > MAX_BODY:
                raise bad("the body is too large")
            if size == 0:
                break
            out += self.rfile.read(size)
            if self.rfile.read(2) != b"\r\n":
                raise bad("bad chunk ending")
        for _ in range(100):  # trailers
            line = self.rfile.readline(8192)
            if line in (b"\r\n", b""):
                return out
        raise bad("too many trailers")

    def _authorize(self):
        """[20] Only the Authorization header counts, and only with --token."""
        token = self.server.token
        if token is None:
            return
        given = self.headers.get_all("Authorization", [])
        if len(given) == 1:
            scheme, _, value = given[0].strip().partition(" ")
            if scheme.lower() == "bearer" and hmac.compare_digest(
                    value.strip().encode("latin-1", "replace"), token.encode("utf-8")):
                return
        raise ApiError(401, UNAUTHENTICATED, "a valid bearer token is required",
                       headers=[("WWW-Authenticate", "Bearer")])

    def _answer(self):  # the order of the checks is decision [26]
        raw = self._body()
        target = self.path
        if re.match(r"https?://", target, re.I):  # absolute form
            target = "/" + target.split("://", 1)[1].partition("/")[2]
        path, _, query = target.partition("?")
        match = ROUTE.fullmatch(path)
        if not match:
            raise ApiError(404, UNSUPPORTED, "no such operation")  # [21]
        if self.command != "POST":
            raise ApiError(405, UNSUPPORTED, "this operation is a POST",
                           headers=[("Allow", "POST")])
        self._authorize()
        delimiter = parse_delimiter(query)
        names = parse_identifier(match[1] if match[2] else match[3], delimiter)
        shown = delimiter.join(names)
        types = self.headers.get_all("Content-Type", [None])
        if len(types) > 1:
            raise invalid("Content-Type is given more than once")
        if match[2]:
            return self.server.catalog.backfill(
                names, shown, parse_backfill(raw, types[0], names))
        return self.server.catalog.refresh(
            names, shown, parse_refresh(raw, types[0], names))

    def _serve(self):
        try:
            job = self._answer()
        except ApiError as error:
            self._send_error(error)
        except OSError:
            self.close_connection = True  # the client has gone
        except Exception as error:
            print(f"unexpected: {error!r}", file=sys.stderr, flush=True)
            self._send_error(ApiError(500, INTERNAL, "unexpected error", close=True))
        else:
            self._send(202, {"job_id": job.id, "context": {}})  # [24]


class SecondServer(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port=0, token=None, catalog=None):
        self.token, self.catalog = token, catalog or Catalog()
        super().__init__(("127.0.0.1", port), Handler)

    def server_bind(self):  # without the base class's look-up of a host name
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def port_number(text):
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError(text)
    return port


def main():
    parser = argparse.ArgumentParser(description="Second server of the two operations")
    parser.add_argument("--port", type=port_number, default=0, help="0 is any free port")
    parser.add_argument("--token", help="require this bearer token")
    args = parser.parse_args()
    if args.token == "":
        parser.error("--token must not be empty")
    signals = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, signals)  # before any thread starts
    try:
        server = SecondServer(args.port, args.token)
    except OSError as error:
        sys.exit(f"cannot listen on port {args.port}: {error}")
    threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    signal.sigwait(signals)
    server.shutdown()
    server.server_close()


if __name__ == "__main__":
    main()
