"""A server that is older than the client refuses what it does not know. This says so."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .errors import VacancyError
from .generated.operations import OPERATIONS


def hint_of(error: VacancyError, name: str, given: Mapping[str, Any]) -> str | None:
    """A sentence to add to the error, if the client knows what the server does not."""
    if error.code != "invalid_request":
        return None
    operation = OPERATIONS[name]
    if error.message.startswith(f"There is no {operation.method} /v1/"):
        return f" The server is older than this client and does not have {name} yet. Update the server."
    unknown = re.match(r"`(\w+)` is not known", error.message)
    if unknown and unknown[1] in given and unknown[1] in _fields_of(name):
        return (
            f" The server is older than this client and does not have `{unknown[1]}` in {name} yet."
            " Update the server."
        )
    return None


def _fields_of(name: str) -> frozenset[str]:
    # Only read after a failure: programs that succeed need no shapes.
    from .generated import shapes

    made = getattr(shapes, f"{name.title().replace('_', '')}Input", None)
    if made is None:
        return frozenset()
    return frozenset(field.removesuffix("_") for field in made.__annotations__)
