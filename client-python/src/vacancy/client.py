"""The client whose calls block."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast

import httpx

from .answer import Answer
from .files import File
from .generated.methods import Operations, Quotes
from .options import CallOptions
from .paging import Each, Events, Pages, cell_pages
from .sending import RETRIES, TIMEOUT_SEC, any_request, call, connect, send
from .steps import run
from .wait_for import WaitFor
from .waiting import wait_for_run

if TYPE_CHECKING:
    from .generated.operations import ListName
    from .generated.shapes import Event, MatrixCell, ScheduleRun
    from .waiting import HasJob


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
        self.wait_for = WaitFor(self._steps, self._http)
        """Waits for what an answer began, or makes a call and has its complete answer."""

    def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        return run(self._http, self._steps(name, given))

    def _rows(self, pages: Pages) -> Iterator[Any]:
        while (rows := run(self._http, pages.turn())) is not None:
            yield from rows

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
        endpoint_id: str | None = None,
        status: Literal["pending", "delivered", "failed"] | None = None,
        from_: str | dt.datetime | None = None,
        to: str | dt.datetime | None = None,
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
            "endpoint_id": endpoint_id,
            "status": status,
            "from_": from_,
            "to": to,
            "order": order,
            "limit": limit,
        }
        return self._rows(Events(self._steps, follow, poll_sec, given))

    def each(self, name: ListName, **input: Any) -> Iterator[dict[str, Any]]:
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
