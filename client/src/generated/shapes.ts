// Made from the OpenAPI document by `npm run client:types`. Changes here would be lost.

/** The sources that the document knows; a service may have others. */
export const SOURCES = [
  'aurelia',
  'brightwater',
  'castellan',
  'dunmore',
  'evergrand',
  'foxhollow',
  'glasshouse',
  'harborline',
  'ivyrow',
  'juniper',
  'kestrel',
  'lodgista',
  'mapleroom',
  'nightdeal',
  'ostello',
  'pillowfare',
] as const

/** Id of a hotel chain or a travel agency. */
export type SourceId = (typeof SOURCES)[number] | (string & {})

export interface AwardRate {
  /** The room type’s code at the source. */
  room_code: string
  /** The room type’s name, for people. */
  room_name: string
  /** The rate plan’s code at the source. */
  rate_code: string
  /** The rate plan’s name, for people. */
  name: string
  /** Per room and night, averaged over the stay. */
  points_per_night: number
  /** All nights and rooms. */
  points_total: number
  /** The cash beside the points, per room and night; null for points alone. */
  cash_copay_per_night: number | null
  /** False for a premium award. */
  standard: boolean
  /** Certificates that pay for the night, with the points to add: `35k:0;40k:0`. */
  certs: string | null
  /** Cents per point. Only for standard awards. */
  cpp: number | null
}

export interface AwardRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface AwardResponse {
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
  /** What was asked, with the defaults filled in. */
  query: {
    /** The source: a hotel chain or a travel agency of `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
  }
  /** The property, as far as the source describes it. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** The currency of every figure of the answer, ISO 4217. */
  currency: string
  /** Empty where no award night is left. */
  award_rates: AwardRate[]
  /** What the same stay costs in money, per room and night. */
  cash_comparison: {
    /** The lowest public rate. */
    bar: number | null
    /** With all taxes and fees. */
    bar_after_tax: number | null
    /** The lowest member rate. */
    member: number | null
    /** With all taxes and fees. */
    member_after_tax: number | null
    /** Whether nightly prices have the taxes in them; null where the rates differ or there are none. */
    tax_included: boolean | null
  }
  /** Cents per point of the cheapest standard award. */
  cpp: number | null
}

export interface AwardValueHotel {
  /** The chain. */
  chain: string
  /** The property's code at the chain. */
  hotel_code: string
  /** As the chain writes it. */
  name: string | null
  /** As the chain writes it. */
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Cents per point of the best night that counts. */
  best_cpp: number
  /** The mean of all nights that count, half up. */
  avg_cpp: number
  /** How many nights count. */
  nights: number
  best: MatrixCell
}

export interface AwardValueResponse {
  /** Empty where nothing is known. */
  hotels: AwardValueHotel[]
}

export interface CalendarNight {
  /** The night, by its check-in date. */
  night: string
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** Null where the night failed. */
  lowest: Lowest | null
  /** Why this one failed. It costs nothing. */
  error?:
    | {
        /** One of the error codes. */
        code: string
        /** For people. */
        message: string
      }
    | undefined
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
}

export interface CalendarRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, included. */
    to: string
  }
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CalendarResponse {
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
  /** What was asked, with the defaults filled in. */
  query: {
    /** The source: a hotel chain or a travel agency of `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
    /** A range of check-in nights. */
    nights: {
      /** First check-in night. */
      from: string
      /** Last check-in night, included. */
      to: string
    }
  }
  /** The currency of every figure; null where no night was found out. */
  currency: string | null
  /** A row per night, in date order. */
  nights: CalendarNight[]
}

export interface Certificate {
  /** As it appears in `certs`. */
  id: string
  /** The dearest award it pays for. Null: no ceiling. */
  max_points: number | null
  /** Points that may be added. Null: any number. 0: none. */
  max_top_up: number | null
}

export interface Chain {
  /** What requests take as `chain`. */
  id: string
  /** A hotel chain, or an online travel agency. */
  kind: 'chain' | 'ota'
  /** For people. */
  name: string
  /** One live shop. */
  shop_credits: number
  /** One hotel of a live comparison set. */
  compset_hotel_credits: number
  /** On top of `compset_hotel_credits`, per hotel. */
  compset_extras: {
    /** For member rates, where they take a further call. */
    member: number
  }
  /** One live night of a stay or of an area calendar. */
  calendar_night_credits: number
  /** The same in points; null where the source has none. */
  award_night_credits: number | null
  /** Whether one call asks for several hotels. */
  native_batch: boolean
  /** Whether one call asks for many nights. */
  native_calendar: boolean
  /** Whether nights can be had for points. */
  award_points: boolean
  /** Whether hotels can be found around a place. */
  geo_search: boolean
  /** Free-night certificates of the chain. */
  certificates: Certificate[]
  /** ISO 4217 codes; `*` stands for any. */
  currencies: string[]
  /** Whether nightly prices have the taxes in them. Null: differs from answer to answer. */
  tax_included: boolean | null
  /** Hotel codes that can be shopped. */
  examples: string[]
  /** How it is doing right now. */
  status: 'up' | 'degraded' | 'down'
}

export interface CompsetAwardRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** The source: a hotel chain or a travel agency of `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `member` also asks for member rates where they take a further call, at its price.
   * @default "lowest"
   */
  rates?: 'lowest' | 'member' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CompsetAwardResponse {
  /** What was asked, with the defaults filled in. */
  query: {
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
    /** Which rates were asked for. */
    rates: 'lowest' | 'member'
  }
  /** A row per hotel, in the order asked. */
  hotels: CompsetHotel[]
}

export interface CompsetHotel {
  /** Id of the source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** The currency of this hotel’s figures. */
  currency: string | null
  /** Null where the hotel failed, or the chain has no award points. */
  lowest: Lowest | null
  /** Why this one failed. It costs nothing. */
  error?:
    | {
        /** One of the error codes. */
        code: string
        /** For people. */
        message: string
      }
    | undefined
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
}

export interface CompsetRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** The source: a hotel chain or a travel agency of `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `member` also asks for member rates where they take a further call, at its price.
   * @default "lowest"
   */
  rates?: 'lowest' | 'member' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CompsetResponse {
  /** What was asked, with the defaults filled in. */
  query: {
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
    /** Which rates were asked for. */
    rates: 'lowest' | 'member'
  }
  /** A row per hotel, in the order asked. */
  hotels: CompsetHotel[]
}

export interface ErrorEnvelope {
  /** What went wrong. It cost nothing. */
  error: {
    /** One of seven; what to do is decided by it. */
    code:
      | 'invalid_request'
      | 'auth_failed'
      | 'hotel_not_found'
      | 'quota_exceeded'
      | 'rate_limited'
      | 'source_unavailable'
      | 'upstream_timeout'
    /** For people. Names the field and the limit where one was missed. */
    message: string
    /** The source that was involved. */
    chain?: string | undefined
    /** Quote it when you ask about this answer. */
    request_id: string
  }
}

export interface ExportRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** The source: a hotel chain or a travel agency of `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, included. */
    to: string
  }
  /**
   * One length of stay, or up to 3.
   * @default 1
   */
  los?: number | number[] | undefined
  /**
   * `award` only at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * The file.
   * @default "csv"
   */
  format?: 'csv' | 'jsonl' | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface ExportResponse202 {
  job: Job
}

export interface GetOpenApiResponse {}

export interface Hotel {
  /** Id of the source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** As the source spells it. */
  name: string
  /** As the source spells it. */
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Degrees north. */
  lat: number | null
  /** Degrees east. */
  lng: number | null
}

export interface HotelsResponse {
  /** Null where nobody knows such a place. */
  place: Place | null
  /** Other places that answer to the name, the likeliest first. */
  alternatives: Place[]
  /** The nearest first; equally near ones by code. */
  hotels: {
    /** Whose hotel it is. */
    chain: SourceId
    /** What `/shop` and the others take with this chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** As the chain writes it. */
    city: string | null
    /** ISO 3166 alpha-2. */
    country: string | null
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
  }[]
  /** Whether no chain had to be asked for this answer. */
  cached: boolean
}

export interface Job {
  /** Names the job in the other calls. */
  id: string
  /** What it was made for. */
  kind: 'matrix' | 'area' | 'award_search' | 'calendar_area' | 'export' | 'ids'
  /** `done` when every task is accounted for and at least one succeeded; `failed` when none did; `tasks_failed` tells how partial it is. */
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  /** Cells of the grid. */
  cells_total: number
  /** Cells that can be read. */
  cells_done: number
  /** Calls to sources that it is made of. */
  tasks_total: number
  /** Tasks that succeeded. */
  tasks_done: number
  /** Tasks that were given up. They cost nothing. */
  tasks_failed: number
  /** The worst case, as it was set aside at the start. */
  credits_reserved: number
  /** What was charged so far; what is left of the reservation is given back at the end. */
  credits_spent: number
  /** When it was asked for. */
  created_at: string
  /** When its first task began. */
  started_at: string | null
  /** When its last task ended. */
  finished_at: string | null
}

export interface ListChainsResponse {
  /** Chains first, then travel agencies. */
  chains: Chain[]
}

export interface ListJobCellsResponse {
  job: Job
  /** In the order of hotel, night and length. */
  cells: MatrixCell[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListJobsResponse {
  /** Newest first. */
  jobs: Job[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListUsageLinesResponse {
  /** Newest first. */
  lines: UsageLine[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

/** The cheapest figures of a stay; null where there is none or none is known. */
export interface Lowest {
  /** The lowest public rate per room and night, on the source’s own tax basis. Never a member rate. */
  bar: number | null
  /** The lowest public rate with all taxes and fees. */
  bar_after_tax: number | null
  /** The lowest rate for members only. */
  member: number | null
  /** The same with all taxes and fees. */
  member_after_tax: number | null
  /** The cheapest award night payable with points alone. */
  lowest_points: number | null
  /** The points of the cheapest points + cash night. */
  lowest_points_cash: number | null
  /** The cash of that night. */
  cash_copay: number | null
  /** Cents per point: what a point of `lowest_points` saves. */
  cpp: number | null
}

export interface MatrixCell {
  /** Id of the source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** Check-in. */
  night: string
  /** Nights of the stay. */
  los: number
  /** What was asked for. */
  kind: 'cash' | 'award'
  /** Per room, as asked. */
  adults: number
  /** Per room, as asked. */
  children: number
  /** As asked. */
  rooms: number
  /** Of the figures of this cell. */
  currency: string
  /** Whether the stay can be booked. `restricted_los`: only for longer. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los'
  /** Where the chain states one. */
  min_los: number | null
  /** The lowest public rate; a nightly average for longer stays. */
  lowest_bar: number | null
  /** With all taxes and fees. */
  lowest_bar_after_tax: number | null
  /** The lowest member rate. */
  lowest_member: number | null
  /** Payable with points alone. */
  lowest_points: number | null
  /** The points of the cheapest points + cash rate. */
  lowest_points_cash: number | null
  /** The cash of that rate. */
  cash_copay: number | null
  /** Cents per point of `lowest_points`. */
  cpp: number | null
  /** Cents per point of `lowest_points_cash`. */
  cpp_points_cash: number | null
  /** Certificates that pay for the night, with the points to add: `35k:0;40k:0`. */
  certs: string | null
  /** Whether the source could not price the asked occupancy, and the figures are for two adults in one room. */
  from_default_occupancy: boolean
  /** When the source said so. */
  observed_at: string
  /** How long ago that was. */
  cache_age_sec: number
}

export interface MatrixRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** The source: a hotel chain or a travel agency of `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, included. */
    to: string
  }
  /**
   * One length of stay, or up to 3.
   * @default 1
   */
  los?: number | number[] | undefined
  /**
   * `award` only at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface MatrixResponse {
  /** In the order of hotel, night and length. */
  cells: MatrixCell[]
  /** How many there are. */
  count: number
}

export interface MatrixResponse202 {
  job: Job
}

export interface OtaShopRequest {
  /** The property's code at the source. */
  hotel_code: string
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Also answer with the upstream bodies.
   * @default false
   */
  raw?: boolean | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface OtaShopResponse {
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
  /** What was asked, with the defaults filled in. */
  query: {
    /** The source: a hotel chain or a travel agency of `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
  }
  /** The property, as far as the source describes it. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** The currency of every figure of the answer, ISO 4217. */
  currency: string
  /** Whether nightly prices have the taxes in them; null where the rates differ or there are none. */
  tax_included: boolean | null
  /** Empty unless the status is `available`. */
  rooms: Room[]
  lowest: Lowest
  /** The upstream bodies, where asked for. */
  raw?: unknown[] | undefined
}

/** Where on earth. */
export interface Place {
  /** Null where only coordinates were given. */
  name: string | null
  /** Asks for the same place again, and for no other. */
  place_id: string | null
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lng: number
  /** ISO 3166 alpha-2, where the place lies in one. */
  country: string | null
}

/** The answer to `dry_run`. */
export interface Quote {
  /** Units are those of the endpoint: shops, nights, rows or cells. */
  quote: {
    /** The charge if every unit that needs a source failed. */
    credits_min: number
    /** The worst case: what would be held before the call. */
    credits_max: number
    /** Units that the store holds, at a quarter of the price. */
    cached: number
    /** Units that a source would be asked for. */
    live: number
    /** Units that cost nothing. */
    free: number
  }
}

export interface Rate {
  /** The rate plan’s code at the source. */
  rate_code: string
  /** The rate plan’s name, for people. */
  name: string
  /** Per room and night, averaged over the stay, on the basis that `tax_included` tells. */
  price_per_night: number | null
  /** With all taxes and fees: comparable across sources. */
  price_per_night_after_tax: number | null
  /** Whether `price_per_night` has the taxes in it. */
  tax_included: boolean
  /** All nights and rooms. */
  total: number | null
  /** All nights and rooms, with all taxes and fees. */
  total_after_tax: number | null
  /** Whether only members of the source’s programme can book it. */
  member_only: boolean
  /** For an award rate. */
  points_per_night: number | null
  /** For a points + cash rate. */
  cash_copay_per_night: number | null
  /** Whether the money comes back on a cancellation in time. */
  refundable: boolean | null
  /** Until when cancelling is free. */
  cancel_by: string | null
  /** For example `room_only` or `breakfast`. */
  meal_plan: string | null
}

export interface Room {
  /** The room type’s code at the source. */
  room_code: string
  /** The room type’s name, for people. */
  name: string
  /** For people, as the source says it. */
  beds: string | null
  /** Guests that fit into one room. */
  max_occupancy: number | null
  /** Every rate plan of the room, award rates among them. */
  rates: Rate[]
}

export interface ShopRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface ShopResponse {
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
  /** What was asked, with the defaults filled in. */
  query: {
    /** The source: a hotel chain or a travel agency of `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
  }
  /** The property, as far as the source describes it. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** The currency of every figure of the answer, ISO 4217. */
  currency: string
  /** Whether nightly prices have the taxes in them; null where the rates differ or there are none. */
  tax_included: boolean | null
  /** Empty unless the status is `available`. */
  rooms: Room[]
  lowest: Lowest
}

export interface SourceStatus {
  /** Id of the source. */
  id: string
  /** How it is doing right now. */
  status: 'up' | 'degraded' | 'down'
  /** Median of the last five minutes. */
  latency_ms: number | null
  /** Of the last five minutes, 0 to 1. */
  error_share: number | null
  /** When it was last called; null where it has not been yet. */
  checked_at: string | null
}

export interface Status {
  /** The service as a whole. */
  status: 'up' | 'degraded' | 'down'
  /** Of the API. */
  version: string
  /** By the clock of this process. */
  time: string
  /** Chains first, then travel agencies. */
  sources: SourceStatus[]
}

export interface StayNight {
  /** The night, by its check-in date. */
  night: string
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** Null where the night failed. */
  lowest: Lowest | null
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** Why this one failed. It costs nothing. */
  error?:
    | {
        /** One of the error codes. */
        code: string
        /** For people. */
        message: string
      }
    | undefined
}

export interface StayRequest {
  /** The source: a hotel chain or a travel agency of `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /** Nights of the stay. */
  los: number
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /**
   * Per room.
   * @default 0
   */
  children?: number | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own; `currency` in the answer says which.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days.
   * @default 3600
   */
  max_age?: number | undefined
  /**
   * Answer with a quote instead: free, and no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before anything is asked of a source, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface StayResponse {
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
  /** What was asked, with the defaults filled in. */
  query: {
    /** The source: a hotel chain or a travel agency of `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Rooms of the same kind. */
    rooms: number
    /** The currency that was asked for. */
    currency: string
  }
  /** The currency of every figure of the answer, ISO 4217. */
  currency: string
  /** The stay as a whole; nightly figures are averages over it. */
  stay: {
    /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
    status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
    /** The shortest stay that is sold, where the source states one. */
    min_los: number | null
    lowest: Lowest
  }
  /** Each night of the stay, priced alone. */
  nights: StayNight[]
  /** Both ways over all nights and rooms. */
  totals: {
    /** The nightly figure of the stay, times its nights and rooms. */
    stay: {
      /** Public. */
      bar: number | null
      /** Public, all-in. */
      bar_after_tax: number | null
      /** Members. */
      member: number | null
      /** Members, all-in. */
      member_after_tax: number | null
    }
    /** Null where a night could not be priced. */
    nights: {
      /** Public. */
      bar: number | null
      /** Public, all-in. */
      bar_after_tax: number | null
      /** Members. */
      member: number | null
      /** Members, all-in. */
      member_after_tax: number | null
    } | null
  }
  /** Whether booking night by night pays. */
  split: {
    /** Told even where splitting is not possible. */
    cheaper: 'stay' | 'nights' | 'equal' | null
    /** What was compared. */
    basis: 'bar_after_tax' | 'bar' | null
    /** How much cheaper the cheaper one is. */
    saving: number | null
    /** Whether every night is sold alone. */
    possible: boolean
    /** The nights that are not. */
    blocked_by: string[]
  }
}

export interface Usage {
  /** Name of the plan. */
  plan: 'free' | 'starter' | 'pro' | 'scale'
  /** The month (UTC) that is being counted. */
  period: string
  /** What the account has spent, all its keys together. */
  credits_used: number
  /** The share of the key that asks. */
  credits_used_this_key: number
  /** The allowance of the period. */
  credits_limit: number
  /** Allowance less what was spent; never below 0. */
  credits_remaining: number
  /** Requests per second of the account. */
  rate_limit_rps: number
  /** When the next period begins. */
  resets_at: string
}

export interface UsageLine {
  /** The `X-Request-Id` of the answer that was charged. */
  request_id: string
  /** When it was settled. */
  at: string
  /** What was sold. */
  endpoint:
    | 'shop'
    | 'award'
    | 'stay'
    | 'calendar'
    | 'compset'
    | 'compset_award'
    | 'matrix'
    | 'export'
    | 'area'
    | 'award_search'
    | 'calendar_area'
    | 'award_value'
    | 'hotels'
    | 'parity'
    | 'ids'
    | 'watch'
  /** The key that asked. */
  key_id: string
  /** The job it was charged for. */
  job_id: string | null
  /** The watch it was charged for. */
  watch_id: string | null
  /** Equals the `X-Credits-Charged` of that answer. */
  credits: number
  /** Units that a source was asked for. */
  live: number
  /** Units from the cache, at a quarter of the price. */
  cached: number
  /** Units that cost nothing: failed, not found. */
  free: number
}
