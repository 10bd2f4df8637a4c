"""How an operation of the API is sent over HTTP."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    query: tuple[str, ...] = ()
    has_body: bool = False
    takes_key: bool = True
    is_idempotent: bool = False
    """Whether the service remembers the answer under an Idempotency-Key."""
    is_billable: bool = False
    rows: str | None = None
    """The list in its answer that `to_records` reads, with a dot between a list and one inside it."""
