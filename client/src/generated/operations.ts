// Generated from the OpenAPI document by `npm run client:types`. Do not edit.

import type { FileStream } from '../web.ts'
import type {
  AreaRequest,
  AreaResponse,
  AreaResponse202,
  AwardAccessResponse,
  AwardRequest,
  AwardResponse,
  AwardSearchRequest,
  AwardSearchResponse,
  AwardSearchResponse202,
  AwardValueResponse,
  BacktestWatchRequest,
  BacktestWatchResponse,
  Board,
  BoardLink,
  Booking,
  CalendarAreaRequest,
  CalendarAreaResponse,
  CalendarAreaResponse202,
  CalendarRequest,
  CalendarResponse,
  ChangeBookingRequest,
  ChangeEndpointRequest,
  ChangeFeedRequest,
  ChangeScheduleRequest,
  ChangeSetRequest,
  ChangeWatchRequest,
  CompsetAwardRequest,
  CompsetAwardResponse,
  CompsetRequest,
  CompsetResponse,
  CreateBookingRequest,
  CreateEndpointRequest,
  CreateFeedRequest,
  CreateScheduleRequest,
  CreateSetRequest,
  CreateWatchRequest,
  Endpoint,
  Event,
  ExportGridRequest,
  ExportGridResponse202,
  Feed,
  FxTable,
  GetBoardResponse,
  GetHotelResponse,
  GetJobMarketResponse,
  GetJobParityResponse,
  GetOpenApiResponse,
  GetReceiptLinkResponse,
  HistoryRequest,
  HistoryResponse,
  HotelNeighboursResponse,
  HotelSet,
  HotelsResponse,
  IdMap,
  IdsJobRequest,
  IdsJobResponse202,
  InsightRequest,
  InsightResponse,
  Job,
  ListActsResponse,
  ListBoardsResponse,
  ListBookingsResponse,
  ListChainsResponse,
  ListEndpointsResponse,
  ListEventsResponse,
  ListFeedsResponse,
  ListJobCellsResponse,
  ListJobsResponse,
  ListReceiptsResponse,
  ListRunsResponse,
  ListSchedulesResponse,
  ListSetsResponse,
  ListTransfersResponse,
  ListUsageLinesResponse,
  ListWatchesResponse,
  MakeBoardRequest,
  MakeBoardResponse202,
  MatrixRequest,
  MatrixResponse,
  MatrixResponse202,
  OtaShopRequest,
  OtaShopResponse,
  OutlookRequest,
  OutlookResponse,
  ParityRequest,
  ParityResponse,
  PutWalletRequest,
  ReceiptBodies,
  ReceiptKeys,
  ReceiptLink,
  RefreshWatchRequest,
  RunScheduleResponse202,
  Schedule,
  SearchHotelsResponse,
  ShareBoardRequest,
  SharedBoard,
  ShopRequest,
  ShopResponse,
  SignedReceipt,
  SourceId,
  Status,
  StayRequest,
  StayResponse,
  TripAgainRequest,
  TripAgainResponse,
  TripRequest,
  TripResponse,
  TripResponse202,
  UnshareBoardResponse,
  UnshareReceiptResponse,
  Usage,
  Wallet,
  Watch,
} from './shapes.ts'

/** The input of each operation (path, query and body in one) and its answers by status. */
export interface Operations {
  /**
   * GET /openapi.json: Get the OpenAPI document.
   *
   * Free; no key needed.
   */
  getOpenApi: { input: Record<string, never>; answers: { 200: GetOpenApiResponse } }
  /**
   * GET /status.json: Get the status of the service and its sources.
   *
   * Free; no key needed.
   */
  getStatus: { input: Record<string, never>; answers: { 200: Status } }
  /**
   * GET /usage: Get used and remaining credits.
   *
   * Free, and still available when all credits of the period are used.
   */
  getUsage: { input: Record<string, never>; answers: { 200: Usage } }
  /**
   * GET /usage/lines: List charges, newest first.
   *
   * One line per charged request or job task. Calls that cost nothing have no line. Free.
   */
  listUsageLines: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Lines per page.
       * @default 200
       */
      limit?: number | undefined
      /** First day (UTC). */
      from?: string | undefined
      /** Last day (UTC), included. */
      to?: string | undefined
    }
    answers: { 200: ListUsageLinesResponse }
  }
  /**
   * GET /audit: List administrative acts, newest first.
   *
   * Who created, renamed or revoked keys, changed the plan, created, changed or deleted endpoints, rotated a secret, invited, changed or removed members, signed in and out, tried to sign in with a wrong password, or set a password. Wrong passwords for one person from one network within an hour are one act, with their number in `detail.tries`. Kept for 400 days. Free, and still available when all credits of the period are used.
   */
  listActs: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Acts per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListActsResponse }
  }
  /**
   * GET /chains: List the sources with their capabilities and prices.
   *
   * The hotel chains, online travel agencies and metasearch engines of this installation, with their prices in credits, capabilities, example hotel codes and health. Free.
   */
  listChains: { input: Record<string, never>; answers: { 200: ListChainsResponse } }
  /**
   * GET /transfers: Which points of banks become points of chains.
   *
   * The banks whose points can be transferred to chains of this installation, at which ratio, in which steps, and with which bonus. `POST /trip` uses them for `wallet.banks`. Free.
   */
  listTransfers: { input: Record<string, never>; answers: { 200: ListTransfersResponse } }
  /**
   * GET /fx: The reference rates that prices are compared with.
   *
   * Exchange rates as published by a central bank, for comparison only. A price is converted with the newest rate dated on or before the day on which it was observed; if that rate is more than 7 days older, nothing is converted. Free.
   */
  getFx: {
    input: {
      /**
       * ISO 4217, upper case. Rates are for one unit of it.
       * @default "USD"
       */
      base?: string | undefined
      /** The rates in force on this day (UTC), as for a price observed then. Default: today. */
      date?: string | undefined
    }
    answers: { 200: FxTable }
  }
  /**
   * POST /shop: Every room and rate plan of one hotel for one stay.
   *
   * Cash and member prices, and points if the chain has them. Costs the source’s shop weight, a quarter of it from the cache. `sold_out`, `closed` and `restricted_los` are answers and cost the same.
   */
  shop: { input: ShopRequest; answers: { 200: ShopResponse } }
  /**
   * POST /ota/{source}/shop: Every room and rate plan at a travel agency.
   *
   * Same as `POST /shop` with the agency as `chain` and its own hotel id. `raw` adds the upstream bodies and forces a live call.
   */
  otaShop: {
    input: {
      /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
      source: SourceId
    } & OtaShopRequest
    answers: { 200: OtaShopResponse }
  }
  /**
   * POST /award: One stay in points, compared with its cash price.
   *
   * Shares its cache with `POST /shop` and costs the same. Only for chains with award points.
   */
  award: { input: AwardRequest; answers: { 200: AwardResponse } }
  /**
   * POST /stay: One stay, compared with its nights booked one by one.
   *
   * Costs one shop plus each night: 0.1 at chains with their own calendar, the shop weight elsewhere. A quarter from the cache.
   */
  stay: { input: StayRequest; answers: { 200: StayResponse } }
  /**
   * POST /calendar: Up to 60 nights of one hotel.
   *
   * The lowest cash rate, member rate and points of each night, shopped one by one. Cached nights cost a quarter; only nights older than `max_age` are shopped again.
   */
  calendar: { input: CalendarRequest; answers: { 200: CalendarResponse } }
  /**
   * POST /compset: The lowest rate of up to 25 hotels for one stay.
   *
   * Hotels of one chain or of several. Each hotel costs its chain’s compset weight, a quarter from the cache; a call costs at least 1 credit. A hotel that fails has an `error` and is free. `market` sums up the set by comparable figures; with `subject` it says where that hotel stands.
   */
  compset: { input: CompsetRequest; answers: { 200: CompsetResponse } }
  /**
   * POST /compset/award: The lowest points of up to 25 hotels for one stay.
   *
   * Costs the same as `POST /compset`. Hotels of chains without award points have empty rows and are free. `points_due` is computed from the average of the nights; `POST /award` takes each night by itself if the source prices them apart.
   */
  compsetAward: { input: CompsetAwardRequest; answers: { 200: CompsetAwardResponse } }
  /**
   * GET /hotels: The hotels around a place.
   *
   * Name the place by `q`, by `place_id`, or by `lat` and `lng`. If several places match a name, the most likely one is used and the others are listed. Each chain costs 1 credit, or 0.25 from the 24-hour cache. A chain without hotels there, or one that fails, is left out and free. An unknown place is `null`, and the call is free.
   */
  hotels: {
    input: {
      /** Name of the place: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter. */
      q?: string | undefined
      /** The `place_id` from an earlier answer, instead of `q`. */
      place_id?: string | undefined
      /** Degrees north of the place; requires `lng`. Instead of `q`. */
      lat?: number | undefined
      /** Degrees east of the place; requires `lat`. */
      lng?: number | undefined
      /**
       * Search radius around the place, in miles.
       * @default 25
       */
      radius?: number | undefined
      /** Chains to search, separated by commas. Default: every chain with a search by place (`geo_search` in `GET /chains`). */
      chains?: string | undefined
      /**
       * Maximum number of hotels, for all chains together.
       * @default 50
       */
      limit?: number | undefined
    }
    answers: { 200: HotelsResponse }
  }
  /**
   * GET /hotels/search: Find a hotel by its name.
   *
   * Free, except with `live`. Best match first: an exact code, then hotels that have all the words, then those with a typo. Hotels of chains come before listings of travel agencies. Fast enough to call while somebody types.
   */
  searchHotels: {
    input: {
      /** Code, name, brand or city, in any order and case, as far as typed. Accents do not matter, and typos are corrected. */
      q: string
      /** Ids of chains and travel agencies, separated by commas. Default: all. */
      chains?: string | undefined
      /** ISO 3166 alpha-2, such as `GB`. */
      country?: string | undefined
      /** Only hotels of chains, only listings of travel agencies, or only of metasearch engines. */
      kind?: 'chain' | 'ota' | 'meta' | undefined
      /**
       * Maximum number of hotels.
       * @default 10
       */
      limit?: number | undefined
      /** Ask this metasearch engine by name instead of the directory: 1 credit, 0.25 for the same name within 24 hours, free if it finds nothing. What it finds enters the directory. */
      live?: SourceId | undefined
    }
    answers: { 200: SearchHotelsResponse }
  }
  /**
   * GET /hotels/{chain}/{code}: Get what is known of a hotel.
   *
   * Free. The facts come from the directory, which is read from the sources once a day; the ids come from the id map only.
   */
  getHotel: {
    input: {
      /** Any source of `GET /chains`. */
      chain: SourceId
      /** The property's code at the source. */
      code: string
    }
    answers: { 200: GetHotelResponse }
  }
  /**
   * GET /hotels/{chain}/{code}/neighbours: The hotels that a guest could book instead.
   *
   * Up to 20 hotels of chains in the directory, within 3 miles and one star, nearest first: a start for a comparison set. Where stars are not known, only the distance counts. Free.
   */
  hotelNeighbours: {
    input: {
      /** Any source of `GET /chains`. */
      chain: SourceId
      /** The property's code at the source. */
      code: string
    }
    answers: { 200: HotelNeighboursResponse }
  }
  /**
   * GET /hotels/{chain}/{code}/ids: A hotel's ids at travel agencies and the search engine.
   *
   * Known ids come from the id map and are free. Missing ids are resolved live: first from the search engine's page of the hotel, which links to several agencies, then by each source's own search, compared with the chain's coordinates (3 km at most). A live resolution costs 1 credit whether or not it finds an id, and nothing if no source could be asked. The whole service requests at most one search engine page every 3 seconds, so a first answer may take a few seconds. A source where the hotel was not found is asked again after 7 days. With an agency in the path, `mapped_to` is the chain's hotel, and `ids` are that hotel's ids at the other sources.
   */
  hotelIds: {
    input: {
      /**
       * 0: return only known ids, for free.
       * @default 1
       */
      resolve?: number | undefined
      /** Sources to return ids for, separated by commas: google, google_hotels, lodgista, mapleroom, nightdeal, ostello, pillowfare. Default: all. */
      sources?: string | undefined
      /** A hotel chain, or a travel agency; `code` is then the agency’s hotel id. */
      chain: SourceId
      /** The property's code at the source. */
      code: string
    }
    answers: { 200: IdMap }
  }
  /**
   * POST /hotels/ids/jobs: Resolve the ids of many hotels.
   *
   * A job for up to 500 hotels of one source. It resolves at most one hotel every six seconds. Hotels with known ids take no time and are free; the others cost 1 credit each, charged as the job runs. The worst case, 1 credit per hotel, is reserved. `tasks_done` counts hotels, `cells_done` the ids known for them; read them with `GET /hotels/{chain}/{code}/ids`. With a `webhook_url` or `endpoints`, a `job.done` event is sent when the job ends (done, failed or canceled). To a `webhook_url` it is signed with the `secret`, which is shown only in this answer.
   */
  idsJob: { input: IdsJobRequest; answers: { 202: IdsJobResponse202 } }
  /**
   * GET /jobs: List your jobs, newest first.
   *
   * Free. Jobs are listed as long as they can be read.
   */
  listJobs: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Jobs per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListJobsResponse }
  }
  /**
   * GET /jobs/{id}: Get the status of a job.
   *
   * Free. A job can be read for 30 days after its end; one that was canceled before it cost anything, for 1 day.
   */
  getJob: {
    input: {
      /** The job. */
      id: string
    }
    answers: { 200: Job }
  }
  /**
   * DELETE /jobs/{id}: Cancel a job.
   *
   * Tasks that have not started are dropped and their credits released. Running tasks finish and are charged. Finished cells stay readable. A job that has ended does not change.
   */
  cancelJob: {
    input: {
      /** The job. */
      id: string
    }
    answers: { 200: Job }
  }
  /**
   * POST /matrix: A grid of hotels, nights and lengths of stay.
   *
   * Up to 200 hotels, 366 check-in nights and 3 lengths of stay, at most 20000 cells. Answers 200 with the cells if all are cached; otherwise, or with `as_job`, 202 with a job that fetches the missing ones. Cash cells of sources with batches cost the compset weight, all others the shop weight; cached cells cost a quarter. With `as_of`, the answer is always 200 with the grid as it stood at that moment, and each cell costs a quarter.
   */
  matrix: { input: MatrixRequest; answers: { 200: MatrixResponse; 202: MatrixResponse202 } }
  /**
   * POST /export: A grid as a CSV, JSON Lines or Parquet file, or as a workbook.
   *
   * Same as `POST /matrix`, but 200 is a file: CSV, JSON Lines, Parquet or a workbook. 202 returns the job, with its id also in `X-Job-Id`. Files are generated on each request and not stored.
   */
  export: { input: ExportGridRequest; answers: { 200: FileStream; 202: ExportGridResponse202 } }
  /**
   * GET /jobs/{id}/cells: The cells of a job, page by page.
   *
   * Ordered by hotel, night and length of stay. While the job runs, a page ends before the first unfinished cell, and `next_cursor` continues from there. It is null only once the job has ended and all cells have been read. Failed cells are left out. Free.
   */
  listJobCells: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Cells per page.
       * @default 200
       */
      limit?: number | undefined
      /** The job. */
      id: string
    }
    answers: { 200: ListJobCellsResponse }
  }
  /**
   * GET /jobs/{id}/export: Every cell of a job as one file.
   *
   * Streamed, ordered by hotel, night and length of stay. Jobs of schedules for a comparison set or parity have one row per hotel, or per hotel and channel. `X-Job-Status` says whether the job had ended when the download started. Free.
   */
  exportJob: {
    input: {
      /**
       * File format. `parquet` has the columns of the CSV file with types: dates, timestamps, decimals. `xlsx` is a workbook: the same columns and the hotel’s name in the sheet `cells`, and the question, its credits and what the columns mean in the sheet `about`.
       * @default "csv"
       */
      format?: 'csv' | 'jsonl' | 'parquet' | 'xlsx' | undefined
      /**
       * Adds the column `hotel_name` at the end: the name of the hotel, as the directory has it. A workbook always has it.
       * @default false
       */
      hotel_name?: boolean | undefined
      /** The job. */
      id: string
    }
    answers: { 200: FileStream }
  }
  /**
   * GET /jobs/{id}/market: The market of each night of a job, and where a hotel stands in it.
   *
   * Of the cash cells that the job has: for each night the median of the hotels and, with `chain` and `hotel_code`, the rank and the rate index of that hotel, as `POST /compset` has them for one night. Rates in other currencies are converted at the reference rate of the day on which they were observed. Free.
   */
  getJobMarket: {
    input: {
      /** The chain of the subject. */
      chain?: string | undefined
      /** The property's code at the source. */
      hotel_code?: string | undefined
      /** The currency to compare in, ISO 4217. Default: that of the grid. */
      currency?: string | undefined
      /** The job. */
      id: string
    }
    answers: { 200: GetJobMarketResponse }
  }
  /**
   * POST /history: How the price of up to 93 nights changed.
   *
   * Every recorded change of status, price or points, also of past nights: changes are kept for 400 days after the night. Never calls a source. Each night with at least one observation costs a quarter of the chain’s `calendar_night_credits`. At most 20000 observations.
   */
  history: { input: HistoryRequest; answers: { 200: HistoryResponse } }
  /**
   * POST /insight: Is this a good price?.
   *
   * Shops one stay and compares its price with other nights of the hotel that were seen in the last 365 days, at a similar lead time and of the same weekday class; with similar hotels nearby; and with its own past. Costs one shop plus 0.25; with `outlook` plus 0.5.
   */
  insight: { input: InsightRequest; answers: { 200: InsightResponse } }
  /**
   * POST /outlook: Will it get cheaper?.
   *
   * Shops one stay and tells how often the price of comparable nights fell by 5, 10 and 20 % before arrival: nights of the last 365 days of the same hotel, weekday class and lead time, as far as they differ from those of its market by more than chance. Each answer tests itself on past nights with what was known then, and gives advice only where it beat the base rate. Costs one shop plus 0.25.
   */
  outlook: { input: OutlookRequest; answers: { 200: OutlookResponse } }
  /**
   * POST /sets: Save a list of hotels.
   *
   * Up to 200 hotels under one id, which other calls take as `set`. Belongs to the account, which can have 100 sets. Free.
   */
  createSet: { input: CreateSetRequest; answers: { 201: HotelSet } }
  /**
   * GET /sets: The sets of the account, newest first.
   *
   * Free.
   */
  listSets: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Sets per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListSetsResponse }
  }
  /**
   * GET /sets/{id}: Get a set.
   *
   * Free.
   */
  getSet: {
    input: {
      /** The set. */
      id: string
    }
    answers: { 200: HotelSet }
  }
  /**
   * PATCH /sets/{id}: Change a set.
   *
   * Omitted fields stay unchanged; `hotels` replaces the whole list. A `subject` that is not in the new list must be changed with it. Calls and runs that have begun keep the old list. Free.
   */
  changeSet: {
    input: {
      /** The set. */
      id: string
    } & ChangeSetRequest
    answers: { 200: HotelSet }
  }
  /**
   * DELETE /sets/{id}: Delete a set.
   *
   * Runs of schedules that name it are refused from then on. Free.
   */
  deleteSet: {
    input: {
      /** The set. */
      id: string
    }
    answers: { 200: HotelSet }
  }
  /**
   * POST /schedules: Ask the same question regularly.
   *
   * Makes the call `ask` every hour, day or week, at a local time. Each run is a job of kind `schedule`, and its end an event `schedule.done` with counts, credits and the path of its file. A run missed while nothing was up happens once, late. One that could cost more than `max_credits`, cannot be paid, or comes before the previous one has ended does not happen; its event says why. The call itself is free. Runs are charged to the key that created the schedule, also after its revocation. An account can have 50 schedules.
   */
  createSchedule: { input: CreateScheduleRequest; answers: { 201: Schedule } }
  /**
   * GET /schedules: The schedules of the account, newest first.
   *
   * Free.
   */
  listSchedules: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Schedules per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListSchedulesResponse }
  }
  /**
   * GET /schedules/{id}: Get a schedule.
   *
   * Free.
   */
  getSchedule: {
    input: {
      /** The schedule. */
      id: string
    }
    answers: { 200: Schedule }
  }
  /**
   * PATCH /schedules/{id}: Change a schedule.
   *
   * Omitted fields stay unchanged; `body` is replaced as a whole. A run that has begun stays as it was. Free.
   */
  changeSchedule: {
    input: {
      /** The schedule. */
      id: string
    } & ChangeScheduleRequest
    answers: { 200: Schedule }
  }
  /**
   * DELETE /schedules/{id}: Delete a schedule.
   *
   * A run that has begun goes on: cancel its job to stop it. Free.
   */
  deleteSchedule: {
    input: {
      /** The schedule. */
      id: string
    }
    answers: { 200: Schedule }
  }
  /**
   * POST /schedules/{id}/run: Run it now.
   *
   * Also while it is paused. Its times stay as they are. A worker begins the run; see `GET /schedules/{id}/runs` for its job and its end. Costs what any run costs.
   */
  runSchedule: {
    input: {
      /** The schedule. */
      id: string
    }
    answers: { 202: RunScheduleResponse202 }
  }
  /**
   * GET /schedules/{id}/runs: The runs of a schedule, newest first.
   *
   * Also those that did not happen. Listed for 90 days. Free.
   */
  listRuns: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Runs per page.
       * @default 200
       */
      limit?: number | undefined
      /** The schedule. */
      id: string
    }
    answers: { 200: ListRunsResponse }
  }
  /**
   * POST /boards: Fetch a board.
   *
   * The market of a set, or the parity of its subject, over some nights. Makes the board, or refreshes the one with the same set, kind and nights. Always answers 202 with the job that fetches it, and costs what `POST /matrix` costs for these hotels and nights: for parity, the subject and its known listings at agencies. Reading the board is free. An account can have 100 boards.
   */
  makeBoard: { input: MakeBoardRequest; answers: { 202: MakeBoardResponse202 } }
  /**
   * GET /boards: The boards of the account, newest first.
   *
   * Without their figures. Free.
   */
  listBoards: {
    input: {
      /** Only boards of this set. */
      set?: string | undefined
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Boards per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListBoardsResponse }
  }
  /**
   * GET /boards/{id}: Read a board.
   *
   * Its newest figures, what could not be fetched, and how it changed in 1, 7 and 30 days. Rates in other currencies are converted at the reference rate of the day on which they were observed. Free.
   */
  getBoard: {
    input: {
      /** The board. */
      id: string
    }
    answers: { 200: GetBoardResponse }
  }
  /**
   * DELETE /boards/{id}: Delete a board.
   *
   * Its link ends at once. Its jobs, its set and its schedules stay. Free.
   */
  deleteBoard: {
    input: {
      /** The board. */
      id: string
    }
    answers: { 200: Board }
  }
  /**
   * POST /boards/{id}/link: Make a link to a board.
   *
   * A page with the newest figures of the board, for people without an account. It never spends anything and shows nothing else of the account. A new link replaces the one before. Free.
   */
  shareBoard: {
    input: {
      /** The board. */
      id: string
    } & ShareBoardRequest
    answers: { 200: BoardLink }
  }
  /**
   * DELETE /boards/{id}/link: End the link to a board.
   *
   * It stops working at once. Free.
   */
  unshareBoard: {
    input: {
      /** The board. */
      id: string
    }
    answers: { 200: UnshareBoardResponse }
  }
  /**
   * GET /boards/shared/{token}: Read a board by its link.
   *
   * No key needed. The figures of `GET /boards/{id}`, without anything else of the account. Send the `ETag` back in `If-None-Match`: an answer without news is 304, and does not count. A link can be read 60 times a minute, and asked 100 times a second. Free.
   */
  readSharedBoard: {
    input: {
      /** The secret part of the link. */
      token: string
    }
    answers: { 200: SharedBoard }
  }
  /**
   * POST /feeds: Create a link that spreadsheets read.
   *
   * Shows the newest finished run of a schedule or a board, or a job, to anyone who has the link, and nothing else of the account. Works in Google Sheets (`IMPORTDATA`), Excel and LibreOffice. Reading costs nothing. An account can have 20 feeds. Free.
   */
  createFeed: { input: CreateFeedRequest; answers: { 201: Feed } }
  /**
   * GET /feeds: The feeds of the account, newest first.
   *
   * Free.
   */
  listFeeds: { input: Record<string, never>; answers: { 200: ListFeedsResponse } }
  /**
   * GET /feeds/{id}: Get a feed.
   *
   * Free.
   */
  getFeed: {
    input: {
      /** The feed. */
      id: string
    }
    answers: { 200: Feed }
  }
  /**
   * PATCH /feeds/{id}: Change a feed.
   *
   * Omitted fields stay unchanged. The link stays the same, apart from its ending. Free.
   */
  changeFeed: {
    input: {
      /** The feed. */
      id: string
    } & ChangeFeedRequest
    answers: { 200: Feed }
  }
  /**
   * DELETE /feeds/{id}: Delete a feed.
   *
   * Its link stops working at once. Free.
   */
  deleteFeed: {
    input: {
      /** The feed. */
      id: string
    }
    answers: { 200: Feed }
  }
  /**
   * POST /feeds/{id}/rotate: Replace the link of a feed.
   *
   * The old link stops working at once. Free.
   */
  rotateFeed: {
    input: {
      /** The feed. */
      id: string
    }
    answers: { 200: Feed }
  }
  /**
   * GET /feeds/{token}.{format}: Read a feed by its link.
   *
   * No key needed. The newest finished run of the schedule or the board, or the job, as a file; only the header as long as there is none. Send the `ETag` back in `If-None-Match`: an answer without news is 304, and does not count. A feed can be read 60 times a minute, and asked 100 times a second. Free.
   */
  readFeed: {
    input: {
      /** The secret part of the link. */
      token: string
      /** CSV, a JSON array of objects, or a workbook. */
      format: 'csv' | 'json' | 'xlsx'
    }
    answers: { 200: FileStream }
  }
  /**
   * POST /area: The hotels around a place, cheapest first.
   *
   * One stay at the nearest hotels of all chains, up to 200, ranked by lowest points (`award`) or lowest public rate (`cash`). Answers 200 if every cell is cached and fresh enough; otherwise 202 with the cached cells and a job that fetches the others: poll it and read its cells, or repeat the call; with `fill: "none"` always 200. While your job for the same place, hotels, nights and occupancy is running, repeating the call returns that job instead of making a second one. The place lookup works and costs as in `GET /hotels`: 1 credit per chain, 0.25 from the 24-hour cache, free for a chain without hotels there. An unknown place is `null`, and the call is free. Prices in other currencies than `currency` are compared by reference rates (`GET /fx`); points have no currency. Each cell in the answer costs a quarter of its price in `POST /matrix`; the job reserves its own worst-case price.
   */
  area: { input: AreaRequest; answers: { 200: AreaResponse; 202: AreaResponse202 } }
  /**
   * POST /calendar/area: A chain around a place, night by night.
   *
   * Up to 62 check-in nights at the nearest hotels of one chain: for each night the number of known and available hotels, the cheapest price, the median and, for `award`, the most cents per point; and for each hotel its cheapest night. Read from the cache; nights older than `max_age` do not count. If `fill` selects hotels, one job fetches all their nights, and the answer is 202. While your job for the same place, hotels, nights and occupancy is running, repeating the call returns that job instead of making a second one. The place lookup works and costs as in `GET /hotels`: 1 credit per chain, 0.25 from the 24-hour cache, free for a chain without hotels there. An unknown place is `null`, and the call is free. Prices in other currencies than `currency` are compared by reference rates (`GET /fx`); points have no currency. Each night costs a quarter of the chain’s `calendar_night_credits` per available hotel, at most 1 credit; nights without an available hotel are free. An answer costs at least 1 credit; the job reserves its own worst-case price.
   */
  calendarArea: {
    input: CalendarAreaRequest
    answers: { 200: CalendarAreaResponse; 202: CalendarAreaResponse202 }
  }
  /**
   * POST /award/search: Award nights around a place.
   *
   * Searches up to 62 check-in nights at the nearest 50 hotels of each chain for nights payable with points alone or with a certificate, and ranks the hotels that have any. Read from the cache; nights older than `max_age` are not listed. If `fill` selects hotels, one job per chain fetches all their nights, and the answer is 202: search again when the jobs have ended. While your job for the same place, hotels, nights and occupancy is running, repeating the call returns that job instead of making a second one. The place lookup works and costs as in `GET /hotels`: 1 credit per chain, 0.25 from the 24-hour cache, free for a chain without hotels there. An unknown place is `null`, and the call is free. Prices in other currencies than `currency` are compared by reference rates (`GET /fx`); points have no currency. Each listed night costs a quarter of the chain’s `award_night_credits`, each hotel at most 1 credit; other nights are free. An answer costs at least 1 credit; jobs reserve their own worst-case price.
   */
  awardSearch: {
    input: AwardSearchRequest
    answers: { 200: AwardSearchResponse; 202: AwardSearchResponse202 }
  }
  /**
   * GET /award/value: Where points are worth most.
   *
   * Ranks hotels by the cents per point of their award nights: one-night stays for two adults in one room, standard awards payable with points alone. Prices in other currencies than `currency` are compared by reference rates (`GET /fx`); nights without such a rate do not count. Reads up to 93 nights from the cache; nothing is fetched. `min_cpp` and `max_age` decide which nights count, `min_nights` how many of them a hotel needs. Ties are sorted by hotel code. Each hotel in the answer costs a quarter of the chain’s `award_night_credits`; an answer, even an empty one, costs at least 1 credit.
   */
  awardValue: {
    input: {
      /** Ids of chains with award points, separated by commas. Default: all of them. */
      chains?: string | undefined
      /** Only hotels in this country: ISO 3166 alpha-2, upper case. */
      country?: string | undefined
      /** Only hotels in this city, as spelled by the chain. Case and accents do not matter. */
      city?: string | undefined
      /** First check-in night. Default: today (UTC). */
      from?: string | undefined
      /** Last check-in night, inclusive. Default: 60 nights from `from`; at most 93 nights. */
      to?: string | undefined
      /**
       * ISO 4217, upper case. Nights in other currencies are compared by reference rates (`GET /fx`).
       * @default "USD"
       */
      currency?: string | undefined
      /** Minimum cents per point; other nights do not count. */
      min_cpp?: number | undefined
      /**
       * Minimum number of nights that count; other hotels are left out.
       * @default 1
       */
      min_nights?: number | undefined
      /** Only hotels that sell at least this share of their cash nights in the range for points, as `share` of `GET /award/access` says, whatever the age. Hotels for which that is not known are left out. */
      min_access?: number | undefined
      /**
       * Rank by the best night that counts, or by the mean of all that count.
       * @default "best"
       */
      rank?: 'best' | 'avg' | undefined
      /**
       * Maximum number of hotels in the answer.
       * @default 25
       */
      limit?: number | undefined
      /**
       * Maximum age of a cached night in seconds. Nothing is fetched, so 0 finds nothing. `auto` only with `rank` `best`, or within a `city`. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
       * @default 604800
       */
      max_age?: number | 'auto' | undefined
    }
    answers: { 200: AwardValueResponse }
  }
  /**
   * GET /award/access: How often a hotel sells its nights for points.
   *
   * Of the nights with a public cash room for one night, the share that is also sold as a standard award for one night, with or without a cash part; by weekday, lead time and month; and how the other nights are blocked. Two adults in one room. Reads the newest cash and award answers of each night from the cache; nothing is fetched. A night is a pair, and counts, if both were seen within 24 hours of each other. Each pair costs a quarter of the chain’s `award_night_credits`; an answer costs at least 1 credit.
   */
  awardAccess: {
    input: {
      /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
      chain: SourceId
      /** The property's code at the source. */
      hotel_code: string
      /** First check-in night. Default: today (UTC). */
      from?: string | undefined
      /** Last check-in night, inclusive. Default: 60 nights from `from`; at most 366 nights. */
      to?: string | undefined
      /**
       * Return a quote instead. Free; no source is called.
       * @default false
       */
      dry_run?: boolean | undefined
      /** Refuse the call, before any source is called, if it could cost more than this. */
      max_credits?: number | undefined
    }
    answers: { 200: AwardAccessResponse }
  }
  /**
   * GET /wallet: Your points, certificates and status.
   *
   * The wallet that the account has saved; an empty one if it never did. Free.
   */
  getWallet: { input: Record<string, never>; answers: { 200: Wallet } }
  /**
   * PUT /wallet: Save your points, certificates and status.
   *
   * Replaces the wallet of the account. `POST /trip` and `POST /award/search` use it with `wallet: "saved"`. Free.
   */
  putWallet: { input: PutWalletRequest; answers: { 200: Wallet } }
  /**
   * POST /trip: The best mix of cash, points and certificates for a trip.
   *
   * Up to 14 nights at up to 50 hotels of a list or around a place. Combines cash, points, points + cash, free-night certificates and the free nights of each chain’s `award_rules` within your wallet, with what your banks can transfer (`GET /transfers`), and lists the cheapest ways to pay by `cost`: cash plus points at `point_value`. The first option is the true optimum over the known nights: every combination counts, none is guessed. Read from the cached one-night prices of both kinds; a night that is unknown or older than `max_age` is counted in `nights_unknown` and never taken for sold out. If `fill` selects hotels, one job per kind fetches their nights, and the answer is 202: ask again when the jobs have ended. While your jobs for the same hotels, nights and occupancy are running, repeating the call returns them. Prices in other currencies are converted by reference rates (`GET /fx`). The place lookup costs as in `GET /hotels`; each night of a hotel in the options costs a quarter of the chain’s `calendar_night_credits`, once; the answer itself costs 1 credit. An unknown place is free. Jobs reserve their own worst-case price.
   */
  trip: { input: TripRequest; answers: { 200: TripResponse; 202: TripResponse202 } }
  /**
   * POST /trip/again: The same trip with another wallet, from what your jobs have fetched.
   *
   * Free. Plans the trip of ended jobs that `POST /trip` has made: their hotels, nights, guests and currency, with the wallet, the value of points and the changes of hotel that you name now. It knows only prices that jobs of your account have paid for, those of other calls too, from up to 6 hours before the first of these jobs; every other night is counted in `nights_unknown`. `POST /trip` knows all cached prices. Nothing is fetched. Jobs can be read for as long as `GET /jobs/{id}` has them.
   */
  tripAgain: { input: TripAgainRequest; answers: { 200: TripAgainResponse } }
  /**
   * POST /watches: Create a watch.
   *
   * Checks one hotel on up to 90 check-in nights, at once and then every `refresh_sec`, and sends an event each time its condition is met: signed to `webhook_url`, or to each of `endpoints`. The call itself is free; each refresh costs `credits_per_refresh`, charged to the key that created the watch. Watches on the same nights share refreshes. Prices seen by other calls, such as a shop, are judged too. A hotel that neither the directory nor the source knows is refused with `hotel_not_found`. An account can have at most 1000 watches with nights ahead.
   */
  createWatch: { input: CreateWatchRequest; answers: { 201: Watch } }
  /**
   * GET /watches: The watches of this key or account, newest first.
   *
   * Watches created with the calling key or, with `scope=account`, with any key of the account. Free.
   */
  listWatches: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Watches per page.
       * @default 200
       */
      limit?: number | undefined
      /**
       * Whose watches: those that the calling key created, or all of the account, also of keys that were revoked since.
       * @default "key"
       */
      scope?: 'key' | 'account' | undefined
    }
    answers: { 200: ListWatchesResponse }
  }
  /**
   * POST /watches/backtest: The events that a watch would have sent.
   *
   * Takes a watch without an address and judges what was recorded of up to 90 check-in nights from `since` to `until`, with the judge of live watches. The figures in force at `since` are the baseline. Nothing is stored or sent, and no source is called. Costs the same as `POST /history` for the nights it reads; `undercut` reads the channel’s nights too.
   */
  backtestWatch: { input: BacktestWatchRequest; answers: { 200: BacktestWatchResponse } }
  /**
   * GET /watches/{id}: Get a watch.
   *
   * Any key of the account can read it. Free.
   */
  getWatch: {
    input: {
      /** The watch. */
      id: string
    }
    answers: { 200: Watch }
  }
  /**
   * PATCH /watches/{id}: Change a watch.
   *
   * Omitted fields stay unchanged. `endpoints` replaces a `webhook_url`, and the other way round; a new `webhook_url` has a `secret`, which is shown only in this answer. While a watch is paused or suspended, nothing is judged; once active again, it compares the next observation with the last one judged. After a change of terms, the next observation counts as the first. Free.
   */
  changeWatch: {
    input: {
      /** The watch. */
      id: string
    } & ChangeWatchRequest
    answers: { 200: Watch }
  }
  /**
   * DELETE /watches/{id}: Delete a watch.
   *
   * Stops all deliveries to its `webhook_url`, including retries; its past events stay readable. A running refresh is charged for the cells it fetched. Free.
   */
  deleteWatch: {
    input: {
      /** The watch. */
      id: string
    }
    answers: { 200: Watch }
  }
  /**
   * POST /watches/{id}/test: Send a sample event.
   *
   * Sends an event of type `watch.test`, signed like any other, once and even while the watch is paused or suspended. Its figures are made up and meet the condition; `sample` is true. An account can send 200 tests a day, counted per receiver, of them 20 mails. Free.
   */
  testWatch: {
    input: {
      /** The watch. */
      id: string
    }
    answers: { 202: Event }
  }
  /**
   * POST /watches/{id}/refresh: Look now.
   *
   * At most once every 60 seconds. Costs one refresh, charged when it ends; other watches that share it pay only when their own refresh is due. Joins a refresh that is already running.
   */
  refreshWatch: {
    input: {
      /** The watch. */
      id: string
    } & RefreshWatchRequest
    answers: { 202: Watch }
  }
  /**
   * POST /watches/{id}/rotate-secret: Rotate the secret.
   *
   * Events are signed with the new secret and, for 24 hours, also with the old one: the signature then has two `v1=` values. Free.
   */
  rotateWatchSecret: {
    input: {
      /** The watch. */
      id: string
    }
    answers: { 200: Watch }
  }
  /**
   * POST /bookings: Follow a booking.
   *
   * Shops a stay that was booked, at once and then every `refresh_sec` until `cancel_by`, and sends `booking.better` when the same room or a plainly better one can be booked for less: at least as refundable, with at least the meal, on the same basis, and cheaper by `min_saving_pct`. It fires once each time that begins, at the first look too. `booking.deadline` follows 48 hours before `cancel_by`. Shops of the stay by other calls are judged too. The call itself is free; each refresh costs `credits_per_refresh`, charged to the key that created the booking, and is shared with watches of the stay. An account can have at most 5000 bookings whose stay is ahead.
   */
  createBooking: { input: CreateBookingRequest; answers: { 201: Booking } }
  /**
   * GET /bookings: The bookings of this key or account.
   *
   * Bookings created with the calling key or, with `scope=account`, with any key of the account. Free.
   */
  listBookings: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Bookings per page.
       * @default 200
       */
      limit?: number | undefined
      /**
       * Whose bookings: those that the calling key created, or all of the account, also of keys that were revoked since.
       * @default "key"
       */
      scope?: 'key' | 'account' | undefined
      /** Only bookings with this status. */
      status?: 'watching' | 'past_deadline' | 'closed' | undefined
      /** Only bookings whose reference, hotel, room, check-in or id contains this text, in upper or lower case. */
      q?: string | undefined
      /**
       * `newest` first, the next `checkin` or `cancel_by` first, the highest `saving` in percent first, or by `reference`.
       * @default "newest"
       */
      sort?: 'newest' | 'checkin' | 'cancel_by' | 'saving' | 'reference' | undefined
    }
    answers: { 200: ListBookingsResponse }
  }
  /**
   * GET /bookings/{id}: Get a booking.
   *
   * Any key of the account can read it. Free.
   */
  getBooking: {
    input: {
      /** The booking. */
      id: string
    }
    answers: { 200: Booking }
  }
  /**
   * PATCH /bookings/{id}: Change a booking.
   *
   * Omitted fields stay unchanged. After a change of what was booked or paid, or of `min_saving_pct`, the next look counts as the first. The hotel, the stay and the party cannot be changed. Free.
   */
  changeBooking: {
    input: {
      /** The booking. */
      id: string
    } & ChangeBookingRequest
    answers: { 200: Booking }
  }
  /**
   * DELETE /bookings/{id}: Delete a booking.
   *
   * Its past events stay readable. A running refresh is charged if it fetches the stay. Free.
   */
  deleteBooking: {
    input: {
      /** The booking. */
      id: string
    }
    answers: { 200: Booking }
  }
  /**
   * GET /events: List events.
   *
   * Events of the last 30 days, whether their delivery succeeded or not, oldest first unless `order` is `desc`. Pass the id of the last event you received as `after` to get every later event exactly once, even while new ones are being written. Each delivery has its last attempt; `GET /events/{id}` has the others. A page ends early, with a `next_cursor`, if it would be larger than 1 MB. Free.
   */
  listEvents: {
    input: {
      /** The id of the last event you received; later events are returned. It may be up to 365 days old, even if the event itself is no longer kept. */
      after?: string | undefined
      /** Only events of this watch. */
      watch_id?: string | undefined
      /** Only events of this booking. */
      booking_id?: string | undefined
      /** Only events of this type. */
      type?:
        | 'watch.available'
        | 'watch.points_lte'
        | 'watch.price_lte'
        | 'watch.changed'
        | 'watch.rebook'
        | 'watch.undercut'
        | 'watch.attention'
        | 'watch.test'
        | 'booking.better'
        | 'booking.deadline'
        | 'job.done'
        | 'endpoint.verify'
        | 'endpoint.paused'
        | 'endpoint.test'
        | 'schedule.done'
        | (string & {})
        | undefined
      /** Only events that went to this endpoint. */
      endpoint_id?: string | undefined
      /** Only events with such a delivery; with `endpoint_id`, to that endpoint. */
      status?: 'pending' | 'delivered' | 'failed' | undefined
      /** Only events from this time on. */
      from?: string | undefined
      /** Only events before this time. */
      to?: string | undefined
      /**
       * `asc`: oldest first, and `after` continues with later events. `desc`: newest first, and `after` continues with earlier ones.
       * @default "asc"
       */
      order?: 'asc' | 'desc' | undefined
      /**
       * Events per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListEventsResponse }
  }
  /**
   * GET /events/{id}: Get an event.
   *
   * With every attempt to deliver it that is kept, the last 20 of each receiver. Free.
   */
  getEvent: {
    input: {
      /** The event. */
      id: string
    }
    answers: { 200: Event }
  }
  /**
   * POST /events/{id}/redeliver: Send an event again.
   *
   * Sends the event at once, whatever its delivery state, and restarts the retry schedule. It goes to the current address and keeps its id. Of several endpoints, those that have not received it get it; if all have, all get it again. An `endpoint.verify` is refused: it asks somebody who has not agreed yet. Free.
   */
  redeliverEvent: {
    input: {
      /** The event. */
      id: string
    }
    answers: { 200: Event }
  }
  /**
   * POST /endpoints: Create an endpoint.
   *
   * A webhook, a Slack channel or an e-mail address that watches and jobs can name in `endpoints`. It belongs to the account; an account can have at most 20. Each endpoint has its own retries. An e-mail address is `unverified` until its owner agrees, on the page that a first mail leads to. At most 3 such mails a day are sent to an address, for all accounts together, and none if its owner has stopped them. Free.
   */
  createEndpoint: { input: CreateEndpointRequest; answers: { 201: Endpoint } }
  /**
   * GET /endpoints: List the endpoints of the account.
   *
   * Oldest first. Free.
   */
  listEndpoints: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Endpoints per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListEndpointsResponse }
  }
  /**
   * GET /endpoints/{id}: Get an endpoint.
   *
   * Any key of the account can read it. Free.
   */
  getEndpoint: {
    input: {
      /** The endpoint. */
      id: string
    }
    answers: { 200: Endpoint }
  }
  /**
   * PATCH /endpoints/{id}: Change an endpoint.
   *
   * Omitted fields stay unchanged. Pending events follow a webhook to its new `url`. A new e-mail `address` is unverified, and its pending mails are dropped; the same `address` again sends another verification mail. Free.
   */
  changeEndpoint: {
    input: {
      /** The endpoint. */
      id: string
    } & ChangeEndpointRequest
    answers: { 200: Endpoint }
  }
  /**
   * DELETE /endpoints/{id}: Delete an endpoint.
   *
   * Stops all deliveries to it, including retries; its events stay readable. Refused while a watch names it. Free.
   */
  deleteEndpoint: {
    input: {
      /** The endpoint. */
      id: string
    }
    answers: { 200: Endpoint }
  }
  /**
   * POST /endpoints/{id}/test: Send a test event.
   *
   * Sends an event of type `endpoint.test`, once and even while the endpoint is paused. Not to an e-mail address whose owner has not agreed. An account can send 200 tests a day, of them 20 mails. Free.
   */
  testEndpoint: {
    input: {
      /** The endpoint. */
      id: string
    }
    answers: { 202: Event }
  }
  /**
   * POST /endpoints/{id}/rotate-secret: Rotate the secret.
   *
   * Of a webhook. Events are signed with the new secret and, for 24 hours, also with the old one. Free.
   */
  rotateEndpointSecret: {
    input: {
      /** The endpoint. */
      id: string
    }
    answers: { 200: Endpoint }
  }
  /**
   * POST /parity: The direct rate of a stay, compared with travel agencies.
   *
   * The direct public rate, member rate and points, and one row per agency with its gap to direct. Public rates are compared per room and night, after tax if both sides give that price; nothing is converted. The hotel’s ids at the agencies come from the request, else from the id map, else from a live resolution. Each shop costs the weight of its source, a quarter from the cache; a live resolution costs 1 credit. An agency without a listing, or one that fails, is `skipped` and free. If the chain itself fails, so does the call. With `meta: true`, sellers that only the metasearch engine knows join as rows, for one more shop. For a hotel of a metasearch engine, direct is the lowest public offer of the hotel’s own site, and each other seller is a row, for one shop in all.
   */
  parity: { input: ParityRequest; answers: { 200: ParityResponse } }
  /**
   * GET /jobs/{id}/parity: Parity of each night of a job.
   *
   * For a job of `POST /matrix` over one hotel of a chain and its listings at agencies, whose ids `GET /hotels/{chain}/{code}/ids` has. The lowest public rates are compared night by night as in `POST /parity`, but only after tax: cells do not say whether other prices include it. Many nights cost less this way, because cells cost less than shops. Free.
   */
  getJobParity: {
    input: {
      /** The job. */
      id: string
    }
    answers: { 200: GetJobParityResponse }
  }
  /**
   * GET /receipts: List your receipts, newest first.
   *
   * What each is about, without its prices. Kept for 90 days. Free.
   */
  listReceipts: {
    input: {
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined
      /**
       * Receipts per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListReceiptsResponse }
  }
  /**
   * GET /receipts/{id}: Get a receipt.
   *
   * What was asked, what was answered, the hash of each body that the sources sent, and a signature over all of it. Kept for 90 days. An account can have 20,000 receipts. Free.
   */
  getReceipt: {
    input: {
      /** The receipt. */
      id: string
    }
    answers: { 200: SignedReceipt }
  }
  /**
   * GET /receipts/{id}/bodies: Get the bodies of a receipt.
   *
   * What the sources sent, without credentials and personal data. With the receipt, that is all that `vacancy receipts verify` needs. Free.
   */
  getReceiptBodies: {
    input: {
      /** The receipt. */
      id: string
    }
    answers: { 200: ReceiptBodies }
  }
  /**
   * GET /receipts/{id}/link: Get the link of a receipt.
   *
   * Free.
   */
  getReceiptLink: {
    input: {
      /** The receipt. */
      id: string
    }
    answers: { 200: GetReceiptLinkResponse }
  }
  /**
   * POST /receipts/{id}/link: Share a receipt.
   *
   * A page with the receipt and its bodies, for everybody who has the link. A second call gives the same link, or another one if that cannot be shown any more. Free.
   */
  shareReceipt: {
    input: {
      /** The receipt. */
      id: string
    }
    answers: { 200: ReceiptLink }
  }
  /**
   * DELETE /receipts/{id}/link: Stop sharing a receipt.
   *
   * The link ends at once, and the next one is another. Free.
   */
  unshareReceipt: {
    input: {
      /** The receipt. */
      id: string
    }
    answers: { 200: UnshareReceiptResponse }
  }
  /**
   * GET /.well-known/vacancy-receipts.json: The public keys of receipts.
   *
   * Those that signed earlier receipts too. Also at the root of the service. Free; no key needed.
   */
  getReceiptKeys: { input: Record<string, never>; answers: { 200: ReceiptKeys } }
}

/** How each operation is sent over HTTP. */
export const OPERATIONS = {
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    params: [],
    query: [],
    hasBody: false,
    takesKey: false,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getStatus: {
    method: 'GET',
    path: '/status.json',
    params: [],
    query: [],
    hasBody: false,
    takesKey: false,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getUsage: {
    method: 'GET',
    path: '/usage',
    params: [],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listUsageLines: {
    method: 'GET',
    path: '/usage/lines',
    params: [],
    query: ['cursor', 'limit', 'from', 'to'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'lines',
  },
  listActs: {
    method: 'GET',
    path: '/audit',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'acts',
  },
  listChains: {
    method: 'GET',
    path: '/chains',
    params: [],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'chains',
  },
  listTransfers: {
    method: 'GET',
    path: '/transfers',
    params: [],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'transfer_partners',
  },
  getFx: {
    method: 'GET',
    path: '/fx',
    params: [],
    query: ['base', 'date'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  shop: {
    method: 'POST',
    path: '/shop',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  otaShop: {
    method: 'POST',
    path: '/ota/{source}/shop',
    params: ['source'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  award: {
    method: 'POST',
    path: '/award',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  stay: {
    method: 'POST',
    path: '/stay',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  calendar: {
    method: 'POST',
    path: '/calendar',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  compset: {
    method: 'POST',
    path: '/compset',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  compsetAward: {
    method: 'POST',
    path: '/compset/award',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  hotels: {
    method: 'GET',
    path: '/hotels',
    params: [],
    query: ['q', 'place_id', 'lat', 'lng', 'radius', 'chains', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: true,
    list: null,
  },
  searchHotels: {
    method: 'GET',
    path: '/hotels/search',
    params: [],
    query: ['q', 'chains', 'country', 'kind', 'limit', 'live'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getHotel: {
    method: 'GET',
    path: '/hotels/{chain}/{code}',
    params: ['chain', 'code'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  hotelNeighbours: {
    method: 'GET',
    path: '/hotels/{chain}/{code}/neighbours',
    params: ['chain', 'code'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  hotelIds: {
    method: 'GET',
    path: '/hotels/{chain}/{code}/ids',
    params: ['chain', 'code'],
    query: ['resolve', 'sources'],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: true,
    list: null,
  },
  idsJob: {
    method: 'POST',
    path: '/hotels/ids/jobs',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  listJobs: {
    method: 'GET',
    path: '/jobs',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'jobs',
  },
  getJob: {
    method: 'GET',
    path: '/jobs/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  cancelJob: {
    method: 'DELETE',
    path: '/jobs/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  matrix: {
    method: 'POST',
    path: '/matrix',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  export: {
    method: 'POST',
    path: '/export',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  listJobCells: {
    method: 'GET',
    path: '/jobs/{id}/cells',
    params: ['id'],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'cells',
  },
  exportJob: {
    method: 'GET',
    path: '/jobs/{id}/export',
    params: ['id'],
    query: ['format', 'hotel_name'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getJobMarket: {
    method: 'GET',
    path: '/jobs/{id}/market',
    params: ['id'],
    query: ['chain', 'hotel_code', 'currency'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  history: {
    method: 'POST',
    path: '/history',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  insight: {
    method: 'POST',
    path: '/insight',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  outlook: {
    method: 'POST',
    path: '/outlook',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  createSet: {
    method: 'POST',
    path: '/sets',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listSets: {
    method: 'GET',
    path: '/sets',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'sets',
  },
  getSet: {
    method: 'GET',
    path: '/sets/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  changeSet: {
    method: 'PATCH',
    path: '/sets/{id}',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteSet: {
    method: 'DELETE',
    path: '/sets/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  createSchedule: {
    method: 'POST',
    path: '/schedules',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listSchedules: {
    method: 'GET',
    path: '/schedules',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'schedules',
  },
  getSchedule: {
    method: 'GET',
    path: '/schedules/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  changeSchedule: {
    method: 'PATCH',
    path: '/schedules/{id}',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteSchedule: {
    method: 'DELETE',
    path: '/schedules/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  runSchedule: {
    method: 'POST',
    path: '/schedules/{id}/run',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listRuns: {
    method: 'GET',
    path: '/schedules/{id}/runs',
    params: ['id'],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'runs',
  },
  makeBoard: {
    method: 'POST',
    path: '/boards',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  listBoards: {
    method: 'GET',
    path: '/boards',
    params: [],
    query: ['set', 'cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'boards',
  },
  getBoard: {
    method: 'GET',
    path: '/boards/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteBoard: {
    method: 'DELETE',
    path: '/boards/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  shareBoard: {
    method: 'POST',
    path: '/boards/{id}/link',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  unshareBoard: {
    method: 'DELETE',
    path: '/boards/{id}/link',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  readSharedBoard: {
    method: 'GET',
    path: '/boards/shared/{token}',
    params: ['token'],
    query: [],
    hasBody: false,
    takesKey: false,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  createFeed: {
    method: 'POST',
    path: '/feeds',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listFeeds: {
    method: 'GET',
    path: '/feeds',
    params: [],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'feeds',
  },
  getFeed: {
    method: 'GET',
    path: '/feeds/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  changeFeed: {
    method: 'PATCH',
    path: '/feeds/{id}',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/feeds/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  rotateFeed: {
    method: 'POST',
    path: '/feeds/{id}/rotate',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  readFeed: {
    method: 'GET',
    path: '/feeds/{token}.{format}',
    params: ['token', 'format'],
    query: [],
    hasBody: false,
    takesKey: false,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  area: {
    method: 'POST',
    path: '/area',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  calendarArea: {
    method: 'POST',
    path: '/calendar/area',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  awardSearch: {
    method: 'POST',
    path: '/award/search',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  awardValue: {
    method: 'GET',
    path: '/award/value',
    params: [],
    query: [
      'chains',
      'country',
      'city',
      'from',
      'to',
      'currency',
      'min_cpp',
      'min_nights',
      'min_access',
      'rank',
      'limit',
      'max_age',
    ],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: true,
    list: null,
  },
  awardAccess: {
    method: 'GET',
    path: '/award/access',
    params: [],
    query: ['chain', 'hotel_code', 'from', 'to', 'dry_run', 'max_credits'],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  getWallet: {
    method: 'GET',
    path: '/wallet',
    params: [],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  putWallet: {
    method: 'PUT',
    path: '/wallet',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  trip: {
    method: 'POST',
    path: '/trip',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  tripAgain: {
    method: 'POST',
    path: '/trip/again',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  createWatch: {
    method: 'POST',
    path: '/watches',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listWatches: {
    method: 'GET',
    path: '/watches',
    params: [],
    query: ['cursor', 'limit', 'scope'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'watches',
  },
  backtestWatch: {
    method: 'POST',
    path: '/watches/backtest',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  getWatch: {
    method: 'GET',
    path: '/watches/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  changeWatch: {
    method: 'PATCH',
    path: '/watches/{id}',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteWatch: {
    method: 'DELETE',
    path: '/watches/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  testWatch: {
    method: 'POST',
    path: '/watches/{id}/test',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  refreshWatch: {
    method: 'POST',
    path: '/watches/{id}/refresh',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  rotateWatchSecret: {
    method: 'POST',
    path: '/watches/{id}/rotate-secret',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  createBooking: {
    method: 'POST',
    path: '/bookings',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listBookings: {
    method: 'GET',
    path: '/bookings',
    params: [],
    query: ['cursor', 'limit', 'scope', 'status', 'q', 'sort'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'bookings',
  },
  getBooking: {
    method: 'GET',
    path: '/bookings/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  changeBooking: {
    method: 'PATCH',
    path: '/bookings/{id}',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteBooking: {
    method: 'DELETE',
    path: '/bookings/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    params: [],
    query: [
      'after',
      'watch_id',
      'booking_id',
      'type',
      'endpoint_id',
      'status',
      'from',
      'to',
      'order',
      'limit',
    ],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'events',
  },
  getEvent: {
    method: 'GET',
    path: '/events/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  redeliverEvent: {
    method: 'POST',
    path: '/events/{id}/redeliver',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  createEndpoint: {
    method: 'POST',
    path: '/endpoints',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listEndpoints: {
    method: 'GET',
    path: '/endpoints',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'endpoints',
  },
  getEndpoint: {
    method: 'GET',
    path: '/endpoints/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  changeEndpoint: {
    method: 'PATCH',
    path: '/endpoints/{id}',
    params: ['id'],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  deleteEndpoint: {
    method: 'DELETE',
    path: '/endpoints/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  testEndpoint: {
    method: 'POST',
    path: '/endpoints/{id}/test',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  rotateEndpointSecret: {
    method: 'POST',
    path: '/endpoints/{id}/rotate-secret',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  parity: {
    method: 'POST',
    path: '/parity',
    params: [],
    query: [],
    hasBody: true,
    takesKey: true,
    isIdempotent: true,
    isQuotable: true,
    isBillable: true,
    list: null,
  },
  getJobParity: {
    method: 'GET',
    path: '/jobs/{id}/parity',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  listReceipts: {
    method: 'GET',
    path: '/receipts',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: 'receipts',
  },
  getReceipt: {
    method: 'GET',
    path: '/receipts/{id}',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getReceiptBodies: {
    method: 'GET',
    path: '/receipts/{id}/bodies',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getReceiptLink: {
    method: 'GET',
    path: '/receipts/{id}/link',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  shareReceipt: {
    method: 'POST',
    path: '/receipts/{id}/link',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: true,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  unshareReceipt: {
    method: 'DELETE',
    path: '/receipts/{id}/link',
    params: ['id'],
    query: [],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
  getReceiptKeys: {
    method: 'GET',
    path: '/.well-known/vacancy-receipts.json',
    params: [],
    query: [],
    hasBody: false,
    takesKey: false,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
    list: null,
  },
} as const
