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
  'google_hotels',
] as const

/** Id of a hotel chain or a travel agency. */
export type SourceId = (typeof SOURCES)[number] | (string & {})

export interface Act {
  /** The act. */
  id: string
  /** When it was done. */
  at: string
  /** Who did it. */
  actor: {
    /** `person`: somebody signed in to the dashboard. `key`: an API key. `operator`: the command line of the server. `mail_link`: somebody who followed a link in a mail. `visitor`: somebody who tried to sign in. `service`: the service itself, when a time had come. */
    kind: 'person' | 'key' | 'operator' | 'mail_link' | 'visitor' | 'service'
    /** The e-mail of the person, or the id of the key. */
    id: string | null
  }
  /** What was done. */
  action:
    | 'account.create'
    | 'account.change_plan'
    | 'account.set_operator'
    | 'account.require_second_factor'
    | 'account.delete'
    | 'key.create'
    | 'key.rename'
    | 'key.change'
    | 'key.revoke'
    | 'key.set_cap'
    | 'key.end'
    | 'grant.consent'
    | 'grant.end'
    | 'endpoint.create'
    | 'endpoint.change'
    | 'endpoint.delete'
    | 'endpoint.rotate_secret'
    | 'endpoint.verify'
    | 'endpoint.unsubscribe'
    | 'watch.rotate_secret'
    | 'feed.create'
    | 'feed.rotate'
    | 'feed.delete'
    | 'board.share'
    | 'board.unshare'
    | 'board.delete'
    | 'member.invite'
    | 'member.withdraw_invitation'
    | 'member.join'
    | 'member.change_role'
    | 'member.remove'
    | 'person.sign_in'
    | 'person.sign_in_failed'
    | 'person.sign_out'
    | 'person.end_sessions'
    | 'person.set_password'
    | 'person.change_email'
    | 'person.second_factor_failed'
    | 'person.add_second_factor'
    | 'person.remove_second_factor'
    | 'person.reset_second_factor'
    | 'person.use_recovery_code'
    | 'person.renew_recovery_codes'
    | 'person.add_passkey'
    | 'person.remove_passkey'
    | 'person.connect_provider'
    | 'person.disconnect_provider'
    | 'person.set_aside'
    | 'person.prove_email'
    | 'source.test'
    | 'source.add'
    | 'source.change'
    | 'source.enable'
    | 'source.disable'
    | 'source.remove'
    | 'source.switch_sandbox'
    | 'source.learn_again'
    | 'directory.sync'
    | 'job.cancel'
    | (string & {})
  /** The id of what was changed or tested. */
  subject: string | null
  /** What exactly: names, plans, hosts. Never a secret. */
  detail: Record<string, string | string[]>
}

export interface AreaRequest {
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
  /** Chains to search. Default: every chain with a search by place; for `award`, only those with award points. */
  chains?: SourceId[] | undefined
  /**
   * Maximum number of hotels, nearest first.
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
   * `award` ranks by points, only at chains with award points; `cash` ranks by the lowest public rate.
   * @default "award"
   */
  kind?: 'award' | 'cash' | undefined
  /**
   * What a job fetches. `missing`: the hotels without a fresh cell. `none`: nothing.
   * @default "missing"
   */
  fill?: 'missing' | 'none' | undefined
  /** The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no job. */
  fill_budget?: number | undefined
  /**
   * `false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
   * @default true
   */
  partial?: boolean | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface AreaResponse {
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** The hotels with a cached cell: cheapest first, then by distance and code. */
  hotels: {
    /** From 1, by points or by the comparable public rate. Null if the stay is not available or cannot be compared; such hotels come last. */
    rank: number | null
    /** The hotel’s chain. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
    comparable: Comparable | null
    /** Why a price is not compared. Null if it is, or if there is no price. */
    comparison_note: string | null
    cell: MatrixCell
  }[]
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
}

export interface AreaResponse202 {
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** The hotels with a cached cell: cheapest first, then by distance and code. */
  hotels: {
    /** From 1, by points or by the comparable public rate. Null if the stay is not available or cannot be compared; such hotels come last. */
    rank: number | null
    /** The hotel’s chain. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
    comparable: Comparable | null
    /** Why a price is not compared. Null if it is, or if there is no price. */
    comparison_note: string | null
    cell: MatrixCell
  }[]
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
  job: Job
}

export interface AwardAccessResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** First check-in night. */
    from: string
    /** Last check-in night. */
    to: string
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Nights with a public cash room for one night. */
  nights: number
  /** The share of them with a standard award for one night, 0 to 1. Null without such a night. */
  share: number | null
  /** The same by group. Groups without a night are left out. */
  by: {
    /** From Monday. */
    weekday: {
      /** The weekday of the night. */
      weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'
      /** Nights with a public cash room for one night. */
      nights: number
      /** The share of them with a standard award for one night, 0 to 1. Null without such a night. */
      share: number | null
    }[]
    /** By the days from the older of both looks to the night, shortest first. */
    lead: {
      /** First and last lead time in days. The last is null for all longer ones. */
      lead_days: (number | null)[]
      /** Nights with a public cash room for one night. */
      nights: number
      /** The share of them with a standard award for one night, 0 to 1. Null without such a night. */
      share: number | null
    }[]
    /** In date order. */
    month: {
      /** The month of the night. */
      month: string
      /** Nights with a public cash room for one night. */
      nights: number
      /** The share of them with a standard award for one night, 0 to 1. Null without such a night. */
      share: number | null
    }[]
  }
  /** Nights with a public cash room and without a standard award for one night. */
  blocked: {
    /** The night. */
    night: string
    /** `no_award`: no award is known. `premium_only`: only awards above the standard price. `longer_stay_only`: a standard award for a longer stay that begins that night is known. */
    how: 'no_award' | 'premium_only' | 'longer_stay_only'
    /** The shortest longer stay that is known to be sold for points. Null unless `how` is `longer_stay_only`. */
    min_los: number | null
  }[]
  /** What blocks most nights of a kind, too often for chance: the hotel would have to block at least half of them in the long run. `how` is the more frequent one of `longer_stay_only` and `premium_only` if it has at least a tenth of the blocked nights, else `no_award`. */
  habits: {
    /** Which nights. Friday and Saturday nights are `weekend`. */
    on: 'weekend' | 'weekday' | 'any'
    /** `no_award`: no award is known. `premium_only`: only awards above the standard price. `longer_stay_only`: a standard award for a longer stay that begins that night is known. */
    how: 'no_award' | 'premium_only' | 'longer_stay_only'
    /** Such nights with a public cash room. */
    nights: number
    /** Of these, the blocked ones. */
    blocked: number
    /** The shortest longer stay that is known to be sold for points. Null unless `how` is `longer_stay_only`. */
    min_los: number | null
  }[]
  /** The answer in a sentence. */
  why: string
  /** Nights whose cash rates and awards were seen within 24 hours of each other; the billed ones. */
  pairs: number
  /** The oldest look. Null without a pair. */
  seen_from: string | null
  /** The newest look. Null without a pair. */
  seen_to: string | null
}

export interface AwardRate {
  /** The room type’s code at the source. */
  room_code: string
  /** Display name of the room type. */
  room_name: string
  /** The rate plan’s code at the source. */
  rate_code: string
  /** Display name of the rate plan. */
  name: string
  /** Per room and night, averaged over the stay. */
  points_per_night: number
  /** All nights and rooms. */
  points_total: number
  /** All nights and rooms, less the free nights of the chain’s `award_rules`. From the points of each night if the source gives them, otherwise from their average. Only for more than one night. Null if there is no award. */
  points_due?: number | null | undefined
  /** Nights that are free. Null if there is no award. */
  free_nights?: number | null | undefined
  /** The cash part per room and night; null for points alone. */
  cash_copay_per_night: number | null
  /** False for a premium award. */
  standard: boolean
  /** Certificates that cover the night, with the points to add: `35k:0;40k:0`. */
  certs: string | null
  /** Cents per point. Only for standard awards. */
  cpp: number | null
}

export interface AwardRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * Whether the guest has elite status. Some chains give free nights only to such guests.
   * @default false
   */
  elite?: boolean | undefined
  /**
   * Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5 credits more if something is fetched; an answer from the cache has none.
   * @default false
   */
  receipt?: boolean | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface AwardResponse {
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of the figures, ISO 4217. A rate may have a different `currency`. */
  currency: string
  /** Empty if no award is available. */
  award_rates: AwardRate[]
  /** The cash price of the same stay, per room and night. */
  cash_comparison: {
    /** The lowest public rate. */
    bar: number | null
    /** With all taxes and fees. */
    bar_after_tax: number | null
    /** The lowest member rate. */
    member: number | null
    /** With all taxes and fees. */
    member_after_tax: number | null
    /** Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its own `tax_included`. Null if unknown. */
    tax_included: boolean | null
  }
  /** Cents per point of the cheapest standard award. */
  cpp: number | null
  /** Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged for it then. */
  receipt?: ReceiptRef | null | undefined
}

export interface AwardSearchRequest {
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
  /** Chains to search. Default: every chain with award points and a search by place. */
  chains?: SourceId[] | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /** Only nights that this free-night certificate covers, at the chains that have it (`certificates` in `GET /chains`). */
  cert?: string | undefined
  /** Maximum points to add to the certificate. The chain’s own maximum is the limit and the default. */
  max_top_up?: number | undefined
  /** Only hotels that sell at least this share of their cash nights in the range for points, as `share` of `GET /award/access` says, whatever the age. Hotels for which that is not known are left out. */
  min_access?: number | undefined
  /** What you hold: only chains of it are searched, and those that its banks transfer to. `"saved"`: the wallet of `PUT /wallet`. */
  wallet?:
    | {
        /** Your points, by chain. */
        points?: Record<string, number> | undefined
        /** Your points at banks, by bank. They become points of chains as `GET /transfers` says. */
        banks?: Record<string, number> | undefined
        /** Your free-night certificates: at most 6 of a chain and 20 in total. */
        certificates?:
          | {
              /** A chain with award points. */
              chain: string
              /** One of the chain’s `certificates` in `GET /chains`. */
              id: string
              /**
               * How many of them.
               * @default 1
               */
              count?: number | undefined
            }[]
          | undefined
        /** Chains where you have elite status, for free nights that only such guests get. */
        elite?: string[] | undefined
      }
    | 'saved'
    | undefined
  /**
   * Only nights that the `wallet` can pay, each on its own: with points, those of banks included, free nights, or certificates for a single night.
   * @default false
   */
  within_wallet?: boolean | undefined
  /**
   * What a job fetches. `missing`: hotels without any cached night in the range, with all its nights. `stale`: also every single night of the other hotels that is unknown or older than `max_age`. `none`: nothing.
   * @default "missing"
   */
  fill?: 'missing' | 'stale' | 'none' | undefined
  /** The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no job. */
  fill_budget?: number | undefined
  /**
   * `false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
   * @default true
   */
  partial?: boolean | undefined
  /**
   * `points`: cheapest night first. `cpp`: most cents per point first. `nights`: most matching nights first.
   * @default "points"
   */
  rank?: 'points' | 'cpp' | 'nights' | undefined
  /**
   * Maximum number of hotels in the answer.
   * @default 25
   */
  limit?: number | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /** Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. Default: 21600. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known. */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface AwardSearchResponse {
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** The hotels with a matching night, by `rank`, then by distance and code. */
  hotels: {
    /** The hotel’s chain. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
    comparable: Comparable | null
    /** Why a price is not compared. Null if it is, or if there is no price. */
    comparison_note: string | null
    /** The matching nights, by date. */
    nights: MatrixCell[]
  }[]
  /** Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
}

export interface AwardSearchResponse202 {
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** The hotels with a matching night, by `rank`, then by distance and code. */
  hotels: {
    /** The hotel’s chain. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
    comparable: Comparable | null
    /** Why a price is not compared. Null if it is, or if there is no price. */
    comparison_note: string | null
    /** The matching nights, by date. */
    nights: MatrixCell[]
  }[]
  /** Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
  /** One job per chain that is being fetched. */
  jobs: Job[]
}

export interface AwardValueHotel {
  /** The chain. */
  chain: string
  /** The property's code at the chain. */
  hotel_code: string
  /** As spelled by the chain. */
  name: string | null
  /** As spelled by the chain. */
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Cents per point of the best night that counts, in hundredths of the requested currency. */
  best_cpp: number
  /** Mean cents per point of all nights that count, rounded half up. */
  avg_cpp: number
  /** Number of nights that count. */
  nights: number
  /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
  max_age?: number | undefined
  /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
  comparable: Comparable | null
  /** Why a price is not compared. Null if it is, or if there is no price. */
  comparison_note: string | null
  best: MatrixCell
}

export interface AwardValueResponse {
  /** Empty if no cached night counts. */
  hotels: AwardValueHotel[]
}

export interface BacktestEvent {
  /** What happened. */
  type:
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
  /** When it was found. */
  created_at: string
  /** The source of the hotel. */
  chain?: string | undefined
  /** The hotel. */
  hotel_code?: string | undefined
  /** The hotel’s name; null if unknown. */
  name?: string | null | undefined
  /** Why the watch needs attention. With `watch.attention`. */
  attention?: string | undefined
  /** The check-in night. */
  night?: string | undefined
  /** Length of stay, in nights. */
  los?: number | undefined
  /** What is watched. */
  kind?: 'cash' | 'award' | undefined
  /** What was known before; null for a first observation. */
  previous?: MatrixCell | null | undefined
  /** What is known now; made up in a test. */
  current?: MatrixCell | undefined
  /** With `watch.price_lte`. */
  price_lte?: PriceReached | undefined
  /** With `watch.rebook`. */
  rebook?: RebookSaving | undefined
  /** With `watch.undercut`. */
  undercut?: UndercutFound | undefined
  /** The run that ended. With `schedule.done`. */
  schedule?: ScheduleDone | undefined
}

export interface BacktestWatchRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /** ISO 4217, upper case. Default: the hotel’s own currency where it is known, else USD. A watch that compares amounts must be in a currency that the hotel quotes. */
  currency?: string | undefined
  /**
   * Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this one too.
   * @default 3600
   */
  refresh_sec?: number | undefined
  /** `available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate. */
  condition: 'available' | 'points_lte' | 'price_lte' | 'any' | 'rebook' | 'undercut'
  /** For condition `points_lte`: fires when the cheapest award costs at most this many points. */
  points_lte?: number | undefined
  /** For condition `price_lte`: kind `cash`. */
  price_lte?:
    | {
        /** The highest price per room and night that fires, in `currency`. */
        amount: number
        /**
         * The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate.
         * @default "bar_after_tax"
         */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
      }
    | undefined
  /** For condition `rebook`: one stay, `nights.from` = `nights.to`. */
  rebook?:
    | {
        /** The price you paid per room and night: in `currency`, or in points for kind `award`. */
        paid: number
        /**
         * The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. Ignored for kind `award`.
         * @default "bar"
         */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The minimum saving, in percent of the price paid. */
        min_saving_pct?: number | undefined
      }
    | undefined
  /** For condition `undercut`: kind `cash`, a hotel chain. */
  undercut?:
    | {
        /** The online travel agency to compare with the direct public rate. */
        channel: SourceId
        /** The hotel’s id there. Default: from the id map. */
        hotel_code?: string | undefined
        /** The minimum gap, in percent of the direct rate. */
        min_pct?: number | undefined
        /**
         * Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with tax to one without.
         * @default "bar_after_tax"
         */
        basis?: 'bar_after_tax' | 'bar' | undefined
        /**
         * Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and meal. Each refresh then shops every night, at a quarter of the shop price.
         * @default false
         */
        like_for_like?: boolean | undefined
      }
    | undefined
  /** Lists nothing from before this moment. Inclusive. */
  since?: string | undefined
  /** Lists nothing from after this moment. Inclusive; not in the future. */
  until?: string | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface BacktestWatchResponse {
  /** The events that the watch would have sent, oldest first, without ids. */
  events: BacktestEvent[]
  /** Nights with at least one observation, of the hotel and, for `undercut`, of the channel. Each is paid for. */
  nights: number
  /** Changes that were judged, including those in force at `since`. */
  observations: number
}

export interface Board {
  /** The board. */
  id: string
  /** The set, which may have been deleted. */
  set: string
  /** The name of the set; null if it was deleted. */
  name: string | null
  /** `market`: the subject of the set against its other hotels. `parity`: the subject’s own rate against the agencies that list it. */
  kind: 'market' | 'parity'
  /** As given. */
  nights: {
    /** First check-in night. A date, or days after the day of the run in its time zone: `+7d`. */
    from: string
    /** Last check-in night, inclusive. A date, or days after the day of the run in its time zone: `+7d`. */
    to: string
    /** Only check-ins on these days of the week. */
    days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined
  }
  /** When it was made. */
  created_at: string
  /** When it was last fetched, by hand or by a schedule. */
  refreshed_at: string | null
  /** The link for people without an account; null if there is none. */
  link: BoardLink | null
}

export interface BoardChange {
  /** The job of the earlier run; null in a shared board. */
  job: string | null
  /** When the earlier run was fetched. */
  since_at: string
  /** Nights in both runs. */
  nights: number
  /** Rates that both runs have on the same basis. */
  compared: number
  /** Of those, how many are lower now. */
  cheaper: number
  /** How many are higher. */
  dearer: number
  /** Could be booked in the earlier run, and not in this one. */
  gone: number
  /** The other way round. */
  reopened: number
  /** The mean rank of the subject over the nights in both; null for parity. */
  rank: {
    /** In the earlier run. */
    before: number | null
    /** In this one. */
    now: number | null
  } | null
  /** Its mean rate index over these nights; null for parity. */
  rate_index: {
    /** In the earlier run. */
    before: number | null
    /** In this one. */
    now: number | null
  } | null
  /** Its mean distance from the median of the others; null for parity. */
  vs_others_median_pct: {
    /** In the earlier run. */
    before: number | null
    /** In this one. */
    now: number | null
  } | null
  /** Comparisons that an agency won by a lower rate, over these nights; null for a market. */
  lose: {
    /** In the earlier run. */
    before: number | null
    /** In this one. */
    now: number | null
  } | null
  /** By hotel, in the order of the board. Hotels that only one of the runs has are left out. */
  hotels: {
    /** Id of the source. */
    chain: string
    /** The property’s code there. */
    hotel_code: string
    /** As the directory names it. */
    name: string | null
    /** Its nights with a rate in both runs. */
    compared: number
    /** How many are lower now. */
    cheaper: number
    /** How many are higher. */
    dearer: number
    /** What these nights cost together now, against the earlier run, in percent. Null if there are none. */
    change_pct: number | null
  }[]
}

/** How it differs from earlier runs of the board, or of a schedule for the same nights. */
export interface BoardChanges {
  /** Against the run nearest to a day before; null if there is none. */
  '1d': BoardChange | null
  /** Against the run nearest to 7 days before; null if there is none. */
  '7d': BoardChange | null
  /** Against the run nearest to 30 days before; null if there is none. */
  '30d': BoardChange | null
}

export interface BoardFailure {
  /** The source that was asked. */
  chain: string
  /** The property’s code there. */
  hotel_code: string
  /** As the directory names it. */
  name: string | null
  /** The errors, each once. */
  codes: (
    | 'invalid_request'
    | 'auth_failed'
    | 'hotel_not_found'
    | 'quota_exceeded'
    | 'rate_limited'
    | 'source_unavailable'
    | 'upstream_timeout'
  )[]
  /** How many cells failed. They cost nothing. */
  cells: number
  /** The nights that are missing. */
  nights: string[]
}

export interface BoardLink {
  /** The page of the board for anyone who has the link. Without `PUBLIC_URL`, the server does not know its own address, and this is a path. Null if the server has lost the key that encrypted it: make a new one. */
  url: string | null
  /** When it ends; null: when it is deleted. */
  ends_at: string | null
}

export interface BookedStay {
  /** Per room. */
  adults: number
  /** Per room. */
  children: number
  /** If they were given. */
  children_ages?: number[] | undefined
  /** Rooms of the same kind. */
  rooms: number
  /** The room that was booked. */
  room_name: string
  /** Whether a cancellation is refunded until `cancel_by`. */
  refundable: boolean
  /** The meals that were booked. */
  meal_plan: 'room_only' | 'breakfast' | 'half_board' | 'full_board' | 'all_inclusive'
  /** What was paid. */
  paid: BookingPaid
  /** Until when the booking can be canceled. */
  cancel_by: string
  /** The least saving that counts, in percent of what was paid. */
  min_saving_pct: number
}

export interface Booking {
  /** Id of the booking. */
  id: string
  /** Your words for it; null if there are none. */
  reference: string | null
  /** The source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** Check-in. */
  checkin: string
  /** Nights. */
  los: number
  /** Per room. */
  adults: number
  /** Per room. */
  children: number
  /** Their ages, only if they were requested. */
  children_ages?: number[] | undefined
  /** Rooms of the same kind. */
  rooms: number
  /** The room that was booked. */
  room_name: string
  /** Whether a cancellation is refunded until `cancel_by`. */
  refundable: boolean
  /** The meals that were booked. */
  meal_plan: 'room_only' | 'breakfast' | 'half_board' | 'full_board' | 'all_inclusive'
  /** What was paid. */
  paid: BookingPaid
  /** Until when the booking can be canceled. */
  cancel_by: string
  /** The least saving that counts, in percent of what was paid. */
  min_saving_pct: number
  /** Seconds between refreshes. */
  refresh_sec: number
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints: string[]
  /** `watching`: the stay is shopped and judged. `past_deadline`: it can no longer be canceled. `closed`: by you, or because the stay is past. */
  status: 'watching' | 'past_deadline' | 'closed'
  /** Why you should look at the booking; null if all is well. `no_credits`: the account cannot pay for the next refresh; goes on by itself once it can. The others are those of watches. */
  attention: 'hotel_closed' | 'currency_changed' | 'source_disabled' | 'no_credits' | (string & {}) | null
  /** The cheapest offer of the last look that could replace the booking; null if none costs less than what was paid. */
  best: BookingOffer | null
  /** The price of one refresh: a quarter of the price of a shop. Free if the source fails. */
  credits_per_refresh: number
  /** The requests to sources that it is expected to make each time. */
  upstream: {
    /** How many, retries not counted. */
    requests: number
    /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
    cost: {
      /** With up to six decimals. */
      amount: number
      /** ISO 4217. */
      currency: string
    } | null
    /** The same of 30 days. */
    per_month: {
      /** How many, retries not counted. */
      requests: number
      /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
      cost: {
        /** With up to six decimals. */
        amount: number
        /** ISO 4217. */
        currency: string
      } | null
    }
  }
  /** When it was last refreshed. */
  last_refresh_at: string | null
  /** When it is refreshed next; null if it is not. */
  next_refresh_at: string | null
  /** When it was created. */
  created_at: string
}

/** What was booked can be booked for less. */
export interface BookingBetterEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'booking.better'
  /** When it was found. */
  created_at: string
  /** The booking that it is about. Events of bookings only. */
  booking_id: string
  /** Your words for the booking, if any. */
  reference: string | null
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was booked. With `booking.…`. */
  booking: BookedStay
  /** The cheapest offer of the last look that could replace the booking; null if none costs less than what was paid. */
  best: BookingOffer | null
}

/** A booking can soon no longer be canceled. */
export interface BookingDeadlineEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'booking.deadline'
  /** When it was found. */
  created_at: string
  /** The booking that it is about. Events of bookings only. */
  booking_id: string
  /** Your words for the booking, if any. */
  reference: string | null
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was booked. With `booking.…`. */
  booking: BookedStay
  /** The cheapest offer of the last look that could replace the booking; null if none costs less than what was paid. */
  best: BookingOffer | null
}

export interface BookingOffer {
  /** The offer. */
  offer: {
    /** The source’s code of the room. */
    room_code: string
    /** The room, as the source names it. */
    room_name: string
    /** How the room stands to the booked one, by what both are said to have. */
    room: 'same' | 'better'
    /** The source’s code of the rate. */
    rate_code: string
    /** The rate. */
    rate_name: string
    /** Per room and night, on the basis of what was paid. */
    price: number
    /** Whether only members of the loyalty program get it. */
    member_only: boolean
    /** Whether a cancellation is refunded; null if not stated. */
    refundable: boolean | null
    /** Until when, if the source states it. */
    cancel_by: string | null
    /** For example `breakfast`; null if not stated. */
    meal_plan: string | null
    /** Who sells it. Null unless the source is a metasearch engine. */
    seller: {
      /** Its name. */
      name: string
      /** The agency’s id here; null if it has none. */
      source: string | null
      /** Whether it is the hotel’s own site. */
      direct: boolean
    } | null
  }
  /** How much less it costs, per room and night. */
  saving: number
  /** The same in percent of what was paid. */
  saving_pct: number
  /** The saving over all nights and rooms. */
  saving_total: number
  /** When the offer was seen. */
  seen_at: string
}

export interface BookingPaid {
  /** Per room and night: money in `currency`, or points. */
  amount: number
  /** ISO 4217. */
  currency: string
  /** What `amount` is: the price with all taxes and fees, the price as the source displays it, or points. Offers are compared on the same basis. */
  basis: 'after_tax' | 'bar' | 'points'
}

export interface CalendarAreaRequest {
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
  /** A chain with a search by place. */
  chain: SourceId
  /**
   * Maximum number of hotels, nearest first.
   * @default 50
   */
  max_hotels?: number | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `award` ranks by points, only at chains with award points; `cash` ranks by the lowest public rate.
   * @default "award"
   */
  kind?: 'award' | 'cash' | undefined
  /**
   * What a job fetches. `missing`: hotels without any cached night in the range, with all its nights. `stale`: also every single night of the other hotels that is unknown or older than `max_age`. `none`: nothing.
   * @default "missing"
   */
  fill?: 'missing' | 'stale' | 'none' | undefined
  /** The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no job. */
  fill_budget?: number | undefined
  /**
   * `false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
   * @default true
   */
  partial?: boolean | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /** Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. Default: 21600 for `award`, 3600 for `cash`. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known. */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CalendarAreaResponse {
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
  /** One row per night; empty if the place is unknown. */
  nights: {
    /** Check-in. */
    night: string
    /** Number of hotels with a cached cell for this night. */
    hotels_known: number
    /** How many of them are available. */
    hotels_available: number
    /** How many of these were quoted in another currency and converted by a reference rate. */
    converted: number
    /** How many of these were quoted in another currency without a reference rate. They have no figure here. */
    not_compared: number
    /** The cheapest of the available hotels: points for `award`, the public rate in the requested currency for `cash`. Null if there is none. */
    cheapest: number | null
    /** The cheapest hotel; on a tie, the nearest. */
    cheapest_hotel: {
      /** The hotel’s chain. */
      chain: string
      /** The property's code at the chain. */
      hotel_code: string
      /** For people. */
      name: string
    } | null
    /** The median of the available hotels (for an even number, the mean of the middle two, rounded half up): points for `award`, the public rate in the requested currency for `cash`. Null if there is none. */
    median: number | null
    /** The most cents per point among the available hotels, in hundredths of the requested currency; null for `cash`. */
    best_cpp: number | null
  }[]
  /** Every hotel considered, nearest first. */
  hotels: {
    /** The hotel’s chain. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** The hotel’s cheapest night; on a tie, the first. Null if no night is available. */
    cheapest_night: string | null
    /** The price of that night: points for `award`, the public rate in the requested currency for `cash`. Null if there is none. */
    cheapest: number | null
  }[]
}

export interface CalendarAreaResponse202 {
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** Nights of hotels in the range that the cache does not know at all. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
  /** One row per night; empty if the place is unknown. */
  nights: {
    /** Check-in. */
    night: string
    /** Number of hotels with a cached cell for this night. */
    hotels_known: number
    /** How many of them are available. */
    hotels_available: number
    /** How many of these were quoted in another currency and converted by a reference rate. */
    converted: number
    /** How many of these were quoted in another currency without a reference rate. They have no figure here. */
    not_compared: number
    /** The cheapest of the available hotels: points for `award`, the public rate in the requested currency for `cash`. Null if there is none. */
    cheapest: number | null
    /** The cheapest hotel; on a tie, the nearest. */
    cheapest_hotel: {
      /** The hotel’s chain. */
      chain: string
      /** The property's code at the chain. */
      hotel_code: string
      /** For people. */
      name: string
    } | null
    /** The median of the available hotels (for an even number, the mean of the middle two, rounded half up): points for `award`, the public rate in the requested currency for `cash`. Null if there is none. */
    median: number | null
    /** The most cents per point among the available hotels, in hundredths of the requested currency; null for `cash`. */
    best_cpp: number | null
  }[]
  /** Every hotel considered, nearest first. */
  hotels: {
    /** The hotel’s chain. */
    chain: string
    /** The property's code at the chain. */
    hotel_code: string
    /** For people. */
    name: string
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** The hotel’s cheapest night; on a tie, the first. Null if no night is available. */
    cheapest_night: string | null
    /** The price of that night: points for `award`, the public rate in the requested currency for `cash`. Null if there is none. */
    cheapest: number | null
  }[]
  job: Job
}

export interface CalendarNight {
  /** The night, by its check-in date. */
  night: string
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** Null if the night failed. */
  lowest: Lowest | null
  /** Why this row failed. Failed rows are free. */
  error?:
    | {
        /** One of the error codes. */
        code: string
        /** For people. */
        message: string
      }
    | undefined
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
}

export interface CalendarRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CalendarResponse {
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** A range of check-in nights. */
    nights: {
      /** First check-in night. */
      from: string
      /** Last check-in night, inclusive. */
      to: string
    }
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** The currency of all figures; null if every night failed. */
  currency: string | null
  /** One row per night, in date order. */
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
  /** A hotel chain, an online travel agency, or a metasearch engine, which shows the offers of many sellers. */
  kind: 'chain' | 'ota' | 'meta'
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
  /** The rules of award bookings. */
  award_rules: {
    /** A booking paid with points alone is cut into groups of `every` nights from its first night. Each whole group has one free night. Premium awards have none. Null if no night is free. */
    free_night: FreeNightRule | null
  }
  /** ISO 4217 codes. `*`: any. `hotel`: each hotel’s own currency only. */
  currencies: string[]
  /** Whether nightly prices include taxes. Null: differs between answers. */
  tax_included: boolean | null
  /** Whether the source can be told `children_ages`. If not, a question with ages fails at it, because its price would be for other children. */
  children_ages: boolean
  /** The fields of `point_of_sale` that the source understands. */
  point_of_sale: ('country' | 'device')[]
  /** Hotel codes that can be shopped. */
  examples: string[]
  /** Whether its hotels and prices are invented, for trying things out. */
  sandbox: boolean
  /** The current health of the source. */
  status: 'up' | 'degraded' | 'down'
}

export interface ChangeBookingRequest {
  /** `closed`: nothing is refreshed or told any more, for example because it was booked again. `watching` opens it again, before `cancel_by`. */
  status?: 'watching' | 'closed' | undefined
  /** The booked room, as the source names it. What the name says (class, beds, view, …) decides which rooms are the same or better. */
  room_name?: string | undefined
  /** Whether a cancellation is refunded. If so, only refundable offers count. */
  refundable?: boolean | undefined
  /** The meals that were booked. Offers have at least these. */
  meal_plan?: 'room_only' | 'breakfast' | 'half_board' | 'full_board' | 'all_inclusive' | undefined
  /** Omitted fields stay unchanged, and the currency always does. */
  paid?:
    | {
        /** Per room and night: money in `currency`, or points. */
        amount?: number | undefined
        /** Points stay points, and money stays money. */
        basis?: 'after_tax' | 'bar' | 'points' | undefined
      }
    | undefined
  /** Until when the booking can be canceled: a time with its offset, or a date, which is its first moment in UTC. Nothing is told later. */
  cancel_by?: string | undefined
  /** The least saving to be told of, in percent of what was paid. */
  min_saving_pct?: number | undefined
  /** Seconds between refreshes. A booking or watch of the same stay with a shorter interval refreshes this one too. */
  refresh_sec?: number | undefined
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints?: string[] | undefined
  /** Null takes it away. */
  reference?: string | null | undefined
}

export interface ChangeEndpointRequest {
  /** For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a secret: answers show its host, as `https://hooks.example.com/***`. */
  url?: string | undefined
  /** For `email`: the address that gets the mails. */
  address?: string | undefined
  /** The types of events that it gets; null for all. Tests are always sent. */
  events?:
    | (
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
      )[]
    | null
    | undefined
  /** Your words for it. */
  description?: string | null | undefined
  /** Pause or resume it. A recipient who has unsubscribed must agree again before mails are sent. */
  status?: 'active' | 'paused' | undefined
}

export interface ChangeFeedRequest {
  /** A name for people. It need not be unique. */
  name?: string | undefined
  /** The ending of `url`. The same link with another of these endings works too. */
  format?: 'csv' | 'json' | 'xlsx' | undefined
  /** The columns, in order; null for all. */
  columns?: string[] | null | undefined
}

export interface ChangeScheduleRequest {
  /** A name for people. It need not be unique. */
  name?: string | undefined
  /** Which call a run makes. It costs the same and has the same name in usage. */
  ask?: 'matrix' | 'compset' | 'parity' | undefined
  /** The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of hotels or a `set` takes the place of the hotel. */
  body?: Record<string, unknown> | undefined
  /** How often it runs. */
  every?: 'hour' | 'day' | 'week' | undefined
  /** The local time of a run. With `every: "hour"` it is the minute: `00:20`. A time that does not exist that night runs at the first moment that does; one that exists twice, at the first. */
  at?: string | undefined
  /** The days of the week. With `every: "week"` only. */
  on?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined
  /** A zone of the time zone database. Summer time is taken care of. */
  timezone?: string | undefined
  /** A run that could cost more does not happen, and says so. */
  max_credits?: number | undefined
  /** The format of the file that the event names. */
  format?: 'csv' | 'jsonl' | 'parquet' | 'xlsx' | undefined
  /** With `attachment`, mails about a run have its file, if it has at most 10 MB. */
  deliver?: 'link' | 'attachment' | undefined
  /** Ids of endpoints that get the event of each run. It can also be read with `GET /events`. */
  endpoints?: string[] | undefined
  /** A paused schedule does not run. What it misses meanwhile is not made up for. */
  status?: 'active' | 'paused' | undefined
}

export interface ChangeSetRequest {
  /** A name for people. It need not be unique. */
  name?: string | undefined
  /** The hotels, of one chain or of several, in the order of answers. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** Null: no subject any more. */
  subject?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }
    | null
    | undefined
}

export interface ChangeWatchRequest {
  /** Pause or resume the watch. `active` also resumes it after its receiver answered 410 or its credits ran out. */
  status?: 'active' | 'paused' | undefined
  /** Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this one too. */
  refresh_sec?: number | undefined
  /** Where to send events: a public http or https address. Either this or `endpoints`. */
  webhook_url?: string | undefined
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints?: string[] | undefined
  /** For condition `points_lte`: fires when the cheapest award costs at most this many points. */
  points_lte?: number | undefined
  /** Omitted fields stay unchanged. */
  price_lte?:
    | {
        /** The highest price per room and night that fires, in `currency`. */
        amount?: number | undefined
        /** The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
      }
    | undefined
  /** Omitted fields stay unchanged. */
  rebook?:
    | {
        /** The price you paid per room and night: in `currency`, or in points for kind `award`. */
        paid?: number | undefined
        /** The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. Ignored for kind `award`. */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The minimum saving, in percent of the price paid. */
        min_saving_pct?: number | undefined
      }
    | undefined
  /** Omitted fields stay unchanged. After a change of channel, the hotel’s id comes from the id map unless given. */
  undercut?:
    | {
        /** The online travel agency to compare with the direct public rate. */
        channel?: SourceId | undefined
        /** The hotel’s id there. Default: from the id map. */
        hotel_code?: string | undefined
        /** The minimum gap, in percent of the direct rate. */
        min_pct?: number | undefined
        /** Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with tax to one without. */
        basis?: 'bar_after_tax' | 'bar' | undefined
        /** Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and meal. Each refresh then shops every night, at a quarter of the shop price. */
        like_for_like?: boolean | undefined
      }
    | undefined
}

export interface Comparable {
  /** The currency of these figures. */
  currency: string
  /** The lowest public rate. */
  bar: number | null
  /** The lowest public rate with all taxes and fees. */
  bar_after_tax: number | null
  /** The lowest member rate. */
  member: number | null
  /** The lowest member rate with all taxes and fees. */
  member_after_tax: number | null
  /** Cents per point in this currency, from the quoted price at the exact rate. */
  cpp: number | null
  /** The rate used; null if nothing had to be converted. */
  fx: Fx | null
}

export interface CompsetAwardHotel {
  /** Id of the source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** Degrees north; null if unknown. */
  lat: number | null
  /** Degrees east; null if unknown. */
  lng: number | null
  /** IANA name, such as `Europe/London`; null if unknown. */
  timezone: string | null
  /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
  max_age?: number | undefined
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of this hotel’s figures. */
  currency: string | null
  /** Null if the hotel failed, or if the chain has no award points. */
  lowest: Lowest | null
  /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
  comparable: Comparable | null
  /** Why a price is not compared. Null if it is, or if there is no price. */
  comparison_note: string | null
  /** All nights and rooms, less the free nights of the chain’s `award_rules`. From the points of each night if the source gives them, otherwise from their average. Only for more than one night. Null if there is no award. */
  points_due?: number | null | undefined
  /** Nights that are free. Null if there is no award. */
  free_nights?: number | null | undefined
  /** Why this row failed. Failed rows are free. */
  error?:
    | {
        /** One of the error codes. */
        code: string
        /** For people. */
        message: string
      }
    | undefined
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
}

export interface CompsetAwardRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** The id of a set from `POST /sets`, instead of a list. It may have at most 25 hotels here. */
  set?: string | undefined
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `member` also fetches member rates at sources where they take a further call. That call costs extra.
   * @default "lowest"
   */
  rates?: 'lowest' | 'member' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /**
   * Whether the guest has elite status. Some chains give free nights only to such guests.
   * @default false
   */
  elite?: boolean | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CompsetAwardResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** The requested rates. */
    rates: 'lowest' | 'member'
  }
  /** One row per hotel, in the requested order. */
  hotels: CompsetAwardHotel[]
}

export interface CompsetHotel {
  /** Id of the source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** Degrees north; null if unknown. */
  lat: number | null
  /** Degrees east; null if unknown. */
  lng: number | null
  /** IANA name, such as `Europe/London`; null if unknown. */
  timezone: string | null
  /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
  max_age?: number | undefined
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of this hotel’s figures. */
  currency: string | null
  /** Null if the hotel failed, or if the chain has no award points. */
  lowest: Lowest | null
  /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
  comparable: Comparable | null
  /** Why a price is not compared. Null if it is, or if there is no price. */
  comparison_note: string | null
  /** Why this row failed. Failed rows are free. */
  error?:
    | {
        /** One of the error codes. */
        code: string
        /** For people. */
        message: string
      }
    | undefined
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
}

export interface CompsetRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** The id of a set from `POST /sets`, instead of a list. It may have at most 25 hotels here. */
  set?: string | undefined
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `member` also fetches member rates at sources where they take a further call. That call costs extra.
   * @default "lowest"
   */
  rates?: 'lowest' | 'member' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /** Check-in night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /** A hotel of the list, whose place in the market is answered as `market.subject`. Default: the subject of the `set`, if it has one. */
  subject?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }
    | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface CompsetResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Check-in. */
    checkin: string
    /** Nights of the stay. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** The requested rates. */
    rates: 'lowest' | 'member'
    /** A hotel of the list, whose place in the market is answered as `market.subject`. Default: the subject of the `set`, if it has one. */
    subject?:
      | {
          /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
          chain: SourceId
          /** The property's code at the source. */
          hotel_code: string
        }
      | undefined
  }
  /** One row per hotel, in the requested order. */
  hotels: CompsetHotel[]
  market: Market
}

export interface CreateBookingRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /** The booked room, as the source names it. What the name says (class, beds, view, …) decides which rooms are the same or better. */
  room_name: string
  /** Whether a cancellation is refunded. If so, only refundable offers count. */
  refundable: boolean
  /** The meals that were booked. Offers have at least these. */
  meal_plan: 'room_only' | 'breakfast' | 'half_board' | 'full_board' | 'all_inclusive'
  /** What was paid. */
  paid: {
    /** Per room and night: money in `currency`, or points. */
    amount: number
    /** ISO 4217: a currency that the hotel quotes. Not needed for points. */
    currency?: string | undefined
    /** What `amount` is: the price with all taxes and fees, the price as the source displays it, or points. Offers are compared on the same basis. */
    basis: 'after_tax' | 'bar' | 'points'
  }
  /** Until when the booking can be canceled: a time with its offset, or a date, which is its first moment in UTC. Nothing is told later. */
  cancel_by: string
  /**
   * The least saving to be told of, in percent of what was paid.
   * @default 5
   */
  min_saving_pct?: number | undefined
  /**
   * Seconds between refreshes. A booking or watch of the same stay with a shorter interval refreshes this one too.
   * @default 21600
   */
  refresh_sec?: number | undefined
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints: string[]
  /** Your words for the booking, such as a guest or a file number. Events have it, too. */
  reference?: string | undefined
}

export interface CreateEndpointRequest {
  /** `webhook`: signed JSON. `slack`: a message in a channel, by an incoming webhook of Slack. `email`: a mail. */
  kind: 'webhook' | 'slack' | 'email'
  /** For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a secret: answers show its host, as `https://hooks.example.com/***`. */
  url?: string | undefined
  /** For `email`: the address that gets the mails. */
  address?: string | undefined
  /** The types of events that it gets; null for all. Tests are always sent. */
  events?:
    | (
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
      )[]
    | null
    | undefined
  /** Your words for it. */
  description?: string | null | undefined
}

export interface CreateFeedRequest {
  /** A name for people. It need not be unique. */
  name: string
  /** Shows the newest finished run of this schedule. */
  schedule?: string | undefined
  /** Shows the newest finished grid of this board, whether a call of `POST /boards` or a schedule had it fetched. */
  board?: string | undefined
  /** Shows this job. */
  job?: string | undefined
  /** The ending of `url`. The same link with another of these endings works too. */
  format: 'csv' | 'json' | 'xlsx'
  /** The columns, in order, as the file of the job names them; also `hotel_name` for grids. `observed_at` is added if it is left out. Default: all. */
  columns?: string[] | undefined
}

export interface CreateScheduleRequest {
  /** A name for people. It need not be unique. */
  name: string
  /** Which call a run makes. It costs the same and has the same name in usage. */
  ask: 'matrix' | 'compset' | 'parity'
  /** The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of hotels or a `set` takes the place of the hotel. */
  body: Record<string, unknown>
  /** How often it runs. */
  every: 'hour' | 'day' | 'week'
  /**
   * The local time of a run. With `every: "hour"` it is the minute: `00:20`. A time that does not exist that night runs at the first moment that does; one that exists twice, at the first.
   * @default "00:00"
   */
  at?: string | undefined
  /** The days of the week. With `every: "week"` only. */
  on?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined
  /** A zone of the time zone database. Summer time is taken care of. */
  timezone: string
  /** A run that could cost more does not happen, and says so. */
  max_credits: number
  /**
   * The format of the file that the event names.
   * @default "csv"
   */
  format?: 'csv' | 'jsonl' | 'parquet' | 'xlsx' | undefined
  /**
   * With `attachment`, mails about a run have its file, if it has at most 10 MB.
   * @default "link"
   */
  deliver?: 'link' | 'attachment' | undefined
  /**
   * Ids of endpoints that get the event of each run. It can also be read with `GET /events`.
   * @default []
   */
  endpoints?: string[] | undefined
}

export interface CreateSetRequest {
  /** A name for people. It need not be unique. */
  name: string
  /** The hotels, of one chain or of several, in the order of answers. */
  hotels: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
  }[]
  /** The hotel that the others are compared with, such as your own. One of `hotels`. */
  subject?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }
    | undefined
}

export interface CreateWatchRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /** ISO 4217, upper case. Default: the hotel’s own currency where it is known, else USD. A watch that compares amounts must be in a currency that the hotel quotes. */
  currency?: string | undefined
  /**
   * Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this one too.
   * @default 3600
   */
  refresh_sec?: number | undefined
  /** `available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate. */
  condition: 'available' | 'points_lte' | 'price_lte' | 'any' | 'rebook' | 'undercut'
  /** Where to send events: a public http or https address. Either this or `endpoints`. */
  webhook_url?: string | undefined
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints?: string[] | undefined
  /** For condition `points_lte`: fires when the cheapest award costs at most this many points. */
  points_lte?: number | undefined
  /** For condition `price_lte`: kind `cash`. */
  price_lte?:
    | {
        /** The highest price per room and night that fires, in `currency`. */
        amount: number
        /**
         * The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate.
         * @default "bar_after_tax"
         */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
      }
    | undefined
  /** For condition `rebook`: one stay, `nights.from` = `nights.to`. */
  rebook?:
    | {
        /** The price you paid per room and night: in `currency`, or in points for kind `award`. */
        paid: number
        /**
         * The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. Ignored for kind `award`.
         * @default "bar"
         */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The minimum saving, in percent of the price paid. */
        min_saving_pct?: number | undefined
      }
    | undefined
  /** For condition `undercut`: kind `cash`, a hotel chain. */
  undercut?:
    | {
        /** The online travel agency to compare with the direct public rate. */
        channel: SourceId
        /** The hotel’s id there. Default: from the id map. */
        hotel_code?: string | undefined
        /** The minimum gap, in percent of the direct rate. */
        min_pct?: number | undefined
        /**
         * Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with tax to one without.
         * @default "bar_after_tax"
         */
        basis?: 'bar_after_tax' | 'bar' | undefined
        /**
         * Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and meal. Each refresh then shops every night, at a quarter of the shop price.
         * @default false
         */
        like_for_like?: boolean | undefined
      }
    | undefined
}

/** The delivery of the event to the `webhook_url` of its watch or job. */
export interface Delivery {
  /** `pending` until the next attempt, `delivered` after a 2xx, `failed` after the last attempt. */
  status: 'pending' | 'delivered' | 'failed'
  /** Attempts so far. */
  attempts_made: number
  /** The status of the last attempt; null if there was no answer or no attempt yet. */
  last_status: number | null
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null
  /** The attempts, oldest first. In a list of events, only the last one. */
  log: DeliveryAttempt[]
  /** The same as `attempts_made`, which has this name at endpoints too. Deprecated since 1.1, works until 2.0. */
  attempts: number
}

export interface DeliveryAttempt {
  /** When it began. */
  at: string
  /** The status of the receiver’s answer: of HTTP, or of SMTP for an e-mail. Null if there was none. */
  status: number | null
  /** What went wrong, if the status does not say it. */
  error: string | null
  /** How long it took. */
  duration_ms: number
  /** The first bytes of what the receiver answered; null if there was nothing, or if this server does not keep answers. */
  answer: string | null
}

/** How far the directory of hotels has been read. */
export interface DirectoryStatus {
  /** Listed hotels and agencies’ listings that are not closed. */
  hotels: number
  /** When a source was last read to its end. */
  synced_at: string | null
  /** Chains first, then travel agencies. */
  sources: {
    /** Id of the source. */
    id: string
    /** Listed hotels that are not closed. */
    hotels: number
    /** When it was last read to its end. */
    synced_at: string | null
    /** `waiting`: not read yet. `reading`: being read. `current`: up to date. `failing`: the last try failed. `unlisted`: the source has no listing; hotels are added as they are seen. */
    state: 'waiting' | 'reading' | 'current' | 'failing' | 'unlisted'
  }[]
}

export interface Endpoint {
  /** Id of the endpoint. */
  id: string
  /** What it is. */
  kind: 'webhook' | 'slack' | 'email'
  /** For `webhook` and `slack`: a public http or https address. That of a `slack` endpoint is a secret: answers show its host, as `https://hooks.example.com/***`. */
  url?: string | undefined
  /** For `email`: the address that gets the mails. */
  address?: string | undefined
  /** Your words for it. */
  description: string | null
  /** The types of events that it gets; null for all. Tests are always sent. */
  events:
    | (
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
      )[]
    | null
  /** `unverified`: the link in the first mail was not followed yet, so nothing else is sent. `paused`: nothing is sent. */
  status: 'active' | 'unverified' | 'paused'
  /** Why it is paused; null if it is not. `requested`: by you. `gone`: the receiver answered 410, or the mailbox does not exist. `failing`: every attempt failed for 24 hours. `unsubscribed`: by the recipient. */
  paused_reason: 'requested' | 'gone' | 'failing' | 'unsubscribed' | (string & {}) | null
  /** The first failed attempt since the last success; null if the last attempt succeeded. */
  failing_since: string | null
  /** When it was created. */
  created_at: string
  /** The secret that signs its events. Webhooks only; shown only when the endpoint is created and when the secret is rotated. */
  secret?: string | undefined
}

export interface EndpointDelivery {
  /** The endpoint; null if it was deleted long ago. */
  endpoint: string | null
  /** `pending` until the next attempt, `delivered` once it was accepted, `failed` after the last attempt, or without one if the endpoint was paused. For an e-mail address that is `unverified` it is `pending` for up to 7 days: verified by then, the address gets it. */
  status: 'pending' | 'delivered' | 'failed'
  /** Attempts so far. */
  attempts_made: number
  /** The status of the last attempt; null if there was no answer or no attempt yet. */
  last_status: number | null
  /** When the next attempt is due; null if none is. */
  next_attempt_at: string | null
  /** The attempts, oldest first. In a list of events, only the last one. */
  log: DeliveryAttempt[]
  /** The same as `log`. Deprecated since 1.1, works until 2.0. */
  attempts: DeliveryAttempt[]
}

/** Another endpoint was paused. */
export interface EndpointPausedEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'endpoint.paused'
  /** When it was found. */
  created_at: string
  /** With events of type `endpoint.…`. */
  endpoint: {
    /** The endpoint. */
    id: string
    /** What it is. */
    kind: 'webhook' | 'slack' | 'email'
    /** Of a webhook or Slack channel. */
    url?: string | undefined
    /** Of an e-mail endpoint. */
    address?: string | undefined
    /** Your words for it. */
    description: string | null
  }
  /** Why it was paused. With `endpoint.paused`. */
  reason: 'requested' | 'gone' | 'failing' | 'unsubscribed' | (string & {})
}

/** A test of an endpoint. */
export interface EndpointTestEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'endpoint.test'
  /** When it was found. */
  created_at: string
  /** With events of type `endpoint.…`. */
  endpoint: {
    /** The endpoint. */
    id: string
    /** What it is. */
    kind: 'webhook' | 'slack' | 'email'
    /** Of a webhook or Slack channel. */
    url?: string | undefined
    /** Of an e-mail endpoint. */
    address?: string | undefined
    /** Your words for it. */
    description: string | null
  }
}

/** An address is asked to agree. */
export interface EndpointVerifyEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'endpoint.verify'
  /** When it was found. */
  created_at: string
  /** With events of type `endpoint.…`. */
  endpoint: {
    /** The endpoint. */
    id: string
    /** What it is. */
    kind: 'webhook' | 'slack' | 'email'
    /** Of a webhook or Slack channel. */
    url?: string | undefined
    /** Of an e-mail endpoint. */
    address?: string | undefined
    /** Your words for it. */
    description: string | null
  }
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
  /** When it was found. */
  created_at: string
  /** The figures are made up. With `watch.test`. */
  sample?: true | undefined
  /** The watch that fired. Events of watches only. */
  watch_id?: string | undefined
  /** The booking that it is about. Events of bookings only. */
  booking_id?: string | undefined
  /** Your words for the booking, if any. */
  reference?: string | null | undefined
  /** The source of the hotel. */
  chain?: string | undefined
  /** The hotel. */
  hotel_code?: string | undefined
  /** The hotel’s name; null if unknown. */
  name?: string | null | undefined
  /** Why the watch needs attention. With `watch.attention`. */
  attention?: string | undefined
  /** The check-in night. */
  night?: string | undefined
  /** Length of stay, in nights. */
  los?: number | undefined
  /** What is watched. */
  kind?: 'cash' | 'award' | undefined
  /** What was known before; null for a first observation. */
  previous?: MatrixCell | null | undefined
  /** What is known now; made up in a test. */
  current?: MatrixCell | undefined
  /** With `watch.price_lte`. */
  price_lte?: PriceReached | undefined
  /** With `watch.rebook`. */
  rebook?: RebookSaving | undefined
  /** With `watch.undercut`. */
  undercut?: UndercutFound | undefined
  /** What was booked. With `booking.…`. */
  booking?: BookedStay | undefined
  /** The cheapest offer of the last look that could replace the booking; null if none costs less than what was paid. */
  best?: BookingOffer | null | undefined
  /** The job that ended. With `job.done`. */
  job_id?: string | undefined
  /** The ended job. With `job.done`. */
  job?: Job | undefined
  /** With events of type `endpoint.…`. */
  endpoint?:
    | {
        /** The endpoint. */
        id: string
        /** What it is. */
        kind: 'webhook' | 'slack' | 'email'
        /** Of a webhook or Slack channel. */
        url?: string | undefined
        /** Of an e-mail endpoint. */
        address?: string | undefined
        /** Your words for it. */
        description: string | null
      }
    | undefined
  /** Why it was paused. With `endpoint.paused`. */
  reason?: 'requested' | 'gone' | 'failing' | 'unsubscribed' | (string & {}) | undefined
  /** The run that ended. With `schedule.done`. */
  schedule?: ScheduleDone | undefined
  delivery?: Delivery | undefined
  /** One for each endpoint that wants this type of event, if the event goes to `endpoints`. */
  deliveries?: EndpointDelivery[] | undefined
}

export interface ExportGridRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** The id of a set from `POST /sets`, instead of a list. It may have at most 200 hotels here. */
  set?: string | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of stay in nights, or a list of up to 3 lengths.
   * @default 1
   */
  los?: number | number[] | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /** How old a cached cell may be, in seconds. 0 fetches every cell. Default: 3600. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known. */
  max_age?: number | 'auto' | undefined
  /** Answers with the grid as it stood at this moment: of each cell the last change at or before it. Cells that were not known then are left out. Never fetches anything. Nights may then be past, from the day before `as_of`. Not together with `max_age`. */
  as_of?: string | undefined
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
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface ExportGridResponse202 {
  job: Job
  /** What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of stay; only if that was asked for. */
  hotels?: HotelAge[] | undefined
}

export interface Feed {
  /** The feed. */
  id: string
  /** As given. */
  name: string
  /** The schedule that it shows. */
  schedule: string | null
  /** The board that it shows. */
  board: string | null
  /** The job that it shows. */
  job: string | null
  /** The ending of `url`. The same link with another of these endings works too. */
  format: 'csv' | 'json' | 'xlsx'
  /** The columns, in order; null for all. */
  columns: string[] | null
  /** The link. Anyone who has it can read the feed. Without `PUBLIC_URL`, the server does not know its own address, and this is a path. Null if the server has lost the key that encrypted it: rotate it. */
  url: string | null
  /** When it was created. */
  created_at: string
  /** When it was last read, to the minute; null before. */
  last_read_at: string | null
}

export interface FoundHotel {
  /** Id of the chain or travel agency. */
  chain: string
  /** The code to pass to the other calls, together with `chain`. */
  hotel_code: string
  /** As spelled by the source. */
  name: string
  /** The brand within the chain. */
  brand: string | null
  /** As spelled by the source. */
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Degrees north. */
  lat: number | null
  /** Degrees east. */
  lng: number | null
  /** From 1 to 5. */
  stars: number | null
  /** The hotel’s own currency, ISO 4217. */
  currency: string | null
  /** IANA name, such as `Europe/London`. */
  timezone: string | null
  /** Number of rooms. */
  rooms_total: number | null
  /** `closed` if the hotel has left its source. `unknown` if the source does not say. */
  status: 'open' | 'closed' | 'unknown'
  /** When one of these facts last changed. */
  updated_at: string
  /** What matched: the code, the name or brand, or only the city. */
  match: 'code' | 'name' | 'city'
  /** From 0 to 1, the higher the better. */
  score: number
}

export interface FreeNightRule {
  /** How many nights of one booking earn a free one. */
  every: number
  /** Which of these nights is free. */
  frees: 'cheapest' | 'last'
  /** All guests, or only those with elite status. */
  who: 'all' | 'elite'
}

export interface Fx {
  /** The quoted currency. */
  from: string
  /** The currency of the converted figures. */
  to: string
  /** One unit of `from` in `to`, with up to 10 significant digits. */
  rate: number
  /** The day of the rate; of the older one if two feeds were combined. */
  date: string
  /** Who published it. */
  source: string
}

export interface FxTable {
  /** As requested. */
  base: string
  /** The newest day among the rates. Null if there is none. */
  date: string | null
  /** Who published the rates. Null if there are none. */
  source: string | null
  /** How much of each currency one unit of `base` buys. A currency without a rate, or with one that is too old, is left out. */
  rates: Record<string, number>
}

export interface GetBoardResponse {
  board: Board
  /** The job whose figures these are: the newest that has ended with any. Null if none can be read. */
  job: Job | null
  /** The newest job, which may be running or may have failed. */
  newest: Job | null
  /** For a board of kind `market`; null before its first rates. */
  market: MarketFigures | null
  /** For a board of kind `parity`; null before its first rates. */
  parity: ParityFigures | null
  /** What could not be fetched, by hotel. */
  failures: BoardFailure[]
  changes: BoardChanges
}

export interface GetHotelResponse {
  hotel: HotelFacts
  /** By source. A source without a known id is left out. */
  ids: {
    /** The hotel’s id at `google`. */
    google?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `google_hotels`. */
    google_hotels?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `lodgista`. */
    lodgista?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `mapleroom`. */
    mapleroom?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `nightdeal`. */
    nightdeal?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `ostello`. */
    ostello?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `pillowfare`. */
    pillowfare?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
  }
}

export interface GetJobMarketResponse {
  job: Job
  /** The hotels of the grid, in order. */
  hotels: {
    /** Id of the source. */
    chain: string
    /** The property’s code at the source. */
    hotel_code: string
    /** As the directory names it. */
    name: string | null
  }[]
  /** One entry per night and length of stay, in order. */
  nights: {
    /** Check-in. */
    night: string
    /** Nights of the stay. */
    los: number
    market: Market
    /** One entry per hotel, in the order of `hotels`. Null if the job has no cell of it. */
    rates: (MarketRate | null)[]
  }[]
}

export interface GetJobParityResponse {
  job: Job
  /** The hotel whose own rate is compared. */
  hotel: {
    /** Id of the chain. */
    chain: string
    /** The property’s code there. */
    hotel_code: string
    /** As the directory names it. */
    name: string | null
  }
  /** The agencies of the grid, in order. */
  channels: {
    /** Id of the agency. */
    channel: string
    /** The hotel’s id there. */
    hotel_code: string
  }[]
  score: ParityScore
  /** One entry per night and length of stay, in order. */
  nights: NightParity[]
}

export interface GetOpenApiResponse {}

export interface GetReceiptLinkResponse {
  /** Whether there is a link. */
  shared: boolean
  /** A page for everybody who has the link. Null: there is none, or it cannot be shown any more, because it is of an earlier version or the key of the service was lost. It still works; `POST` replaces it. */
  url: string | null
}

export interface HistoryNight {
  /** The night, by its check-in date. */
  night: string
  /** When the first of the listed observations was made. */
  first_seen: string
  /** The last look at this night, changed or not. If it was looked at after `until`, the last change before that. */
  last_seen: string
  /** Number of observations listed. */
  changes: number
  /** One per change of status, price or points, oldest first. Each holds until the next. Looks that found no change are not listed. */
  observations: HistoryObservation[]
}

export interface HistoryObservation {
  /** When the source gave this answer for the first time. */
  observed_at: string
  /** Whether the stay could be booked. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los'
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of these figures. */
  currency: string
  /** Whether `bar` includes tax. Null if unknown. */
  tax_included: boolean | null
  /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
  bar: number | null
  /** The lowest public rate with all taxes and fees. */
  bar_after_tax: number | null
  /** The lowest member rate. */
  member: number | null
  /** The cheapest award payable with points alone. */
  lowest_points: number | null
  /** The points of the cheapest points + cash rate. */
  lowest_points_cash: number | null
  /** The cash part of that rate. */
  cash_copay: number | null
  /** Cents per point of `lowest_points`. */
  cpp: number | null
}

export interface HistoryRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain: SourceId
  /** The property's code at the source. */
  hotel_code: string
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of the stay in nights.
   * @default 1
   */
  los?: number | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /** Lists nothing from before this moment. Inclusive. */
  since?: string | undefined
  /** Lists nothing from after this moment. Inclusive; not in the future. */
  until?: string | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface HistoryResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
    chain: SourceId
    /** The property's code at the source. */
    hotel_code: string
    /** A range of check-in nights. */
    nights: {
      /** First check-in night. */
      from: string
      /** Last check-in night, inclusive. */
      to: string
    }
    /** Nights of the stay. */
    los: number
    /** Cash rates or awards. */
    kind: 'cash' | 'award'
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Nights with at least one observation, in date order. */
  nights: HistoryNight[]
  /** Number of nights listed. */
  count: number
}

export interface Hotel {
  /** Id of the source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** As spelled by the source. */
  name: string
  /** As spelled by the source. */
  city: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Degrees north. */
  lat: number | null
  /** Degrees east. */
  lng: number | null
  /** The hotel’s own currency, ISO 4217. */
  currency: string | null
  /** IANA name, such as `Europe/London`. */
  timezone: string | null
}

export interface HotelAge {
  /** The chain. */
  chain: string
  /** The property's code at the chain. */
  hotel_code: string
  /** In seconds. */
  max_age: number
}

/** A hotel of the directory. Null where no source says. */
export interface HotelFacts {
  /** Id of the chain or travel agency. */
  chain: string
  /** The code to pass to the other calls, together with `chain`. */
  hotel_code: string
  /** As spelled by the source. */
  name: string
  /** The brand within the chain. */
  brand: string | null
  /** Street and number. */
  address: string | null
  /** As spelled by the source. */
  city: string | null
  /** State or province. */
  region: string | null
  /** Postal code. */
  postal_code: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Degrees north. */
  lat: number | null
  /** Degrees east. */
  lng: number | null
  /** From 1 to 5. */
  stars: number | null
  /** The hotel’s own currency, ISO 4217. */
  currency: string | null
  /** IANA name, such as `Europe/London`. */
  timezone: string | null
  /** Number of rooms. */
  rooms_total: number | null
  /** `closed` if the hotel has left its source. `unknown` if the source does not say. */
  status: 'open' | 'closed' | 'unknown'
  /** When one of these facts last changed. */
  updated_at: string
}

export interface HotelNeighboursResponse {
  /** Nearest first. */
  neighbours: Neighbour[]
}

export interface HotelSet {
  /** Takes the place of a hotel list in other calls. */
  id: string
  /** As given. */
  name: string
  /** The hotels, in order. */
  hotels: {
    /** Id of the source. */
    chain: string
    /** The property’s code at the source. */
    hotel_code: string
  }[]
  /** The hotel that the others are compared with; null if there is none. */
  subject: {
    /** Id of the source. */
    chain: string
    /** The property’s code at the source. */
    hotel_code: string
  } | null
  /** Why you should look at it; null if all is well. `source_disabled`: the operator switched a source of its hotels off, the sandbox for instance, or removed it. */
  attention: 'source_disabled' | (string & {}) | null
  /** When it was created. */
  created_at: string
  /** When it was changed last. */
  updated_at: string
}

export interface HotelsResponse {
  /** Null if the place is unknown. */
  place: Place | null
  /** Other places with this name, most likely first. */
  alternatives: Place[]
  /** Nearest first, then by code. */
  hotels: {
    /** The hotel’s chain. */
    chain: SourceId
    /** The code to pass to `/shop` and the other calls, together with `chain`. */
    hotel_code: string
    /** For people. */
    name: string
    /** As spelled by the chain. */
    city: string | null
    /** ISO 3166 alpha-2. */
    country: string | null
    /** Degrees north; null if the chain gives no coordinates. */
    lat: number | null
    /** Degrees east; null if the chain gives no coordinates. */
    lng: number | null
    /** The hotel’s own currency, ISO 4217; null if unknown. */
    currency: string | null
    /** IANA name from the directory, such as `Europe/London`; null if unknown. */
    timezone: string | null
    /** Great-circle distance from the place in miles. Null if the chain gives no coordinates; such hotels come last. */
    distance_mi: number | null
  }[]
  /** Whether the answer came from the cache alone. */
  cached: boolean
}

export interface IdMap {
  /** As asked. */
  chain: SourceId
  /** As asked. */
  hotel_code: string
  /** Only for an agency's hotel: the chain's hotel behind it; null if unknown. */
  mapped_to?:
    | {
        /** The chain. */
        chain: string
        /** The hotel’s code there. */
        hotel_code: string
      }
    | null
    | undefined
  /** By source. A source without a known id is left out. */
  ids: {
    /** The hotel’s id at `google`. */
    google?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `google_hotels`. */
    google_hotels?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `lodgista`. */
    lodgista?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `mapleroom`. */
    mapleroom?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `nightdeal`. */
    nightdeal?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `ostello`. */
    ostello?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
    /** The hotel’s id at `pillowfare`. */
    pillowfare?:
      | {
          /** For an agency: the `hotel_code` to pass with the agency as `chain`. */
          id: string
          /** Confidence: 1 if set by an administrator; 0.9 for a name match within 1 km of the chain's coordinates; 0.85 for a link from the search engine's page of the hotel; 0.5 for a name match at 1 to 3 km or without coordinates. */
          confidence: number
          /** How it was found. */
          method: 'cross_link' | 'typeahead' | 'name' | 'admin'
          /** Distance between the two sources' coordinates; null if not compared. */
          distance_km: number | null
          /** Similarity of the names, 1 for the same words; null if not compared. */
          name_score: number | null
          /** What speaks for the id. */
          evidence: {
            /** Why the id was taken, in one or two sentences. */
            why: string
            /** As `name_score`. */
            name_similarity: number | null
            /** Distance between the two sources' coordinates; null if not compared. */
            metres: number | null
            /** What both sources say alike: `name`, the same words; `coordinates`, at most 1 km apart; the others, written alike in the directory apart from case, accents and punctuation. */
            agrees: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
            /** What was compared and is not alike. A fact that one side lacks is in neither list. */
            differs: ('name' | 'coordinates' | 'address' | 'city' | 'postal_code' | 'country')[]
          }
          /** When it was found or set. */
          resolved_at: string
        }
      | undefined
  }
  /** The requested sources without an id, and why. */
  unresolved: {
    /** The source without a known id. */
    source:
      | 'google'
      | 'google_hotels'
      | 'lodgista'
      | 'mapleroom'
      | 'nightdeal'
      | 'ostello'
      | 'pillowfare'
      | (string & {})
    /** `no_match`: searched, not found. `suppressed`: not found within the last 7 days, so not searched again. `parked`: requests to the search engine are paused. `source_failed`: the source failed. `not_tried`: not searched. */
    reason: 'no_match' | 'suppressed' | 'parked' | 'source_failed' | 'not_tried' | (string & {})
    /** Null if it can be searched at any time. */
    retry_after: string | null
  }[]
}

export interface IdsJobRequest {
  /** A hotel chain, or a travel agency; `code` is then the agency’s hotel id. */
  chain: SourceId
  /** The hotels, without duplicates. */
  hotel_codes: string[]
  /** Sources to resolve ids at. Default: all. */
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
  /** Where to send the `job.done` event: a public http or https address. */
  webhook_url?: string | undefined
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints?: string[] | undefined
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
  /** The secret that signs the event. Only with a `webhook_url`, and shown only in this answer. */
  secret?: string | undefined
}

export interface InsightRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Also answers what `POST /outlook` would, for 0.25 more.
   * @default false
   */
  outlook?: boolean | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface InsightResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** Cash rates or awards. */
    kind: 'cash' | 'award'
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The currency of all figures. */
  currency: string
  /** The price now. */
  current: {
    /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
    bar: number | null
    /** The lowest public rate with all taxes and fees. */
    bar_after_tax: number | null
    /** The cheapest award payable with points alone. */
    lowest_points: number | null
    /** When the source answered. */
    observed_at: string
    /** Whether the price came from the cache. */
    cached: boolean
  }
  /** The figure that is judged: after tax if the current answer has it; points for `award`. */
  basis: 'bar_after_tax' | 'bar' | 'lowest_points'
  /** What other nights cost; null if too little is known. */
  typical: TypicalPrice | null
  /** The share of nights that were cheaper, plus half of those that cost the same: 0 to 100. */
  percentile: number | null
  /** The current price against the median; negative if it is cheaper. */
  vs_median_pct: number | null
  /** `great_deal`: at least 25 % below the median. `deal`: at least 15 % below. `high`: at least 15 % above. `typical`: in between. `unknown`: no price, or too little to compare with. */
  label: 'great_deal' | 'deal' | 'typical' | 'high' | 'unknown'
  /** The judgement in a sentence, or what is missing for one. */
  why: string
  /** The nearest hotels within 10 miles and one star, by prices of the same stay that were seen within a day. Null if fewer than three are known. */
  similar: {
    /** How many hotels are compared, 3 to 5. */
    hotels: number
    /** The median of their figures, in `currency`. */
    median: number
    /** The current price against it. */
    vs_median_pct: number | null
    /** `great_deal`: at least 25 % below the median. `deal`: at least 15 % below. `high`: at least 15 % above. `typical`: in between. `unknown`: no price, or too little to compare with. */
    label: 'great_deal' | 'deal' | 'typical' | 'high' | 'unknown'
  } | null
  /** The price of this stay now against 14 days ago, or against the first price seen since. Null if none is older than a day. */
  trend: {
    /** How many days ago the earlier price held. */
    days: number
    /** The change since then. */
    change_pct: number
    /** `flat`: within 2 %. */
    direction: 'up' | 'down' | 'flat'
  } | null
  /** How the price depends on the lead time, shortest first. Lead times without a figure are left out. */
  lead_curve: {
    /** First and last lead time in days. The last is null for all longer ones. */
    lead_days: (number | null)[]
    /** The median of the nights seen at this lead time, of any weekday. */
    median: number
    /** Changes with a figure. */
    observations: number
  }[]
  outlook?: Outlook | undefined
}

export interface Job {
  /** Identifies the job in other calls. */
  id: string
  /** Which call created the job. */
  kind: 'matrix' | 'area' | 'award_search' | 'calendar_area' | 'trip' | 'export' | 'ids' | 'schedule'
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
  /** Cells that could not be fetched, by hotel and error code, at most 100 entries. */
  failures: JobFailure[]
  /** The worst-case cost, reserved when the job started. */
  credits_reserved: number
  /** What was charged so far; what is left of the reservation is given back at the end. */
  credits_spent: number
  /** The requests to sources that it was expected to make; null if that is not known. */
  upstream: {
    /** How many, retries not counted. */
    requests: number
    /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
    cost: {
      /** With up to six decimals. */
      amount: number
      /** ISO 4217. */
      currency: string
    } | null
  } | null
  /** When it was asked for. */
  created_at: string
  /** When its first task began. */
  started_at: string | null
  /** When its last task ended. */
  finished_at: string | null
}

/** A job ended. */
export interface JobDoneEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'job.done'
  /** When it was found. */
  created_at: string
  /** The job that ended. With `job.done`. */
  job_id: string
  /** The ended job. With `job.done`. */
  job: Job
}

export interface JobFailure {
  /** The source that was asked. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** The error that a call for this hotel would have got. */
  code:
    | 'invalid_request'
    | 'auth_failed'
    | 'hotel_not_found'
    | 'quota_exceeded'
    | 'rate_limited'
    | 'source_unavailable'
    | 'upstream_timeout'
  /** How many cells failed this way. They cost nothing. */
  cells: number
}

export interface ListActsResponse {
  /** Newest first. */
  acts: Act[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListBoardsResponse {
  /** Newest first. */
  boards: Board[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListBookingsResponse {
  /** In the order asked for. */
  bookings: Booking[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListChainsResponse {
  /** Chains first, then travel agencies, then metasearch engines. */
  chains: Chain[]
}

export interface ListEndpointsResponse {
  /** Oldest first. */
  endpoints: Endpoint[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListEventsResponse {
  /** In the `order` asked for. */
  events: Event[]
  /** Pass it back as `after` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListFeedsResponse {
  /** Newest first. */
  feeds: Feed[]
}

export interface ListJobCellsResponse {
  job: Job
  /** Ordered by hotel, night and length of stay. */
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

export interface ListReceiptsResponse {
  /** Newest first. */
  receipts: ListedReceipt[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListRunsResponse {
  /** Newest first. */
  runs: ScheduleRun[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListSchedulesResponse {
  /** Newest first. */
  schedules: Schedule[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListSetsResponse {
  /** Newest first. */
  sets: HotelSet[]
  /** Pass it back as `cursor` for the next page; null at the end. */
  next_cursor: string | null
}

export interface ListTransfersResponse {
  /** By bank, in the order of the files. */
  transfer_partners: TransferPartner[]
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

export interface ListedReceipt {
  /** Of the receipt. */
  id: string
  /** When it was signed. */
  made_at: string
  /** The call. */
  endpoint: 'shop' | 'award' | 'parity'
  /** The source that was asked about. */
  chain: string
  /** Of the hotel. */
  hotel_code: string
  /** Null if the answer did not have it. */
  hotel_name: string | null
  /** The first night. */
  checkin: string
  /** The nights. */
  los: number
  /** Whether it has a link. */
  shared: boolean
}

/** The cheapest figures of a stay; null if there is none or it is unknown. */
export interface Lowest {
  /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
  bar: number | null
  /** The lowest public rate with all taxes and fees. */
  bar_after_tax: number | null
  /** The lowest member rate. */
  member: number | null
  /** The lowest member rate with all taxes and fees. */
  member_after_tax: number | null
  /** The cheapest award payable with points alone. */
  lowest_points: number | null
  /** The points of the cheapest points + cash rate. */
  lowest_points_cash: number | null
  /** The cash part of that rate. */
  cash_copay: number | null
  /** Cents per point of `lowest_points`. */
  cpp: number | null
}

export interface MakeBoardRequest {
  /** The set. */
  set: string
  /** `market`: the subject of the set against its other hotels. `parity`: the subject’s own rate against the agencies that list it. */
  kind: 'market' | 'parity'
  /** The check-in nights. Dates may count from the day of the call: `{"from": "+1d", "to": "+60d"}` is one board, whose nights move on. */
  nights: {
    /** First check-in night. A date, or days after the day of the run in its time zone: `+7d`. */
    from: string
    /** Last check-in night, inclusive. A date, or days after the day of the run in its time zone: `+7d`. */
    to: string
    /** Only check-ins on these days of the week. */
    days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined
  }
  /**
   * The zone of the time zone database whose day `+1d` counts from.
   * @default "UTC"
   */
  timezone?: string | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface MakeBoardResponse202 {
  /** The board that it fetches. */
  board: {
    /** The board. */
    id: string
  }
  job: Job
}

/** What the hotels cost together, by comparable figures. */
export interface Market {
  /** The requested currency, in which all figures are. */
  currency: string
  /** The compared figure: the lowest public rate after tax; as shown, if no hotel has one after tax. */
  basis: 'bar_after_tax' | 'bar'
  /** Hotels with that figure. The others do not count. */
  priced: number
  /** The cheapest. */
  min: number | null
  /** The median. */
  median: number | null
  /** The mean. */
  mean: number | null
  /** The most expensive. */
  max: number | null
  /** Where the requested `subject` stands. Null without one, or if it has no price. */
  subject: {
    /** 1 is the cheapest. Equal prices share a rank. */
    rank: number
    /** Hotels that are ranked. */
    of: number
    /** Its price as a percentage of the mean of the others; null if there are none. */
    rate_index: number | null
    /** Its price against `median`, which includes its own; negative if it is cheaper. */
    vs_median_pct: number | null
    /** The median of the others; null if there are none. */
    others_median: number | null
    /** Its price against the median of the others, as `rate_index` is against their mean. */
    vs_others_median_pct: number | null
  } | null
}

export interface MarketFigures {
  /** Of all figures. */
  currency: string
  /** The hotel that the others are compared with: that of the set, else its first. Null if the job has no cells of it. */
  subject: {
    /** Id of the chain. */
    chain: string
    /** The property’s code there. */
    hotel_code: string
  } | null
  /** How the subject stands over all nights; null without one. */
  standing: Standing | null
  /** The hotels of the grid, in order. */
  hotels: {
    /** Id of the source. */
    chain: string
    /** The property’s code at the source. */
    hotel_code: string
    /** As the directory names it. */
    name: string | null
  }[]
  /** One entry per night and length of stay, in order. */
  nights: {
    /** Check-in. */
    night: string
    /** Nights of the stay. */
    los: number
    market: Market
    /** One entry per hotel, in the order of `hotels`. Null if the job has no cell of it. */
    rates: (MarketRate | null)[]
  }[]
}

export interface MarketRate {
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** Its rate on the basis of `market`, in the common currency. */
  rate: number | null
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
  /** Whether the cell is about cash rates or awards. */
  kind: 'cash' | 'award'
  /** Per room, as requested. */
  adults: number
  /** Per room, as requested. */
  children: number
  /** As asked. */
  rooms: number
  /** The currency of the figures in this cell. */
  currency: string
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los'
  /** The minimum stay, if the chain states one. */
  min_los: number | null
  /** The lowest public rate per night, averaged for longer stays. */
  lowest_bar: number | null
  /** The lowest public rate with all taxes and fees. */
  lowest_bar_after_tax: number | null
  /** The lowest member rate. */
  lowest_member: number | null
  /** The cheapest award payable with points alone. */
  lowest_points: number | null
  /** The points of the cheapest points + cash rate. */
  lowest_points_cash: number | null
  /** The cash part of that rate. */
  cash_copay: number | null
  /** Cents per point of `lowest_points`, in hundredths of `currency`. */
  cpp: number | null
  /** Cents per point of `lowest_points_cash`. */
  cpp_points_cash: number | null
  /** Certificates that cover the night, with the points to add: `35k:0;40k:0`. */
  certs: string | null
  /** True if the source cannot price the requested occupancy; the figures are then for two adults in one room. */
  from_default_occupancy: boolean
  /** When the source answered. */
  observed_at: string
  /** Seconds since `observed_at`. */
  cache_age_sec: number
}

export interface MatrixRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
  chain?: SourceId | undefined
  /** Hotels of `chain`. */
  hotel_codes?: string[] | undefined
  /** Hotels of several chains, instead of `chain` and `hotel_codes`. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** The id of a set from `POST /sets`, instead of a list. It may have at most 200 hotels here. */
  set?: string | undefined
  /** A range of check-in nights. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /**
   * Length of stay in nights, or a list of up to 3 lengths.
   * @default 1
   */
  los?: number | number[] | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /** How old a cached cell may be, in seconds. 0 fetches every cell. Default: 3600. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known. */
  max_age?: number | 'auto' | undefined
  /** Answers with the grid as it stood at this moment: of each cell the last change at or before it. Cells that were not known then are left out. Never fetches anything. Nights may then be past, from the day before `as_of`. Not together with `max_age`. */
  as_of?: string | undefined
  /**
   * Makes a job even if every cell is cached, at the same price: it can then be read again for free. Not together with `as_of`.
   * @default false
   */
  as_job?: boolean | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface MatrixResponse {
  /** Ordered by hotel, night and length of stay. */
  cells: MatrixCell[]
  /** Number of cells. */
  count: number
  /** What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of stay; only if that was asked for. */
  hotels?: HotelAge[] | undefined
}

export interface MatrixResponse202 {
  job: Job
  /** What `max_age: "auto"` stood for at each hotel, as the shortest of the nights and lengths of stay; only if that was asked for. */
  hotels?: HotelAge[] | undefined
}

export interface Neighbour {
  /** Id of the chain or travel agency. */
  chain: string
  /** The code to pass to the other calls, together with `chain`. */
  hotel_code: string
  /** As spelled by the source. */
  name: string
  /** The brand within the chain. */
  brand: string | null
  /** Street and number. */
  address: string | null
  /** As spelled by the source. */
  city: string | null
  /** State or province. */
  region: string | null
  /** Postal code. */
  postal_code: string | null
  /** ISO 3166 alpha-2. */
  country: string | null
  /** Degrees north. */
  lat: number | null
  /** Degrees east. */
  lng: number | null
  /** From 1 to 5. */
  stars: number | null
  /** The hotel’s own currency, ISO 4217. */
  currency: string | null
  /** IANA name, such as `Europe/London`. */
  timezone: string | null
  /** Number of rooms. */
  rooms_total: number | null
  /** `closed` if the hotel has left its source. `unknown` if the source does not say. */
  status: 'open' | 'closed' | 'unknown'
  /** When one of these facts last changed. */
  updated_at: string
  /** From the hotel, to two decimals. */
  distance_mi: number
}

export interface NightParity {
  /** Check-in. */
  night: string
  /** Nights of the stay. */
  los: number
  /** The chain’s own rate; null if the job has no cell of it. */
  direct: {
    /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
    status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
    /** The minimum stay, if the source states one. */
    min_los: number | null
    /** The currency of these figures, ISO 4217. */
    currency: string
    /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
    bar: number | null
    /** The lowest public rate with all taxes and fees. */
    bar_after_tax: number | null
  } | null
  /** One entry per agency, in the order of `channels`. Null if the job has no cell of it. */
  channels: (NightParityChannel | null)[]
  /** The verdict on all channels: `lose` if any channel does, else `win` if any does, else `meet`. `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`: within. Null if not compared. */
  verdict: 'win' | 'meet' | 'lose' | null
  score: ParityScore
  /** `direct`, or the agency with the lowest public rate. On a tie, direct comes first. Rows that are not compared, or on another basis, do not count. Null if no channel was compared. */
  cheapest: string | null
  /** The agency furthest below direct; null if none is. */
  deepest_undercut: {
    /** Id of the agency. */
    channel: string
    /** Direct minus channel, per room and night: always positive. */
    diff: number
    /** `diff` in percent of the direct rate, to 2 decimals. */
    diff_pct: number | null
    /** What was compared. */
    basis: 'bar_after_tax' | 'bar'
  } | null
}

export interface NightParityChannel {
  /** Id of the agency. */
  channel: string
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of these figures, ISO 4217. */
  currency: string
  /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
  bar: number | null
  /** The lowest public rate with all taxes and fees. */
  bar_after_tax: number | null
  /** Channel minus direct, per room and night after tax, in the currency of direct. Null if not compared. */
  gap: number | null
  /** `gap` in percent of the direct rate, to 2 decimals. */
  gap_pct: number | null
  /** The verdict on this channel, from the hotel’s point of view. `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`: within. Null if not compared. */
  verdict: 'win' | 'meet' | 'lose' | null
  /** What was converted, or why the channel is not compared. Null if neither. */
  comparison_note: string | null
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /** Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists what each source understands. The answer is cached apart from others and makes no cell. Default: as the operator has set up the source. */
  point_of_sale?:
    | {
        /** ISO 3166 alpha-2, upper case. */
        country?: string | undefined
        /** What the guest books on. */
        device?: 'desktop' | 'mobile' | undefined
      }
    | undefined
  /**
   * Whether to include the upstream bodies.
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
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** Only if it was requested. */
    point_of_sale?:
      | {
          /** ISO 3166 alpha-2. */
          country?: string | undefined
          /** What the guest books on. */
          device?: 'desktop' | 'mobile' | undefined
        }
      | undefined
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of the figures, ISO 4217. A rate may have a different `currency`. */
  currency: string
  /** Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its own `tax_included`. Null if unknown. */
  tax_included: boolean | null
  /** Empty unless the status is `available`. */
  rooms: Room[]
  lowest: Lowest
  /** The upstream bodies, if requested. */
  raw?: unknown[] | undefined
}

/** How often such prices fell before arrival. */
export interface Outlook {
  /** First and last lead time in days. The last is null for all longer ones. */
  lead_days: (number | null)[]
  /** Which nights are compared. Friday and Saturday nights are `weekend`. */
  weekday: 'weekday' | 'weekend'
  /** How often such prices fell. */
  drops: PriceDrop[]
  /** Whose past nights the forecast was tested on: the hotel’s own, or its market’s if there are fewer than 200. Null without any. */
  tested_on: 'hotel' | 'market' | null
  /** Past nights at this lead time and of this weekday class. */
  nights: {
    /** Nights of this hotel that were looked at often enough to see a fall. */
    counted: number
    /** Nights of this hotel that are known, but were not. */
    left_out: number
    /** Nights of the market that count, this hotel’s included. */
    market: number
  }
  /** `wait`: a fall has a probability of at least 0.5. `book`: a fall of 5 % has at most 0.2. `either`: in between. `unknown`: no price, or no forecast that proved better than the base rate. */
  advice: 'book' | 'wait' | 'either' | 'unknown'
  /** The outlook in a sentence, or what is missing for one. */
  why: string
}

export interface OutlookRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * `award` is only possible at chains with award points.
   * @default "cash"
   */
  kind?: 'cash' | 'award' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface OutlookResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** Cash rates or awards. */
    kind: 'cash' | 'award'
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The currency of all figures. */
  currency: string
  /** The price now. */
  current: {
    /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
    bar: number | null
    /** The lowest public rate with all taxes and fees. */
    bar_after_tax: number | null
    /** The cheapest award payable with points alone. */
    lowest_points: number | null
    /** When the source answered. */
    observed_at: string
    /** Whether the price came from the cache. */
    cached: boolean
  }
  /** The figure that is judged: after tax if the current answer has it; points for `award`. */
  basis: 'bar_after_tax' | 'bar' | 'lowest_points'
  /** First and last lead time in days. The last is null for all longer ones. */
  lead_days: (number | null)[]
  /** Which nights are compared. Friday and Saturday nights are `weekend`. */
  weekday: 'weekday' | 'weekend'
  /** How often such prices fell. */
  drops: PriceDrop[]
  /** Whose past nights the forecast was tested on: the hotel’s own, or its market’s if there are fewer than 200. Null without any. */
  tested_on: 'hotel' | 'market' | null
  /** Past nights at this lead time and of this weekday class. */
  nights: {
    /** Nights of this hotel that were looked at often enough to see a fall. */
    counted: number
    /** Nights of this hotel that are known, but were not. */
    left_out: number
    /** Nights of the market that count, this hotel’s included. */
    market: number
  }
  /** `wait`: a fall has a probability of at least 0.5. `book`: a fall of 5 % has at most 0.2. `either`: in between. `unknown`: no price, or no forecast that proved better than the base rate. */
  advice: 'book' | 'wait' | 'either' | 'unknown'
  /** The outlook in a sentence, or what is missing for one. */
  why: string
}

export interface ParityChannel {
  /** Id of the agency. For a seller that is no source of this service, a short form of its name. */
  channel: string
  /** The seller as the metasearch engine names it; null for an agency that was asked itself. */
  seller: Seller | null
  /** The metasearch engine that shows this seller, if the row was added by `meta`; null otherwise. */
  via: string | null
  /** The hotel’s id there; null if unknown. */
  hotel_code: string | null
  /** The id map’s confidence in that id, from 0 to 1; null for an id that you passed. */
  confidence: number | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of this row; null if it was skipped. */
  currency: string | null
  /** The cheapest public and member-deal rates, per room and night; null if the channel was skipped. */
  lowest: {
    /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
    bar: number | null
    /** The lowest public rate with all taxes and fees. */
    bar_after_tax: number | null
    /** The lowest member rate. */
    member: number | null
    /** The lowest member rate with all taxes and fees. */
    member_after_tax: number | null
  } | null
  /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
  comparable: Comparable | null
  /** The rate from the currency of this row to that of direct; null if nothing was converted. */
  fx: Fx | null
  /** In the currency of direct. Channel minus direct, per room and night: negative if the channel is cheaper. Public rates only. Null if the two cannot be compared. */
  gap: number | null
  /** `gap` in percent of the direct rate, to 2 decimals. */
  gap_pct: number | null
  /** What was compared: after-tax prices if both sides give one. */
  basis: 'bar_after_tax' | 'bar' | null
  /** The verdict on this channel, from the hotel’s point of view. `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`: within. Null if not compared. */
  verdict: 'win' | 'meet' | 'lose' | null
  /** Message for people: which side has no after-tax price, what was converted, or why the channel is not compared. Null if both are compared after tax in the same currency. */
  comparison_note: string | null
  /** Why there is no rate: `no_listing`, or the channel’s error code; `invalid_request` if it does not take the `point_of_sale`. Such a row is free. */
  skipped: string | null
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
}

/** The hotel’s own prices, per room and night. */
export interface ParityDirect {
  /** The lowest public rate per room and night, with or without tax as the source shows it. Never a member rate. */
  bar: number | null
  /** The lowest public rate with all taxes and fees. */
  bar_after_tax: number | null
  /** The lowest member rate. */
  member: number | null
  /** The lowest member rate with all taxes and fees. */
  member_after_tax: number | null
  /** The cheapest award payable with points alone. */
  lowest_points: number | null
  /** The currency of these figures, ISO 4217. Everything is compared in it. */
  currency: string
  /** The figures in one common currency, for comparison. Null if there is no price, or no reference rate for the day on which it was observed. */
  comparable: Comparable | null
  /** Whether `bar` and `member` include tax; null if the rates differ or there are none. */
  tax_included: boolean | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
}

export interface ParityFigures {
  /** The hotel whose own rate is compared. */
  hotel: {
    /** Id of the chain. */
    chain: string
    /** The property’s code there. */
    hotel_code: string
    /** As the directory names it. */
    name: string | null
  }
  /** The agencies of the grid, in order. */
  channels: {
    /** Id of the agency. */
    channel: string
    /** The hotel’s id there. */
    hotel_code: string
  }[]
  score: ParityScore
  /** One entry per night and length of stay, in order. */
  nights: NightParity[]
  /** How often each agency is cheaper, most often first. */
  undercutters: Undercutter[]
}

export interface ParityLikeForLike {
  /** The room that both sides sell. Null for channels without a room that matches: then each side’s cheapest rates of any room. */
  room: {
    /** The room type’s code at the chain. */
    room_code: string
    /** The room type. */
    room_name: string
  } | null
  /** Whether a cancellation is refunded. */
  refundable: boolean
  /** For example `room_only` or `breakfast`. */
  meal_plan: string
  /** The chain’s cheapest public rate of this kind. */
  direct: {
    /** Per room and night, after tax, in the currency of direct. */
    rate: number
    /** The room type, as this side names it. */
    room_name: string
    /** The rate plan. */
    rate_name: string
  }
  /** The channels that sell it. */
  channels: {
    /** Id of the agency. */
    channel: string
    /** Per room and night, after tax, in the currency of direct. */
    rate: number
    /** The room type, as this side names it. */
    room_name: string
    /** The rate plan. */
    rate_name: string
    /** Channel minus direct. */
    gap: number
    /** `gap` in percent of the direct rate, to 2 decimals. */
    gap_pct: number | null
    /** The verdict on this rate. `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`: within. Null if not compared. */
    verdict: 'win' | 'meet' | 'lose' | null
  }[]
}

export interface ParityRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** The hotel’s ids at the agencies, if you know them. They override the id map for this call and are not stored. */
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
   * Whether to resolve ids that are neither passed nor mapped, for 1 credit. Otherwise their channels are skipped.
   * @default true
   */
  resolve?: boolean | undefined
  /** The agencies to compare with, in the order of the answer. Default: all. */
  channels?: SourceId[] | undefined
  /**
   * Whether sellers that only the metasearch engine knows join as rows, for one more shop. Its id of the hotel may have to be resolved too.
   * @default false
   */
  meta?: boolean | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /** Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists what each source understands. The answer is cached apart from others and makes no cell. Default: as the operator has set up the source. */
  point_of_sale?:
    | {
        /** ISO 3166 alpha-2, upper case. */
        country?: string | undefined
        /** What the guest books on. */
        device?: 'desktop' | 'mobile' | undefined
      }
    | undefined
  /**
   * Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5 credits more if something is fetched; an answer from the cache has none.
   * @default false
   */
  receipt?: boolean | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface ParityResponse {
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** Only if it was requested. */
    point_of_sale?:
      | {
          /** ISO 3166 alpha-2. */
          country?: string | undefined
          /** What the guest books on. */
          device?: 'desktop' | 'mobile' | undefined
        }
      | undefined
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** The hotel’s own prices, per room and night. Null if a metasearch engine shows no offer of the hotel’s own site; nothing is compared then. */
  direct: ParityDirect | null
  /** Message for people: why nothing is compared. Null otherwise. */
  comparison_note: string | null
  /** One row per agency, in the requested order, then those of the metasearch engine’s other sellers. For a metasearch engine’s hotel, one row per seller. */
  channels: ParityChannel[]
  /** The verdict on all channels: `lose` if any channel does, else `win` if any does, else `meet`. `lose`: the channel is below direct by more than 1 % (2 % for a converted price); `win`: above by more than that; `meet`: within. Null if not compared. */
  verdict: 'win' | 'meet' | 'lose' | null
  score: ParityScore
  /** `direct`, or the agency with the lowest public rate. On a tie, direct comes first. Rows that are not compared, or on another basis, do not count. Null if no channel was compared. */
  cheapest: string | null
  /** The agency furthest below direct; null if none is. */
  deepest_undercut: {
    /** Id of the agency. */
    channel: string
    /** Direct minus channel, per room and night: always positive. */
    diff: number
    /** `diff` in percent of the direct rate, to 2 decimals. */
    diff_pct: number | null
    /** What was compared. */
    basis: 'bar_after_tax' | 'bar'
  } | null
  /** The rooms of the hotel’s own site, each with the channels’ rooms that may be the same. */
  rooms: ParityRoom[]
  /** The cheapest public rates of the same room with the same conditions, after tax, in the currency of direct; cheapest first. */
  like_for_like: ParityLikeForLike[]
  /** Whether a live resolution ran, which costs 1 credit whether or not it finds an id. */
  ids_resolved: boolean
  /** Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged for it then. */
  receipt?: ReceiptRef | null | undefined
}

export interface ParityRoom {
  /** A room of the hotel’s own site. Rooms of one name are one. */
  direct: {
    /** The room type’s code at the chain. */
    room_code: string
    /** The room type. */
    room_name: string
    attributes: RoomAttributes
  }
  /** The channels’ rooms that may be the same, by their names and what the sources state. */
  channels: {
    /** Id of the agency. */
    channel: string
    /** The room type. */
    room_name: string
    attributes: RoomAttributes
    /** That it is the same room, from 0.5 to 1. From 0.9 on, the two are compared in `like_for_like`. */
    confidence: number
    /** Why, in words. */
    evidence: string[]
  }[]
}

/** How many channels have each verdict. */
export interface ParityScore {
  /** Channels above direct. */
  win: number
  /** Channels at the same price. */
  meet: number
  /** Channels below direct. */
  lose: number
  /** Channels that were compared. */
  compared: number
  /** All channels in the answer. */
  channels: number
}

/** A place. */
export interface Place {
  /** Null for a place given by coordinates. */
  name: string | null
  /** Pass it to ask for exactly this place again. */
  place_id: string | null
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lng: number
  /** ISO 3166 alpha-2; null if unknown. */
  country: string | null
}

export interface PriceDrop {
  /** A fall of at least this many per cent from the current price. */
  drop_pct: 5 | 10 | 20
  /** How often the price of such nights fell that far, at the end of a day, until one day before arrival. Null if nothing is known. */
  probability: number | null
  /** The same share over all lead times and hotels of the market. */
  base_rate: number | null
  /** Past nights on which the forecast was tested, each with what was known at the time. */
  n: number
  /** The mean squared error of the forecast in that test; smaller is better. Null without a test. */
  brier: number | null
  /** The mean squared error of the base rate in the same test. */
  base_brier: number | null
  /** Whether the forecast was better than the base rate on at least 200 outcomes, by more than chance. Only such falls count for `advice`. */
  proven: boolean
}

export interface PriceReached {
  /** The limit of the watch, per room and night. */
  amount: number
  /** What it costs now. */
  current: number
  /** Which rate was compared. */
  basis: 'bar' | 'bar_after_tax' | 'member'
}

export interface PutWalletRequest {
  /** Your points, by chain. */
  points?: Record<string, number> | undefined
  /** Your points at banks, by bank. They become points of chains as `GET /transfers` says. */
  banks?: Record<string, number> | undefined
  /** Your free-night certificates: at most 6 of a chain and 20 in total. */
  certificates?:
    | {
        /** A chain with award points. */
        chain: string
        /** One of the chain’s `certificates` in `GET /chains`. */
        id: string
        /**
         * How many of them.
         * @default 1
         */
        count?: number | undefined
      }[]
    | undefined
  /** Chains where you have elite status, for free nights that only such guests get. */
  elite?: string[] | undefined
  /** The currency that you count in, ISO 4217. The dashboard uses it. */
  currency?: string | undefined
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
    /** The requests to sources that it is expected to make. */
    upstream?:
      | {
          /** How many, retries not counted. */
          requests: number
          /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
          cost: {
            /** With up to six decimals. */
            amount: number
            /** ISO 4217. */
            currency: string
          } | null
        }
      | undefined
  }
}

export interface Rate {
  /** The rate plan’s code at the source. */
  rate_code: string
  /** Display name of the rate plan. */
  name: string
  /** The currency of this rate, ISO 4217. Rates in a currency other than the answer’s are not in `lowest`. */
  currency: string
  /** Per room and night, averaged over the stay. See `tax_included`. */
  price_per_night: number | null
  /** With all taxes and fees, comparable across sources. */
  price_per_night_after_tax: number | null
  /** Whether `price_per_night` includes tax. Null if the source does not say; there is then no price after tax. */
  tax_included: boolean | null
  /** All nights and rooms. */
  total: number | null
  /** All nights and rooms, with all taxes and fees. */
  total_after_tax: number | null
  /** Whether only members of the loyalty programme can book it. */
  member_only: boolean
  /** Whether it requires identification or a contract, like government and corporate rates. Not in `lowest`. */
  restricted: boolean
  /** Whether it is only sold as part of a package, such as with a flight. Not in `lowest`. */
  package: boolean
  /** Only for award rates. */
  points_per_night: number | null
  /** Only for points + cash rates. */
  cash_copay_per_night: number | null
  /** Whether a cancellation by `cancel_by` is refunded. */
  refundable: boolean | null
  /** The end of free cancellation. */
  cancel_by: string | null
  /** For example `room_only` or `breakfast`. */
  meal_plan: string | null
  /** Who sells the rate. Null unless the source is a metasearch engine. */
  seller: Seller | null
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

export interface ReceiptBodies {
  /** Each body once, in the order of their hashes. */
  bodies: {
    /** Of the decoded bytes. */
    sha256: string
    /** The body, as UTF-8. */
    base64: string
  }[]
}

export interface ReceiptKeys {
  /** Oldest first, retired ones too. */
  keys: {
    /** The type of the key (RFC 8037). */
    kty: 'OKP'
    /** The curve. */
    crv: 'Ed25519'
    /** The algorithm. */
    alg: 'EdDSA'
    /** It signs. */
    use: 'sig'
    /** The `signature.key` of receipts. */
    kid: string
    /** The public key, base64url. */
    x: string
    /** When it began to sign. */
    created_at: string
    /** When it stopped; null: it signs now. */
    retired_at: string | null
  }[]
}

export interface ReceiptLink {
  /** A page for everybody who has the link. */
  url: string
}

export interface ReceiptRef {
  /** Of the receipt. */
  id: string
  /** Its page, for people of the account. Relative to the address of the service if that has no `PUBLIC_URL`. */
  url: string
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
  /** Display name of the room type. */
  name: string
  /** Display text from the source. */
  beds: string | null
  /** Maximum guests per room. */
  max_occupancy: number | null
  attributes: RoomAttributes
  /** Every rate plan of the room, including award rates. */
  rates: Rate[]
}

/** What the source states of the room, else what its name says. Null if neither says; never guessed from the price. */
export interface RoomAttributes {
  /** The kind of room, else its grade. */
  class: 'standard' | 'superior' | 'deluxe' | 'executive' | 'suite' | 'apartment' | 'dormitory' | null
  /** Null also if the guest or the hotel chooses among beds. */
  beds:
    | {
        /** `bed` if the size is not stated. */
        type: 'king' | 'queen' | 'double' | 'single' | 'sofa' | 'bunk' | 'futon' | 'wall' | 'bed'
        /** How many. */
        count: number
      }[]
    | null
  /** What the room looks out on, such as `sea`, `partial sea` or `city`. */
  view: string | null
  /** Separate bedrooms. */
  bedrooms: number | null
  /** Maximum guests. */
  sleeps: number | null
  /** Square metres. */
  area_m2: number | null
  /** For guests with disabilities. */
  accessible: boolean | null
  /** Whether smoking is allowed. */
  smoking: boolean | null
  /** With access to a club floor or lounge. */
  club: boolean | null
}

export interface RunChanges {
  /** The run that it was compared with: the last one before it that was done. */
  since: string
  /** When that run began. */
  since_at: string
  /** Cells that both runs have. */
  compared: number
  /** Of these, cells with a lower price in the same currency. */
  cheaper: number
  /** Cells with a higher one. */
  dearer: number
  /** Cells that could be booked in the run before and not in this one. */
  gone: number
  /** Cells that can be booked again. */
  reopened: number
  /** The largest changes of price, by percent; at most five. */
  largest: {
    /** Id of the source. */
    chain: string
    /** The property’s code at the source. */
    hotel_code: string
    /** The name of the hotel. */
    name: string | null
    /** Check-in. */
    night: string
    /** Nights of the stay. */
    los: number
    /** The currency of both prices; null for points. */
    currency: string | null
    /** The price per night in the run before. */
    before: number
    /** The price per night in this run. */
    now: number
    /** In percent, rounded to a tenth. Negative: cheaper. */
    change_pct: number
  }[]
}

export interface RunFigures {
  /** What the run compares. */
  kind: 'market' | 'parity'
  /** The hotel that the others are compared with. */
  hotel: {
    /** Id of the chain. */
    chain: string
    /** The property’s code there. */
    hotel_code: string
    /** As the directory names it. */
    name: string | null
  }
  /** Of all figures. */
  currency: string
  /** Nights of the run. */
  nights: number
  /** How far from the median a night stands out, in percent; for a market. */
  far_pct?: number | undefined
  /** As `market.standing` of a board; at most five nights stand out. For a market. */
  standing?: Record<string, unknown> | undefined
  /** As `parity.score` of a board. For parity. */
  score?: Record<string, unknown> | undefined
  /** As `parity.undercutters` of a board: those that undercut, at most five. For parity. */
  undercutters?: Record<string, unknown>[] | undefined
  /** The same of the run before; null without one. */
  before: Record<string, unknown> | null
}

export interface RunScheduleResponse202 {
  run: ScheduleRun
}

export interface Schedule {
  /** Identifies it in other calls. */
  id: string
  /** As given. */
  name: string
  /** Which call a run makes. It costs the same and has the same name in usage. */
  ask: 'matrix' | 'compset' | 'parity'
  /** The body of that call. Dates may count from the day of the run: `"checkin": "+7d"`, or `"nights": {"from": "+1d", "to": "+90d", "days": ["fri", "sat"]}`. For parity, a list of hotels or a `set` takes the place of the hotel. */
  body: Record<string, unknown>
  /** How often it runs. */
  every: 'hour' | 'day' | 'week'
  /** The local time, or the minute of hourly runs. */
  at: string
  /** The days of the week; null unless it is weekly. */
  on: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | null
  /** A zone of the time zone database. Summer time is taken care of. */
  timezone: string
  /** The most that a run may cost. */
  max_credits: number
  /** The requests to sources that a run takes if nothing is cached, without looking up ids; null if its body can no longer be read. */
  upstream: {
    /** How many, retries not counted. */
    requests: number
    /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
    cost: {
      /** With up to six decimals. */
      amount: number
      /** ISO 4217. */
      currency: string
    } | null
    /** The same of 30 days. */
    per_month: {
      /** How many, retries not counted. */
      requests: number
      /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
      cost: {
        /** With up to six decimals. */
        amount: number
        /** ISO 4217. */
        currency: string
      } | null
    }
  } | null
  /** The format of its files. */
  format: 'csv' | 'jsonl' | 'parquet' | 'xlsx'
  /** With `attachment`, mails about a run have its file, if it has at most 10 MB. */
  deliver: 'link' | 'attachment'
  /** Who gets its events. */
  endpoints: string[]
  /** `suspended`: the last run could not be paid. It tries again at its next time. */
  status: 'active' | 'paused' | 'suspended'
  /** Why you should look at it; null if all is well. `source_disabled`: the operator switched a source of its hotels off, the sandbox for instance, or removed it. */
  attention: 'source_disabled' | (string & {}) | null
  /** When it runs next; null while it is paused. */
  next_run_at: string | null
  /** Its newest run; null before the first. */
  last_run: ScheduleRun | null
  /** When it was created. */
  created_at: string
}

export interface ScheduleDone {
  /** The schedule. */
  id: string
  /** Its name. */
  name: string
  /** The run. */
  run_id: string
  /** How the run ended. */
  status: 'done' | 'failed' | 'canceled' | 'refused'
  /** Why it did not happen; null unless `refused`. */
  reason: string | null
  /** The same as a sentence for people. */
  message: string | null
  /** The job of the run; null if it did not happen. */
  job_id: string | null
  /** Cells or rows in its file. */
  cells: number
  /** What it cost. */
  credits: number
  /** The path of its file; null if it did not happen. */
  file: string | null
  /** Whether mails have the file. Left out by older versions. */
  deliver?: 'link' | 'attachment' | undefined
  /** How the prices of a grid differ from the run before; null if there is nothing to compare with. */
  changes: RunChanges | null
  /** How the subject of the set stands, or the hotel against its listings; null for other questions. Left out by older versions. */
  figures?: RunFigures | null | undefined
}

/** A run of a schedule ended. */
export interface ScheduleDoneEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'schedule.done'
  /** When it was found. */
  created_at: string
  /** The run that ended. With `schedule.done`. */
  schedule: ScheduleDone
}

export interface ScheduleRun {
  /** The run. */
  id: string
  /** `refused`: it did not happen; see `reason`. The others are those of its job. */
  status: 'queued' | 'running' | 'done' | 'failed' | 'canceled' | 'refused'
  /** Why it did not happen; null unless `refused`. */
  reason:
    | 'above_max_credits'
    | 'no_credits'
    | 'overlapping'
    | 'invalid'
    | 'too_many_jobs'
    | (string & {})
    | null
  /** The same as a sentence for people. */
  message: string | null
  /** The time that it was due; null if it was asked by hand. */
  due_at: string | null
  /** When it began. */
  created_at: string
  /** When it ended; null before. */
  ended_at: string | null
  /** Its job; null if it did not happen or has not begun. */
  job_id: string | null
  /** Cells or rows in its file, once it has ended. */
  cells: number
  /** What it cost, once it has ended. */
  credits: number
  /** The path of its file, which can be read as long as its job. */
  file: string | null
}

export interface SearchHotelsResponse {
  /** Best first. */
  hotels: FoundHotel[]
}

export interface Seller {
  /** As the metasearch engine names it. */
  name: string
  /** The id of the travel agency, if it is a source of this service; else null. */
  source: string | null
  /** Whether it is the hotel’s own site. */
  direct: boolean
}

export interface ShareBoardRequest {
  /** When the link ends, at most 366 days from now. Default: when it is deleted. */
  ends_at?: string | undefined
}

export interface SharedBoard {
  /** The name of the set; null if it was deleted. */
  name: string | null
  /** `market`: the subject of the set against its other hotels. `parity`: the subject’s own rate against the agencies that list it. */
  kind: 'market' | 'parity'
  /** As given. */
  nights: {
    /** First check-in night. A date, or days after the day of the run in its time zone: `+7d`. */
    from: string
    /** Last check-in night, inclusive. A date, or days after the day of the run in its time zone: `+7d`. */
    to: string
    /** Only check-ins on these days of the week. */
    days?: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] | undefined
  }
  /** When its figures were fetched. */
  fetched_at: string | null
  /** When the link ends; null: when its owner ends it. */
  ends_at: string | null
  /** For a board of kind `market`; null before its first rates. */
  market: MarketFigures | null
  /** For a board of kind `parity`; null before its first rates. */
  parity: ParityFigures | null
  /** What could not be fetched, by hotel. */
  failures: BoardFailure[]
  changes: BoardChanges
}

export interface ShopRequest {
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /** Asks as a guest in this country, or on this device. `point_of_sale` in `GET /chains` lists what each source understands. The answer is cached apart from others and makes no cell. Default: as the operator has set up the source. */
  point_of_sale?:
    | {
        /** ISO 3166 alpha-2, upper case. */
        country?: string | undefined
        /** What the guest books on. */
        device?: 'desktop' | 'mobile' | undefined
      }
    | undefined
  /**
   * Whether to keep what the source sends, signed, as a receipt for this answer. Costs 0.5 credits more if something is fetched; an answer from the cache has none.
   * @default false
   */
  receipt?: boolean | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface ShopResponse {
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
    /** Only if it was requested. */
    point_of_sale?:
      | {
          /** ISO 3166 alpha-2. */
          country?: string | undefined
          /** What the guest books on. */
          device?: 'desktop' | 'mobile' | undefined
        }
      | undefined
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** The currency of the figures, ISO 4217. A rate may have a different `currency`. */
  currency: string
  /** Whether `bar` includes tax (or `member`, if there is no public rate). Each rate also has its own `tax_included`. Null if unknown. */
  tax_included: boolean | null
  /** Empty unless the status is `available`. */
  rooms: Room[]
  lowest: Lowest
  /** Only if `receipt` was requested. Null if the answer came from the cache: nothing was charged for it then. */
  receipt?: ReceiptRef | null | undefined
}

export interface SignedReceipt {
  /** Of the receipt. */
  id: string
  /** Of this form. */
  version: 1
  /** When it was signed. */
  made_at: string
  /** The address of the service; null if it has no public one. */
  issuer: string | null
  /** The call. */
  endpoint: 'shop' | 'award' | 'parity'
  /** The body of the request. */
  question: Record<string, unknown>
  /** The answer, as it was given. */
  answer: Record<string, unknown>
  /** One per source that was asked for this answer. What came from the cache has none. */
  readings: {
    /** Id of the source. */
    source: string
    /** What reads its format. */
    family: string
    /** Of what read it. */
    family_version: string
    /** The options of the source. */
    profile: Record<string, unknown>
    /** Whether the source has award points. */
    points: boolean
    /** When it was asked. */
    observed_at: string
    /** The ids of the requests follow from it. */
    first_id: string
    /** What the source was asked. */
    query: Record<string, unknown>
    /** Its answers, in the order of the requests. */
    bodies: {
      /** Of the request to the source. */
      method: string
      /** Of the request, without its query. */
      path: string
      /** The HTTP status; null if no answer came. */
      status: number | null
      /** Why none came. */
      failure: string | null
      /** Of the body, as kept: without credentials and personal data. */
      sha256: string | null
      /** Those that were read. */
      headers: Record<string, string>
    }[]
  }[]
  /** Over the canonical JSON (RFC 8785) of the receipt without this field. */
  signature: {
    /** RFC 8032. */
    algorithm: 'Ed25519'
    /** Its id among the public keys. */
    key: string
    /** Base64. */
    value: string
  }
}

export interface SourceStatus {
  /** Id of the source. */
  id: string
  /** The current health of the source. */
  status: 'up' | 'degraded' | 'down'
  /** Median latency of the last five minutes, over all processes of the service. */
  latency_ms: number | null
  /** Error rate of the last five minutes, from 0 to 1, over all processes. */
  error_share: number | null
  /** When it was last called; null if never. */
  checked_at: string | null
  /** Since when every call has failed, by any process; null if the last one was answered. */
  since: string | null
  /** Why it is not up: `disabled` by the operator, `not_configured`, `credentials_refused`, `unavailable` (errors, or no connection), `unreadable` answers, or `no_answer` in time. Null if it is up. */
  reason:
    | 'disabled'
    | 'not_configured'
    | 'credentials_refused'
    | 'unavailable'
    | 'unreadable'
    | 'no_answer'
    | (string & {})
    | null
}

export interface Standing {
  /** Nights on which the subject and at least one other have a price. */
  compared: number
  /** The mean rank over those nights, to one decimal. 1 is the cheapest. Null if no night was compared. */
  rank: number | null
  /** The mean number of hotels that are ranked. Null if no night was compared. */
  of: number | null
  /** The mean rate index. Null if no night was compared. */
  rate_index: number | null
  /** The mean distance from the median of the others, in percent. Null if no night was compared. */
  vs_others_median_pct: number | null
  /** Nights on which the subject is the cheapest, or ties for it. */
  cheapest: number
  /** Nights on which all others are cheaper. */
  dearest: number
  /** Nights on which the subject sells nothing while others do. */
  unsold: number
  /** Nights on which the subject is 15 % or more away from the median of the others, the furthest first. */
  stand_out: {
    /** Check-in. */
    night: string
    /** Nights of the stay. */
    los: number
    /** The rate of the subject. */
    rate: number
    /** The median of the others. */
    others_median: number
    /** The first against the second, in percent. */
    vs_others_median_pct: number
    /** 1 is the cheapest. */
    rank: number
    /** Hotels that are ranked. */
    of: number
  }[]
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
  directory: DirectoryStatus
  /** The past that the sandbox made, so that there is something to see. It is served like what was observed. Null if there is none. */
  made_past: {
    /** Hotels whose past was made. */
    hotels: number
    /** The beginning of the longest one. */
    since: string
    /** The end of the last one. */
    until: string
  } | null
}

export interface StayNight {
  /** The night, by its check-in date. */
  night: string
  /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
  status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
  /** The minimum stay, if the source states one. */
  min_los: number | null
  /** Null if the night failed. */
  lowest: Lowest | null
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** Why this row failed. Failed rows are free. */
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
  /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /**
   * How old a cached answer may be, in seconds. 0 forces a live call. Answers are kept for 7 days. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known.
   * @default 3600
   */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface StayResponse {
  /** Whether the answer came from the cache, which costs a quarter. */
  cached: boolean | null
  /** When the source answered. */
  observed_at: string | null
  /** Seconds since `observed_at`. */
  cache_age_sec: number | null
  /** The request, with defaults filled in. */
  query: {
    /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
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
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** Rooms of the same kind. */
    rooms: number
    /** The requested currency. */
    currency: string
    /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
    max_age?: number | undefined
  }
  /** The property, as the source or the directory describes it; null if neither does. */
  hotel: Hotel | null
  /** The currency of the figures, ISO 4217. A rate may have a different `currency`. */
  currency: string
  /** The whole stay; nightly figures are averages. */
  stay: {
    /** Whether the stay can be booked. `restricted_los`: only as part of a longer stay. Null if it failed. */
    status: 'available' | 'sold_out' | 'closed' | 'restricted_los' | null
    /** The minimum stay, if the source states one. */
    min_los: number | null
    lowest: Lowest
  }
  /** Each night of the stay, priced separately. */
  nights: StayNight[]
  /** Both totals, for all nights and rooms. */
  totals: {
    /** Total price of the whole stay for all nights and rooms, from unrounded nightly figures. */
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
    /** Null if a night could not be priced. */
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
  /** Whether booking night by night is cheaper. */
  split: {
    /** Also set if splitting is not possible. */
    cheaper: 'stay' | 'nights' | 'equal' | null
    /** What was compared. */
    basis: 'bar_after_tax' | 'bar' | null
    /** The difference between the two. */
    saving: number | null
    /** Whether every night can be booked on its own. */
    possible: boolean
    /** The nights that cannot. */
    blocked_by: string[]
  }
}

export interface TransferPartner {
  /** The name of the bank in `wallet.banks`. */
  bank: string
  /** The chain that receives the points. */
  chain: string
  /** So many points of the bank become so many of the chain: `[1, 2]` doubles them. */
  ratio: number[]
  /** Transfers are multiples of so many points of the bank. */
  step: number
  /** The fewest points of the bank in one transfer. */
  minimum: number
  /** Offers of the bank, past ones too. */
  bonus: {
    /** Percent more than `ratio` gives. */
    pct: number
    /** The first day, in UTC. */
    from: string
    /** The last day. */
    to: string
  }[]
  /** The bonus of today in percent; null if there is none. */
  bonus_today: number | null
}

export interface TripAgainRequest {
  /** The ended jobs of one trip: its hotels, nights, guests and currency are theirs. */
  jobs: string[]
  /** Further hotels to choose from, such as those of the options before: what was known of them needed no job. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /**
   * What you can pay with besides cash. All rooms of a night are paid in the same way. `"saved"`: the wallet of `PUT /wallet`.
   * @default {}
   */
  wallet?:
    | {
        /** Your points, by chain. */
        points?: Record<string, number> | undefined
        /** Your points at banks, by bank. They become points of chains as `GET /transfers` says. */
        banks?: Record<string, number> | undefined
        /** Your free-night certificates: at most 6 of a chain and 20 in total. */
        certificates?:
          | {
              /** A chain with award points. */
              chain: string
              /** One of the chain’s `certificates` in `GET /chains`. */
              id: string
              /**
               * How many of them.
               * @default 1
               */
              count?: number | undefined
            }[]
          | undefined
        /** Chains where you have elite status, for free nights that only such guests get. */
        elite?: string[] | undefined
      }
    | 'saved'
    | undefined
  /**
   * What a point of a chain is worth to you, in hundredths of `currency`. Four decimals count. Default: 0.7.
   * @default {}
   */
  point_value?: Record<string, number> | undefined
  /**
   * How often you are willing to change the hotel.
   * @default 0
   */
  max_moves?: number | undefined
}

export interface TripAgainResponse {
  /** The request as it was understood. */
  query: {
    /** The first night. */
    checkin: string
    /** Nights of the trip. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** As requested. */
    rooms: number
    /** The currency of all amounts in the answer. */
    currency: string
    /** As requested. */
    max_moves: number
    /** What the options may use. */
    wallet: {
      /** By chain. */
      points: Record<string, number>
      /** As requested. */
      certificates: TripCertificate[]
      /** Chains of the wallet with elite status. */
      elite: string[]
      /** By bank. */
      banks: Record<string, number>
    }
    /** What a point of each chain of the wallet is taken to be worth, in hundredths of `currency`. */
    point_value: Record<string, number>
  }
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** At most 10, by `cost`. None takes at least as much cash, points of each chain and certificates as another. Empty if no combination is known to be possible. */
  options: TripOption[]
  /** The cheapest way to pay with cash alone; null if none is known. */
  best_cash: {
    /** Cash for the whole trip. */
    cash_total: number
    /** The nights in order. */
    blocks: TripBlock[]
  } | null
  /** Every pair of cash and total points that no other one beats, by points: what each further point saves. */
  frontier: {
    /** Cash for the whole trip. */
    cash_total: number
    /** Points of all chains together. */
    points_total: number
    /** The `rank` of an option with these totals; null if none is listed. */
    option: number | null
  }[]
  /** Nights of hotels with a price that is not cached, is older than `max_age`, or has no reference rate. They are not taken for sold out: a better option may be among them. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
}

export interface TripBlock {
  /** The hotel’s chain. */
  chain: string
  /** The property's code at the chain. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The first night of the block. */
  checkin: string
  /** Its nights. */
  los: number
  /** How its nights are paid. Another way of paying is another block, even at the same hotel, and is not a move. */
  pay: 'cash' | 'points' | 'points_cash' | 'certificate'
  /** Cash for all nights and rooms, with taxes. */
  cash_after_tax: number
  /** Points for all nights and rooms, free nights taken off. For certificates, the points to add. */
  points: number
  /** Nights that are free by the chain’s rules. */
  free_nights: number
  /** The certificate that pays; null otherwise. */
  certificate: string | null
  /** What to transfer before booking. All transfers to a chain stand at the first block that your own points of that chain do not pay. */
  transfers: TripTransfer[]
  /** When the oldest of its prices was observed. */
  observed_at: string
  /** What `max_age: "auto"` stood for at this hotel, in seconds; only if that was asked for. */
  max_age?: number | undefined
}

export interface TripCertificate {
  /** The chain. */
  chain: string
  /** The certificate, as in `GET /chains`. */
  id: string
  /** How many of them. */
  count: number
}

export interface TripOption {
  /** From 1, by `cost`. */
  rank: number
  /** The nights in order. */
  blocks: TripBlock[]
  /** Cash for the whole trip. */
  cash_total: number
  /** Points for the whole trip, by chain: your own that it uses, and all that it transfers. Chains without are left out. */
  points: Record<string, number>
  /** The certificates it uses. */
  certificates: TripCertificate[]
  /** Cash plus points at `point_value`. Certificates count as free. */
  cost: number
  /** `best_cash.cash_total` minus `cost`. Null if the trip cannot be paid with cash alone. */
  saving_vs_cash: number | null
  /** One sentence that explains the option. */
  why: string
}

export interface TripRequest {
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
  /** Chains to look for around the place. Default: all with a search by place. */
  chains?: SourceId[] | undefined
  /** The hotels to choose from, instead of a place. */
  hotels?:
    | {
        /** Id of the source: a hotel chain or a travel agency from `GET /chains`. */
        chain: SourceId
        /** The property's code at the source. */
        hotel_code: string
      }[]
    | undefined
  /** The id of a set from `POST /sets`, instead of a list. It may have at most 50 hotels here. */
  set?: string | undefined
  /** First night, from yesterday (UTC) to 500 days ahead. */
  checkin: string
  /** Nights of the trip. */
  los: number
  /**
   * What you can pay with besides cash. All rooms of a night are paid in the same way. `"saved"`: the wallet of `PUT /wallet`.
   * @default {}
   */
  wallet?:
    | {
        /** Your points, by chain. */
        points?: Record<string, number> | undefined
        /** Your points at banks, by bank. They become points of chains as `GET /transfers` says. */
        banks?: Record<string, number> | undefined
        /** Your free-night certificates: at most 6 of a chain and 20 in total. */
        certificates?:
          | {
              /** A chain with award points. */
              chain: string
              /** One of the chain’s `certificates` in `GET /chains`. */
              id: string
              /**
               * How many of them.
               * @default 1
               */
              count?: number | undefined
            }[]
          | undefined
        /** Chains where you have elite status, for free nights that only such guests get. */
        elite?: string[] | undefined
      }
    | 'saved'
    | undefined
  /**
   * What a point of a chain is worth to you, in hundredths of `currency`. Four decimals count. Default: 0.7.
   * @default {}
   */
  point_value?: Record<string, number> | undefined
  /**
   * How often you are willing to change the hotel.
   * @default 0
   */
  max_moves?: number | undefined
  /**
   * How many hotels around the place to consider, nearest first.
   * @default 25
   */
  max_hotels?: number | undefined
  /** Only hotels that the directory knows to have at least this many stars. */
  min_stars?: number | undefined
  /**
   * What a job fetches. `missing`: hotels without any cached night in the range, with all its nights. `stale`: also every single night of the other hotels that is unknown or older than `max_age`. `none`: nothing.
   * @default "missing"
   */
  fill?: 'missing' | 'stale' | 'none' | undefined
  /** The most credits that the jobs of `fill` may cost, the place lookup not counted. The nearest hotels come first, with their first nights; `not_filled` says what is left out. 0 starts no job. */
  fill_budget?: number | undefined
  /**
   * `false`: while a job has to fetch something, the answer is 202 with the jobs alone, and only its place lookup is charged. So repeat the call when they have ended, and pay for one answer.
   * @default true
   */
  partial?: boolean | undefined
  /**
   * Per room.
   * @default 2
   */
  adults?: number | undefined
  /** Per room. Default: as many as `children_ages`, else 0. */
  children?: number | undefined
  /** The age of each child, per room, in any order. Default: every child is 8. Stays with other ages are cached apart. */
  children_ages?: number[] | undefined
  /**
   * Rooms of the same kind.
   * @default 1
   */
  rooms?: number | undefined
  /**
   * ISO 4217, upper case. A source that cannot quote it answers in its own currency; see `currency` in the answer.
   * @default "USD"
   */
  currency?: string | undefined
  /** Maximum age of a cached night in seconds; older ones are not shown. 0 shows none. Default: 21600. `auto`: up to the age at which one in ten answers from the cache is stale, by how often prices of this hotel changed at this lead time in the last 28 days; from 15 minutes to 24 hours, and 1 hour where too little is known. */
  max_age?: number | 'auto' | undefined
  /**
   * Return a quote instead. Free; no source is called.
   * @default false
   */
  dry_run?: boolean | undefined
  /** Refuse the call, before any source is called, if it could cost more than this. */
  max_credits?: number | undefined
}

export interface TripResponse {
  /** The request as it was understood. */
  query: {
    /** The first night. */
    checkin: string
    /** Nights of the trip. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** As requested. */
    rooms: number
    /** The currency of all amounts in the answer. */
    currency: string
    /** As requested. */
    max_moves: number
    /** What the options may use. */
    wallet: {
      /** By chain. */
      points: Record<string, number>
      /** As requested. */
      certificates: TripCertificate[]
      /** Chains of the wallet with elite status. */
      elite: string[]
      /** By bank. */
      banks: Record<string, number>
    }
    /** What a point of each chain of the wallet is taken to be worth, in hundredths of `currency`. */
    point_value: Record<string, number>
  }
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** At most 10, by `cost`. None takes at least as much cash, points of each chain and certificates as another. Empty if no combination is known to be possible. */
  options: TripOption[]
  /** The cheapest way to pay with cash alone; null if none is known. */
  best_cash: {
    /** Cash for the whole trip. */
    cash_total: number
    /** The nights in order. */
    blocks: TripBlock[]
  } | null
  /** Every pair of cash and total points that no other one beats, by points: what each further point saves. */
  frontier: {
    /** Cash for the whole trip. */
    cash_total: number
    /** Points of all chains together. */
    points_total: number
    /** The `rank` of an option with these totals; null if none is listed. */
    option: number | null
  }[]
  /** Nights of hotels with a price that is not cached, is older than `max_age`, or has no reference rate. They are not taken for sold out: a better option may be among them. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
}

export interface TripResponse202 {
  /** The request as it was understood. */
  query: {
    /** The first night. */
    checkin: string
    /** Nights of the trip. */
    los: number
    /** Per room. */
    adults: number
    /** Per room. */
    children: number
    /** Their ages, only if they were requested. */
    children_ages?: number[] | undefined
    /** As requested. */
    rooms: number
    /** The currency of all amounts in the answer. */
    currency: string
    /** As requested. */
    max_moves: number
    /** What the options may use. */
    wallet: {
      /** By chain. */
      points: Record<string, number>
      /** As requested. */
      certificates: TripCertificate[]
      /** Chains of the wallet with elite status. */
      elite: string[]
      /** By bank. */
      banks: Record<string, number>
    }
    /** What a point of each chain of the wallet is taken to be worth, in hundredths of `currency`. */
    point_value: Record<string, number>
  }
  /** The resolved place; null if it is unknown. */
  place: Place | null
  /** Other places with the same name, best match first. Ask for one by its `place_id`. */
  alternatives: Place[]
  /** At most 10, by `cost`. None takes at least as much cash, points of each chain and certificates as another. Empty if no combination is known to be possible. */
  options: TripOption[]
  /** The cheapest way to pay with cash alone; null if none is known. */
  best_cash: {
    /** Cash for the whole trip. */
    cash_total: number
    /** The nights in order. */
    blocks: TripBlock[]
  } | null
  /** Every pair of cash and total points that no other one beats, by points: what each further point saves. */
  frontier: {
    /** Cash for the whole trip. */
    cash_total: number
    /** Points of all chains together. */
    points_total: number
    /** The `rank` of an option with these totals; null if none is listed. */
    option: number | null
  }[]
  /** Nights of hotels with a price that is not cached, is older than `max_age`, or has no reference rate. They are not taken for sold out: a better option may be among them. `fill: "stale"` fetches them. */
  nights_unknown: number
  /** What `fill` selects and `fill_budget` does not pay for, and hotels that the directory did not know when the call was quoted: the next call has them. Only with `fill_budget`, or if there are such hotels. */
  not_filled?:
    | {
        /** Hotels with nights that are left out. */
        hotels: number
        /** Nights that are left out, of all hotels. */
        nights: number
        /** The chains of these hotels. */
        chains: string[]
      }
    | undefined
  /** One job per kind that is being fetched. */
  jobs: Job[]
}

export interface TripTransfer {
  /** The bank, as in `GET /transfers`. */
  bank: string
  /** The chain that receives them. */
  chain: string
  /** Points of the bank. */
  points: number
  /** Points of the chain, with the bonus of today. What the block leaves of them counts as spent. */
  received: number
}

export interface TypicalPrice {
  /** A tenth of the nights were cheaper than this. */
  p10: number
  /** A quarter of the nights were cheaper. */
  p25: number
  /** Half of the nights were cheaper. */
  median: number
  /** Three quarters of the nights were cheaper. */
  p75: number
  /** Nine tenths of the nights were cheaper. */
  p90: number
  /** Changes with a figure in the window. */
  observations: number
  /** Nights in the window. Each counts once, with its newest figure. */
  nights: number
  /** Which nights and lead times are compared. */
  window: {
    /** Observations of this many days are compared. */
    days: number
    /** Which nights are compared. Friday and Saturday nights are `weekend`. */
    weekday: 'weekday' | 'weekend' | 'any'
    /** First and last lead time in days. The last is null for all longer ones. */
    lead_days: (number | null)[]
  }
  /** What had to be ignored to find enough nights: the lead time, the weekday, or both. Empty if neither. */
  widened: ('lead' | 'weekday')[]
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
  /** What was compared, for a watch with `like_for_like`. */
  like_for_like?:
    | {
        /** The room, as the chain names it. */
        room_name: string
        /** The same room, as the channel names it. */
        channel_room_name: string
        /** Whether a cancellation is refunded, of both. */
        refundable: boolean
        /** Of both. */
        meal_plan: string
      }
    | undefined
}

export interface Undercutter {
  /** Id of the agency. */
  channel: string
  /** Nights on which it is cheaper than the hotel itself. */
  nights: number
  /** Nights on which both could be compared. */
  compared: number
  /** Where it is furthest below; null if it never is. */
  deepest: {
    /** Check-in. */
    night: string
    /** Nights of the stay. */
    los: number
    /** Channel minus direct, in the currency of direct. */
    gap: number
    /** The same in percent. */
    gap_pct: number
  } | null
}

export interface UnshareBoardResponse {}

export interface UnshareReceiptResponse {}

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
  /** What the key that makes this call may do. */
  key: {
    /** The id of the key that makes this call. */
    id: string
    /** `read`: what is free; `spend`: what costs credits; `manage`: watches, endpoints, sets, schedules. */
    scopes: ('read' | 'spend' | 'manage')[]
    /** Null: it has no cap of its own. */
    daily_cap: number | null
    /** What it has spent on this day (UTC). */
    spent_today: number
    /** Null: it has no end. */
    expires_at: string | null
  }
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
    | 'award_access'
    | 'trip'
    | 'hotels'
    | 'parity'
    | 'ids'
    | 'watch'
    | 'history'
    | 'insight'
    | 'outlook'
    | 'backtest'
  /** The key that made the call. */
  key_id: string
  /** The job it was charged for. */
  job_id: string | null
  /** The watch or booking it was charged for. */
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

export interface Wallet {
  /** By chain. */
  points: Record<string, number>
  /** By bank. */
  banks: Record<string, number>
  /** Free-night certificates. */
  certificates: WalletCertificate[]
  /** Chains where you have elite status. */
  elite: string[]
  /** The currency that you count in; null if you have not said. */
  currency: string | null
  /** When it was saved; null if it never was, and is empty. */
  updated_at: string | null
}

export interface WalletCertificate {
  /** The chain. */
  chain: string
  /** The certificate, as in `GET /chains`. */
  id: string
  /** How many of them. */
  count: number
}

export interface Watch {
  /** Id of the watch. */
  id: string
  /** The source. */
  chain: string
  /** The property’s code at the source. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in nights as requested. Past nights are no longer checked. */
  nights: {
    /** First check-in night. */
    from: string
    /** Last check-in night, inclusive. */
    to: string
  }
  /** Nights of each stay. */
  los: number
  /** Whether it watches cash rates or awards. */
  kind: 'cash' | 'award'
  /** Per room. */
  adults: number
  /** Per room. */
  children: number
  /** Their ages, only if they were requested. */
  children_ages?: number[] | undefined
  /** Rooms of the same kind. */
  rooms: number
  /** The currency of its amounts. Prices in another currency are not compared with them. */
  currency: string
  /** Seconds between refreshes. A watch on the same nights with a shorter interval refreshes this one too. */
  refresh_sec: number
  /** `available`: a night becomes available. `points_lte`: the cheapest award falls to `points_lte` or below. `price_lte`: the price falls to `price_lte.amount` or below. `any`: status, price or points change. `rebook`: the stay costs less than was paid. `undercut`: the channel sells the nights below the direct public rate. */
  condition: 'available' | 'points_lte' | 'price_lte' | 'any' | 'rebook' | 'undercut'
  /** For condition `points_lte`: fires when the cheapest award costs at most this many points. */
  points_lte?: number | undefined
  /** With condition `price_lte`. */
  price_lte?:
    | {
        /** The highest price per room and night that fires, in `currency`. */
        amount: number
        /** The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. */
        basis: 'bar' | 'bar_after_tax' | 'member'
      }
    | undefined
  /** With condition `rebook`. */
  rebook?:
    | {
        /** The price you paid per room and night: in `currency`, or in points for kind `award`. */
        paid: number
        /** The rate to compare with: the lowest public rate, the same with all taxes and fees, or the lowest member rate. Ignored for kind `award`. */
        basis?: 'bar' | 'bar_after_tax' | 'member' | undefined
        /** The minimum saving, in percent of the price paid. */
        min_saving_pct: number
      }
    | undefined
  /** With condition `undercut`. */
  undercut?:
    | {
        /** The online travel agency to compare with the direct public rate. */
        channel: SourceId
        /** The hotel’s id there. Default: from the id map. */
        hotel_code: string
        /** The minimum gap, in percent of the direct rate. */
        min_pct: number
        /** Compare prices with all taxes and fees, or displayed prices. `bar` may compare a price with tax to one without. */
        basis: 'bar_after_tax' | 'bar'
        /** Compare only rooms that match (see `rooms` of `/parity`), with the same refundability and meal. Each refresh then shops every night, at a quarter of the shop price. */
        like_for_like: boolean
      }
    | undefined
  /** Where to send events: a public http or https address. Either this or `endpoints`. */
  webhook_url?: string | undefined
  /** The endpoints that get the events, instead of a `webhook_url`. */
  endpoints?: string[] | undefined
  /** The price of one refresh: a quarter of the price of each cell, for the remaining nights. Cells that fail are free. */
  credits_per_refresh: number
  /** The requests to sources that it is expected to make each time. */
  upstream: {
    /** How many, retries not counted. */
    requests: number
    /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
    cost: {
      /** With up to six decimals. */
      amount: number
      /** ISO 4217. */
      currency: string
    } | null
    /** The same of 30 days. */
    per_month: {
      /** How many, retries not counted. */
      requests: number
      /** What the operator of this service pays the vendors for them; null if a price is not known, or in several currencies. */
      cost: {
        /** With up to six decimals. */
        amount: number
        /** ISO 4217. */
        currency: string
      } | null
    }
  }
  /** `paused`: by you, or because the receiver answered 410 (gone). `suspended`: the account has no credits for a refresh; resumes by itself. `expired`: all nights are past. */
  status: 'active' | 'paused' | 'suspended' | 'expired'
  /** Why you should look at the watch; null if all is well. `hotel_closed`: the hotel has left its source. `currency_changed`: the hotel no longer quotes the watch’s currency, so prices are not judged; create a new watch in the new one. `source_disabled`: the operator switched the source off or removed it; the watch goes on when it is back. */
  attention: 'hotel_closed' | 'currency_changed' | 'source_disabled' | (string & {}) | null
  /** When it was last refreshed. */
  last_refresh_at: string | null
  /** When it is refreshed next; null if it is not. */
  next_refresh_at: string | null
  /** When it was created. */
  created_at: string
  /** The secret that signs its events to `webhook_url`. Shown only when it is new and when it is rotated. */
  secret?: string | undefined
}

/** A watch or booking can no longer do what it was made for. */
export interface WatchAttentionEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.attention'
  /** When it was found. */
  created_at: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** Why the watch needs attention. With `watch.attention`. */
  attention: string
  /** The watch that fired. Events of watches only. */
  watch_id?: string | undefined
  /** The booking that it is about. Events of bookings only. */
  booking_id?: string | undefined
}

/** A night can be booked. */
export interface WatchAvailableEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.available'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
}

/** A price or an availability changed. */
export interface WatchChangedEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.changed'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
}

/** A night costs no more points than the limit of the watch. */
export interface WatchPointsLteEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.points_lte'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
}

/** A night costs no more than the limit of the watch. */
export interface WatchPriceLteEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.price_lte'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
  /** With `watch.price_lte`. */
  price_lte: PriceReached
}

/** A booked night costs less than was paid. */
export interface WatchRebookEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.rebook'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
  /** With `watch.rebook`. */
  rebook: RebookSaving
}

/** A test of a watch, with made-up figures. */
export interface WatchTestEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.test'
  /** When it was found. */
  created_at: string
  /** The figures are made up. With `watch.test`. */
  sample: true
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
  /** With `watch.price_lte`. */
  price_lte?: PriceReached | undefined
  /** With `watch.rebook`. */
  rebook?: RebookSaving | undefined
  /** With `watch.undercut`. */
  undercut?: UndercutFound | undefined
}

/** A channel is cheaper than the hotel. */
export interface WatchUndercutEvent {
  /** The same for every attempt, and sent as `X-Event-Id`. Use it to recognise duplicates. */
  id: string
  /** What happened. */
  type: 'watch.undercut'
  /** When it was found. */
  created_at: string
  /** The watch that fired. Events of watches only. */
  watch_id: string
  /** The source of the hotel. */
  chain: string
  /** The hotel. */
  hotel_code: string
  /** The hotel’s name; null if unknown. */
  name: string | null
  /** The check-in night. */
  night: string
  /** Length of stay, in nights. */
  los: number
  /** What is watched. */
  kind: 'cash' | 'award'
  /** What was known before; null for a first observation. */
  previous: MatrixCell | null
  /** What is known now; made up in a test. */
  current: MatrixCell
  /** With `watch.undercut`. */
  undercut: UndercutFound
}

/** What a webhook receives. Later versions may send events of other types: ignore those that you do not know. */
export type WebhookEvent =
  | WatchAvailableEvent
  | WatchPointsLteEvent
  | WatchPriceLteEvent
  | WatchChangedEvent
  | WatchRebookEvent
  | WatchUndercutEvent
  | WatchAttentionEvent
  | WatchTestEvent
  | BookingBetterEvent
  | BookingDeadlineEvent
  | JobDoneEvent
  | EndpointVerifyEvent
  | EndpointPausedEvent
  | EndpointTestEvent
  | ScheduleDoneEvent
