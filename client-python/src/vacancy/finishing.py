"""Complete answers of calls that may begin jobs. Written as steps, for both clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .answer import Answer, Credits, Data
from .paging import Cells
from .steps import Steps
from .waiting import Call, Row, wait_for_job

if TYPE_CHECKING:
    from .generated.shapes import Job
    from .waiting import OnProgress


@dataclass(frozen=True)
class Finished(Answer[Literal[200], Data]):
    """A complete answer. `credits` are those of the call and its jobs together."""

    jobs: list[Job] = field(default_factory=list)
    """The jobs that it took. Check their `status`: what failed is missing in the answer."""


def whole(
    name: str, call: Call, given: Mapping[str, Any], on_progress: OnProgress
) -> Steps[Finished[Any]]:
    """Asks for all or nothing; after the jobs, for what there is. So the answer is paid once, and no
    job begins twice."""
    asked = {field: value for field, value in given.items() if field != "partial"}
    first = yield from call(name, asked | {"partial": False})
    if first.status == 200:
        return _finished(first, [first], [])
    started: list[Row] = first.data["jobs"] if "jobs" in first.data else [first.data["job"]]
    jobs = yield from _ended(call, started, on_progress)
    again: Row = asked | {"fill": "none"}
    # A key of the caller's own belongs to the first call.
    if isinstance(key := asked.get("idempotency_key"), str):
        again["idempotency_key"] = f"{key}:answer"
    if (limit := asked.get("max_credits")) is not None:
        again["max_credits"] = max(0, round(limit - _charged([first], jobs), 3))
    second = yield from call(name, again)
    # The second call fetches nothing, so only the first knows what its jobs leave out.
    if first.data.get("not_filled") is not None:
        second.data["not_filled"] = first.data["not_filled"]
    return _finished(second, [first, second], jobs)


def matrix(call: Call, given: Mapping[str, Any], on_progress: OnProgress) -> Steps[Finished[Any]]:
    answer = yield from call("matrix", given)
    if answer.status == 200:
        return _finished(answer, [answer], [])
    job = answer.data["job"]
    jobs = yield from _ended(call, [job], on_progress)
    cells: list[Row] = []
    pages = Cells(call, job["id"], None)
    while (page := (yield from pages.turn())) is not None:
        cells += page
    return _finished(answer, [answer], jobs, {"cells": cells, "count": len(cells)})


def export(call: Call, given: Mapping[str, Any], on_progress: OnProgress) -> Steps[Finished[Any]]:
    answer = yield from call("export", given)
    if answer.status == 200:
        return _finished(answer, [answer], [])
    job = answer.data["job"]
    jobs = yield from _ended(call, [job], on_progress)
    form = {name: given[name] for name in ("format", "hotel_name") if name in given}
    file = yield from call("export_job", {"id": job["id"]} | form)
    return _finished(file, [answer, file], jobs)


def make_board(
    call: Call, given: Mapping[str, Any], on_progress: OnProgress
) -> Steps[Finished[Any]]:
    answer = yield from call("make_board", given)
    jobs = yield from _ended(call, [answer.data["job"]], on_progress)
    board = yield from call("get_board", {"id": answer.data["board"]["id"]})
    return _finished(board, [answer, board], jobs)


def _ended(call: Call, jobs: Sequence[Row], on_progress: OnProgress) -> Steps[list[Row]]:
    ended = []
    for job in jobs:
        ended.append((yield from wait_for_job(call, job["id"], on_progress)))
    return ended


def _charged(answers: Sequence[Answer[Any, Any]], jobs: Sequence[Row]) -> float:
    """Credits have three decimals."""
    charges = [answer.credits.charged for answer in answers]
    spent: list[float] = [job["credits_spent"] for job in jobs]
    return round(sum(charges + spent), 3)


def _finished(
    last: Answer[Any, Any],
    answers: Sequence[Answer[Any, Any]],
    jobs: list[Any],
    data: Any = None,
) -> Finished[Any]:
    return Finished(
        status=200,
        data=last.data if data is None else data,
        credits=Credits(_charged(answers, jobs), last.credits.remaining),
        request_id=last.request_id,
        replayed=last.replayed,
        headers=last.headers,
        rows=last.rows,
        jobs=jobs,
    )
