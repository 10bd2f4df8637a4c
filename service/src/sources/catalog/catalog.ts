import { PRICE_OF, type Weights } from '../../billing/prices.ts'
import type { Milli } from '../../kernel/credits.ts'
import type { Family, PointOfSale, RequestsPer } from '../source.ts'
import type { Budget } from './budget.ts'
import type { TransferPartner } from './partners.ts'
import type { SourceEntry } from './schema.ts'

/** The sources of this installation. The API describes sources from here. */

export interface Certificate {
  id: string
  /** The highest award it covers; null: any standard award night. */
  maxPoints: number | null
  /** Points that may be added to it; null: any number, 0: none. */
  maxTopUp: number | null
}

/** Of every `every` nights of one booking paid with points alone, one is free. */
export interface FreeNightRule {
  every: number
  /** Which of them: the cheapest, or the last. */
  frees: 'cheapest' | 'last'
  who: 'all' | 'elite'
}

export interface SourceLimits {
  /** Concurrent calls. */
  concurrency: number
  deadlineMs: number
  /** Of the decoded body. */
  maxBodyBytes: number
}

export type Origin = 'bundled' | 'file' | 'database'

/** What the gateway needs to reach any source. */
export interface Connection {
  id: string
  name: string
  /** Where its entry comes from: the service, the operator's file, or the database. */
  origin: Origin
  /** Whether its prices are invented, as its entry says. */
  sandbox: boolean
  /** Switched off by the operator: listed, but never called. */
  disabled: boolean
  family: string
  profile: Readonly<Record<string, unknown>>
  baseUrl: string
  credentials: Readonly<Record<string, string>>
  /** What to check if they are refused: the environment variables that hold them, or their names. */
  variables: readonly string[]
  /** Why the source cannot be called (a credential is not set), or null. */
  unconfigured: string | null
  limits: SourceLimits
  /** Null: every request is sent. */
  budget: Budget | null
}

/** A source of rates. Weights are milli-credits and multiples of 4, so that the cached price is whole too. */
export interface Source extends Connection {
  /** `meta`: a metasearch engine, whose answers have the offers of many sellers. */
  kind: 'chain' | 'ota' | 'meta'
  shopMilli: number
  /** Per hotel of a comparison set. */
  compsetMilli: number
  /** Added if member rates need another call. */
  memberMilli: number
  calendarNightMilli: number
  /** Null if the source has no points. */
  awardNightMilli: number | null
  batch: boolean
  calendar: boolean
  points: boolean
  pointsCash: boolean
  geo: boolean
  /** How many requests a question usually takes. */
  requestsPer: RequestsPer
  /** Most rooms per call, if fewer than we sell; else null. */
  mostRooms: number | null
  /** Otherwise it is only told how many children there are. */
  takesAges: boolean
  /** The fields of a point of sale that it understands. */
  pointOfSale: readonly (keyof PointOfSale)[]
  certificates: readonly Certificate[]
  freeNight: FreeNightRule | null
  /** ISO codes it can quote, or `*` for any. */
  currencies: readonly string[]
  /** Each hotel answers in its own currency, whatever was requested. */
  localCurrency: boolean
  /** Null if it differs between answers. */
  taxIncluded: boolean | null
  examples: readonly string[]
  /** The address of a hotel's own page, with places for the stay. */
  bookingPage?: string
}

export interface SearchEngine extends Connection {
  kind: 'search'
}

export interface Catalog {
  /** Chains first, then OTAs, then metasearch engines, each in the order of the files. */
  sources: readonly Source[]
  searchEngines: readonly SearchEngine[]
  /** The families of rates: the bundled ones, and those that the operator's file names by a path. */
  families: readonly Family[]
  /** The sources of the sandbox, while it is switched off. */
  switchedOff?: readonly string[]
  /** Of the chains in `sources` that have points. */
  transferPartners: readonly TransferPartner[]
}

export function findSource(catalog: Catalog, id: string): Source | undefined {
  return catalog.sources.find((source) => source.id === id)
}

/** What the catalog needs of a search engine family, which has a different port. */
export interface SearchFamilyFacts {
  name: string
  credentials: readonly string[]
}

export interface Families {
  rates: readonly Family[]
  search: readonly SearchFamilyFacts[]
}

export interface CatalogSettings {
  env: Readonly<Record<string, string | undefined>>
  /** `SOURCES_FILE`, if set. */
  sourcesFile: string | undefined
  families: Families
}

/** The sources in the database, with their secrets in the clear. */
export interface StoredSources {
  sources: readonly StoredSource[]
  /** Whether entries with the mark `sandbox` are used. */
  sandbox: boolean
}

export interface StoredSource {
  id: string
  /** The template that it was made from; null: it changes the bundled source with this id. */
  vendor: string | null
  /** Whole if it has a vendor, else what differs from the bundled entry. */
  entry: Partial<SourceEntry>
  secrets: Readonly<Record<string, string>>
  disabled: boolean
}

/** The source's weights as the price rules take them. */
/** The live price of a night of a calendar, or of an award night, at the source. */
export function nightPrice(source: Source): Milli {
  return PRICE_OF.calendarNight(weightsOf(source))
}

export function weightsOf(source: Source): Weights {
  return {
    shop: source.shopMilli,
    compset: source.compsetMilli,
    memberExtra: source.memberMilli,
    nativeBatch: source.batch,
    nativeCalendar: source.calendar,
  }
}
