# Generated from the OpenAPI document by `npm run client:types`. Do not edit.

"""One method per operation, for both clients."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Unpack

from ..answer import Answer
from ..files import AsyncFile, File

if TYPE_CHECKING:
    from . import shapes as s


class Operations:
    def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        raise NotImplementedError

    def get_open_api(
        self, **input: Unpack[s.GetOpenApiInput],
    ) -> Answer[Literal[200], s.GetOpenApiResponse]:
        """GET /openapi.json: Get the OpenAPI document.

        Free; no key needed.
        """
        return self._call("get_open_api", input)

    def get_status(self, **input: Unpack[s.GetStatusInput]) -> Answer[Literal[200], s.Status]:
        """GET /status.json: Get the status of the service and its sources.

        Free; no key needed.
        """
        return self._call("get_status", input)

    def get_usage(self, **input: Unpack[s.GetUsageInput]) -> Answer[Literal[200], s.Usage]:
        """GET /usage: Get used and remaining credits.

        Free, and still available when all credits of the period are used.
        """
        return self._call("get_usage", input)

    def list_usage_lines(
        self, **input: Unpack[s.ListUsageLinesInput],
    ) -> Answer[Literal[200], s.ListUsageLinesResponse]:
        """GET /usage/lines: List charges, newest first.

        One line per charged request or job task. Calls that cost nothing have no line. Free.
        """
        return self._call("list_usage_lines", input)

    def list_acts(
        self, **input: Unpack[s.ListActsInput],
    ) -> Answer[Literal[200], s.ListActsResponse]:
        """GET /audit: List administrative acts, newest first.

        Who created, renamed or revoked keys, changed the plan, created, changed or deleted
        endpoints, rotated a secret, invited, changed or removed members, signed in and out,
        tried to sign in with a wrong password, or set a password. Wrong passwords for one person
        from one network within an hour are one act, with their number in `detail.tries`. Kept
        for 400 days. Free, and still available when all credits of the period are used.
        """
        return self._call("list_acts", input)

    def list_chains(
        self, **input: Unpack[s.ListChainsInput],
    ) -> Answer[Literal[200], s.ListChainsResponse]:
        """GET /chains: List the sources with their capabilities and prices.

        The hotel chains, online travel agencies and metasearch engines of this installation,
        with their prices in credits, capabilities, example hotel codes and health. Free.
        """
        return self._call("list_chains", input)

    def list_transfers(
        self, **input: Unpack[s.ListTransfersInput],
    ) -> Answer[Literal[200], s.ListTransfersResponse]:
        """GET /transfers: Which points of banks become points of chains.

        The banks whose points can be transferred to chains of this installation, at which ratio,
        in which steps, and with which bonus. `POST /trip` uses them for `wallet.banks`. Free.
        """
        return self._call("list_transfers", input)

    def get_fx(self, **input: Unpack[s.GetFxInput]) -> Answer[Literal[200], s.FxTable]:
        """GET /fx: The reference rates that prices are compared with.

        Exchange rates as published by a central bank, for comparison only. A price is converted
        with the newest rate dated on or before the day on which it was observed; if that rate is
        more than 7 days older, nothing is converted. Free.
        """
        return self._call("get_fx", input)

    def shop(self, **input: Unpack[s.ShopInput]) -> Answer[Literal[200], s.ShopResponse]:
        """POST /shop: Every room and rate plan of one hotel for one stay.

        Cash and member prices, and points if the chain has them. Costs the source’s shop weight,
        a quarter of it from the cache. `sold_out`, `closed` and `restricted_los` are answers and
        cost the same.
        """
        return self._call("shop", input)

    def ota_shop(self, **input: Unpack[s.OtaShopInput]) -> Answer[Literal[200], s.OtaShopResponse]:
        """POST /ota/{source}/shop: Every room and rate plan at a travel agency.

        Same as `POST /shop` with the agency as `chain` and its own hotel id. `raw` adds the
        upstream bodies and forces a live call.
        """
        return self._call("ota_shop", input)

    def award(self, **input: Unpack[s.AwardInput]) -> Answer[Literal[200], s.AwardResponse]:
        """POST /award: One stay in points, compared with its cash price.

        Shares its cache with `POST /shop` and costs the same. Only for chains with award points.
        """
        return self._call("award", input)

    def stay(self, **input: Unpack[s.StayInput]) -> Answer[Literal[200], s.StayResponse]:
        """POST /stay: One stay, compared with its nights booked one by one.

        Costs one shop plus each night: 0.1 at chains with their own calendar, the shop weight
        elsewhere. A quarter from the cache.
        """
        return self._call("stay", input)

    def calendar(
        self, **input: Unpack[s.CalendarInput],
    ) -> Answer[Literal[200], s.CalendarResponse]:
        """POST /calendar: Up to 60 nights of one hotel.

        The lowest cash rate, member rate and points of each night, shopped one by one. Cached
        nights cost a quarter; only nights older than `max_age` are shopped again.
        """
        return self._call("calendar", input)

    def compset(self, **input: Unpack[s.CompsetInput]) -> Answer[Literal[200], s.CompsetResponse]:
        """POST /compset: The lowest rate of up to 25 hotels for one stay.

        Hotels of one chain or of several. Each hotel costs its chain’s compset weight, a quarter
        from the cache; a call costs at least 1 credit. A hotel that fails has an `error` and is
        free. `market` sums up the set by comparable figures; with `subject` it says where that
        hotel stands.
        """
        return self._call("compset", input)

    def compset_award(
        self, **input: Unpack[s.CompsetAwardInput],
    ) -> Answer[Literal[200], s.CompsetAwardResponse]:
        """POST /compset/award: The lowest points of up to 25 hotels for one stay.

        Costs the same as `POST /compset`. Hotels of chains without award points have empty rows
        and are free. `points_due` is computed from the average of the nights; `POST /award`
        takes each night by itself if the source prices them apart.
        """
        return self._call("compset_award", input)

    def hotels(self, **input: Unpack[s.HotelsInput]) -> Answer[Literal[200], s.HotelsResponse]:
        """GET /hotels: The hotels around a place.

        Name the place by `q`, by `place_id`, or by `lat` and `lng`. If several places match a
        name, the most likely one is used and the others are listed. Each chain costs 1 credit,
        or 0.25 from the 24-hour cache. A chain without hotels there, or one that fails, is left
        out and free. An unknown place is `null`, and the call is free.
        """
        return self._call("hotels", input)

    def search_hotels(
        self, **input: Unpack[s.SearchHotelsInput],
    ) -> Answer[Literal[200], s.SearchHotelsResponse]:
        """GET /hotels/search: Find a hotel by its name.

        Free, except with `live`. Best match first: an exact code, then hotels that have all the
        words, then those with a typo. Hotels of chains come before listings of travel agencies.
        Fast enough to call while somebody types.
        """
        return self._call("search_hotels", input)

    def get_hotel(
        self, **input: Unpack[s.GetHotelInput],
    ) -> Answer[Literal[200], s.GetHotelResponse]:
        """GET /hotels/{chain}/{code}: Get what is known of a hotel.

        Free. The facts come from the directory, which is read from the sources once a day; the
        ids come from the id map only.
        """
        return self._call("get_hotel", input)

    def hotel_neighbours(
        self, **input: Unpack[s.HotelNeighboursInput],
    ) -> Answer[Literal[200], s.HotelNeighboursResponse]:
        """GET /hotels/{chain}/{code}/neighbours: The hotels that a guest could book instead.

        Up to 20 hotels of chains in the directory, within 3 miles and one star, nearest first: a
        start for a comparison set. Where stars are not known, only the distance counts. Free.
        """
        return self._call("hotel_neighbours", input)

    def hotel_ids(self, **input: Unpack[s.HotelIdsInput]) -> Answer[Literal[200], s.IdMap]:
        """GET /hotels/{chain}/{code}/ids: A hotel's ids at travel agencies and the search engine.

        Known ids come from the id map and are free. Missing ids are resolved live: first from
        the search engine's page of the hotel, which links to several agencies, then by each
        source's own search, compared with the chain's coordinates (3 km at most). A live
        resolution costs 1 credit whether or not it finds an id, and nothing if no source could
        be asked. The whole service requests at most one search engine page every 3 seconds, so a
        first answer may take a few seconds. A source where the hotel was not found is asked
        again after 7 days. With an agency in the path, `mapped_to` is the chain's hotel, and
        `ids` are that hotel's ids at the other sources.
        """
        return self._call("hotel_ids", input)

    def ids_job(self, **input: Unpack[s.IdsJobInput]) -> Answer[Literal[202], s.IdsJobResponse202]:
        """POST /hotels/ids/jobs: Resolve the ids of many hotels.

        A job for up to 500 hotels of one source. It resolves at most one hotel every six
        seconds. Hotels with known ids take no time and are free; the others cost 1 credit each,
        charged as the job runs. The worst case, 1 credit per hotel, is reserved. `tasks_done`
        counts hotels, `cells_done` the ids known for them; read them with `GET
        /hotels/{chain}/{code}/ids`. With a `webhook_url` or `endpoints`, a `job.done` event is
        sent when the job ends (done, failed or canceled). To a `webhook_url` it is signed with
        the `secret`, which is shown only in this answer.
        """
        return self._call("ids_job", input)

    def list_jobs(
        self, **input: Unpack[s.ListJobsInput],
    ) -> Answer[Literal[200], s.ListJobsResponse]:
        """GET /jobs: List your jobs, newest first.

        Free. Jobs are listed as long as they can be read.
        """
        return self._call("list_jobs", input)

    def get_job(self, **input: Unpack[s.GetJobInput]) -> Answer[Literal[200], s.Job]:
        """GET /jobs/{id}: Get the status of a job.

        Free. A job can be read for 30 days after its end; one that was canceled before it cost
        anything, for 1 day.
        """
        return self._call("get_job", input)

    def cancel_job(self, **input: Unpack[s.CancelJobInput]) -> Answer[Literal[200], s.Job]:
        """DELETE /jobs/{id}: Cancel a job.

        Tasks that have not started are dropped and their credits released. Running tasks finish
        and are charged. Finished cells stay readable. A job that has ended does not change.
        """
        return self._call("cancel_job", input)

    def matrix(
        self, **input: Unpack[s.MatrixInput],
    ) -> Answer[Literal[200], s.MatrixResponse] | Answer[Literal[202], s.MatrixResponse202]:
        """POST /matrix: A grid of hotels, nights and lengths of stay.

        Up to 200 hotels, 366 check-in nights and 3 lengths of stay, at most 20000 cells. Answers
        200 with the cells if all are cached; otherwise, or with `as_job`, 202 with a job that
        fetches the missing ones. Cash cells of sources with batches cost the compset weight, all
        others the shop weight; cached cells cost a quarter. With `as_of`, the answer is always
        200 with the grid as it stood at that moment, and each cell costs a quarter.
        """
        return self._call("matrix", input)

    def export(
        self, **input: Unpack[s.ExportInput],
    ) -> Answer[Literal[200], File] | Answer[Literal[202], s.ExportGridResponse202]:
        """POST /export: A grid as a CSV, JSON Lines or Parquet file, or as a workbook.

        Same as `POST /matrix`, but 200 is a file: CSV, JSON Lines, Parquet or a workbook. 202
        returns the job, with its id also in `X-Job-Id`. Files are generated on each request and
        not stored.
        """
        return self._call("export", input)

    def list_job_cells(
        self, **input: Unpack[s.ListJobCellsInput],
    ) -> Answer[Literal[200], s.ListJobCellsResponse]:
        """GET /jobs/{id}/cells: The cells of a job, page by page.

        Ordered by hotel, night and length of stay. While the job runs, a page ends before the
        first unfinished cell, and `next_cursor` continues from there. It is null only once the
        job has ended and all cells have been read. Failed cells are left out. Free.
        """
        return self._call("list_job_cells", input)

    def export_job(self, **input: Unpack[s.ExportJobInput]) -> Answer[Literal[200], File]:
        """GET /jobs/{id}/export: Every cell of a job as one file.

        Streamed, ordered by hotel, night and length of stay. Jobs of schedules for a comparison
        set or parity have one row per hotel, or per hotel and channel. `X-Job-Status` says
        whether the job had ended when the download started. Free.
        """
        return self._call("export_job", input)

    def get_job_market(
        self, **input: Unpack[s.GetJobMarketInput],
    ) -> Answer[Literal[200], s.GetJobMarketResponse]:
        """GET /jobs/{id}/market: The market of each night of a job, and where a hotel stands in it.

        Of the cash cells that the job has: for each night the median of the hotels and, with
        `chain` and `hotel_code`, the rank and the rate index of that hotel, as `POST /compset`
        has them for one night. Rates in other currencies are converted at the reference rate of
        the day on which they were observed. Free.
        """
        return self._call("get_job_market", input)

    def history(self, **input: Unpack[s.HistoryInput]) -> Answer[Literal[200], s.HistoryResponse]:
        """POST /history: How the price of up to 93 nights changed.

        Every recorded change of status, price or points, also of past nights: changes are kept
        for 400 days after the night. Never calls a source. Each night with at least one
        observation costs a quarter of the chain’s `calendar_night_credits`. At most 20000
        observations.
        """
        return self._call("history", input)

    def insight(self, **input: Unpack[s.InsightInput]) -> Answer[Literal[200], s.InsightResponse]:
        """POST /insight: Is this a good price?.

        Shops one stay and compares its price with other nights of the hotel that were seen in
        the last 365 days, at a similar lead time and of the same weekday class; with similar
        hotels nearby; and with its own past. Costs one shop plus 0.25; with `outlook` plus 0.5.
        """
        return self._call("insight", input)

    def outlook(self, **input: Unpack[s.OutlookInput]) -> Answer[Literal[200], s.OutlookResponse]:
        """POST /outlook: Will it get cheaper?.

        Shops one stay and tells how often the price of comparable nights fell by 5, 10 and 20 %
        before arrival: nights of the last 365 days of the same hotel, weekday class and lead
        time, as far as they differ from those of its market by more than chance. Each answer
        tests itself on past nights with what was known then, and gives advice only where it beat
        the base rate. Costs one shop plus 0.25.
        """
        return self._call("outlook", input)

    def create_set(self, **input: Unpack[s.CreateSetInput]) -> Answer[Literal[201], s.HotelSet]:
        """POST /sets: Save a list of hotels.

        Up to 200 hotels under one id, which other calls take as `set`. Belongs to the account,
        which can have 100 sets. Free.
        """
        return self._call("create_set", input)

    def list_sets(
        self, **input: Unpack[s.ListSetsInput],
    ) -> Answer[Literal[200], s.ListSetsResponse]:
        """GET /sets: The sets of the account, newest first.

        Free.
        """
        return self._call("list_sets", input)

    def get_set(self, **input: Unpack[s.GetSetInput]) -> Answer[Literal[200], s.HotelSet]:
        """GET /sets/{id}: Get a set.

        Free.
        """
        return self._call("get_set", input)

    def change_set(self, **input: Unpack[s.ChangeSetInput]) -> Answer[Literal[200], s.HotelSet]:
        """PATCH /sets/{id}: Change a set.

        Omitted fields stay unchanged; `hotels` replaces the whole list. A `subject` that is not
        in the new list must be changed with it. Calls and runs that have begun keep the old
        list. Free.
        """
        return self._call("change_set", input)

    def delete_set(self, **input: Unpack[s.DeleteSetInput]) -> Answer[Literal[200], s.HotelSet]:
        """DELETE /sets/{id}: Delete a set.

        Runs of schedules that name it are refused from then on. Free.
        """
        return self._call("delete_set", input)

    def create_schedule(
        self, **input: Unpack[s.CreateScheduleInput],
    ) -> Answer[Literal[201], s.Schedule]:
        """POST /schedules: Ask the same question regularly.

        Makes the call `ask` every hour, day or week, at a local time. Each run is a job of kind
        `schedule`, and its end an event `schedule.done` with counts, credits and the path of its
        file. A run missed while nothing was up happens once, late. One that could cost more than
        `max_credits`, cannot be paid, or comes before the previous one has ended does not
        happen; its event says why. The call itself is free. Runs are charged to the key that
        created the schedule, also after its revocation. An account can have 50 schedules.
        """
        return self._call("create_schedule", input)

    def list_schedules(
        self, **input: Unpack[s.ListSchedulesInput],
    ) -> Answer[Literal[200], s.ListSchedulesResponse]:
        """GET /schedules: The schedules of the account, newest first.

        Free.
        """
        return self._call("list_schedules", input)

    def get_schedule(self, **input: Unpack[s.GetScheduleInput]) -> Answer[Literal[200], s.Schedule]:
        """GET /schedules/{id}: Get a schedule.

        Free.
        """
        return self._call("get_schedule", input)

    def change_schedule(
        self, **input: Unpack[s.ChangeScheduleInput],
    ) -> Answer[Literal[200], s.Schedule]:
        """PATCH /schedules/{id}: Change a schedule.

        Omitted fields stay unchanged; `body` is replaced as a whole. A run that has begun stays
        as it was. Free.
        """
        return self._call("change_schedule", input)

    def delete_schedule(
        self, **input: Unpack[s.DeleteScheduleInput],
    ) -> Answer[Literal[200], s.Schedule]:
        """DELETE /schedules/{id}: Delete a schedule.

        A run that has begun goes on: cancel its job to stop it. Free.
        """
        return self._call("delete_schedule", input)

    def run_schedule(
        self, **input: Unpack[s.RunScheduleInput],
    ) -> Answer[Literal[202], s.RunScheduleResponse202]:
        """POST /schedules/{id}/run: Run it now.

        Also while it is paused. Its times stay as they are. A worker begins the run; see `GET
        /schedules/{id}/runs` for its job and its end. Costs what any run costs.
        """
        return self._call("run_schedule", input)

    def list_runs(
        self, **input: Unpack[s.ListRunsInput],
    ) -> Answer[Literal[200], s.ListRunsResponse]:
        """GET /schedules/{id}/runs: The runs of a schedule, newest first.

        Also those that did not happen. Listed for 90 days. Free.
        """
        return self._call("list_runs", input)

    def make_board(
        self, **input: Unpack[s.MakeBoardInput],
    ) -> Answer[Literal[202], s.MakeBoardResponse202]:
        """POST /boards: Fetch a board.

        The market of a set, or the parity of its subject, over some nights. Makes the board, or
        refreshes the one with the same set, kind and nights. Always answers 202 with the job
        that fetches it, and costs what `POST /matrix` costs for these hotels and nights: for
        parity, the subject and its known listings at agencies. Reading the board is free. An
        account can have 100 boards.
        """
        return self._call("make_board", input)

    def list_boards(
        self, **input: Unpack[s.ListBoardsInput],
    ) -> Answer[Literal[200], s.ListBoardsResponse]:
        """GET /boards: The boards of the account, newest first.

        Without their figures. Free.
        """
        return self._call("list_boards", input)

    def get_board(
        self, **input: Unpack[s.GetBoardInput],
    ) -> Answer[Literal[200], s.GetBoardResponse]:
        """GET /boards/{id}: Read a board.

        Its newest figures, what could not be fetched, and how it changed in 1, 7 and 30 days.
        Rates in other currencies are converted at the reference rate of the day on which they
        were observed. Free.
        """
        return self._call("get_board", input)

    def delete_board(self, **input: Unpack[s.DeleteBoardInput]) -> Answer[Literal[200], s.Board]:
        """DELETE /boards/{id}: Delete a board.

        Its link ends at once. Its jobs, its set and its schedules stay. Free.
        """
        return self._call("delete_board", input)

    def share_board(self, **input: Unpack[s.ShareBoardInput]) -> Answer[Literal[200], s.BoardLink]:
        """POST /boards/{id}/link: Make a link to a board.

        A page with the newest figures of the board, for people without an account. It never
        spends anything and shows nothing else of the account. A new link replaces the one
        before. Free.
        """
        return self._call("share_board", input)

    def unshare_board(
        self, **input: Unpack[s.UnshareBoardInput],
    ) -> Answer[Literal[200], s.UnshareBoardResponse]:
        """DELETE /boards/{id}/link: End the link to a board.

        It stops working at once. Free.
        """
        return self._call("unshare_board", input)

    def read_shared_board(
        self, **input: Unpack[s.ReadSharedBoardInput],
    ) -> Answer[Literal[200], s.SharedBoard]:
        """GET /boards/shared/{token}: Read a board by its link.

        No key needed. The figures of `GET /boards/{id}`, without anything else of the account.
        Send the `ETag` back in `If-None-Match`: an answer without news is 304, and does not
        count. A link can be read 60 times a minute, and asked 100 times a second. Free.
        """
        return self._call("read_shared_board", input)

    def create_feed(self, **input: Unpack[s.CreateFeedInput]) -> Answer[Literal[201], s.Feed]:
        """POST /feeds: Create a link that spreadsheets read.

        Shows the newest finished run of a schedule or a board, or a job, to anyone who has the
        link, and nothing else of the account. Works in Google Sheets (`IMPORTDATA`), Excel and
        LibreOffice. Reading costs nothing. An account can have 20 feeds. Free.
        """
        return self._call("create_feed", input)

    def list_feeds(
        self, **input: Unpack[s.ListFeedsInput],
    ) -> Answer[Literal[200], s.ListFeedsResponse]:
        """GET /feeds: The feeds of the account, newest first.

        Free.
        """
        return self._call("list_feeds", input)

    def get_feed(self, **input: Unpack[s.GetFeedInput]) -> Answer[Literal[200], s.Feed]:
        """GET /feeds/{id}: Get a feed.

        Free.
        """
        return self._call("get_feed", input)

    def change_feed(self, **input: Unpack[s.ChangeFeedInput]) -> Answer[Literal[200], s.Feed]:
        """PATCH /feeds/{id}: Change a feed.

        Omitted fields stay unchanged. The link stays the same, apart from its ending. Free.
        """
        return self._call("change_feed", input)

    def delete_feed(self, **input: Unpack[s.DeleteFeedInput]) -> Answer[Literal[200], s.Feed]:
        """DELETE /feeds/{id}: Delete a feed.

        Its link stops working at once. Free.
        """
        return self._call("delete_feed", input)

    def rotate_feed(self, **input: Unpack[s.RotateFeedInput]) -> Answer[Literal[200], s.Feed]:
        """POST /feeds/{id}/rotate: Replace the link of a feed.

        The old link stops working at once. Free.
        """
        return self._call("rotate_feed", input)

    def read_feed(self, **input: Unpack[s.ReadFeedInput]) -> Answer[Literal[200], File]:
        """GET /feeds/{token}.{format}: Read a feed by its link.

        No key needed. The newest finished run of the schedule or the board, or the job, as a
        file; only the header as long as there is none. Send the `ETag` back in `If-None-Match`:
        an answer without news is 304, and does not count. A feed can be read 60 times a minute,
        and asked 100 times a second. Free.
        """
        return self._call("read_feed", input)

    def area(
        self, **input: Unpack[s.AreaInput],
    ) -> Answer[Literal[200], s.AreaResponse] | Answer[Literal[202], s.AreaResponse202]:
        """POST /area: The hotels around a place, cheapest first.

        One stay at the nearest hotels of all chains, up to 200, ranked by lowest points
        (`award`) or lowest public rate (`cash`). Answers 200 if every cell is cached and fresh
        enough; otherwise 202 with the cached cells and a job that fetches the others: poll it
        and read its cells, or repeat the call; with `fill: "none"` always 200. While your job
        for the same place, hotels, nights and occupancy is running, repeating the call returns
        that job instead of making a second one. The place lookup works and costs as in `GET
        /hotels`: 1 credit per chain, 0.25 from the 24-hour cache, free for a chain without
        hotels there. An unknown place is `null`, and the call is free. Prices in other
        currencies than `currency` are compared by reference rates (`GET /fx`); points have no
        currency. Each cell in the answer costs a quarter of its price in `POST /matrix`; the job
        reserves its own worst-case price.
        """
        return self._call("area", input)

    def calendar_area(
        self, **input: Unpack[s.CalendarAreaInput],
    ) -> Answer[Literal[200], s.CalendarAreaResponse] | Answer[Literal[202], s.CalendarAreaResponse202]:
        """POST /calendar/area: A chain around a place, night by night.

        Up to 62 check-in nights at the nearest hotels of one chain: for each night the number of
        known and available hotels, the cheapest price, the median and, for `award`, the most
        cents per point; and for each hotel its cheapest night. Read from the cache; nights older
        than `max_age` do not count. If `fill` selects hotels, one job fetches all their nights,
        and the answer is 202. While your job for the same place, hotels, nights and occupancy is
        running, repeating the call returns that job instead of making a second one. The place
        lookup works and costs as in `GET /hotels`: 1 credit per chain, 0.25 from the 24-hour
        cache, free for a chain without hotels there. An unknown place is `null`, and the call is
        free. Prices in other currencies than `currency` are compared by reference rates (`GET
        /fx`); points have no currency. Each night costs a quarter of the chain’s
        `calendar_night_credits` per available hotel, at most 1 credit; nights without an
        available hotel are free. An answer costs at least 1 credit; the job reserves its own
        worst-case price.
        """
        return self._call("calendar_area", input)

    def award_search(
        self, **input: Unpack[s.AwardSearchInput],
    ) -> Answer[Literal[200], s.AwardSearchResponse] | Answer[Literal[202], s.AwardSearchResponse202]:
        """POST /award/search: Award nights around a place.

        Searches up to 62 check-in nights at the nearest 50 hotels of each chain for nights
        payable with points alone or with a certificate, and ranks the hotels that have any. Read
        from the cache; nights older than `max_age` are not listed. If `fill` selects hotels, one
        job per chain fetches all their nights, and the answer is 202: search again when the jobs
        have ended. While your job for the same place, hotels, nights and occupancy is running,
        repeating the call returns that job instead of making a second one. The place lookup
        works and costs as in `GET /hotels`: 1 credit per chain, 0.25 from the 24-hour cache,
        free for a chain without hotels there. An unknown place is `null`, and the call is free.
        Prices in other currencies than `currency` are compared by reference rates (`GET /fx`);
        points have no currency. Each listed night costs a quarter of the chain’s
        `award_night_credits`, each hotel at most 1 credit; other nights are free. An answer
        costs at least 1 credit; jobs reserve their own worst-case price.
        """
        return self._call("award_search", input)

    def award_value(
        self, **input: Unpack[s.AwardValueInput],
    ) -> Answer[Literal[200], s.AwardValueResponse]:
        """GET /award/value: Where points are worth most.

        Ranks hotels by the cents per point of their award nights: one-night stays for two adults
        in one room, standard awards payable with points alone. Prices in other currencies than
        `currency` are compared by reference rates (`GET /fx`); nights without such a rate do not
        count. Reads up to 93 nights from the cache; nothing is fetched. `min_cpp` and `max_age`
        decide which nights count, `min_nights` how many of them a hotel needs. Ties are sorted
        by hotel code. Each hotel in the answer costs a quarter of the chain’s
        `award_night_credits`; an answer, even an empty one, costs at least 1 credit.
        """
        return self._call("award_value", input)

    def award_access(
        self, **input: Unpack[s.AwardAccessInput],
    ) -> Answer[Literal[200], s.AwardAccessResponse]:
        """GET /award/access: How often a hotel sells its nights for points.

        Of the nights with a public cash room for one night, the share that is also sold as a
        standard award for one night, with or without a cash part; by weekday, lead time and
        month; and how the other nights are blocked. Two adults in one room. Reads the newest
        cash and award answers of each night from the cache; nothing is fetched. A night is a
        pair, and counts, if both were seen within 24 hours of each other. Each pair costs a
        quarter of the chain’s `award_night_credits`; an answer costs at least 1 credit.
        """
        return self._call("award_access", input)

    def get_wallet(self, **input: Unpack[s.GetWalletInput]) -> Answer[Literal[200], s.Wallet]:
        """GET /wallet: Your points, certificates and status.

        The wallet that the account has saved; an empty one if it never did. Free.
        """
        return self._call("get_wallet", input)

    def put_wallet(self, **input: Unpack[s.PutWalletInput]) -> Answer[Literal[200], s.Wallet]:
        """PUT /wallet: Save your points, certificates and status.

        Replaces the wallet of the account. `POST /trip` and `POST /award/search` use it with
        `wallet: "saved"`. Free.
        """
        return self._call("put_wallet", input)

    def trip(
        self, **input: Unpack[s.TripInput],
    ) -> Answer[Literal[200], s.TripResponse] | Answer[Literal[202], s.TripResponse202]:
        """POST /trip: The best mix of cash, points and certificates for a trip.

        Up to 14 nights at up to 50 hotels of a list or around a place. Combines cash, points,
        points + cash, free-night certificates and the free nights of each chain’s `award_rules`
        within your wallet, with what your banks can transfer (`GET /transfers`), and lists the
        cheapest ways to pay by `cost`: cash plus points at `point_value`. The first option is
        the true optimum over the known nights: every combination counts, none is guessed. Read
        from the cached one-night prices of both kinds; a night that is unknown or older than
        `max_age` is counted in `nights_unknown` and never taken for sold out. If `fill` selects
        hotels, one job per kind fetches their nights, and the answer is 202: ask again when the
        jobs have ended. While your jobs for the same hotels, nights and occupancy are running,
        repeating the call returns them. Prices in other currencies are converted by reference
        rates (`GET /fx`). The place lookup costs as in `GET /hotels`; each night of a hotel in
        the options costs a quarter of the chain’s `calendar_night_credits`, once; the answer
        itself costs 1 credit. An unknown place is free. Jobs reserve their own worst-case price.
        """
        return self._call("trip", input)

    def trip_again(
        self, **input: Unpack[s.TripAgainInput],
    ) -> Answer[Literal[200], s.TripAgainResponse]:
        """POST /trip/again: The same trip with another wallet, from what your jobs have fetched.

        Free. Plans the trip of ended jobs that `POST /trip` has made: their hotels, nights,
        guests and currency, with the wallet, the value of points and the changes of hotel that
        you name now. It knows only prices that jobs of your account have paid for, those of
        other calls too, from up to 6 hours before the first of these jobs; every other night is
        counted in `nights_unknown`. `POST /trip` knows all cached prices. Nothing is fetched.
        Jobs can be read for as long as `GET /jobs/{id}` has them.
        """
        return self._call("trip_again", input)

    def create_watch(self, **input: Unpack[s.CreateWatchInput]) -> Answer[Literal[201], s.Watch]:
        """POST /watches: Create a watch.

        Checks one hotel on up to 90 check-in nights, at once and then every `refresh_sec`, and
        sends an event each time its condition is met: signed to `webhook_url`, or to each of
        `endpoints`. The call itself is free; each refresh costs `credits_per_refresh`, charged
        to the key that created the watch. Watches on the same nights share refreshes. Prices
        seen by other calls, such as a shop, are judged too. A hotel that neither the directory
        nor the source knows is refused with `hotel_not_found`. An account can have at most 1000
        watches with nights ahead.
        """
        return self._call("create_watch", input)

    def list_watches(
        self, **input: Unpack[s.ListWatchesInput],
    ) -> Answer[Literal[200], s.ListWatchesResponse]:
        """GET /watches: The watches of this key or account, newest first.

        Watches created with the calling key or, with `scope=account`, with any key of the
        account. Free.
        """
        return self._call("list_watches", input)

    def backtest_watch(
        self, **input: Unpack[s.BacktestWatchInput],
    ) -> Answer[Literal[200], s.BacktestWatchResponse]:
        """POST /watches/backtest: The events that a watch would have sent.

        Takes a watch without an address and judges what was recorded of up to 90 check-in nights
        from `since` to `until`, with the judge of live watches. The figures in force at `since`
        are the baseline. Nothing is stored or sent, and no source is called. Costs the same as
        `POST /history` for the nights it reads; `undercut` reads the channel’s nights too.
        """
        return self._call("backtest_watch", input)

    def get_watch(self, **input: Unpack[s.GetWatchInput]) -> Answer[Literal[200], s.Watch]:
        """GET /watches/{id}: Get a watch.

        Any key of the account can read it. Free.
        """
        return self._call("get_watch", input)

    def change_watch(self, **input: Unpack[s.ChangeWatchInput]) -> Answer[Literal[200], s.Watch]:
        """PATCH /watches/{id}: Change a watch.

        Omitted fields stay unchanged. `endpoints` replaces a `webhook_url`, and the other way
        round; a new `webhook_url` has a `secret`, which is shown only in this answer. While a
        watch is paused or suspended, nothing is judged; once active again, it compares the next
        observation with the last one judged. After a change of terms, the next observation
        counts as the first. Free.
        """
        return self._call("change_watch", input)

    def delete_watch(self, **input: Unpack[s.DeleteWatchInput]) -> Answer[Literal[200], s.Watch]:
        """DELETE /watches/{id}: Delete a watch.

        Stops all deliveries to its `webhook_url`, including retries; its past events stay
        readable. A running refresh is charged for the cells it fetched. Free.
        """
        return self._call("delete_watch", input)

    def test_watch(self, **input: Unpack[s.TestWatchInput]) -> Answer[Literal[202], s.Event]:
        """POST /watches/{id}/test: Send a sample event.

        Sends an event of type `watch.test`, signed like any other, once and even while the watch
        is paused or suspended. Its figures are made up and meet the condition; `sample` is true.
        An account can send 200 tests a day, counted per receiver, of them 20 mails. Free.
        """
        return self._call("test_watch", input)

    def refresh_watch(self, **input: Unpack[s.RefreshWatchInput]) -> Answer[Literal[202], s.Watch]:
        """POST /watches/{id}/refresh: Look now.

        At most once every 60 seconds. Costs one refresh, charged when it ends; other watches
        that share it pay only when their own refresh is due. Joins a refresh that is already
        running.
        """
        return self._call("refresh_watch", input)

    def rotate_watch_secret(
        self, **input: Unpack[s.RotateWatchSecretInput],
    ) -> Answer[Literal[200], s.Watch]:
        """POST /watches/{id}/rotate-secret: Rotate the secret.

        Events are signed with the new secret and, for 24 hours, also with the old one: the
        signature then has two `v1=` values. Free.
        """
        return self._call("rotate_watch_secret", input)

    def create_booking(
        self, **input: Unpack[s.CreateBookingInput],
    ) -> Answer[Literal[201], s.Booking]:
        """POST /bookings: Follow a booking.

        Shops a stay that was booked, at once and then every `refresh_sec` until `cancel_by`, and
        sends `booking.better` when the same room or a plainly better one can be booked for less:
        at least as refundable, with at least the meal, on the same basis, and cheaper by
        `min_saving_pct`. It fires once each time that begins, at the first look too.
        `booking.deadline` follows 48 hours before `cancel_by`. Shops of the stay by other calls
        are judged too. The call itself is free; each refresh costs `credits_per_refresh`,
        charged to the key that created the booking, and is shared with watches of the stay. An
        account can have at most 5000 bookings whose stay is ahead.
        """
        return self._call("create_booking", input)

    def list_bookings(
        self, **input: Unpack[s.ListBookingsInput],
    ) -> Answer[Literal[200], s.ListBookingsResponse]:
        """GET /bookings: The bookings of this key or account.

        Bookings created with the calling key or, with `scope=account`, with any key of the
        account. Free.
        """
        return self._call("list_bookings", input)

    def get_booking(self, **input: Unpack[s.GetBookingInput]) -> Answer[Literal[200], s.Booking]:
        """GET /bookings/{id}: Get a booking.

        Any key of the account can read it. Free.
        """
        return self._call("get_booking", input)

    def change_booking(
        self, **input: Unpack[s.ChangeBookingInput],
    ) -> Answer[Literal[200], s.Booking]:
        """PATCH /bookings/{id}: Change a booking.

        Omitted fields stay unchanged. After a change of what was booked or paid, or of
        `min_saving_pct`, the next look counts as the first. The hotel, the stay and the party
        cannot be changed. Free.
        """
        return self._call("change_booking", input)

    def delete_booking(
        self, **input: Unpack[s.DeleteBookingInput],
    ) -> Answer[Literal[200], s.Booking]:
        """DELETE /bookings/{id}: Delete a booking.

        Its past events stay readable. A running refresh is charged if it fetches the stay. Free.
        """
        return self._call("delete_booking", input)

    def list_events(
        self, **input: Unpack[s.ListEventsInput],
    ) -> Answer[Literal[200], s.ListEventsResponse]:
        """GET /events: List events.

        Events of the last 30 days, whether their delivery succeeded or not, oldest first unless
        `order` is `desc`. Pass the id of the last event you received as `after` to get every
        later event exactly once, even while new ones are being written. Each delivery has its
        last attempt; `GET /events/{id}` has the others. A page ends early, with a `next_cursor`,
        if it would be larger than 1 MB. Free.
        """
        return self._call("list_events", input)

    def get_event(self, **input: Unpack[s.GetEventInput]) -> Answer[Literal[200], s.Event]:
        """GET /events/{id}: Get an event.

        With every attempt to deliver it that is kept, the last 20 of each receiver. Free.
        """
        return self._call("get_event", input)

    def redeliver_event(
        self, **input: Unpack[s.RedeliverEventInput],
    ) -> Answer[Literal[200], s.Event]:
        """POST /events/{id}/redeliver: Send an event again.

        Sends the event at once, whatever its delivery state, and restarts the retry schedule. It
        goes to the current address and keeps its id. Of several endpoints, those that have not
        received it get it; if all have, all get it again. An `endpoint.verify` is refused: it
        asks somebody who has not agreed yet. Free.
        """
        return self._call("redeliver_event", input)

    def create_endpoint(
        self, **input: Unpack[s.CreateEndpointInput],
    ) -> Answer[Literal[201], s.Endpoint]:
        """POST /endpoints: Create an endpoint.

        A webhook, a Slack channel or an e-mail address that watches and jobs can name in
        `endpoints`. It belongs to the account; an account can have at most 20. Each endpoint has
        its own retries. An e-mail address is `unverified` until its owner agrees, on the page
        that a first mail leads to. At most 3 such mails a day are sent to an address, for all
        accounts together, and none if its owner has stopped them. Free.
        """
        return self._call("create_endpoint", input)

    def list_endpoints(
        self, **input: Unpack[s.ListEndpointsInput],
    ) -> Answer[Literal[200], s.ListEndpointsResponse]:
        """GET /endpoints: List the endpoints of the account.

        Oldest first. Free.
        """
        return self._call("list_endpoints", input)

    def get_endpoint(self, **input: Unpack[s.GetEndpointInput]) -> Answer[Literal[200], s.Endpoint]:
        """GET /endpoints/{id}: Get an endpoint.

        Any key of the account can read it. Free.
        """
        return self._call("get_endpoint", input)

    def change_endpoint(
        self, **input: Unpack[s.ChangeEndpointInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """PATCH /endpoints/{id}: Change an endpoint.

        Omitted fields stay unchanged. Pending events follow a webhook to its new `url`. A new
        e-mail `address` is unverified, and its pending mails are dropped; the same `address`
        again sends another verification mail. Free.
        """
        return self._call("change_endpoint", input)

    def delete_endpoint(
        self, **input: Unpack[s.DeleteEndpointInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """DELETE /endpoints/{id}: Delete an endpoint.

        Stops all deliveries to it, including retries; its events stay readable. Refused while a
        watch names it. Free.
        """
        return self._call("delete_endpoint", input)

    def test_endpoint(self, **input: Unpack[s.TestEndpointInput]) -> Answer[Literal[202], s.Event]:
        """POST /endpoints/{id}/test: Send a test event.

        Sends an event of type `endpoint.test`, once and even while the endpoint is paused. Not
        to an e-mail address whose owner has not agreed. An account can send 200 tests a day, of
        them 20 mails. Free.
        """
        return self._call("test_endpoint", input)

    def rotate_endpoint_secret(
        self, **input: Unpack[s.RotateEndpointSecretInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """POST /endpoints/{id}/rotate-secret: Rotate the secret.

        Of a webhook. Events are signed with the new secret and, for 24 hours, also with the old
        one. Free.
        """
        return self._call("rotate_endpoint_secret", input)

    def parity(self, **input: Unpack[s.ParityInput]) -> Answer[Literal[200], s.ParityResponse]:
        """POST /parity: The direct rate of a stay, compared with travel agencies.

        The direct public rate, member rate and points, and one row per agency with its gap to
        direct. Public rates are compared per room and night, after tax if both sides give that
        price; nothing is converted. The hotel’s ids at the agencies come from the request, else
        from the id map, else from a live resolution. Each shop costs the weight of its source, a
        quarter from the cache; a live resolution costs 1 credit. An agency without a listing, or
        one that fails, is `skipped` and free. If the chain itself fails, so does the call. With
        `meta: true`, sellers that only the metasearch engine knows join as rows, for one more
        shop. For a hotel of a metasearch engine, direct is the lowest public offer of the
        hotel’s own site, and each other seller is a row, for one shop in all.
        """
        return self._call("parity", input)

    def get_job_parity(
        self, **input: Unpack[s.GetJobParityInput],
    ) -> Answer[Literal[200], s.GetJobParityResponse]:
        """GET /jobs/{id}/parity: Parity of each night of a job.

        For a job of `POST /matrix` over one hotel of a chain and its listings at agencies, whose
        ids `GET /hotels/{chain}/{code}/ids` has. The lowest public rates are compared night by
        night as in `POST /parity`, but only after tax: cells do not say whether other prices
        include it. Many nights cost less this way, because cells cost less than shops. Free.
        """
        return self._call("get_job_parity", input)

    def list_receipts(
        self, **input: Unpack[s.ListReceiptsInput],
    ) -> Answer[Literal[200], s.ListReceiptsResponse]:
        """GET /receipts: List your receipts, newest first.

        What each is about, without its prices. Kept for 90 days. Free.
        """
        return self._call("list_receipts", input)

    def get_receipt(
        self, **input: Unpack[s.GetReceiptInput],
    ) -> Answer[Literal[200], s.SignedReceipt]:
        """GET /receipts/{id}: Get a receipt.

        What was asked, what was answered, the hash of each body that the sources sent, and a
        signature over all of it. Kept for 90 days. An account can have 20,000 receipts. Free.
        """
        return self._call("get_receipt", input)

    def get_receipt_bodies(
        self, **input: Unpack[s.GetReceiptBodiesInput],
    ) -> Answer[Literal[200], s.ReceiptBodies]:
        """GET /receipts/{id}/bodies: Get the bodies of a receipt.

        What the sources sent, without credentials and personal data. With the receipt, that is
        all that `vacancy receipts verify` needs. Free.
        """
        return self._call("get_receipt_bodies", input)

    def get_receipt_link(
        self, **input: Unpack[s.GetReceiptLinkInput],
    ) -> Answer[Literal[200], s.GetReceiptLinkResponse]:
        """GET /receipts/{id}/link: Get the link of a receipt.

        Free.
        """
        return self._call("get_receipt_link", input)

    def share_receipt(
        self, **input: Unpack[s.ShareReceiptInput],
    ) -> Answer[Literal[200], s.ReceiptLink]:
        """POST /receipts/{id}/link: Share a receipt.

        A page with the receipt and its bodies, for everybody who has the link. A second call
        gives the same link, or another one if that cannot be shown any more. Free.
        """
        return self._call("share_receipt", input)

    def unshare_receipt(
        self, **input: Unpack[s.UnshareReceiptInput],
    ) -> Answer[Literal[200], s.UnshareReceiptResponse]:
        """DELETE /receipts/{id}/link: Stop sharing a receipt.

        The link ends at once, and the next one is another. Free.
        """
        return self._call("unshare_receipt", input)

    def get_receipt_keys(
        self, **input: Unpack[s.GetReceiptKeysInput],
    ) -> Answer[Literal[200], s.ReceiptKeys]:
        """GET /.well-known/vacancy-receipts.json: The public keys of receipts.

        Those that signed earlier receipts too. Also at the root of the service. Free; no key
        needed.
        """
        return self._call("get_receipt_keys", input)


class AsyncOperations:
    async def _call(self, name: str, given: Mapping[str, Any]) -> Answer[Any, Any]:
        raise NotImplementedError

    async def get_open_api(
        self, **input: Unpack[s.GetOpenApiInput],
    ) -> Answer[Literal[200], s.GetOpenApiResponse]:
        """GET /openapi.json: Get the OpenAPI document."""
        return await self._call("get_open_api", input)

    async def get_status(self, **input: Unpack[s.GetStatusInput]) -> Answer[Literal[200], s.Status]:
        """GET /status.json: Get the status of the service and its sources."""
        return await self._call("get_status", input)

    async def get_usage(self, **input: Unpack[s.GetUsageInput]) -> Answer[Literal[200], s.Usage]:
        """GET /usage: Get used and remaining credits."""
        return await self._call("get_usage", input)

    async def list_usage_lines(
        self, **input: Unpack[s.ListUsageLinesInput],
    ) -> Answer[Literal[200], s.ListUsageLinesResponse]:
        """GET /usage/lines: List charges, newest first."""
        return await self._call("list_usage_lines", input)

    async def list_acts(
        self, **input: Unpack[s.ListActsInput],
    ) -> Answer[Literal[200], s.ListActsResponse]:
        """GET /audit: List administrative acts, newest first."""
        return await self._call("list_acts", input)

    async def list_chains(
        self, **input: Unpack[s.ListChainsInput],
    ) -> Answer[Literal[200], s.ListChainsResponse]:
        """GET /chains: List the sources with their capabilities and prices."""
        return await self._call("list_chains", input)

    async def list_transfers(
        self, **input: Unpack[s.ListTransfersInput],
    ) -> Answer[Literal[200], s.ListTransfersResponse]:
        """GET /transfers: Which points of banks become points of chains."""
        return await self._call("list_transfers", input)

    async def get_fx(self, **input: Unpack[s.GetFxInput]) -> Answer[Literal[200], s.FxTable]:
        """GET /fx: The reference rates that prices are compared with."""
        return await self._call("get_fx", input)

    async def shop(self, **input: Unpack[s.ShopInput]) -> Answer[Literal[200], s.ShopResponse]:
        """POST /shop: Every room and rate plan of one hotel for one stay."""
        return await self._call("shop", input)

    async def ota_shop(
        self, **input: Unpack[s.OtaShopInput],
    ) -> Answer[Literal[200], s.OtaShopResponse]:
        """POST /ota/{source}/shop: Every room and rate plan at a travel agency."""
        return await self._call("ota_shop", input)

    async def award(self, **input: Unpack[s.AwardInput]) -> Answer[Literal[200], s.AwardResponse]:
        """POST /award: One stay in points, compared with its cash price."""
        return await self._call("award", input)

    async def stay(self, **input: Unpack[s.StayInput]) -> Answer[Literal[200], s.StayResponse]:
        """POST /stay: One stay, compared with its nights booked one by one."""
        return await self._call("stay", input)

    async def calendar(
        self, **input: Unpack[s.CalendarInput],
    ) -> Answer[Literal[200], s.CalendarResponse]:
        """POST /calendar: Up to 60 nights of one hotel."""
        return await self._call("calendar", input)

    async def compset(
        self, **input: Unpack[s.CompsetInput],
    ) -> Answer[Literal[200], s.CompsetResponse]:
        """POST /compset: The lowest rate of up to 25 hotels for one stay."""
        return await self._call("compset", input)

    async def compset_award(
        self, **input: Unpack[s.CompsetAwardInput],
    ) -> Answer[Literal[200], s.CompsetAwardResponse]:
        """POST /compset/award: The lowest points of up to 25 hotels for one stay."""
        return await self._call("compset_award", input)

    async def hotels(
        self, **input: Unpack[s.HotelsInput],
    ) -> Answer[Literal[200], s.HotelsResponse]:
        """GET /hotels: The hotels around a place."""
        return await self._call("hotels", input)

    async def search_hotels(
        self, **input: Unpack[s.SearchHotelsInput],
    ) -> Answer[Literal[200], s.SearchHotelsResponse]:
        """GET /hotels/search: Find a hotel by its name."""
        return await self._call("search_hotels", input)

    async def get_hotel(
        self, **input: Unpack[s.GetHotelInput],
    ) -> Answer[Literal[200], s.GetHotelResponse]:
        """GET /hotels/{chain}/{code}: Get what is known of a hotel."""
        return await self._call("get_hotel", input)

    async def hotel_neighbours(
        self, **input: Unpack[s.HotelNeighboursInput],
    ) -> Answer[Literal[200], s.HotelNeighboursResponse]:
        """GET /hotels/{chain}/{code}/neighbours: The hotels that a guest could book instead."""
        return await self._call("hotel_neighbours", input)

    async def hotel_ids(self, **input: Unpack[s.HotelIdsInput]) -> Answer[Literal[200], s.IdMap]:
        """GET /hotels/{chain}/{code}/ids: A hotel's ids at travel agencies and the search engine.
        """
        return await self._call("hotel_ids", input)

    async def ids_job(
        self, **input: Unpack[s.IdsJobInput],
    ) -> Answer[Literal[202], s.IdsJobResponse202]:
        """POST /hotels/ids/jobs: Resolve the ids of many hotels."""
        return await self._call("ids_job", input)

    async def list_jobs(
        self, **input: Unpack[s.ListJobsInput],
    ) -> Answer[Literal[200], s.ListJobsResponse]:
        """GET /jobs: List your jobs, newest first."""
        return await self._call("list_jobs", input)

    async def get_job(self, **input: Unpack[s.GetJobInput]) -> Answer[Literal[200], s.Job]:
        """GET /jobs/{id}: Get the status of a job."""
        return await self._call("get_job", input)

    async def cancel_job(self, **input: Unpack[s.CancelJobInput]) -> Answer[Literal[200], s.Job]:
        """DELETE /jobs/{id}: Cancel a job."""
        return await self._call("cancel_job", input)

    async def matrix(
        self, **input: Unpack[s.MatrixInput],
    ) -> Answer[Literal[200], s.MatrixResponse] | Answer[Literal[202], s.MatrixResponse202]:
        """POST /matrix: A grid of hotels, nights and lengths of stay."""
        return await self._call("matrix", input)

    async def export(
        self, **input: Unpack[s.ExportInput],
    ) -> Answer[Literal[200], AsyncFile] | Answer[Literal[202], s.ExportGridResponse202]:
        """POST /export: A grid as a CSV, JSON Lines or Parquet file, or as a workbook."""
        return await self._call("export", input)

    async def list_job_cells(
        self, **input: Unpack[s.ListJobCellsInput],
    ) -> Answer[Literal[200], s.ListJobCellsResponse]:
        """GET /jobs/{id}/cells: The cells of a job, page by page."""
        return await self._call("list_job_cells", input)

    async def export_job(
        self, **input: Unpack[s.ExportJobInput],
    ) -> Answer[Literal[200], AsyncFile]:
        """GET /jobs/{id}/export: Every cell of a job as one file."""
        return await self._call("export_job", input)

    async def get_job_market(
        self, **input: Unpack[s.GetJobMarketInput],
    ) -> Answer[Literal[200], s.GetJobMarketResponse]:
        """GET /jobs/{id}/market: The market of each night of a job, and where a hotel stands in it.
        """
        return await self._call("get_job_market", input)

    async def history(
        self, **input: Unpack[s.HistoryInput],
    ) -> Answer[Literal[200], s.HistoryResponse]:
        """POST /history: How the price of up to 93 nights changed."""
        return await self._call("history", input)

    async def insight(
        self, **input: Unpack[s.InsightInput],
    ) -> Answer[Literal[200], s.InsightResponse]:
        """POST /insight: Is this a good price?."""
        return await self._call("insight", input)

    async def outlook(
        self, **input: Unpack[s.OutlookInput],
    ) -> Answer[Literal[200], s.OutlookResponse]:
        """POST /outlook: Will it get cheaper?."""
        return await self._call("outlook", input)

    async def create_set(
        self, **input: Unpack[s.CreateSetInput],
    ) -> Answer[Literal[201], s.HotelSet]:
        """POST /sets: Save a list of hotels."""
        return await self._call("create_set", input)

    async def list_sets(
        self, **input: Unpack[s.ListSetsInput],
    ) -> Answer[Literal[200], s.ListSetsResponse]:
        """GET /sets: The sets of the account, newest first."""
        return await self._call("list_sets", input)

    async def get_set(self, **input: Unpack[s.GetSetInput]) -> Answer[Literal[200], s.HotelSet]:
        """GET /sets/{id}: Get a set."""
        return await self._call("get_set", input)

    async def change_set(
        self, **input: Unpack[s.ChangeSetInput],
    ) -> Answer[Literal[200], s.HotelSet]:
        """PATCH /sets/{id}: Change a set."""
        return await self._call("change_set", input)

    async def delete_set(
        self, **input: Unpack[s.DeleteSetInput],
    ) -> Answer[Literal[200], s.HotelSet]:
        """DELETE /sets/{id}: Delete a set."""
        return await self._call("delete_set", input)

    async def create_schedule(
        self, **input: Unpack[s.CreateScheduleInput],
    ) -> Answer[Literal[201], s.Schedule]:
        """POST /schedules: Ask the same question regularly."""
        return await self._call("create_schedule", input)

    async def list_schedules(
        self, **input: Unpack[s.ListSchedulesInput],
    ) -> Answer[Literal[200], s.ListSchedulesResponse]:
        """GET /schedules: The schedules of the account, newest first."""
        return await self._call("list_schedules", input)

    async def get_schedule(
        self, **input: Unpack[s.GetScheduleInput],
    ) -> Answer[Literal[200], s.Schedule]:
        """GET /schedules/{id}: Get a schedule."""
        return await self._call("get_schedule", input)

    async def change_schedule(
        self, **input: Unpack[s.ChangeScheduleInput],
    ) -> Answer[Literal[200], s.Schedule]:
        """PATCH /schedules/{id}: Change a schedule."""
        return await self._call("change_schedule", input)

    async def delete_schedule(
        self, **input: Unpack[s.DeleteScheduleInput],
    ) -> Answer[Literal[200], s.Schedule]:
        """DELETE /schedules/{id}: Delete a schedule."""
        return await self._call("delete_schedule", input)

    async def run_schedule(
        self, **input: Unpack[s.RunScheduleInput],
    ) -> Answer[Literal[202], s.RunScheduleResponse202]:
        """POST /schedules/{id}/run: Run it now."""
        return await self._call("run_schedule", input)

    async def list_runs(
        self, **input: Unpack[s.ListRunsInput],
    ) -> Answer[Literal[200], s.ListRunsResponse]:
        """GET /schedules/{id}/runs: The runs of a schedule, newest first."""
        return await self._call("list_runs", input)

    async def make_board(
        self, **input: Unpack[s.MakeBoardInput],
    ) -> Answer[Literal[202], s.MakeBoardResponse202]:
        """POST /boards: Fetch a board."""
        return await self._call("make_board", input)

    async def list_boards(
        self, **input: Unpack[s.ListBoardsInput],
    ) -> Answer[Literal[200], s.ListBoardsResponse]:
        """GET /boards: The boards of the account, newest first."""
        return await self._call("list_boards", input)

    async def get_board(
        self, **input: Unpack[s.GetBoardInput],
    ) -> Answer[Literal[200], s.GetBoardResponse]:
        """GET /boards/{id}: Read a board."""
        return await self._call("get_board", input)

    async def delete_board(
        self, **input: Unpack[s.DeleteBoardInput],
    ) -> Answer[Literal[200], s.Board]:
        """DELETE /boards/{id}: Delete a board."""
        return await self._call("delete_board", input)

    async def share_board(
        self, **input: Unpack[s.ShareBoardInput],
    ) -> Answer[Literal[200], s.BoardLink]:
        """POST /boards/{id}/link: Make a link to a board."""
        return await self._call("share_board", input)

    async def unshare_board(
        self, **input: Unpack[s.UnshareBoardInput],
    ) -> Answer[Literal[200], s.UnshareBoardResponse]:
        """DELETE /boards/{id}/link: End the link to a board."""
        return await self._call("unshare_board", input)

    async def read_shared_board(
        self, **input: Unpack[s.ReadSharedBoardInput],
    ) -> Answer[Literal[200], s.SharedBoard]:
        """GET /boards/shared/{token}: Read a board by its link."""
        return await self._call("read_shared_board", input)

    async def create_feed(self, **input: Unpack[s.CreateFeedInput]) -> Answer[Literal[201], s.Feed]:
        """POST /feeds: Create a link that spreadsheets read."""
        return await self._call("create_feed", input)

    async def list_feeds(
        self, **input: Unpack[s.ListFeedsInput],
    ) -> Answer[Literal[200], s.ListFeedsResponse]:
        """GET /feeds: The feeds of the account, newest first."""
        return await self._call("list_feeds", input)

    async def get_feed(self, **input: Unpack[s.GetFeedInput]) -> Answer[Literal[200], s.Feed]:
        """GET /feeds/{id}: Get a feed."""
        return await self._call("get_feed", input)

    async def change_feed(self, **input: Unpack[s.ChangeFeedInput]) -> Answer[Literal[200], s.Feed]:
        """PATCH /feeds/{id}: Change a feed."""
        return await self._call("change_feed", input)

    async def delete_feed(self, **input: Unpack[s.DeleteFeedInput]) -> Answer[Literal[200], s.Feed]:
        """DELETE /feeds/{id}: Delete a feed."""
        return await self._call("delete_feed", input)

    async def rotate_feed(self, **input: Unpack[s.RotateFeedInput]) -> Answer[Literal[200], s.Feed]:
        """POST /feeds/{id}/rotate: Replace the link of a feed."""
        return await self._call("rotate_feed", input)

    async def read_feed(self, **input: Unpack[s.ReadFeedInput]) -> Answer[Literal[200], AsyncFile]:
        """GET /feeds/{token}.{format}: Read a feed by its link."""
        return await self._call("read_feed", input)

    async def area(
        self, **input: Unpack[s.AreaInput],
    ) -> Answer[Literal[200], s.AreaResponse] | Answer[Literal[202], s.AreaResponse202]:
        """POST /area: The hotels around a place, cheapest first."""
        return await self._call("area", input)

    async def calendar_area(
        self, **input: Unpack[s.CalendarAreaInput],
    ) -> Answer[Literal[200], s.CalendarAreaResponse] | Answer[Literal[202], s.CalendarAreaResponse202]:
        """POST /calendar/area: A chain around a place, night by night."""
        return await self._call("calendar_area", input)

    async def award_search(
        self, **input: Unpack[s.AwardSearchInput],
    ) -> Answer[Literal[200], s.AwardSearchResponse] | Answer[Literal[202], s.AwardSearchResponse202]:
        """POST /award/search: Award nights around a place."""
        return await self._call("award_search", input)

    async def award_value(
        self, **input: Unpack[s.AwardValueInput],
    ) -> Answer[Literal[200], s.AwardValueResponse]:
        """GET /award/value: Where points are worth most."""
        return await self._call("award_value", input)

    async def award_access(
        self, **input: Unpack[s.AwardAccessInput],
    ) -> Answer[Literal[200], s.AwardAccessResponse]:
        """GET /award/access: How often a hotel sells its nights for points."""
        return await self._call("award_access", input)

    async def get_wallet(self, **input: Unpack[s.GetWalletInput]) -> Answer[Literal[200], s.Wallet]:
        """GET /wallet: Your points, certificates and status."""
        return await self._call("get_wallet", input)

    async def put_wallet(self, **input: Unpack[s.PutWalletInput]) -> Answer[Literal[200], s.Wallet]:
        """PUT /wallet: Save your points, certificates and status."""
        return await self._call("put_wallet", input)

    async def trip(
        self, **input: Unpack[s.TripInput],
    ) -> Answer[Literal[200], s.TripResponse] | Answer[Literal[202], s.TripResponse202]:
        """POST /trip: The best mix of cash, points and certificates for a trip."""
        return await self._call("trip", input)

    async def trip_again(
        self, **input: Unpack[s.TripAgainInput],
    ) -> Answer[Literal[200], s.TripAgainResponse]:
        """POST /trip/again: The same trip with another wallet, from what your jobs have fetched."""
        return await self._call("trip_again", input)

    async def create_watch(
        self, **input: Unpack[s.CreateWatchInput],
    ) -> Answer[Literal[201], s.Watch]:
        """POST /watches: Create a watch."""
        return await self._call("create_watch", input)

    async def list_watches(
        self, **input: Unpack[s.ListWatchesInput],
    ) -> Answer[Literal[200], s.ListWatchesResponse]:
        """GET /watches: The watches of this key or account, newest first."""
        return await self._call("list_watches", input)

    async def backtest_watch(
        self, **input: Unpack[s.BacktestWatchInput],
    ) -> Answer[Literal[200], s.BacktestWatchResponse]:
        """POST /watches/backtest: The events that a watch would have sent."""
        return await self._call("backtest_watch", input)

    async def get_watch(self, **input: Unpack[s.GetWatchInput]) -> Answer[Literal[200], s.Watch]:
        """GET /watches/{id}: Get a watch."""
        return await self._call("get_watch", input)

    async def change_watch(
        self, **input: Unpack[s.ChangeWatchInput],
    ) -> Answer[Literal[200], s.Watch]:
        """PATCH /watches/{id}: Change a watch."""
        return await self._call("change_watch", input)

    async def delete_watch(
        self, **input: Unpack[s.DeleteWatchInput],
    ) -> Answer[Literal[200], s.Watch]:
        """DELETE /watches/{id}: Delete a watch."""
        return await self._call("delete_watch", input)

    async def test_watch(self, **input: Unpack[s.TestWatchInput]) -> Answer[Literal[202], s.Event]:
        """POST /watches/{id}/test: Send a sample event."""
        return await self._call("test_watch", input)

    async def refresh_watch(
        self, **input: Unpack[s.RefreshWatchInput],
    ) -> Answer[Literal[202], s.Watch]:
        """POST /watches/{id}/refresh: Look now."""
        return await self._call("refresh_watch", input)

    async def rotate_watch_secret(
        self, **input: Unpack[s.RotateWatchSecretInput],
    ) -> Answer[Literal[200], s.Watch]:
        """POST /watches/{id}/rotate-secret: Rotate the secret."""
        return await self._call("rotate_watch_secret", input)

    async def create_booking(
        self, **input: Unpack[s.CreateBookingInput],
    ) -> Answer[Literal[201], s.Booking]:
        """POST /bookings: Follow a booking."""
        return await self._call("create_booking", input)

    async def list_bookings(
        self, **input: Unpack[s.ListBookingsInput],
    ) -> Answer[Literal[200], s.ListBookingsResponse]:
        """GET /bookings: The bookings of this key or account."""
        return await self._call("list_bookings", input)

    async def get_booking(
        self, **input: Unpack[s.GetBookingInput],
    ) -> Answer[Literal[200], s.Booking]:
        """GET /bookings/{id}: Get a booking."""
        return await self._call("get_booking", input)

    async def change_booking(
        self, **input: Unpack[s.ChangeBookingInput],
    ) -> Answer[Literal[200], s.Booking]:
        """PATCH /bookings/{id}: Change a booking."""
        return await self._call("change_booking", input)

    async def delete_booking(
        self, **input: Unpack[s.DeleteBookingInput],
    ) -> Answer[Literal[200], s.Booking]:
        """DELETE /bookings/{id}: Delete a booking."""
        return await self._call("delete_booking", input)

    async def list_events(
        self, **input: Unpack[s.ListEventsInput],
    ) -> Answer[Literal[200], s.ListEventsResponse]:
        """GET /events: List events."""
        return await self._call("list_events", input)

    async def get_event(self, **input: Unpack[s.GetEventInput]) -> Answer[Literal[200], s.Event]:
        """GET /events/{id}: Get an event."""
        return await self._call("get_event", input)

    async def redeliver_event(
        self, **input: Unpack[s.RedeliverEventInput],
    ) -> Answer[Literal[200], s.Event]:
        """POST /events/{id}/redeliver: Send an event again."""
        return await self._call("redeliver_event", input)

    async def create_endpoint(
        self, **input: Unpack[s.CreateEndpointInput],
    ) -> Answer[Literal[201], s.Endpoint]:
        """POST /endpoints: Create an endpoint."""
        return await self._call("create_endpoint", input)

    async def list_endpoints(
        self, **input: Unpack[s.ListEndpointsInput],
    ) -> Answer[Literal[200], s.ListEndpointsResponse]:
        """GET /endpoints: List the endpoints of the account."""
        return await self._call("list_endpoints", input)

    async def get_endpoint(
        self, **input: Unpack[s.GetEndpointInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """GET /endpoints/{id}: Get an endpoint."""
        return await self._call("get_endpoint", input)

    async def change_endpoint(
        self, **input: Unpack[s.ChangeEndpointInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """PATCH /endpoints/{id}: Change an endpoint."""
        return await self._call("change_endpoint", input)

    async def delete_endpoint(
        self, **input: Unpack[s.DeleteEndpointInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """DELETE /endpoints/{id}: Delete an endpoint."""
        return await self._call("delete_endpoint", input)

    async def test_endpoint(
        self, **input: Unpack[s.TestEndpointInput],
    ) -> Answer[Literal[202], s.Event]:
        """POST /endpoints/{id}/test: Send a test event."""
        return await self._call("test_endpoint", input)

    async def rotate_endpoint_secret(
        self, **input: Unpack[s.RotateEndpointSecretInput],
    ) -> Answer[Literal[200], s.Endpoint]:
        """POST /endpoints/{id}/rotate-secret: Rotate the secret."""
        return await self._call("rotate_endpoint_secret", input)

    async def parity(
        self, **input: Unpack[s.ParityInput],
    ) -> Answer[Literal[200], s.ParityResponse]:
        """POST /parity: The direct rate of a stay, compared with travel agencies."""
        return await self._call("parity", input)

    async def get_job_parity(
        self, **input: Unpack[s.GetJobParityInput],
    ) -> Answer[Literal[200], s.GetJobParityResponse]:
        """GET /jobs/{id}/parity: Parity of each night of a job."""
        return await self._call("get_job_parity", input)

    async def list_receipts(
        self, **input: Unpack[s.ListReceiptsInput],
    ) -> Answer[Literal[200], s.ListReceiptsResponse]:
        """GET /receipts: List your receipts, newest first."""
        return await self._call("list_receipts", input)

    async def get_receipt(
        self, **input: Unpack[s.GetReceiptInput],
    ) -> Answer[Literal[200], s.SignedReceipt]:
        """GET /receipts/{id}: Get a receipt."""
        return await self._call("get_receipt", input)

    async def get_receipt_bodies(
        self, **input: Unpack[s.GetReceiptBodiesInput],
    ) -> Answer[Literal[200], s.ReceiptBodies]:
        """GET /receipts/{id}/bodies: Get the bodies of a receipt."""
        return await self._call("get_receipt_bodies", input)

    async def get_receipt_link(
        self, **input: Unpack[s.GetReceiptLinkInput],
    ) -> Answer[Literal[200], s.GetReceiptLinkResponse]:
        """GET /receipts/{id}/link: Get the link of a receipt."""
        return await self._call("get_receipt_link", input)

    async def share_receipt(
        self, **input: Unpack[s.ShareReceiptInput],
    ) -> Answer[Literal[200], s.ReceiptLink]:
        """POST /receipts/{id}/link: Share a receipt."""
        return await self._call("share_receipt", input)

    async def unshare_receipt(
        self, **input: Unpack[s.UnshareReceiptInput],
    ) -> Answer[Literal[200], s.UnshareReceiptResponse]:
        """DELETE /receipts/{id}/link: Stop sharing a receipt."""
        return await self._call("unshare_receipt", input)

    async def get_receipt_keys(
        self, **input: Unpack[s.GetReceiptKeysInput],
    ) -> Answer[Literal[200], s.ReceiptKeys]:
        """GET /.well-known/vacancy-receipts.json: The public keys of receipts."""
        return await self._call("get_receipt_keys", input)


class Quotes:
    """What a call could cost."""

    def __init__(self, call: Callable[[str, Mapping[str, Any]], Answer[Any, Any]]) -> None:
        self._call = call

    def shop(self, **input: Unpack[s.ShopInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("shop", {**input, "dry_run": True})

    def ota_shop(self, **input: Unpack[s.OtaShopInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("ota_shop", {**input, "dry_run": True})

    def award(self, **input: Unpack[s.AwardInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("award", {**input, "dry_run": True})

    def stay(self, **input: Unpack[s.StayInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("stay", {**input, "dry_run": True})

    def calendar(self, **input: Unpack[s.CalendarInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("calendar", {**input, "dry_run": True})

    def compset(self, **input: Unpack[s.CompsetInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("compset", {**input, "dry_run": True})

    def compset_award(self, **input: Unpack[s.CompsetAwardInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("compset_award", {**input, "dry_run": True})

    def ids_job(self, **input: Unpack[s.IdsJobInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("ids_job", {**input, "dry_run": True})

    def matrix(self, **input: Unpack[s.MatrixInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("matrix", {**input, "dry_run": True})

    def export(self, **input: Unpack[s.ExportInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("export", {**input, "dry_run": True})

    def history(self, **input: Unpack[s.HistoryInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("history", {**input, "dry_run": True})

    def insight(self, **input: Unpack[s.InsightInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("insight", {**input, "dry_run": True})

    def outlook(self, **input: Unpack[s.OutlookInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("outlook", {**input, "dry_run": True})

    def make_board(self, **input: Unpack[s.MakeBoardInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("make_board", {**input, "dry_run": True})

    def area(self, **input: Unpack[s.AreaInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("area", {**input, "dry_run": True})

    def calendar_area(self, **input: Unpack[s.CalendarAreaInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("calendar_area", {**input, "dry_run": True})

    def award_search(self, **input: Unpack[s.AwardSearchInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("award_search", {**input, "dry_run": True})

    def award_access(self, **input: Unpack[s.AwardAccessInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("award_access", {**input, "dry_run": True})

    def trip(self, **input: Unpack[s.TripInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("trip", {**input, "dry_run": True})

    def backtest_watch(
        self, **input: Unpack[s.BacktestWatchInput],
    ) -> Answer[Literal[200], s.Quote]:
        return self._call("backtest_watch", {**input, "dry_run": True})

    def refresh_watch(self, **input: Unpack[s.RefreshWatchInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("refresh_watch", {**input, "dry_run": True})

    def parity(self, **input: Unpack[s.ParityInput]) -> Answer[Literal[200], s.Quote]:
        return self._call("parity", {**input, "dry_run": True})


class AsyncQuotes:
    """What a call could cost."""

    def __init__(self, call: Callable[[str, Mapping[str, Any]], Awaitable[Answer[Any, Any]]]) -> None:
        self._call = call

    async def shop(self, **input: Unpack[s.ShopInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("shop", {**input, "dry_run": True})

    async def ota_shop(self, **input: Unpack[s.OtaShopInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("ota_shop", {**input, "dry_run": True})

    async def award(self, **input: Unpack[s.AwardInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("award", {**input, "dry_run": True})

    async def stay(self, **input: Unpack[s.StayInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("stay", {**input, "dry_run": True})

    async def calendar(self, **input: Unpack[s.CalendarInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("calendar", {**input, "dry_run": True})

    async def compset(self, **input: Unpack[s.CompsetInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("compset", {**input, "dry_run": True})

    async def compset_award(
        self, **input: Unpack[s.CompsetAwardInput],
    ) -> Answer[Literal[200], s.Quote]:
        return await self._call("compset_award", {**input, "dry_run": True})

    async def ids_job(self, **input: Unpack[s.IdsJobInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("ids_job", {**input, "dry_run": True})

    async def matrix(self, **input: Unpack[s.MatrixInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("matrix", {**input, "dry_run": True})

    async def export(self, **input: Unpack[s.ExportInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("export", {**input, "dry_run": True})

    async def history(self, **input: Unpack[s.HistoryInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("history", {**input, "dry_run": True})

    async def insight(self, **input: Unpack[s.InsightInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("insight", {**input, "dry_run": True})

    async def outlook(self, **input: Unpack[s.OutlookInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("outlook", {**input, "dry_run": True})

    async def make_board(self, **input: Unpack[s.MakeBoardInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("make_board", {**input, "dry_run": True})

    async def area(self, **input: Unpack[s.AreaInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("area", {**input, "dry_run": True})

    async def calendar_area(
        self, **input: Unpack[s.CalendarAreaInput],
    ) -> Answer[Literal[200], s.Quote]:
        return await self._call("calendar_area", {**input, "dry_run": True})

    async def award_search(
        self, **input: Unpack[s.AwardSearchInput],
    ) -> Answer[Literal[200], s.Quote]:
        return await self._call("award_search", {**input, "dry_run": True})

    async def award_access(
        self, **input: Unpack[s.AwardAccessInput],
    ) -> Answer[Literal[200], s.Quote]:
        return await self._call("award_access", {**input, "dry_run": True})

    async def trip(self, **input: Unpack[s.TripInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("trip", {**input, "dry_run": True})

    async def backtest_watch(
        self, **input: Unpack[s.BacktestWatchInput],
    ) -> Answer[Literal[200], s.Quote]:
        return await self._call("backtest_watch", {**input, "dry_run": True})

    async def refresh_watch(
        self, **input: Unpack[s.RefreshWatchInput],
    ) -> Answer[Literal[200], s.Quote]:
        return await self._call("refresh_watch", {**input, "dry_run": True})

    async def parity(self, **input: Unpack[s.ParityInput]) -> Answer[Literal[200], s.Quote]:
        return await self._call("parity", {**input, "dry_run": True})
