"""The client whose calls block."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast, overload

import httpx

from .answer import Answer
from .files import File
from .generated.methods import Operations, Quotes
from .options import CallOptions
from .paging import Each, Events, Pages, cell_pages, wait_for, wait_for_run
from .sending import RETRIES, TIMEOUT_SEC, any_request, call, connect, send
from .steps import run

if TYPE_CHECKING:
    from .generated.operations import PagedName
    from .generated.shapes import Event, Job, MatrixCell, ScheduleRun, Watch
    from .paging import Asked, HasJob, HasJobs, HasOneJob, HasRun, OnProgress, Sent


class Client(Operations):
    """The API of one server, with one key. Close it, or use it in a `with`.

        with Client("http://127.0.0.1:8080", key) as client:
            answer = client.shop(chain="aurelia", hotel_code="LONAU", checkin="2027-03-01")
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = RETRIES,
        timeout: float | None = TIMEOUT_SEC,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """`base_url`: address of the service, with or without `/v1`. `retries`: maximum number of
        retries, where a retry can help. `timeout`: seconds. `transport`: one of httpx, for proxies.
        """
        self._connection = connect(base_url, api_key, retries, timeout, File)
        self._steps = partial(call, self._connection)
        self._http = httpx.Client(transport=transport)
        self.quote = Quotes(self._call)
        """Dry runs: what a call could cost. Free, and no source is asked."""

    def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        return run(self._http, self._steps(name, given))

    def _rows(self, pages: Pages) -> Iterator[Any]:
        while (rows := run(self._http, pages.turn())) is not None:
            yield from rows

    @overload
    def wait_for(self, job: HasJobs, *, on_progress: OnProgress = None) -> list[Job]: ...

    @overload
    def wait_for(self, job: HasRun, *, on_progress: OnProgress = None) -> ScheduleRun: ...

    @overload
    def wait_for(self, job: Asked, *, on_progress: OnProgress = None) -> Watch: ...

    @overload
    def wait_for(self, job: Sent, *, on_progress: OnProgress = None) -> Event: ...

    @overload
    def wait_for(self, job: HasOneJob, *, on_progress: OnProgress = None) -> Job: ...

    @overload
    def wait_for(self, job: Answer[int, Any], *, on_progress: OnProgress = None) -> Any: ...

    def wait_for(self, job: HasJob, *, on_progress: OnProgress = None) -> Any:
        """Returns when what an answer with status 202 began has ended: the job (award search and
        trips: the list of them), the run of a schedule, the watch after its look, or the test event
        with what its receivers answered. Check their `status`: they may have failed. `on_progress`
        is called with the first state of a job, with every change, and with the last state."""
        return run(self._http, wait_for(self._steps, job, on_progress))

    def wait_for_run(self, schedule_id: str, run_id: str) -> ScheduleRun:
        """Returns when the run of a schedule has ended. Check its `status`: it may have been refused
        or have failed. `cells` takes it in place of a job."""
        steps = wait_for_run(self._steps, schedule_id, run_id)
        return cast("ScheduleRun", run(self._http, steps))

    def cells(self, job: HasJob, *, limit: int | None = None) -> Iterator[MatrixCell]:
        """Every cell of a job, or of the answer to `matrix`, in order, across all pages. Waits for
        the cells of a running job. `limit`: cells per request, at most 1,000."""
        return self._rows(cell_pages(self._steps, job, limit))

    def events(
        self,
        *,
        after: str | None = None,
        watch_id: str | None = None,
        booking_id: str | None = None,
        type: str | None = None,
        order: Literal["asc", "desc"] | None = None,
        limit: int | None = None,
        follow: bool = False,
        poll_sec: float = 5.0,
    ) -> Iterator[Event]:
        """Events after the one you name, oldest first, across all pages. `follow` keeps waiting for
        new ones. With `order="desc"` the newest come first."""
        given = {
            "after": after,
            "watch_id": watch_id,
            "booking_id": booking_id,
            "type": type,
            "order": order,
            "limit": limit,
        }
        return self._rows(Events(self._steps, follow, poll_sec, given))

    def each(self, name: PagedName, **input: Any) -> Iterator[dict[str, Any]]:
        """Every row of a list, across all pages: `client.each("list_watches", scope="account")`."""
        return self._rows(Each(self._steps, name, input))

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        **options: Unpack[CallOptions],
    ) -> Answer[int, Any]:
        """Calls any route below `/v1`, for a service that is newer than this client."""
        request = any_request(method, path, query, body)
        return run(self._http, send(self._connection, request, options))

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
