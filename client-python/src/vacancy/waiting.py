"""Waiting for the end of what a call began. Written as steps, for both clients."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from .answer import Answer
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
# A receiver may take 15 seconds to answer, and the event waits for its turn before.
_LONGEST_TEST_SEC = 20.0


def pause(turn: int) -> Pause:
    return Pause(min(_LONGEST_POLL_SEC, _FIRST_POLL_SEC * 1.5**turn))


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
        return (yield from wait_for_job(call, job_id(given), on_progress))
    match given.data:
        case {"jobs": [*jobs]}:
            ended = []
            for job in jobs:
                ended.append((yield from wait_for_job(call, job["id"], on_progress)))
            return ended
        case {"run": {"id": str(run)}}:
            schedule = given.headers["location"].split("/")[-2]
            return (yield from wait_for_run(call, schedule, run))
        case {"id": str(id)} if id.startswith("evt_"):
            return (yield from _wait_for_test(call, given.data))
        case {"id": str(id)} if id.startswith("wat_"):
            return (yield from _wait_for_refresh(call, given.data))
    return (yield from wait_for_job(call, job_id(given), on_progress))


def wait_for_job(call: Call, id: str, on_progress: Callable[[Any], object] | None) -> Steps[Row]:
    last = None
    turn = 0
    while True:
        job: Row = (yield from call("get_job", {"id": id})).data
        if job != last and on_progress:
            on_progress(job)
        last = job
        if job["finished_at"] is not None:
            return job
        yield pause(turn)
        turn += 1


def _wait_for_test(call: Call, event: Row) -> Steps[Row]:
    until = time.monotonic() + _LONGEST_TEST_SEC
    turn = 0
    # Each receiver is asked once, so what is not pending has ended.
    while _is_pending(event) and time.monotonic() < until:
        yield pause(turn)
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
        yield pause(turn)
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
        yield pause(turn)
        turn += 1
