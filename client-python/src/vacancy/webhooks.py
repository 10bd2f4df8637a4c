"""The check that a webhook came from Vacancy."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from .generated.shapes import WebhookEvent

Secret = str | Sequence[str]
"""One secret, or several while you rotate them."""

SecretsById = Mapping[str, Secret] | Callable[[str], Secret | None]
"""The secrets of several senders, by the id of the endpoint, the watch, the booking or the job: a table, or
a function that looks them up."""

Reason = Literal[
    "missing_header", "malformed_header", "unknown_watch", "too_old", "wrong_signature", "not_an_event"
]


class WebhookVerificationError(Exception):
    """Why a request was rejected. `reason` is for code, the message for people."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason: Reason = reason


def verify_webhook(
    body: str | bytes,
    headers: Mapping[str, Any] | str | None,
    secret: Secret | SecretsById,
    tolerance_sec: float = 300,
) -> WebhookEvent:
    """Checks that a webhook came from Vacancy and is recent, and returns its event. Otherwise raises
    WebhookVerificationError: answer such a request with a 400. An empty secret is a
    ValueError.

    Pass the raw body, not a parsed and re-serialized object. `headers` is the value of
    X-Service-Signature, or all headers of the request. `secret` may be a list while you rotate
    secrets. For several senders at one address, pass all headers and the secrets by id:
    X-Endpoint-Id, X-Watch-Id, X-Booking-Id or X-Job-Id says which one signed.

        event = verify_webhook(request.get_data(), request.headers, secret)
        event = verify_webhook(request.get_data(), request.headers, {"end_1": secret, "wat_2": other})
    """
    given = {"x-service-signature": headers} if isinstance(headers, str) else (headers or {})
    at, signatures = _read_header(_value_of(given, "x-service-signature"))
    # A text that is no text of Unicode cannot have been signed: it fails below, as any other change.
    raw = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else bytes(body)
    secrets, signer = _secrets_of(secret, given)
    # Everybody can sign with nothing: the receiver's settings are wrong, not the request.
    if "" in secrets:
        raise ValueError("The secret is empty.")
    # Compares every pair, so that the time taken reveals nothing.
    matches = [
        hmac.compare_digest(_hmac(one, at, raw), signature.lower())
        for one in secrets
        for signature in signatures
    ]
    if not any(matches):
        raise WebhookVerificationError(
            "wrong_signature",
            "No signature matches this body and secret. The body was changed, or the secret belongs to "
            "another endpoint or watch. `vacancy listen` signs with the secret that it prints.",
        )
    # The time is checked last, because only a signed time can be trusted.
    if abs(time.time() - int(at)) > tolerance_sec:
        raise WebhookVerificationError(
            "too_old",
            f"The webhook was signed more than {tolerance_sec:g} seconds ago, or your clock is wrong.",
        )
    event = _event_in(raw)
    # The header is not signed: a sender that knows the secret of one watch must not speak for another.
    if signer and signer[1] and event.get(signer[1]) != signer[0]:
        raise WebhookVerificationError(
            "wrong_signature", f"The event is not about {signer[0]}, as its header says."
        )
    return cast("WebhookEvent", event)


# The headers that can name who signed, and where the event repeats it. An endpoint gets events of every kind.
_SIGNERS = {
    "x-endpoint-id": None,
    "x-watch-id": "watch_id",
    "x-booking-id": "booking_id",
    "x-job-id": "job_id",
}


def _secrets_of(
    secret: Secret | SecretsById, headers: Mapping[str, Any]
) -> tuple[Sequence[str], tuple[str, str | None] | None]:
    if not callable(secret) and not isinstance(secret, Mapping):
        return [secret] if isinstance(secret, str) else secret, None
    given = [(_value_of(headers, header), field) for header, field in _SIGNERS.items()]
    named = [(name, field) for name, field in given if name is not None]
    for name, field in named:
        found = secret(name) if callable(secret) else secret.get(name)
        if found is not None:
            return [found] if isinstance(found, str) else found, (name, field)
    raise WebhookVerificationError(
        "unknown_watch",
        f"There is no secret for {' or '.join(name for name, _ in named)}."
        if named
        else "No header says who signed. Pass all headers of the request, not only the signature.",
    )


def _value_of(headers: Mapping[str, Any], name: str) -> str | None:
    """One header, in any case. None if it is missing or repeated."""
    found = [value for key, value in headers.items() if key.lower() == name]
    return found[0] if len(found) == 1 and isinstance(found[0], str) else None


def _read_header(header: str | None) -> tuple[str, list[str]]:
    """`t=<seconds>,v1=<hex>`, with a second `v1` after a rotation. Unknown parts are ignored."""
    if not header:
        raise WebhookVerificationError("missing_header", "The header X-Service-Signature is missing.")
    parts = [part.strip().split("=") for part in header.split(",")]
    values = [(part[0], part[1]) for part in parts if len(part) > 1 and part[1]]
    times = [value for name, value in values if name == "t"]
    signatures = [
        value for name, value in values if name == "v1" and re.fullmatch(r"[0-9a-fA-F]{64}", value)
    ]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,12}", times[0]) or not signatures:
        raise WebhookVerificationError(
            "malformed_header", "X-Service-Signature must be t=<seconds>,v1=<64 hexadecimal digits>."
        )
    return times[0], signatures


def _hmac(secret: str, at: str, body: bytes) -> str:
    key = secret.encode("utf-8", "surrogatepass")
    return hmac.new(key, f"{at}.".encode() + body, hashlib.sha256).hexdigest()


def _refuse(constant: str) -> None:
    """Python reads NaN and Infinity, which are not JSON."""
    raise ValueError(f"{constant} is not JSON")


def _event_in(body: bytes) -> dict[str, Any]:
    try:
        event = json.loads(body.decode("utf-8-sig"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        event = None
    if isinstance(event, dict) and "id" in event and "type" in event:
        return event
    raise WebhookVerificationError("not_an_event", "The signature is right, but the body is not an event.")
