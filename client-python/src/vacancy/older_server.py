"""A server that is older than the client refuses what it does not know. This says so."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from .errors import VacancyError
from .generated.operations import OPERATIONS


def hint_of(error: VacancyError, name: str, path: str, given: Mapping[str, Any]) -> str | None:
    """A sentence to add to the error, if the client knows what the server does not. `path`: below
    `/v1`, with its parameters filled in."""
    if error.code != "invalid_request":
        return None
    missing = _missing(error.message, name, path, given)
    if missing is None:
        return None
    return f" The server is older than this client and does not have {missing} yet. Update the server."


def _missing(message: str, name: str, path: str, given: Mapping[str, Any]) -> str | None:
    # The service shortens long paths.
    if message.startswith(f"There is no {OPERATIONS[name].method} {f'/v1{path}'[:200]}."):
        return name
    said = re.match(r"`([\w.]+)` (?:(is not known) in|must be one of) ", message)
    if said is None:
        return None
    field, is_unknown = said.groups()
    forms = _forms_of(name, field.split("."))
    if is_unknown and forms:
        return f"`{field}` in {name}"
    value = _value_at(given, field.split("."))
    words = [word for form in forms if get_origin(form) is Literal for word in get_args(form)]
    return f"`{field}: {json.dumps(value)}` in {name}" if value in words else None


def _value_at(found: Any, keys: list[str]) -> Any:
    for key in keys:
        if isinstance(found, Mapping):
            # `from` is a word of Python, so it is given as `from_`.
            found = found.get(key, found.get(f"{key}_"))
        elif isinstance(found, (list, tuple)) and key.isdigit() and int(key) < len(found):
            found = found[int(key)]
        else:
            return None
    return found


def _forms_of(name: str, keys: list[str]) -> list[Any]:
    """The types that a field may have; none if the client does not know it."""
    # Only read after a failure: programs that succeed need no shapes.
    from .generated import shapes

    forms: list[Any] = [getattr(shapes, f"{name.title().replace('_', '')}Input", None)]
    for key in keys:
        forms = [each for form in forms for inner in _inside(form, key) for each in _arms(inner)]
    return forms


def _inside(form: Any, key: str) -> list[Any]:
    if get_origin(form) is list and key.isdigit():
        return list(get_args(form))
    if not hasattr(form, "__required_keys__"):
        return []
    fields = get_type_hints(form)
    return [fields[each] for each in (key, f"{key}_") if each in fields]


def _arms(form: Any) -> list[Any]:
    """The types of a union, or the type itself."""
    is_union = get_args(form) and get_origin(form) not in (list, dict, Literal)
    return [each for arm in get_args(form) for each in _arms(arm)] if is_union else [form]
