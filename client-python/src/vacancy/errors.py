"""Every failure of a call."""

from __future__ import annotations

import json
import math
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Literal

import httpx

from .generated.operations import ServiceErrorCode

ErrorCode = ServiceErrorCode | Literal["unreachable", "timed_out", "cut_off", "unexpected_answer"]
"""The codes of the API, and four of the client. `unreachable`: no answer arrived. `timed_out`: it
took longer than `timeout`. `cut_off`: the answer ended early. `unexpected_answer`: the answer is not
from this API, for example because of a proxy or a wrong base address."""


class VacancyError(Exception):
    """Every failure of a call. Cancelling an asynchronous call is none."""

    def __init__(
        self,
        code: ErrorCode,
        message: str,
        *,
        status: int | None = None,
        chain: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.message = message
        #: HTTP status; None if no answer arrived.
        self.status = status
        #: The source involved, if any.
        self.chain = chain
        self.request_id = request_id
        #: Seconds to wait, if the service said so.
        self.retry_after = retry_after


def unreachable(url: httpx.URL, cause: httpx.HTTPError) -> VacancyError:
    if isinstance(cause, httpx.TimeoutException):
        return VacancyError(
            "timed_out",
            f"{_origin(url)} took too long to answer. `timeout` changes how long is waited.",
        )
    return VacancyError("unreachable", f"{_origin(url)} could not be reached: {_reason(cause)}.")


def cut_off(response: httpx.Response, cause: httpx.HTTPError) -> VacancyError:
    return VacancyError(
        "cut_off",
        f"The answer from {response.url} was cut off: {_reason(cause)}.",
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
    )


def unexpected(response: httpx.Response, what: str) -> VacancyError:
    return VacancyError(
        "unexpected_answer",
        f"{response.url} answered {response.status_code}{what}",
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
        retry_after=read_retry_after(response.headers.get("retry-after")),
    )


def redirected(response: httpx.Response) -> VacancyError:
    """The key would go to the other server, and a POST would become a GET."""
    try:
        to = f" to {_origin(response.url.join(response.headers['location']))}"
    except (KeyError, httpx.InvalidURL):
        to = ""
    return VacancyError(
        "unexpected_answer",
        f"{_origin(response.url)} answered with a redirect{to}. Redirects are not followed. "
        "Check the base address.",
        status=response.status_code,
        request_id=response.headers.get("x-request-id"),
    )


def error_of(response: httpx.Response) -> VacancyError:
    """The error in an answer that was read."""
    error = _envelope_in(response.content)
    if error is None:
        return unexpected(response, ", but not with an error of this API.")
    return VacancyError(
        error["code"],
        error["message"],
        status=response.status_code,
        chain=error.get("chain"),
        request_id=error.get("request_id"),
        retry_after=read_retry_after(response.headers.get("retry-after")),
    )


def _envelope_in(body: bytes) -> dict[str, Any] | None:
    try:
        error = json.loads(body)["error"]
        is_ours = isinstance(error["code"], str) and isinstance(error["message"], str)
    except (ValueError, LookupError, TypeError):
        return None
    return error if is_ours else None


def read_retry_after(value: str | None) -> float | None:
    """Seconds, or the date that some proxies send instead."""
    if not value:
        return None
    try:
        seconds = float(value)
    except ValueError:
        try:
            date = parsedate_to_datetime(value)
        except ValueError:
            return None
        if date.tzinfo is None:
            date = date.replace(tzinfo=timezone.utc)
        seconds = (date - datetime.now(timezone.utc)).total_seconds()
    return max(0.0, seconds) if math.isfinite(seconds) else None


def _origin(url: httpx.URL) -> str:
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


def _reason(cause: httpx.HTTPError) -> str:
    """The words of the cause, without the full stop that some have; timeouts may have no words."""
    return str(cause).rstrip(".") or type(cause).__name__
