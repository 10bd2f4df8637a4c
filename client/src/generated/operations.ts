// Made from the OpenAPI document by `npm run client:types`. Changes here would be lost.

import type {
  AwardRequest,
  AwardResponse,
  AwardValueResponse,
  CalendarRequest,
  CalendarResponse,
  CompsetAwardRequest,
  CompsetAwardResponse,
  CompsetRequest,
  CompsetResponse,
  ExportRequest,
  ExportResponse202,
  GetOpenApiResponse,
  HotelsResponse,
  Job,
  ListChainsResponse,
  ListJobCellsResponse,
  ListJobsResponse,
  ListUsageLinesResponse,
  MatrixRequest,
  MatrixResponse,
  MatrixResponse202,
  OtaShopRequest,
  OtaShopResponse,
  ShopRequest,
  ShopResponse,
  SourceId,
  Status,
  StayRequest,
  StayResponse,
  Usage,
} from './shapes.ts'

/** What each operation takes, path, query and body in one, and what it answers by status. */
export interface Operations {
  /**
   * GET /openapi.json: This description, for machines.
   *
   * Free; no key needed.
   */
  getOpenApi: { input: Record<string, never>; answers: { 200: GetOpenApiResponse } }
  /**
   * GET /status.json: How the service and its sources are doing.
   *
   * Free; no key needed.
   */
  getStatus: { input: Record<string, never>; answers: { 200: Status } }
  /**
   * GET /usage: What the account has spent and has left.
   *
   * Free, and still answered when the credits of the period are spent.
   */
  getUsage: { input: Record<string, never>; answers: { 200: Usage } }
  /**
   * GET /usage/lines: The lines behind the usage, newest first.
   *
   * One line per charged request or job task. Calls that cost nothing leave none. Free.
   */
  listUsageLines: {
    input: {
      /** `next_cursor` of the page before. */
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
   * GET /chains: The sources: what each can do, and what it costs.
   *
   * The hotel chains and online travel agencies of this installation, with their weights in credits, their capabilities, three hotel codes to try, and how each is doing. Free.
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
   * GET /jobs: Your jobs, newest first.
   *
   * Free.
   */
  listJobs: {
    input: {
      /** `next_cursor` of the page before. */
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
   * GET /jobs/{id}: How a job is doing.
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
   * What has not begun is dropped and its credits are free again; tasks under way finish and are charged; cells that are done stay readable. A job that has ended is left as it is.
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
      /** `next_cursor` of the page before. */
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
}

/** How each operation is asked over HTTP. */
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
  },
} as const
