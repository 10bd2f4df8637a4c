"""The client whose calls are awaited."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Unpack, cast

import httpx

from .answer import Answer
from .files import AsyncFile
from .generated.methods import AsyncOperations, AsyncQuotes
from .options import CallOptions
from .paging import Each, Events, Pages, cell_pages
from .sending import RETRIES, TIMEOUT_SEC, any_request, call, connect, send
from .steps import run_async
from .wait_for import AsyncWaitFor
from .waiting import wait_for_run

if TYPE_CHECKING:
    from .generated.operations import ListName
    from .generated.shapes import Event, MatrixCell, ScheduleRun
    from .waiting import HasJob


class AsyncClient(AsyncOperations):
    """The API of one server, with one key, for asyncio. Close it, or use it in an `async with`.

        async with AsyncClient("http://127.0.0.1:8080", key) as client:
            answer = await client.shop(chain="aurelia", hotel_code="LONAU", checkin="2027-03-01")
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = RETRIES,
        timeout: float | None = TIMEOUT_SEC,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """`base_url`: address of the service, with or without `/v1`. `retries`: maximum number of
        retries, where a retry can help. `timeout`: seconds. `transport`: one of httpx, for proxies.
        """
        self._connection = connect(base_url, api_key, retries, timeout, AsyncFile)
        self._steps = partial(call, self._connection)
        self._http = httpx.AsyncClient(transport=transport)
        self.quote = AsyncQuotes(self._call)
        """Dry runs: what a call could cost. Free, and no source is asked."""
        self.wait_for = AsyncWaitFor(self._steps, self._http)
        """Waits for what an answer began, or makes a call and has its complete answer."""

    async def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        return await run_async(self._http, self._steps(name, given))

    async def _rows(self, pages: Pages) -> AsyncIterator[Any]:
        while (rows := await run_async(self._http, pages.turn())) is not None:
            for row in rows:
                yield row

    async def wait_for_run(self, schedule_id: str, run_id: str) -> ScheduleRun:
        """Returns when the run of a schedule has ended. Check its `status`: it may have been refused
        or have failed. `cells` takes it in place of a job."""
        steps = wait_for_run(self._steps, schedule_id, run_id)
        return cast("ScheduleRun", await run_async(self._http, steps))

    def cells(self, job: HasJob, *, limit: int | None = None) -> AsyncIterator[MatrixCell]:
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
    ) -> AsyncIterator[Event]:
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

    def each(self, name: ListName, **input: Any) -> AsyncIterator[dict[str, Any]]:
        """Every row of a list, across all pages: `client.each("list_watches", scope="account")`."""
        return self._rows(Each(self._steps, name, input))

    async def request(
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
        return await run_async(self._http, send(self._connection, request, options))

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
