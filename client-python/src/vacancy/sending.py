"""From a request to its answer, with retries where they can help."""

from __future__ import annotations

import datetime as dt
import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import quote, urlencode

import httpx

from .answer import Answer, Credits
from .errors import VacancyError, cut_off, error_of, redirected, unexpected, unreachable
from .files import FileOf
from .generated.operations import OPERATIONS
from .older_server import hint_of
from .operation import Operation
from .options import OPTION_NAMES, CallOptions
from .retry import RepeatAfter, wait_before
from .steps import Close, Pause, Read, Send, Steps

VERSION = "1.0.0"

RETRIES = 3
# Longer than the service takes for any answer.
TIMEOUT_SEC = 120.0


@dataclass(frozen=True)
class Connection:
    base_url: str
    """With `/v1`, without a trailing slash."""
    api_key: str
    retries: int
    timeout: float | None
    file_of: FileOf


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    """Below `/v1`, with its parameters filled in."""
    query: Mapping[str, Any]
    body: Any
    operation: Operation


def connect(
    base_url: str, api_key: str, retries: int, timeout: float | None, file_of: FileOf
) -> Connection:
    if not isinstance(api_key, str) or re.fullmatch("[!-~]+", api_key) is None:
        # Without the key itself: messages end up in logs.
        raise TypeError(
            "api_key: A key is a text without spaces, line breaks or special letters, and not empty."
        )
    if re.match("https?://[^/@?#]", base_url) is None or re.search("[@?#]", base_url):
        raise TypeError(
            f"base_url: {base_url or 'an empty text'} is not the address of a service. "
            "Write it like https://rates.example.com."
        )
    bare = base_url.rstrip("/")
    versioned = bare if bare.endswith("/v1") else f"{bare}/v1"
    return Connection(versioned, api_key, retries, timeout, file_of)


def request_of(name: str, given: Mapping[str, Any]) -> Request:
    """Splits the input into path, query and body."""
    operation = OPERATIONS[name]
    # `from` is a word of Python, so it is given as `from_`.
    rest = {field.removesuffix("_"): value for field, value in given.items()}

    def filled(match: re.Match[str]) -> str:
        value = rest.pop(match[1], None)
        if value in (None, ""):
            raise TypeError(f"{name} needs `{match[1]}`.")
        return quote(str(value), safe="")

    path = re.sub(r"\{(\w+)\}", filled, operation.path)
    # Unknown fields of a route without a body go into the query, so that the service can name them.
    in_query = {
        field: value
        for field, value in rest.items()
        if field in operation.query or not operation.has_body
    }
    body = {field: value for field, value in rest.items() if field not in in_query}
    return Request(operation.method, path, in_query, body if operation.has_body else None, operation)


def any_request(method: str, path: str, query: Mapping[str, Any] | None, body: Any) -> Request:
    """A request to any route. One that this client does not know is assumed to cost credits."""
    asked = path.partition("?")[0].split("/")

    def fits(known: Operation) -> bool:
        parts = known.path.split("/")
        return (
            known.method == method
            and len(parts) == len(asked)
            and all(part == have or part.startswith("{") for part, have in zip(parts, asked))
        )

    is_billable = next((known.is_billable for known in OPERATIONS.values() if fits(known)), True)
    is_idempotent = method == "POST" or (method == "GET" and is_billable)
    operation = Operation(method, path, is_idempotent=is_idempotent, is_billable=is_billable)
    return Request(method, path, query or {}, body, operation)


def call(connection: Connection, name: str, given: Mapping[str, Any]) -> Steps[Answer[Any, Any]]:
    """Sends an operation. `given` are its fields and the options of the call."""
    options = {field: value for field, value in given.items() if field in OPTION_NAMES}
    fields = {field: value for field, value in given.items() if field not in OPTION_NAMES}
    request = request_of(name, fields)
    try:
        return (yield from send(connection, request, cast(CallOptions, options)))
    except VacancyError as error:
        hint = hint_of(error, name, request.path, fields)
        if hint is None:
            raise
        error.message += hint
        error.args = (error.message,)
        raise


def send(connection: Connection, request: Request, options: CallOptions) -> Steps[Answer[Any, Any]]:
    key = _key_for(request, options)
    after = _repeat_after(request, key)
    retries = options.get("retries", connection.retries)
    built = _built(connection, request, options, key)
    attempt = 0
    while True:
        try:
            return (yield from _attempt(connection, built, request.operation.rows))
        except VacancyError as error:
            wait = wait_before(attempt, error, after) if attempt < retries else None
            if wait is None:
                raise
        attempt += 1
        yield Pause(wait)


def _key_for(request: Request, options: CallOptions) -> str | None:
    """All attempts share one key, so that the call is charged only once."""
    if "idempotency_key" in options:
        return options["idempotency_key"]
    return str(uuid.uuid4()) if request.operation.is_idempotent else None


def _repeat_after(request: Request, key: str | None) -> RepeatAfter:
    """Without a key, a call whose answer was lost may have been charged, or have made something."""
    if key is not None or request.method in ("PUT", "PATCH", "DELETE"):
        return "anything"
    if request.method != "GET":
        return "refusal"
    return "error" if request.operation.is_billable else "anything"


def _built(
    connection: Connection, request: Request, options: CallOptions, key: str | None
) -> httpx.Request:
    headers = {"user-agent": f"vacancy-python/{VERSION}", "accept-encoding": "gzip, deflate"}
    if request.operation.takes_key:
        headers["x-api-key"] = connection.api_key
    if key is not None:
        headers["idempotency-key"] = key
    if "request_id" in options:
        headers["x-request-id"] = options["request_id"]
    content = None
    if request.body is not None:
        headers["content-type"] = "application/json"
        content = json.dumps(request.body, allow_nan=False, default=_of_json).encode()
    query = {name: _text(value) for name, value in request.query.items() if value is not None}
    url = connection.base_url + request.path + (f"?{urlencode(query)}" if query else "")
    timeout = httpx.Timeout(options.get("timeout", connection.timeout))
    return httpx.Request(
        request.method, url, headers=headers, content=content, extensions={"timeout": timeout.as_dict()}
    )


def _of_json(value: Any) -> str:
    """Values that JSON has no form for: days and moments."""
    if isinstance(value, dt.datetime) and value.tzinfo is None:
        raise TypeError(f"{value!r} has no time zone. Give it one, such as datetime.timezone.utc.")
    if isinstance(value, dt.date):
        return value.isoformat()
    raise TypeError(f"{value!r} cannot be sent: JSON has no form for it.")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(_text, value))
    return _of_json(value) if isinstance(value, dt.date) else str(value)


def _attempt(
    connection: Connection, built: httpx.Request, rows: str | None
) -> Steps[Answer[Any, Any]]:
    try:
        response: httpx.Response = yield Send(built)
        if not (response.is_redirect or response.is_success):
            yield Read(response)
    except httpx.HTTPError as cause:
        raise unreachable(built.url, cause) from cause
    if 300 <= response.status_code < 400:
        yield Close(response)
        raise redirected(response)
    if not response.is_success:
        raise error_of(response)
    headers = response.headers
    if "x-credits-charged" not in headers:
        yield Close(response)
        raise unexpected(response, ", but it is not this API. Check the base address.")
    remaining = headers.get("x-credits-remaining")
    return Answer(
        status=response.status_code,
        data=(yield from _content(connection, response)),
        credits=Credits(
            charged=float(headers["x-credits-charged"]),
            remaining=None if remaining is None else float(remaining),
        ),
        request_id=headers.get("x-request-id", ""),
        replayed=headers.get("idempotent-replay") == "true",
        headers=headers,
        rows=rows,
    )


def _content(connection: Connection, response: httpx.Response) -> Steps[Any]:
    if not response.headers.get("content-type", "").startswith("application/json"):
        return connection.file_of(response)
    try:
        yield Read(response)
    except httpx.HTTPError as cause:
        raise cut_off(response, cause) from cause
    try:
        return json.loads(response.content)
    except ValueError as cause:
        raise unexpected(response, " with a body that is not JSON.") from cause
