"""What every call takes besides its own fields."""

from __future__ import annotations

from typing import TypedDict


class CallOptions(TypedDict, total=False):
    """Options of a single call."""

    idempotency_key: str | None
    """Your own key for this request, to repeat it later for free. By default one is generated
    where it matters; None sends none."""
    request_id: str
    """Your own id for this request: 8 to 64 letters, digits, `.`, `_` or `-`."""
    retries: int
    """Maximum number of retries, instead of the client's setting."""
    timeout: float | None
    """Seconds to wait for the server, instead of the client's setting; None waits without end."""


OPTION_NAMES = frozenset(CallOptions.__annotations__)
