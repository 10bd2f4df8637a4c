"""Waiting, for both clients: for the end of what an answer began, and for complete answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack, overload

import httpx

from .answer import Answer
from .files import AsyncFile, File
from .finishing import Finished, export, make_board, matrix, whole
from .steps import run, run_async
from .waiting import Call, wait_for

if TYPE_CHECKING:
    from .generated import shapes as s
    from .generated.shapes import Event, Job, ScheduleRun, Watch
    from .waiting import Asked, HasJob, HasJobs, HasOneJob, HasRun, OnProgress, Sent


class WaitFor:
    """`client.wait_for(answer)`, and a method for each call whose answer may take jobs.

    Such a method makes the call, waits for its jobs and returns the complete answer, which is paid
    once. `max_credits` limits the call and its jobs together.
    """

    def __init__(self, call: Call, http: httpx.Client) -> None:
        self._call, self._http = call, http

    @overload
    def __call__(self, job: HasJobs, *, on_progress: OnProgress = None) -> list[Job]: ...

    @overload
    def __call__(self, job: HasRun, *, on_progress: OnProgress = None) -> ScheduleRun: ...

    @overload
    def __call__(self, job: Asked, *, on_progress: OnProgress = None) -> Watch: ...

    @overload
    def __call__(self, job: Sent, *, on_progress: OnProgress = None) -> Event: ...

    @overload
    def __call__(self, job: HasOneJob, *, on_progress: OnProgress = None) -> Job: ...

    @overload
    def __call__(self, job: Answer[int, Any], *, on_progress: OnProgress = None) -> Any: ...

    def __call__(self, job: HasJob, *, on_progress: OnProgress = None) -> Any:
        """Returns when what an answer with status 202 began has ended: the job (award search and
        trips: the list of them), the run of a schedule, the watch after its look, or the test event
        with what its receivers answered. Check their `status`: they may have failed. `on_progress`
        is called with the first state of a job, with every change, and with the last state."""
        return run(self._http, wait_for(self._call, job, on_progress))

    def matrix(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.MatrixInput]
    ) -> Finished[s.MatrixResponse]:
        """All cells of a grid."""
        return run(self._http, matrix(self._call, input, on_progress))

    def export(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.ExportInput]
    ) -> Finished[File]:
        """A grid as a file."""
        return run(self._http, export(self._call, input, on_progress))

    def area(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.AreaInput]
    ) -> Finished[s.AreaResponse]:
        """The hotels around a place."""
        return run(self._http, whole("area", self._call, input, on_progress))

    def calendar_area(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.CalendarAreaInput]
    ) -> Finished[s.CalendarAreaResponse]:
        """A chain around a place, night by night."""
        return run(self._http, whole("calendar_area", self._call, input, on_progress))

    def award_search(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.AwardSearchInput]
    ) -> Finished[s.AwardSearchResponse]:
        """Award nights around a place."""
        return run(self._http, whole("award_search", self._call, input, on_progress))

    def trip(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.TripInput]
    ) -> Finished[s.TripResponse]:
        """The best mix of cash, points and certificates for a trip."""
        return run(self._http, whole("trip", self._call, input, on_progress))

    def make_board(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.MakeBoardInput]
    ) -> Finished[s.GetBoardResponse]:
        """A board with its new figures."""
        return run(self._http, make_board(self._call, input, on_progress))


class AsyncWaitFor:
    """As `WaitFor`, to be awaited."""

    def __init__(self, call: Call, http: httpx.AsyncClient) -> None:
        self._call, self._http = call, http

    @overload
    async def __call__(self, job: HasJobs, *, on_progress: OnProgress = None) -> list[Job]: ...

    @overload
    async def __call__(self, job: HasRun, *, on_progress: OnProgress = None) -> ScheduleRun: ...

    @overload
    async def __call__(self, job: Asked, *, on_progress: OnProgress = None) -> Watch: ...

    @overload
    async def __call__(self, job: Sent, *, on_progress: OnProgress = None) -> Event: ...

    @overload
    async def __call__(self, job: HasOneJob, *, on_progress: OnProgress = None) -> Job: ...

    @overload
    async def __call__(self, job: Answer[int, Any], *, on_progress: OnProgress = None) -> Any: ...

    async def __call__(self, job: HasJob, *, on_progress: OnProgress = None) -> Any:
        return await run_async(self._http, wait_for(self._call, job, on_progress))

    async def matrix(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.MatrixInput]
    ) -> Finished[s.MatrixResponse]:
        return await run_async(self._http, matrix(self._call, input, on_progress))

    async def export(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.ExportInput]
    ) -> Finished[AsyncFile]:
        return await run_async(self._http, export(self._call, input, on_progress))

    async def area(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.AreaInput]
    ) -> Finished[s.AreaResponse]:
        return await run_async(self._http, whole("area", self._call, input, on_progress))

    async def calendar_area(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.CalendarAreaInput]
    ) -> Finished[s.CalendarAreaResponse]:
        return await run_async(self._http, whole("calendar_area", self._call, input, on_progress))

    async def award_search(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.AwardSearchInput]
    ) -> Finished[s.AwardSearchResponse]:
        return await run_async(self._http, whole("award_search", self._call, input, on_progress))

    async def trip(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.TripInput]
    ) -> Finished[s.TripResponse]:
        return await run_async(self._http, whole("trip", self._call, input, on_progress))

    async def make_board(
        self, *, on_progress: OnProgress = None, **input: Unpack[s.MakeBoardInput]
    ) -> Finished[s.GetBoardResponse]:
        return await run_async(self._http, make_board(self._call, input, on_progress))
