"""When a request is sent again. The same rules as in the TypeScript client."""

from __future__ import annotations

import random
from typing import Literal

from .errors import VacancyError

FIRST_WAIT_SEC = 0.4
LONGEST_WAIT_SEC = 15.0

# A longer Retry-After than this is raised at once, for the caller to decide.
LONGEST_RETRY_AFTER_SEC = 60.0

# What proxies answer in place of a service that is starting, away or slow.
OF_PROXIES = frozenset({502, 503, 504})

RepeatAfter = Literal["anything", "error", "refusal"]
"""After `rate_limited` a request is always repeated, because the service did nothing. After other
failures it depends on the request, because the service may already have acted.

- `anything`: safe to repeat after any failure.
- `error`: only after an error from the service, which is free. After a lost connection or a proxy
  error, the first attempt may have been charged, and a second would be charged again.
- `refusal`: only after `rate_limited`."""


def wait_before(attempt: int, error: VacancyError, after: RepeatAfter) -> float | None:
    """Seconds before the next attempt; None if a retry would not help or could do harm."""
    if not _helps(error, after) or (error.retry_after or 0) > LONGEST_RETRY_AFTER_SEC:
        return None
    # Never earlier than Retry-After. The random part spreads callers that failed at the same time.
    grown = min(LONGEST_WAIT_SEC, FIRST_WAIT_SEC * 2.0**attempt)
    spread = grown * (0.5 + random.random() / 2)
    return spread if error.retry_after is None else error.retry_after + spread / 2


def _helps(error: VacancyError, after: RepeatAfter) -> bool:
    if error.code == "rate_limited":
        return True
    if after == "refusal":
        return False
    if error.code in ("source_unavailable", "upstream_timeout"):
        return True
    is_lost = error.code in ("unreachable", "timed_out", "cut_off")
    return after == "anything" and (is_lost or error.status in OF_PROXIES)
