"""Reading page after page. Written as steps, for both clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from .answer import Answer
from .generated.operations import OPERATIONS
from .steps import Pause, Steps
from .waiting import Call, Row, job_id, pause

if TYPE_CHECKING:
    from .waiting import HasJob

_LARGEST_PAGE = 1000


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
            yield pause(self._idle)
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
    """The rows of a list, across all pages."""

    def __init__(self, call: Call, name: str, given: Mapping[str, Any]) -> None:
        operation = OPERATIONS.get(name)
        if operation is None or operation.rows is None or not name.startswith("list_"):
            raise TypeError(f"{name} lists nothing.")
        self._call, self._name, self._rows = call, name, operation.rows
        # The next page of events begins after an event, that of other lists at a cursor.
        self._place = "cursor" if "cursor" in operation.query else "after"
        self._input = dict(given)
        self._is_done = False

    def turn(self) -> Steps[list[Row] | None]:
        if self._is_done:
            return None
        page = (yield from self._call(self._name, self._input)).data
        self._is_done = (cursor := page.get("next_cursor")) is None
        if not self._is_done:
            self._input[self._place] = cursor
        rows: list[Row] = page[self._rows]
        return rows
