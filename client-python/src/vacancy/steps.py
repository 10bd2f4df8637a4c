"""How one text serves both clients.

What a call does is written once, as a generator of steps: send this, read that, pause. It does no
input or output itself. `Client` takes the steps with blocking calls, `AsyncClient` by awaiting.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    """Answered by the response, whose body is not read yet."""

    request: httpx.Request


@dataclass(frozen=True)
class Read:
    """Reads the whole body."""

    response: httpx.Response


@dataclass(frozen=True)
class Close:
    """Drops the rest of the body."""

    response: httpx.Response


@dataclass(frozen=True)
class Pause:
    seconds: float


Step = Send | Read | Close | Pause
Steps = Generator[Step, Any, T]


def run(http: httpx.Client, steps: Steps[T]) -> T:
    """Takes all steps, and returns what they lead to."""
    go: Callable[[Any], Step] = steps.send
    given: Any = None
    while True:
        try:
            step = go(given)
        except StopIteration as end:
            return cast(T, end.value)
        try:
            go, given = steps.send, _take(http, step)
        except httpx.HTTPError as error:
            go, given = steps.throw, error


async def run_async(http: httpx.AsyncClient, steps: Steps[T]) -> T:
    go: Callable[[Any], Step] = steps.send
    given: Any = None
    while True:
        try:
            step = go(given)
        except StopIteration as end:
            return cast(T, end.value)
        try:
            go, given = steps.send, await _take_async(http, step)
        except httpx.HTTPError as error:
            go, given = steps.throw, error


def _take(http: httpx.Client, step: Step) -> httpx.Response | None:
    match step:
        case Send(request):
            return http.send(request, stream=True)
        case Read(response):
            response.read()
        case Close(response):
            response.close()
        case Pause(seconds):
            time.sleep(seconds)
    return None


async def _take_async(http: httpx.AsyncClient, step: Step) -> httpx.Response | None:
    match step:
        case Send(request):
            return await http.send(request, stream=True)
        case Read(response):
            await response.aread()
        case Close(response):
            await response.aclose()
        case Pause(seconds):
            await asyncio.sleep(seconds)
    return None
