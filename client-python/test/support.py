"""What the tests share: both clients with one face, and a server that does as it is told."""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from vacancy import AsyncClient, Client

STAY: Any = {"chain": "aurelia", "hotel_code": "LONAU", "checkin": "2027-03-01"}


class Blocking:
    """An asynchronous thing, used as if it blocked: every test runs with both clients."""

    def __init__(self, inner: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._inner, self._loop = inner, loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name in ("quote", "data", "wait_for"):
            return found if isinstance(found, dict) else Blocking(found, self._loop)
        return (lambda *args, **given: self._done(found(*args, **given))) if callable(found) else found

    def __call__(self, *args: Any, **given: Any) -> Any:
        return self._done(self._inner(*args, **given))

    def __iter__(self) -> Iterator[Any]:
        return self._each(self._inner)

    def _each(self, rows: Any) -> Iterator[Any]:
        turns = aiter(rows)
        while True:
            try:
                yield self._loop.run_until_complete(anext(turns))
            except StopAsyncIteration:
                return

    def _done(self, made: Any) -> Any:
        if inspect.isasyncgen(made):
            return self._each(made)
        if not inspect.isawaitable(made):
            return made
        answer = self._loop.run_until_complete(made)
        is_file = hasattr(getattr(answer, "data", None), "save")
        return Blocking(answer, self._loop) if is_file else answer


class WithBoth:
    """Makes clients of one of both kinds, and closes them in the end."""

    is_async = False

    def setUp(self) -> None:
        self._made: list[Any] = []
        self._loop = asyncio.new_event_loop()

    def client(self, base_url: str, key: str = "vk_test", **options: Any) -> Any:
        made: Any = AsyncClient(base_url, key, **options) if self.is_async else Client(base_url, key, **options)
        self._made.append(made)
        return Blocking(made, self._loop) if self.is_async else made

    def tearDown(self) -> None:
        for made in self._made:
            closing = made.close()
            if self.is_async:
                self._loop.run_until_complete(closing)
        self._loop.close()


Reply = Callable[[BaseHTTPRequestHandler], None]


class Seen:
    def __init__(self, request: BaseHTTPRequestHandler, body: bytes) -> None:
        self.method, self.url, self.headers = request.command, request.path, request.headers
        self.key = request.headers.get("idempotency-key")
        self.body = body
        self.at = time.monotonic()


class ToldServer:
    """Answers as its script says, in order. The last reply repeats."""

    def __init__(self) -> None:
        self.script: list[Reply] = []
        self.seen: list[Seen] = []
        told = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                told.seen.append(Seen(self, self.rfile.read(length)))
                reply = told.script.pop(0) if len(told.script) > 1 else told.script[0]
                reply(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_one

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                """Clients leave in the middle of a test."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def reply(status: int, body: bytes, **headers: str) -> Reply:
    def do(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return do


def fails(status: int, code: str, message: str | None = None, **headers: str) -> Reply:
    error = {"code": code, "message": message or f"it is {code}", "chain": "aurelia", "request_id": "req_1"}
    body = json.dumps({"error": error}).encode()
    return reply(status, body, content_type="application/json", x_credits_charged="0", **headers)


def answers(body: Any, **headers: str) -> Reply:
    known = {"content_type": "application/json; charset=utf-8", "x_credits_charged": "1"}
    more = {"x_credits_remaining": "9.5", "x_request_id": "req_2"}
    return reply(200, json.dumps(body).encode(), **known, **more, **headers)


def breaks(request: BaseHTTPRequestHandler) -> None:
    request.close_connection = True
    request.connection.shutdown(2)


def half(text: bytes, content_type: str) -> Reply:
    """The beginning of an answer, and then nothing more."""

    def do(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("content-type", content_type)
        request.send_header("x-credits-charged", "1")
        request.send_header("x-request-id", "req_12345678")
        request.send_header("content-length", "1000")
        request.end_headers()
        request.wfile.write(text)
        request.wfile.flush()
        breaks(request)

    return do
