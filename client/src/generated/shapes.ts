// Generated from the OpenAPI document by `npm run client:types`. Do not edit.

/** The sources in the document. A service may have others. */
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

export interface AreaRequest {
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
  /** Chains to look for. Default: every chain with a search by place, and for `award` with award points. */
  chains?: SourceId[] | undefined
  /**
   * How many hotels are looked at, the nearest ones.
   * @default 50
   */
  max_hotels?: number | undefined
  /** Check-in, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `award` goes by points, and only at chains that have them; `cash` by the lowest public rate.
   * @default "award"
   */
  kind?: 'award' | 'cash' | undefined
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface AreaResponse {
  /** The place as it was understood; null where nobody knows such a place. */
  place: Place | null
  /** The hotels whose cell the store has: the cheapest first, then by distance and code. */
  hotels: {
    /** From 1; null, and last in the list, where the stay cannot be had or is quoted in another currency. */
    rank: number | null
    /** Whose hotel it is. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
    cell: MatrixCell
  }[]
}

export interface AreaResponse202 {
  /** The place as it was understood; null where nobody knows such a place. */
  place: Place | null
  /** The hotels whose cell the store has: the cheapest first, then by distance and code. */
  hotels: {
    /** From 1; null, and last in the list, where the stay cannot be had or is quoted in another currency. */
    rank: number | null
    /** Whose hotel it is. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
    cell: MatrixCell
  }[]
  job: Job
}

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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
  /** The currency of the answer’s figures, ISO 4217. A rate may name another of its own. */
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
    /** Whether `bar` has the taxes in it, or `member` where nothing is public. Rates may differ: each tells its own. Null where it is not known. */
    tax_included: boolean | null
  }
  /** Cents per point of the cheapest standard award. */
  cpp: number | null
}

export interface AwardSearchRequest {
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
  /** Chains to search. Default: every chain with award points and a search by place. */
  chains?: SourceId[] | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, included. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /** Only nights that this free-night certificate pays for, at the chains that have it (`certificates` of `GET /chains`). */
  cert?: string | undefined
  /** How many points may be added to the certificate; never more than the chain allows, which is also the default. */
  max_top_up?: number | undefined
  /**
   * `missing`: hotels of which the store has no night of the range, however old, get a job that asks for all of them. `stale`: also those whose newest night is older than `max_age`. `none`: nothing is asked for.
   * @default "missing"
   */
  fill?: 'missing' | 'stale' | 'none' | undefined
  /**
   * `points`: the cheapest night first. `cpp`: the best value of a point first. `nights`: the most matching nights first.
   * @default "points"
   */
  rank?: 'points' | 'cpp' | 'nights' | undefined
  /**
   * How many hotels are answered at most.
   * @default 25
   */
  limit?: number | undefined
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
  /** How old a night in the store may be, in seconds; older ones are not shown. 0: none is. Default: 21600. */
  max_age?: number | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface AwardSearchResponse {
  /** The place as it was understood; null where nobody knows such a place. */
  place: Place | null
  /** The hotels with a matching night, in the order asked for; equal ones by distance and code. */
  hotels: {
    /** Whose hotel it is. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
    /** The nights that match, by date. */
    nights: MatrixCell[]
  }[]
}

export interface AwardSearchResponse202 {
  /** The place as it was understood; null where nobody knows such a place. */
  place: Place | null
  /** The hotels with a matching night, in the order asked for; equal ones by distance and code. */
  hotels: {
    /** Whose hotel it is. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
    /** The nights that match, by date. */
    nights: MatrixCell[]
  }[]
  /** One for each chain that is being asked. */
  jobs: Job[]
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

export interface CalendarAreaRequest {
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
  /** A chain with a search by place. */
  chain: SourceId
  /**
   * How many hotels are looked at, the nearest ones.
   * @default 50
   */
  max_hotels?: number | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, included. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `award` goes by points, and only at chains that have them; `cash` by the lowest public rate.
   * @default "award"
   */
  kind?: 'award' | 'cash' | undefined
  /**
   * `missing`: hotels of which the store has no night of the range, however old, get a job that asks for all of them. `stale`: also those whose newest night is older than `max_age`. `none`: nothing is asked for.
   * @default "missing"
   */
  fill?: 'missing' | 'stale' | 'none' | undefined
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
  /** How old a night in the store may be, in seconds; older ones are not shown. 0: none is. Default: 21600 for `award`, 3600 for `cash`. */
  max_age?: number | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CalendarAreaResponse {
  /** The place as it was understood; null where nobody knows such a place. */
  place: Place | null
  /** One row for each night; empty where nobody knows the place. */
  nights: {
    /** Check-in. */
    night: string
    /** Hotels of which the store has this night. */
    hotels_known: number
    /** Of these, how many can be had, in the asked currency. */
    hotels_available: number
    /** The cheapest of these: points for `award`, the public rate for `cash`. Null where there is none. */
    cheapest: number | null
    /** Whose figure that is; of equally cheap hotels the nearest. */
    cheapest_hotel: {
      /** Whose hotel it is. */
      chain: string
      /** The property's code at the chain. */
      hotel_code: string
      /** For people. */
      name: string
    } | null
    /** The median of these; of an even number, the mean of the middle two, half up: points for `award`, the public rate for `cash`. Null where there is none. */
    median: number | null
    /** The most that a point is worth among these, in cents; null for `cash`. */
    best_cpp: number | null
  }[]
  /** Every hotel that was looked at, the nearest first. */
  hotels: {
    /** Whose hotel it is. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
    /** When it is cheapest; of equally cheap nights the first. Null where no night can be had. */
    cheapest_night: string | null
    /** What it costs then: points for `award`, the public rate for `cash`. Null where there is none. */
    cheapest: number | null
  }[]
}

export interface CalendarAreaResponse202 {
  /** The place as it was understood; null where nobody knows such a place. */
  place: Place | null
  /** One row for each night; empty where nobody knows the place. */
  nights: {
    /** Check-in. */
    night: string
    /** Hotels of which the store has this night. */
    hotels_known: number
    /** Of these, how many can be had, in the asked currency. */
    hotels_available: number
    /** The cheapest of these: points for `award`, the public rate for `cash`. Null where there is none. */
    cheapest: number | null
    /** Whose figure that is; of equally cheap hotels the nearest. */
    cheapest_hotel: {
      /** Whose hotel it is. */
      chain: string
      /** The property's code at the chain. */
      hotel_code: string
      /** For people. */
      name: string
    } | null
    /** The median of these; of an even number, the mean of the middle two, half up: points for `award`, the public rate for `cash`. Null where there is none. */
    median: number | null
    /** The most that a point is worth among these, in cents; null for `cash`. */
    best_cpp: number | null
  }[]
  /** Every hotel that was looked at, the nearest first. */
  hotels: {
    /** Whose hotel it is. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null where the chain does not tell. */
    lat: number | null
    /** Degrees east; null where the chain does not tell. */
    lng: number | null
    /** Miles from the place along the great circle; null, and last in the list, where the chain does not tell where the hotel is. */
    distance_mi: number | null
    /** When it is cheapest; of equally cheap nights the first. Null where no night can be had. */
    cheapest_night: string | null
    /** What it costs then: points for `award`, the public rate for `cash`. Null where there is none. */
    cheapest: number | null
  }[]
  job: Job
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
  /** The id used in `certs`. */
  id: string
  /** The highest award it covers. Null: no limit. */
  max_points: number | null
  /** Points that may be added. Null: any number. 0: none. */
  max_top_up: number | null
}

export interface Chain {
  /** The value of `chain` in requests. */
  id: string
  /** A hotel chain, or an online travel agency. */
  kind: 'chain' | 'ota'
  /** The display name. */
  name: string
  /** One live shop. */
  shop_credits: number
  /** One hotel of a live comparison set. */
  compset_hotel_credits: number
  /** Added to `compset_hotel_credits`, per hotel. */
  compset_extras: {
    /** For member rates, if they need another call. */
    member: number
  }
  /** One live night of a stay or of an area calendar. */
  calendar_night_credits: number
  /** The same in points; null if the source has none. */
  award_night_credits: number | null
  /** Whether one call covers several hotels. */
  native_batch: boolean
  /** Whether one call covers many nights. */
  native_calendar: boolean
  /** Whether nights can be booked with points. */
  award_points: boolean
  /** Whether hotels can be found around a place. */
  geo_search: boolean
  /** Free-night certificates of the chain. */
  certificates: Certificate[]
  /** ISO 4217 codes; `*` means any. */
  currencies: string[]
  /** Whether nightly prices include taxes. Null: differs between answers. */
  tax_included: boolean | null
  /** Hotel codes that can be shopped. */
  examples: string[]
  /** The current health of the source. */
  status: 'up' | 'degraded' | 'down'
}

export interface ChangeWatchRequest {
  /** Pause it, or take it up again: also after its receiver was gone, or its credits spent. */
  status?: 'active' | 'paused' | undefined
  /** How often it looks, in seconds. A watch on the same nights that looks more often serves it too. */
  refresh_sec?: number | undefined
  /** Where events are sent: an http or https address on the internet. */
  webhook_url?: string | undefined
  /** For condition `points_lte`: tells you when the cheapest award costs so many points or fewer. */
  points_lte?: number | undefined
  /** What is left out stays as it is. */
  rebook?:
    | {
        /** What was paid per room and night: in `currency`, or points for kind `award`. */
        paid?: number | undefined
        /** The rate that is compared with it: the lowest public one, the same after taxes and fees, or the lowest member rate. Of no meaning for kind `award`. */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The least saving that is worth an event, in per cent of what was paid. */
        min_saving_pct?: number | undefined
      }
    | undefined
  /** What is left out stays as it is; at another channel the hotel’s id comes from the id map. */
  undercut?:
    | {
        /** The online travel agency that is compared with the hotel’s own public rate. */
        channel?: SourceId | undefined
        /** The hotel’s id there. Left out: from the id map. */
        hotel_code?: string | undefined
        /** The least gap that is worth an event, in per cent of the direct rate. */
        min_pct?: number | undefined
        /** After taxes and fees, or as each of them shows its price: `bar` may compare a price with taxes to one without. */
        basis?: 'bar_after_tax' | 'bar' | undefined
      }
    | undefined
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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

export interface CreateWatchRequest {
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
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
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
   * How often it looks, in seconds. A watch on the same nights that looks more often serves it too.
   * @default 3600
   */
  refresh_sec?: number | undefined
  /** `available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte`. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate. */
  condition: 'available' | 'points_lte' | 'any' | 'rebook' | 'undercut'
  /** Where events are sent: an http or https address on the internet. */
  webhook_url: string
  /** For condition `points_lte`: tells you when the cheapest award costs so many points or fewer. */
  points_lte?: number | undefined
  /** For condition `rebook`: one stay, `nights.from` = `nights.to`. */
  rebook?:
    | {
        /** What was paid per room and night: in `currency`, or points for kind `award`. */
        paid: number
        /**
         * The rate that is compared with it: the lowest public one, the same after taxes and fees, or the lowest member rate. Of no meaning for kind `award`.
         * @default "bar"
         */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The least saving that is worth an event, in per cent of what was paid. */
        min_saving_pct?: number | undefined
      }
    | undefined
  /** For condition `undercut`: kind `cash`, a hotel chain. */
  undercut?:
    | {
        /** The online travel agency that is compared with the hotel’s own public rate. */
        channel: SourceId
        /** The hotel’s id there. Left out: from the id map. */
        hotel_code?: string | undefined
        /** The least gap that is worth an event, in per cent of the direct rate. */
        min_pct?: number | undefined
        /**
         * After taxes and fees, or as each of them shows its price: `bar` may compare a price with taxes to one without.
         * @default "bar_after_tax"
         */
        basis?: 'bar_after_tax' | 'bar' | undefined
      }
    | undefined
}

/** The delivery of the event to its receiver. */
export interface Delivery {
  /** `pending` until the next attempt, `delivered` after a 2xx, `failed` after the last attempt. */
  status: 'pending' | 'delivered' | 'failed'
  /** Attempts so far. */
  attempts: number
  /** The HTTP status of the last attempt; null if there was no answer or no attempt yet. */
  last_status: number | null
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null
  /** Every attempt, oldest first. */
  log: DeliveryAttempt[]
}

export interface DeliveryAttempt {
  /** When it began. */
  at: string
  /** The HTTP status of the receiver’s answer; null if there was none. */
  status: number | null
  /** What went wrong, if the status does not say it. */
  error: string | null
  /** How long it took. */
  duration_ms: number
}

export interface ErrorEnvelope {
  /** What went wrong. It cost nothing. */
  error: {
    /** One of seven codes. Decide what to do by this code, not by the message. */
    code:
      | 'invalid_request'
      | 'auth_failed'
      | 'hotel_not_found'
      | 'quota_exceeded'
      | 'rate_limited'
      | 'source_unavailable'
      | 'upstream_timeout'
    /** A sentence for people. Names the field and its limit where a limit was exceeded. */
    message: string
    /** The source involved. */
    chain?: string | undefined
    /** Give this id when you contact support about the answer. */
    request_id: string
  }
}

export interface Event {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type:
    | 'watch.available'
    | 'watch.points_lte'
    | 'watch.changed'
    | 'watch.rebook'
    | 'watch.undercut'
    | 'watch.test'
    | 'job.done'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id?: string | undefined
  /** The source of the hotel. */
  chain?: string | undefined
  /** The hotel. */
  hotel_code?: string | undefined
  /** The check-in night. */
  night?: string | undefined
  /** Length of stay, in nights. */
  los?: number | undefined
  /** What is watched. */
  kind?: 'cash' | 'award' | undefined
  /** What was known before; null for a first observation. */
  previous?: MatrixCell | null | undefined
  /** What is known now; null in a test before any observation. */
  current?: MatrixCell | null | undefined
  /** With `watch.rebook`. */
  rebook?: RebookSaving | undefined
  /** With `watch.undercut`. */
  undercut?: UndercutFound | undefined
  /** The job that ended. With `job.done`. */
  job_id?: string | undefined
  /** The ended job. With `job.done`. */
  job?: Job | undefined
  delivery: Delivery
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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

export interface IdMap {
  /** As asked. */
  chain: SourceId
  /** As asked. */
  hotel_code: string
  /** Only for an agency's hotel: the chain's hotel behind it; null where none is known. */
  mapped_to?:
    | {
        /** The chain. */
        chain: string
        /** What the hotel is called there. */
        hotel_code: string
      }
    | null
    | undefined
  /** By source. A source without a known id is left out. */
  ids: {
    /** What the hotel is called at `google`. */
    google?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** What the hotel is called at `google_hotels`. */
    google_hotels?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** What the hotel is called at `lodgista`. */
    lodgista?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** What the hotel is called at `mapleroom`. */
    mapleroom?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** What the hotel is called at `nightdeal`. */
    nightdeal?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** What the hotel is called at `ostello`. */
    ostello?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** What the hotel is called at `pillowfare`. */
    pillowfare?:
      | {
          /** At an agency, the `hotel_code` to pass with `chain` set to it. */
          id: string
          /** How sure it is: 1 where an administrator said so; 0.9 for a search by name that found it within 1 km of the chain's coordinates; 0.85 for a link of the search engine's own page of the hotel; 0.5 for 1 to 3 km, or a name without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Between the two sources' coordinates; null where one has none, or nobody measured. */
          distance_km: number | null
          /** How alike the names are, 1 for the same words; null where nobody compared. */
          name_score: number | null
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
  }
  /** The other sources that were asked for, and why each has no id. */
  unresolved: {
    /** Where no id is known. */
    source:
      | 'google'
      | 'google_hotels'
      | 'lodgista'
      | 'mapleroom'
      | 'nightdeal'
      | 'ostello'
      | 'pillowfare'
      | (string & {})
    /** `no_match`: asked, and the hotel is not there. `suppressed`: asked within the last 7 days, not asked again. `parked`: the search engine must not be asked for a while. `source_failed`: it could not answer. `not_tried`: it was not asked. */
    reason: 'no_match' | 'suppressed' | 'parked' | 'source_failed' | 'not_tried'
    /** Null where it may be asked at any time. */
    retry_after: string | null
  }[]
}

export interface IdsJobRequest {
  /** A hotel chain, or a travel agency whose own hotel id is then the code. */
  chain: SourceId
  /** The hotels, each once. */
  hotel_codes: string[]
  /** Where ids are wanted. Default: everywhere. */
  sources?:
    | (
        | 'google'
        | 'google_hotels'
        | 'lodgista'
        | 'mapleroom'
        | 'nightdeal'
        | 'ostello'
        | 'pillowfare'
        | (string & {})
      )[]
    | undefined
  /** Where to send the event of its end: an http or https address on the internet. */
  webhook_url?: string | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface IdsJobResponse202 {
  job: Job
  /** Signs the event. Only with a `webhook_url`, and only here. */
  secret?: string | undefined
}

export interface Job {
  /** Identifies the job in other calls. */
  id: string
  /** Which call created the job. */
  kind: 'matrix' | 'area' | 'award_search' | 'calendar_area' | 'export' | 'ids'
  /** `done` when all tasks have ended and at least one succeeded; `failed` when none did. `tasks_failed` counts the tasks that failed. */
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled'
  /** Cells in the grid. For an ids job: the most ids that can be found. */
  cells_total: number
  /** Cells that can be read. For an ids job: ids known for the hotels processed so far. */
  cells_done: number
  /** Calls to sources. For an ids job: hotels. */
  tasks_total: number
  /** Tasks that succeeded. */
  tasks_done: number
  /** Tasks that failed. They cost nothing. */
  tasks_failed: number
  /** The worst-case cost, reserved when the job started. */
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

export interface ListEventsResponse {
  /** Oldest first. */
  events: Event[]
  /** Pass it back as `after` for the next page; null at the end. */
  next_cursor: string | null
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

export interface ListWatchesResponse {
  /** Newest first. */
  watches: Watch[]
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
  /** The currency of the answer’s figures, ISO 4217. A rate may name another of its own. */
  currency: string
  /** Whether `bar` has the taxes in it, or `member` where nothing is public. Rates may differ: each tells its own. Null where it is not known. */
  tax_included: boolean | null
  /** Empty unless the status is `available`. */
  rooms: Room[]
  lowest: Lowest
  /** The upstream bodies, where asked for. */
  raw?: unknown[] | undefined
}

export interface ParityChannel {
  /** Id of the agency. */
  channel: string
  /** The hotel’s id there; null where none is known. */
  hotel_code: string | null
  /** How sure the id map is of that id, from 0 to 1; null for one that you passed. */
  confidence: number | null
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** The currency of this row’s figures; null where it was skipped. */
  currency: string | null
  /** The cheapest public and member-deal rates, per room and night; null where the channel was skipped. */
  lowest: {
    /** The lowest public rate per room and night, on the source’s own tax basis. Never a member rate. */
    bar: number | null
    /** The lowest public rate with all taxes and fees. */
    bar_after_tax: number | null
    /** The lowest rate for members only. */
    member: number | null
    /** The same with all taxes and fees. */
    member_after_tax: number | null
  } | null
  /** Channel less direct, per room and night: below 0 where the channel is cheaper. Public rates only. Null where the two cannot be compared. */
  gap: number | null
  /** `gap` in per cent of the direct rate, to 2 decimals. */
  gap_pct: number | null
  /** What was compared: after tax wherever both sides tell that figure. */
  basis: 'bar_after_tax' | 'bar' | null
  /** For people. Says which side is on its own basis, or why there is no comparison; null where both are compared after tax. */
  comparison_note: string | null
  /** Why there is no rate: `no_listing`, or the code of the error with which the channel failed. Such a row is free. */
  skipped: string | null
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
}

/** What the chain itself asks, per room and night. */
export interface ParityDirect {
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
  /** The currency of these figures, ISO 4217. */
  currency: string
  /** Whether `bar` and `member` have the taxes in them; null where the rates differ or there are none. */
  tax_included: boolean | null
  /** Whether the stay can be booked. `restricted_los`: only for longer. Null where it could not be found out. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The shortest stay that is sold, where the source states one. */
  min_los: number | null
  /** Whether the answer came from the store. Decides the price. */
  cached: boolean | null
  /** When the source said so. */
  observed_at: string | null
  /** How long ago that was. */
  cache_age_sec: number | null
}

export interface ParityRequest {
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
  /** The hotel’s ids at the agencies, as far as you know them. They come before those of the id map, serve this call alone and are not kept. */
  ids?:
    | {
        /** The property's code at the source. */
        lodgista?: string | undefined
        /** The property's code at the source. */
        mapleroom?: string | undefined
        /** The property's code at the source. */
        nightdeal?: string | undefined
        /** The property's code at the source. */
        ostello?: string | undefined
        /** The property's code at the source. */
        pillowfare?: string | undefined
      }
    | undefined
  /**
   * Whether an id that is neither passed nor mapped is looked for now, for 1 credit. Otherwise its channel is skipped.
   * @default true
   */
  resolve?: boolean | undefined
  /** The agencies to compare with, in the order of the answer; all of them by default. */
  channels?: SourceId[] | undefined
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface ParityResponse {
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
  direct: ParityDirect
  /** A row per agency, in the order asked. */
  channels: ParityChannel[]
  /** `direct`, or the agency with the lowest public rate. Of equals direct comes first. Rows on another basis or in another currency do not count. Null where nobody has a public rate. */
  cheapest: string | null
  /** The agency that is furthest below direct; null where none is. */
  deepest_undercut: {
    /** Id of the agency. */
    channel: string
    /** Direct less channel, per room and night: above 0. */
    diff: number
    /** `diff` in per cent of the direct rate, to 2 decimals. */
    diff_pct: number | null
    /** What was compared. */
    basis: 'bar_after_tax' | 'bar'
  } | null
  /** Whether ids were looked for now. Such a resolution costs 1 credit, found or not. */
  ids_resolved: boolean
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
    /** The charge if every live unit fails. */
    credits_min: number
    /** The worst case: what the call would reserve. */
    credits_max: number
    /** Cached units, at a quarter of the price. */
    cached: number
    /** Units that have to be fetched from a source. */
    live: number
    /** Units that are free. */
    free: number
  }
}

export interface Rate {
  /** The rate plan’s code at the source. */
  rate_code: string
  /** The rate plan’s name, for people. */
  name: string
  /** The currency of this rate’s figures, ISO 4217. Rates in another currency than the answer’s are not in `lowest`. */
  currency: string
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
  /** Whether it wants identification or proof of a contract, as government and corporate rates do. Not in `lowest`. */
  restricted: boolean
  /** Whether it is sold only together with something else, such as a flight. Not in `lowest`. */
  package: boolean
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

export interface RebookSaving {
  /** What was paid per room and night: money, or points for kind `award`. */
  paid: number
  /** What it costs now. */
  current: number
  /** The difference. */
  saving: number
  /** The difference in percent of what was paid. */
  saving_pct: number
  /** The difference over all nights and rooms. */
  saving_total: number
}

export interface RefreshWatchRequest {
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
  /** The currency of the answer’s figures, ISO 4217. A rate may name another of its own. */
  currency: string
  /** Whether `bar` has the taxes in it, or `member` where nothing is public. Rates may differ: each tells its own. Null where it is not known. */
  tax_included: boolean | null
  /** Empty unless the status is `available`. */
  rooms: Room[]
  lowest: Lowest
}

export interface SourceStatus {
  /** Id of the source. */
  id: string
  /** The current health of the source. */
  status: 'up' | 'degraded' | 'down'
  /** Median latency of the last five minutes. */
  latency_ms: number | null
  /** Error rate of the last five minutes, from 0 to 1. */
  error_share: number | null
  /** When it was last called; null if never. */
  checked_at: string | null
}

export interface Status {
  /** The service as a whole. */
  status: 'up' | 'degraded' | 'down'
  /** The version of the API. */
  version: string
  /** The time on this server. */
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
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
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
  /** The currency of the answer’s figures, ISO 4217. A rate may name another of its own. */
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
    /** The price of the stay for all nights and rooms: the nightly figure times both, before rounding. */
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

export interface UndercutFound {
  /** The direct public rate. */
  direct: number
  /** The rate of the channel. */
  channel_rate: number
  /** How much less the channel asks. */
  diff: number
  /** The same in percent of the direct rate. */
  diff_pct: number
  /** Which figures were compared. */
  basis: 'bar_after_tax' | 'bar'
}

export interface Usage {
  /** The name of the plan. */
  plan: 'free' | 'starter' | 'pro' | 'scale'
  /** The current billing month (UTC). */
  period: string
  /** Credits used by the account, all keys together. */
  credits_used: number
  /** Credits used by the key that makes this call. */
  credits_used_this_key: number
  /** The allowance of the period. */
  credits_limit: number
  /** Allowance less what was spent; never below 0. */
  credits_remaining: number
  /** Requests per second for the account. */
  rate_limit_rps: number
  /** When the credits reset. */
  resets_at: string
}

export interface UsageLine {
  /** The `X-Request-Id` of the answer that was charged. */
  request_id: string
  /** When it was charged. */
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
  /** The key that made the call. */
  key_id: string
  /** The job it was charged for. */
  job_id: string | null
  /** The watch it was charged for. */
  watch_id: string | null
  /** Equals the `X-Credits-Charged` of that answer. */
  credits: number
  /** Units fetched from a source. */
  live: number
  /** Units from the cache, at a quarter of the price. */
  cached: number
  /** Units that cost nothing, such as failed or not found. */
  free: number
}

export interface Watch {
  /** Names the watch in the other calls. */
  id: string
  /** The source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** The check-in nights, as they were asked for. Past ones have fallen out. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, included. */
    to: string
  }
  /** Nights of each stay. */
  los: number
  /** What it looks for. */
  kind: 'cash' | 'award'
  /** Per room. */
  adults: number
  /** Per room. */
  children: number
  /** Rooms of the same kind. */
  rooms: number
  /** Of its amounts. Figures in another one are not compared with them. */
  currency: string
  /** How often it looks, in seconds. A watch on the same nights that looks more often serves it too. */
  refresh_sec: number
  /** `available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte`. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate. */
  condition: 'available' | 'points_lte' | 'any' | 'rebook' | 'undercut'
  /** For condition `points_lte`: tells you when the cheapest award costs so many points or fewer. */
  points_lte?: number | undefined
  /** With condition `rebook`. */
  rebook?:
    | {
        /** What was paid per room and night: in `currency`, or points for kind `award`. */
        paid: number
        /** The rate that is compared with it: the lowest public one, the same after taxes and fees, or the lowest member rate. Of no meaning for kind `award`. */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The least saving that is worth an event, in per cent of what was paid. */
        min_saving_pct: number
      }
    | undefined
  /** With condition `undercut`. */
  undercut?:
    | {
        /** The online travel agency that is compared with the hotel’s own public rate. */
        channel: SourceId
        /** The hotel’s id there. Left out: from the id map. */
        hotel_code: string
        /** The least gap that is worth an event, in per cent of the direct rate. */
        min_pct: number
        /** After taxes and fees, or as each of them shows its price: `bar` may compare a price with taxes to one without. */
        basis: 'bar_after_tax' | 'bar'
      }
    | undefined
  /** Where events are sent: an http or https address on the internet. */
  webhook_url: string
  /** What one refresh costs: a quarter of the price of each cell, for the nights that are left. Cells that fail are free. */
  credits_per_refresh: number
  /** `paused` by you, or because the receiver said that it is gone (410). `suspended` while the account has no credits for a refresh; it goes on by itself. `expired` when all its nights are past. */
  status: 'active' | 'paused' | 'suspended' | 'expired'
  /** When it last looked. */
  last_refresh_at: string | null
  /** When it looks next; null where it does not. */
  next_refresh_at: string | null
  /** When it was made. */
  created_at: string
  /** What its events are signed with. Told when the watch is made and when the secret is changed, and never again. */
  secret?: string | undefined
}
