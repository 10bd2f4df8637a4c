// Generated from the OpenAPI document by `npm run client:types`. Do not edit.

import type {
  AreaRequest,
  AreaResponse,
  AreaResponse202,
  AwardRequest,
  AwardResponse,
  AwardSearchRequest,
  AwardSearchResponse,
  AwardSearchResponse202,
  AwardValueResponse,
  CalendarAreaRequest,
  CalendarAreaResponse,
  CalendarAreaResponse202,
  CalendarRequest,
  CalendarResponse,
  ChangeWatchRequest,
  CompsetAwardRequest,
  CompsetAwardResponse,
  CompsetRequest,
  CompsetResponse,
  CreateWatchRequest,
  Event,
  ExportRequest,
  ExportResponse202,
  GetOpenApiResponse,
  HotelsResponse,
  IdMap,
  IdsJobRequest,
  IdsJobResponse202,
  Job,
  ListChainsResponse,
  ListEventsResponse,
  ListJobCellsResponse,
  ListJobsResponse,
  ListUsageLinesResponse,
  ListWatchesResponse,
  MatrixRequest,
  MatrixResponse,
  MatrixResponse202,
  OtaShopRequest,
  OtaShopResponse,
  ParityRequest,
  ParityResponse,
  RefreshWatchRequest,
  ShopRequest,
  ShopResponse,
  SourceId,
  Status,
  StayRequest,
  StayResponse,
  Usage,
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
   * GET /chains: List the sources with their capabilities and prices.
   *
   * The hotel chains and online travel agencies of this installation, with their prices in credits, capabilities, example hotel codes and health. Free.
   */
  listChains: { input: Record<string, never>; answers: { 200: ListChainsResponse } }
  /**
   * POST /shop: Every room and rate plan of one hotel for one stay.
   *
   * Cash and member prices, and points where the chain has them. Costs the source’s shop weight, a quarter of it from the cache. `sold_out`, `closed` and `restricted_los` are answers and cost the same.
   */
  shop: { input: ShopRequest; answers: { 200: ShopResponse } }
  /**
   * POST /ota/{source}/shop: The same at a travel agency, by its own hotel id.
   *
   * As `POST /shop` with that source as `chain`. With `raw` the upstream bodies come along; that forces a live call.
   */
  otaShop: {
    input: {
      /** The source: a hotel chain or a travel agency of `GET /chains`. */
      source: SourceId
    } & OtaShopRequest
    answers: { 200: OtaShopResponse }
  }
  /**
   * POST /award: One stay in points, against its price in cash.
   *
   * Shares its observations with `POST /shop` and costs the same. Only chains with award points.
   */
  award: { input: AwardRequest; answers: { 200: AwardResponse } }
  /**
   * POST /stay: One stay as a whole, against its nights booked one by one.
   *
   * Costs one shop, plus each night: 0.1 on chains with a calendar of their own, the shop weight elsewhere; a quarter from the cache.
   */
  stay: { input: StayRequest; answers: { 200: StayResponse } }
  /**
   * POST /calendar: Up to 60 nights of one hotel.
   *
   * The lowest cash and member rate and the points of each night, shopped one by one. Nights from the store cost a quarter; one older than `max_age` is shopped again, the others are not.
   */
  calendar: { input: CalendarRequest; answers: { 200: CalendarResponse } }
  /**
   * POST /compset: The lowest rate of up to 25 hotels for one stay.
   *
   * Of one chain or of several. Each returned hotel costs its chain’s compset weight, a quarter from the cache, at least 1 credit in all. A hotel that fails has its `error` and costs nothing.
   */
  compset: { input: CompsetRequest; answers: { 200: CompsetResponse } }
  /**
   * POST /compset/award: The lowest points of up to 25 hotels for one stay.
   *
   * Priced as `POST /compset`. Hotels of chains without award points have empty rows and cost nothing.
   */
  compsetAward: { input: CompsetAwardRequest; answers: { 200: CompsetAwardResponse } }
  /**
   * GET /hotels: The hotels around a place.
   *
   * Name the place by `q`, by `place_id`, or by `lat` and `lng`. Where several places answer to a name, the likeliest is taken and the others are listed. Each chain that is asked costs 1 credit, 0.25 where its answer of the last 24 hours serves; a chain without a hotel there, or one that cannot answer, costs nothing and is left out. A place that nobody knows is `null`, and free.
   */
  hotels: {
    input: {
      /** The place by name, as people write it: `Lisbon`, `Springfield, IL`, `東京`. Case and accents do not matter. */
      q?: string | undefined
      /** The place by the id that an earlier answer gave it, instead of `q`. */
      place_id?: string | undefined
      /** The place by its coordinates, together with `lng`, instead of `q`. */
      lat?: number | undefined
      /** Degrees east, together with `lat`. */
      lng?: number | undefined
      /**
       * How far around the place, in miles.
       * @default 25
       */
      radius?: number | undefined
      /** Chains to look for, separated by commas. Default: every chain with a search by place (`geo_search` of `GET /chains`). */
      chains?: string | undefined
      /**
       * How many hotels at most, all chains together.
       * @default 50
       */
      limit?: number | undefined
    }
    answers: { 200: HotelsResponse }
  }
  /**
   * GET /hotels/{chain}/{code}/ids: A hotel's ids at agencies and with the search engine.
   *
   * Known ids come from the map and are free. Missing ones are looked for live: first on the search engine's own page of the hotel, whose links name several agencies' ids at once, then by each source's own search, held against the chain's coordinates; beyond 3 km nothing matches. That costs 1 credit, found or not, and nothing where nobody could be asked. The search engine is asked for at most one page every 3 seconds by the whole service, so a first answer may take some seconds. A source where the hotel was not found is asked again after 7 days. With an agency in the path, `mapped_to` names the chain's hotel, and `ids` are those of that hotel at the other sources.
   */
  hotelIds: {
    input: {
      /**
       * 0: only what the map knows, free.
       * @default 1
       */
      resolve?: number | undefined
      /** Where ids are wanted, separated by commas: of google, google_hotels, lodgista, mapleroom, nightdeal, ostello, pillowfare. Default: everywhere. */
      sources?: string | undefined
      /** A hotel chain, or a travel agency whose own hotel id is then the code. */
      chain: SourceId
      /** The property's code at the source. */
      code: string
    }
    answers: { 200: IdMap }
  }
  /**
   * POST /hotels/ids/jobs: Look for the ids of many hotels.
   *
   * A job for up to 500 hotels of one source. It resolves at most one hotel in six seconds; hotels that need no live resolution take no time and cost nothing, the others 1 credit each, charged as the job runs. The worst case, 1 credit per hotel, is set aside. `tasks_done` counts hotels, `cells_done` the ids known for them; read them with `GET /hotels/{chain}/{code}/ids`. With a `webhook_url`, the event `job.done` is sent there when the job has ended, whether done, failed or canceled, signed with the `secret` that is told here and never again.
   */
  idsJob: { input: IdsJobRequest; answers: { 202: IdsJobResponse202 } }
  /**
   * GET /jobs: List your jobs, newest first.
   *
   * Free.
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
   * Free.
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
   * Up to 200 hotels, 366 check-in nights and 3 lengths of stay, at most 20000 cells. 200 with the cells where the store has all of them; otherwise 202 with a job that fetches the missing ones. Cash cells of sources with batches cost the compset weight, all others the shop weight; a quarter from the store.
   */
  matrix: { input: MatrixRequest; answers: { 200: MatrixResponse; 202: MatrixResponse202 } }
  /**
   * POST /export: The same grid as a file.
   *
   * As `POST /matrix`, but the answer 200 is a CSV or JSON Lines file. 202 carries the job, and its id also in `X-Job-Id`. No file is kept: it is made anew each time it is fetched.
   */
  export: {
    input: ExportRequest
    answers: { 200: ReadableStream<Uint8Array<ArrayBuffer>>; 202: ExportResponse202 }
  }
  /**
   * GET /jobs/{id}/cells: The cells of a job, page by page.
   *
   * In the order of hotel, night and length of stay. While the job runs, a page ends before the first cell that is not accounted for, and `next_cursor` leads on from there; it is null only when the job has ended and all has been read. Cells that failed are left out. Free.
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
   * Streamed, in the order of hotel, night and length of stay. `X-Job-Status` tells whether the job had ended when the file was made. Free.
   */
  exportJob: {
    input: {
      /**
       * The file.
       * @default "csv"
       */
      format?: 'csv' | 'jsonl' | undefined
      /** The job. */
      id: string
    }
    answers: { 200: ReadableStream<Uint8Array<ArrayBuffer>> }
  }
  /**
   * POST /area: The hotels around a place, the cheapest first.
   *
   * One stay at the nearest hotels of all chains, up to 200, ranked by lowest points (`award`) or lowest public rate (`cash`). 200 where the store has every cell that is young enough; otherwise 202 with those it has and a job that asks for the others: poll it and read its cells, or ask again. While your own job for the same place, hotels, nights and party is under way, asking again shows that job and makes no second one. The place is found as in `GET /hotels` and costs the same: 1 credit per chain, 0.25 from the cache of 24 hours, nothing for a chain without a hotel there; a place that nobody knows is `null`, and the call is free. Only cells quoted in `currency` are compared: nothing is converted. Each cell that is shown costs a quarter of its price in `POST /matrix`; the job sets its own worst case aside.
   */
  area: { input: AreaRequest; answers: { 200: AreaResponse; 202: AreaResponse202 } }
  /**
   * POST /calendar/area: A chain around a place, night by night.
   *
   * Up to 62 check-in nights at the nearest hotels of one chain: for each night how many hotels are known and how many can be had, the cheapest, the median and, for `award`, the best value of a point; and for each hotel its cheapest night. Read from the store; nights older than `max_age` do not count. Hotels that `fill` finds wanting get one job that asks for all their nights, and the answer is 202. While your own job for the same place, hotels, nights and party is under way, asking again shows that job and makes no second one. The place is found as in `GET /hotels` and costs the same: 1 credit per chain, 0.25 from the cache of 24 hours, nothing for a chain without a hotel there; a place that nobody knows is `null`, and the call is free. Only cells quoted in `currency` are compared: nothing is converted. Each night costs a quarter of the chain’s `calendar_night_credits` for every hotel that can be had, at most 1 credit; nights without such a hotel are free. An answer costs at least 1 credit in all; the job sets its own worst case aside.
   */
  calendarArea: {
    input: CalendarAreaRequest
    answers: { 200: CalendarAreaResponse; 202: CalendarAreaResponse202 }
  }
  /**
   * POST /award/search: Award nights around a place.
   *
   * Looks through up to 62 check-in nights at the nearest 50 hotels of each chain for nights payable with points alone, or by a certificate, and ranks the hotels that have some. Read from the store; nights older than `max_age` are not listed. Hotels that `fill` finds wanting get a job for each chain that asks for all their nights, and the answer is 202: search again when the jobs have ended. While your own job for the same place, hotels, nights and party is under way, asking again shows that job and makes no second one. The place is found as in `GET /hotels` and costs the same: 1 credit per chain, 0.25 from the cache of 24 hours, nothing for a chain without a hotel there; a place that nobody knows is `null`, and the call is free. Only cells quoted in `currency` are compared: nothing is converted. Each night that is listed costs a quarter of the chain’s `award_night_credits`, each hotel at most 1 credit; nights that were looked at and not listed are free. An answer costs at least 1 credit in all; jobs set their own worst case aside.
   */
  awardSearch: {
    input: AwardSearchRequest
    answers: { 200: AwardSearchResponse; 202: AwardSearchResponse202 }
  }
  /**
   * GET /award/value: Where points are worth most.
   *
   * Ranks hotels by what a point saves on their award nights: stays of one night for two adults in one room, payable with points alone, standard awards, quoted in `currency`. Read from what the store knows of up to 93 nights; no chain is asked and nothing is fetched. `min_cpp` and `max_age` decide which nights count, `min_nights` then asks how many are left. Equal hotels go by their code. Each hotel of the answer costs a quarter of the chain’s `award_night_credits`; an answer costs at least 1 credit, an empty one too.
   */
  awardValue: {
    input: {
      /** Ids of chains with award points, separated by commas; without it all of them. */
      chains?: string | undefined
      /** Only hotels of this country: ISO 3166 alpha-2, upper case. */
      country?: string | undefined
      /** Only hotels of this city, by its name as the chain writes it. Case and accents do not matter. */
      city?: string | undefined
      /** First check-in night; without it today (UTC). */
      from?: string | undefined
      /** Last check-in night, included; without it 60 nights are looked at. At most 93. */
      to?: string | undefined
      /**
       * ISO 4217, upper case. Only nights quoted in it are compared; nothing is converted.
       * @default "USD"
       */
      currency?: string | undefined
      /** Nights worth fewer cents per point do not count. */
      min_cpp?: number | undefined
      /**
       * Hotels with fewer nights that count are left out.
       * @default 1
       */
      min_nights?: number | undefined
      /**
       * By the best of the nights that count, or by their mean.
       * @default "best"
       */
      rank?: 'best' | 'avg' | undefined
      /**
       * How many hotels are answered at most.
       * @default 25
       */
      limit?: number | undefined
      /**
       * How old a night in the store may be, in seconds. Nothing is fetched: with 0 there is nothing.
       * @default 604800
       */
      max_age?: number | undefined
    }
    answers: { 200: AwardValueResponse }
  }
  /**
   * POST /watches: Be told when something changes.
   *
   * Looks at one hotel on up to 90 check-in nights, at once and then every `refresh_sec`, and sends a signed event to `webhook_url` on each transition of its condition. The call itself is free; each refresh costs `credits_per_refresh`, on the key that made the watch. Watches on the same nights share their refreshes, and whatever else is seen of these nights, by a shop for one, is judged too. An account may have 1000 watches with nights ahead.
   */
  createWatch: { input: CreateWatchRequest; answers: { 201: Watch } }
  /**
   * GET /watches: The watches of this key, newest first.
   *
   * Those that were made with the calling key. Free.
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
    }
    answers: { 200: ListWatchesResponse }
  }
  /**
   * GET /watches/{id}: How a watch is doing.
   *
   * For every key of the account. Free.
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
   * What is left out stays as it is. While a watch is paused or suspended nothing is judged; taken up again, it compares the next observation with the last one before. Under new terms the next observation counts as the first. Free.
   */
  changeWatch: {
    input: {
      /** The watch. */
      id: string
    } & ChangeWatchRequest
    answers: { 200: Watch }
  }
  /**
   * DELETE /watches/{id}: End a watch.
   *
   * Nothing is sent to its address any more, also what was still to be tried again; its events can be read as before. A refresh under way is charged for what it got. Free.
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
   * An event of type `watch.test`, signed like any other and sent once, also while the watch is paused. It shows what is known of the first night. Free.
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
   * At most once in 60 seconds. It costs one refresh, charged when it has ended; watches that share it pay nothing for it before their own time. A refresh that is already under way serves, too.
   */
  refreshWatch: {
    input: {
      /** The watch. */
      id: string
    } & RefreshWatchRequest
    answers: { 202: Watch }
  }
  /**
   * POST /watches/{id}/rotate-secret: A new secret.
   *
   * Events are signed with the new secret and, for 24 hours, with the one before too: the signature then has two `v1=`. Free.
   */
  rotateWatchSecret: {
    input: {
      /** The watch. */
      id: string
    }
    answers: { 200: Watch }
  }
  /**
   * GET /events: List events, oldest first.
   *
   * Events of the last 30 days, whether their delivery succeeded or not. Pass the id of the last event you received as `after` to get every later event exactly once, even while new ones are being written. Free.
   */
  listEvents: {
    input: {
      /** The id of the last event you received; later events are returned. It may be up to 365 days old, even if the event itself is no longer kept. */
      after?: string | undefined
      /** Only events of this watch. */
      watch_id?: string | undefined
      /** Only events of this type. */
      type?:
        | 'watch.available'
        | 'watch.points_lte'
        | 'watch.changed'
        | 'watch.rebook'
        | 'watch.undercut'
        | 'watch.test'
        | 'job.done'
        | undefined
      /**
       * Events per page.
       * @default 200
       */
      limit?: number | undefined
    }
    answers: { 200: ListEventsResponse }
  }
  /**
   * POST /events/{id}/redeliver: Send an event again.
   *
   * Sends the event at once, whatever its delivery state, and restarts the retry schedule. It goes to the current address and keeps its id. Free.
   */
  redeliverEvent: {
    input: {
      /** The event. */
      id: string
    }
    answers: { 200: Event }
  }
  /**
   * POST /parity: What the chain asks for a stay, against the travel agencies.
   *
   * The direct public rate, member rate and points, and a row for each agency with its distance to direct. Public rates are compared per room and night, after tax wherever both sides tell that figure; nothing is converted. The hotel’s ids at the agencies are those you pass, else those of the id map, else they are resolved now. Each shop costs the weight of its source, a quarter from the cache; a resolution that ran costs 1 credit. An agency without a listing, or one that fails, is `skipped` and free. If the chain itself fails, so does the call.
   */
  parity: { input: ParityRequest; answers: { 200: ParityResponse } }
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
  },
  hotels: {
    method: 'GET',
    path: '/hotels',
    params: [],
    query: ['q', 'place_id', 'lat', 'lng', 'radius', 'chains', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: true,
  },
  hotelIds: {
    method: 'GET',
    path: '/hotels/{chain}/{code}/ids',
    params: ['chain', 'code'],
    query: ['resolve', 'sources'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: true,
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
  },
  exportJob: {
    method: 'GET',
    path: '/jobs/{id}/export',
    params: ['id'],
    query: ['format'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
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
      'rank',
      'limit',
      'max_age',
    ],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: true,
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
  },
  listWatches: {
    method: 'GET',
    path: '/watches',
    params: [],
    query: ['cursor', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
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
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    params: [],
    query: ['after', 'watch_id', 'type', 'limit'],
    hasBody: false,
    takesKey: true,
    isIdempotent: false,
    isQuotable: false,
    isBillable: false,
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
  },
} as const
