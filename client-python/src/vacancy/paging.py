"""Waiting for jobs, and reading page after page. Written as steps, for both clients."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

from .answer import Answer
from .generated.operations import OPERATIONS
from .steps import Pause, Steps

if TYPE_CHECKING:
    from .generated import shapes as s
    from .generated.shapes import Job, ScheduleRun

    HasJob = str | Job | ScheduleRun | Answer[Any, Any]
    OneJob = (
        s.MatrixResponse202
        | s.ExportGridResponse202
        | s.AreaResponse202
        | s.CalendarAreaResponse202
        | s.IdsJobResponse202
        | s.MakeBoardResponse202
    )
    HasOneJob = (
        str | Job | ScheduleRun | Answer[Literal[200], Any] | Answer[Literal[202], OneJob]
    )
    HasJobs = (
        Answer[Literal[202], s.AwardSearchResponse202] | Answer[Literal[202], s.TripResponse202]
    )
    HasRun = Answer[Literal[202], s.RunScheduleResponse202]
    Sent = Answer[Literal[202], s.Event]
    Asked = Answer[Literal[202], s.Watch]
    OnProgress = Callable[[Job], object] | None

Row = dict[str, Any]
Call = Callable[[str, Mapping[str, Any]], Steps[Answer[Any, Any]]]

# Polls often at first, for small jobs, then slowly enough for the lowest rate limit.
_FIRST_POLL_SEC = 0.2
_LONGEST_POLL_SEC = 2.0
_LARGEST_PAGE = 1000
# A receiver may take 15 seconds to answer, and the event waits for its turn before.
_LONGEST_TEST_SEC = 20.0


def _poll_sec(turn: int) -> float:
    return min(_LONGEST_POLL_SEC, _FIRST_POLL_SEC * 1.5**turn)


def job_id(job: HasJob) -> str:
    """The id of a job, from itself, from the job, or from an answer that has one."""
    if isinstance(job, str):
        return job
    found: Any = job.data if isinstance(job, Answer) else job
    if isinstance(found, Mapping):
        found = found.get("job", found)
        # A run of a schedule names its job.
        found = found.get("job_id", found.get("id"))
    if not isinstance(found, str) or not found.startswith("job_"):
        raise TypeError("There is no job in this. Pass its id, a job, or an answer that has one.")
    return found


def wait_for(call: Call, given: HasJob, on_progress: Callable[[Any], object] | None) -> Steps[Any]:
    """Waits for the end of what an answer began: jobs, a run, a look of a watch, a test event."""
    if not isinstance(given, Answer) or given.status != 202:
        return (yield from _wait_for_job(call, job_id(given), on_progress))
    match given.data:
        case {"jobs": [*jobs]}:
            ended = []
            for job in jobs:
                ended.append((yield from _wait_for_job(call, job["id"], on_progress)))
            return ended
        case {"run": {"id": str(run)}}:
            schedule = given.headers["location"].split("/")[-2]
            return (yield from wait_for_run(call, schedule, run))
        case {"id": str(id)} if id.startswith("evt_"):
            return (yield from _wait_for_test(call, given.data))
        case {"id": str(id)} if id.startswith("wat_"):
            return (yield from _wait_for_refresh(call, given.data))
    return (yield from _wait_for_job(call, job_id(given), on_progress))


def _wait_for_job(call: Call, id: str, on_progress: Callable[[Any], object] | None) -> Steps[Row]:
    last = None
    turn = 0
    while True:
        job: Row = (yield from call("get_job", {"id": id})).data
        if job != last and on_progress:
            on_progress(job)
        last = job
        if job["finished_at"] is not None:
            return job
        yield Pause(_poll_sec(turn))
        turn += 1


def _wait_for_test(call: Call, event: Row) -> Steps[Row]:
    until = time.monotonic() + _LONGEST_TEST_SEC
    turn = 0
    # Each receiver is asked once, so what is not pending has ended.
    while _is_pending(event) and time.monotonic() < until:
        yield Pause(_poll_sec(turn))
        turn += 1
        event = (yield from call("get_event", {"id": event["id"]})).data
    return event


def _is_pending(event: Row) -> bool:
    one = [event["delivery"]] if event.get("delivery") else []
    return any(each["status"] == "pending" for each in [*one, *event.get("deliveries", [])])


def _wait_for_refresh(call: Call, asked: Row) -> Steps[Row]:
    turn = 0
    while True:
        watch: Row = (yield from call("get_watch", {"id": asked["id"]})).data
        # A watch that is paused or expires meanwhile is not refreshed any more.
        is_refreshed = watch["last_refresh_at"] not in (None, asked["last_refresh_at"])
        if is_refreshed or watch["status"] != "active":
            return watch
        yield Pause(_poll_sec(turn))
        turn += 1


def wait_for_run(call: Call, schedule_id: str, run_id: str) -> Steps[Row]:
    turn = 0
    while True:
        cursor = None
        while True:
            page = (yield from call("list_runs", {"id": schedule_id, "cursor": cursor})).data
            run: Row | None = next((each for each in page["runs"] if each["id"] == run_id), None)
            cursor = page["next_cursor"]
            if run or cursor is None:
                break
        if run is None:
            raise ValueError(f"The schedule {schedule_id} has no run {run_id}.")
        if run["ended_at"] is not None:
            return run
        yield Pause(_poll_sec(turn))
        turn += 1


class Pages(Protocol):
    def turn(self) -> Steps[list[Row] | None]:
        """The rows of the next page, which may be none yet; None after the last."""


class Cells:
    """The cells of a job. Follows a running one: waits for the next cells, and ends with the job."""

    def __init__(self, call: Call, id: str, limit: int | None) -> None:
        self._call = call
        self._input = {"id": id, "limit": limit or _LARGEST_PAGE, "cursor": None}
        self._idle = 0
        self._is_done = False

    def turn(self) -> Steps[list[Row] | None]:
        if self._is_done:
            return None
        page = (yield from self._call("list_job_cells", self._input)).data
        cells: list[Row] = page["cells"]
        self._is_done = page["next_cursor"] is None
        self._input["cursor"] = page["next_cursor"]
        if cells:
            self._idle = 0
        elif not self._is_done:
            yield Pause(_poll_sec(self._idle))
            self._idle += 1
        return cells


def cell_pages(call: Call, job: HasJob, limit: int | None) -> Pages:
    if isinstance(job, Answer) and "cells" in job.data:
        return Held(job.data["cells"])
    return Cells(call, job_id(job), limit)


class Held:
    """The cells of an answer that has them all."""

    def __init__(self, cells: list[Row]) -> None:
        self._cells: list[Row] | None = cells

    def turn(self) -> Steps[list[Row] | None]:
        cells, self._cells = self._cells, None
        yield from ()
        return cells


class Events:
    """Events in their order. With `follow`, waits for new ones."""

    def __init__(self, call: Call, follow: bool, poll_sec: float, given: Mapping[str, Any]) -> None:
        self._call = call
        self._input = {"limit": _LARGEST_PAGE} | {
            name: value for name, value in given.items() if value is not None
        }
        self._follow = follow and self._input.get("order") != "desc"
        self._poll_sec = poll_sec
        self._is_done = self._is_idle = False

    def turn(self) -> Steps[list[Row] | None]:
        if self._is_done:
            return None
        if self._is_idle:
            yield Pause(self._poll_sec)
        page = (yield from self._call("list_events", self._input)).data
        events: list[Row] = page["events"]
        if events:
            self._input["after"] = events[-1]["id"]
        self._is_idle = page["next_cursor"] is None or not events
        self._is_done = self._is_idle and not self._follow
        return events


class Each:
    """The rows of a list with a `next_cursor`."""

    def __init__(self, call: Call, name: str, given: Mapping[str, Any]) -> None:
        operation = OPERATIONS.get(name)
        if operation is None or operation.rows is None or "cursor" not in operation.query:
            raise TypeError(f"{name} has no pages.")
        self._call, self._name, self._rows = call, name, operation.rows
        self._input = dict(given)
        self._is_done = False

    def turn(self) -> Steps[list[Row] | None]:
        if self._is_done:
            return None
        page = (yield from self._call(self._name, self._input)).data
        self._input["cursor"] = page["next_cursor"]
        self._is_done = page["next_cursor"] is None
        rows: list[Row] = page[self._rows]
        return rows
