import { addNights } from '../../../kernel/dates.ts'
import type { Minor } from '../../../kernel/money.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import {
  type Adapter,
  type BatchQuery,
  type BatchRow,
  type Call,
  type Family,
  type FamilySettings,
  type LowestAnswer,
  SourceFailure,
  type StayAnswer,
  type StayQuery,
} from '../../source.ts'
import { recording } from '../http-answer.ts'
import { readOptions } from '../options.ts'
import { createLiteapiClient, type LiteapiClient } from './client.ts'
import { createContent } from './content.ts'
import { createDirectory, type Directory } from './directory.ts'
import { type HotelRates, type OfferPrice, parseRates, type RatesAnswer } from './parse.ts'
import { findHotels, hotelsNear } from './places.ts'

/**
 * LiteAPI v3. Figures include all taxes and fees, unless what the hotel collects cannot be counted.
 *
 * Batches use `/hotels/rates` with few rates per hotel rather than `/hotels/min-rates`: the latter has no currency, no list of
 * what the hotel collects, and does not mark member rates.
 */
export const liteapi: Family = {
  name: 'liteapi',
  credentials: ['apiKey'],
  batchSize: 200,
  calendarDays: null,
  mostRooms: null,
  pointOfSale: ['country'],
  bind,
}

interface Profile {
  /** ISO 3166 alpha-2; some hotels price by it. */
  guestNationality: string
  /** Asks suppliers for the rates of this loyalty programme. */
  loyaltyProgram: string | null
  /** Comma-separated ids that keep a chain's searches to its own hotels. */
  chainIds: string | null
}

interface Bound {
  now: () => number
  client: LiteapiClient
  directory: Directory
  profile: Profile
}

/** The number of cheapest rates per hotel; nearly always includes the lowest public and member rate. */
const RATES_PER_HOTEL = 30

function bind(settings: FamilySettings): Adapter {
  const client = createLiteapiClient(settings.credentials.apiKey ?? '', settings.now)
  const directory = createDirectory(client, settings.now)
  const profile = readProfile(settings)
  const bound: Bound = { now: settings.now, client, directory, profile }
  return {
    shop: (query, call) => shop(bound, query, call),
    lowest: (query, call) => lowest(bound, query, call),
    near: (query, call) => hotelsNear(client, profile.chainIds, query, call),
    find: (query, call) => findHotels(client, profile.chainIds, query, call),
    hotel: (hotelCode, call) => directory.hotel(hotelCode, call),
    content: createContent(client, profile.chainIds, settings.now),
  }
}

function readProfile({ profile }: FamilySettings): Profile {
  const options = readOptions(profile, ['guestNationality', 'loyaltyProgram', 'chainIds'])
  return {
    guestNationality: options.text('guestNationality', 'US', /^[A-Z]{2}$/, 'a country code such as "US"'),
    loyaltyProgram: options.text('loyaltyProgram', null, /./, 'the name of a programme'),
    chainIds: options.text('chainIds', null, /^\d+(,\d+)*$/, 'numbers with commas between them'),
  }
}

type Stay = Omit<StayQuery, 'hotelCode'>

async function askRates(
  { client, profile, now }: Bound,
  hotelCodes: readonly string[],
  stay: Stay,
  more: Record<string, unknown>,
  call: Call,
): Promise<RatesAnswer> {
  const { adults, rooms } = stay.occupancy
  const ages = childAges(stay.occupancy)
  const { found, body } = await client.rates(
    {
      hotelIds: hotelCodes,
      occupancies: Array.from({ length: rooms }, () => ({ adults, children: ages })),
      currency: stay.currency,
      guestNationality: stay.pointOfSale?.country ?? profile.guestNationality,
      checkin: stay.checkin,
      checkout: addNights(stay.checkin, stay.los),
      ...(profile.loyaltyProgram && { loyaltyProgram: profile.loyaltyProgram }),
      ...more,
    },
    call,
  )
  const { los, occupancy, currency } = stay
  const asked = { hotelCodes, los, occupancy, currency, nowMs: now() }
  return found ? parseRates(body, asked) : { rates: new Map(), cards: new Map() }
}

async function shop(bound: Bound, query: StayQuery, outer: Call): Promise<StayAnswer> {
  const raw: unknown[] = []
  const call = outer.raw ? { ...outer, http: recording(outer.http, raw) } : outer
  const answer = await askRates(bound, [query.hotelCode], query, { includeHotelData: true }, call)
  const rates = answer.rates.get(query.hotelCode)
  if (rates instanceof SourceFailure) throw rates
  const card = answer.cards.get(query.hotelCode) ?? null
  if (card?.lat) bound.directory.remember(card)
  const rooms = rates?.rooms() ?? []
  const available = rooms.length > 0
  return {
    hotel: available ? card : await bound.directory.hotel(query.hotelCode, call),
    status: available ? 'available' : 'sold_out',
    minLos: null,
    currency: rates?.currency ?? query.currency,
    taxIncluded: true,
    rooms,
    pointsKnown: true,
    raw,
  }
}

async function lowest(bound: Bound, query: BatchQuery, call: Call): Promise<BatchRow[]> {
  const first = await askRates(bound, query.hotelCodes, query, { maxRatesPerHotel: RATES_PER_HOTEL }, call)
  const figures = readAll(first, true)

  // The vendor cuts by total, so expensive extras or member rates may hide the real lowest rate.
  const unsure = [...figures].flatMap(([code, read]) =>
    isLowest(read) && (!read.bar.sure || (query.member && !read.member.sure)) ? [code] : [],
  )
  if (unsure.length > 0) {
    const second = readAll(await askRates(bound, unsure, query, {}, call), false)
    for (const code of unsure) {
      const read = second.get(code)
      if (read) figures.set(code, read)
      else figures.delete(code)
    }
  }

  const absent = query.hotelCodes.filter((code) => !isShown(figures.get(code)))
  const directory = await bound.directory.hotels(absent, call)
  return query.hotelCodes.map((hotelCode) => {
    const known = figures.get(hotelCode)
    if (known instanceof SourceFailure) return { hotelCode, failure: known }
    const stay = { hotelCode, checkin: query.checkin, los: query.los, minLos: null }
    if (known?.currency) {
      const { currency, bar, member } = known
      const row: LowestAnswer = {
        ...stay,
        status: 'available',
        currency,
        taxIncluded: bar.taxIncluded ?? member.taxIncluded ?? true,
        bar: bar.price,
        barAfterTax: bar.afterTax,
        member: member.price,
        memberAfterTax: member.afterTax,
        memberKnown: member.sure,
      }
      return { hotelCode, lowest: row }
    }
    const entry = directory.get(hotelCode)
    if (!entry || entry instanceof SourceFailure) {
      return { hotelCode, failure: entry ?? new SourceFailure('broken', `${hotelCode} was not looked up`) }
    }
    const nothing = { bar: null, barAfterTax: null, member: null, memberAfterTax: null, memberKnown: true }
    const soldOut = { status: 'sold_out', currency: query.currency, taxIncluded: true } as const
    return { hotelCode, lowest: { ...stay, ...soldOut, ...nothing } }
  })
}

interface Lowest {
  currency: string | null
  bar: Cheapest
  member: Cheapest
}

/** The lowest figures of some offers, per room and night. */
interface Cheapest {
  price: Minor | null
  afterTax: Minor | null
  /** The basis of the price; null without one. */
  taxIncluded: boolean | null
  /** False if an offer that was cut off may be cheaper. */
  sure: boolean
}

function readAll({ rates }: RatesAnswer, cut: boolean): Map<string, Lowest | SourceFailure> {
  return new Map(
    [...rates].map(([code, read]) => [code, read instanceof SourceFailure ? read : readLowest(read, cut)]),
  )
}

function isLowest(read: Lowest | SourceFailure): read is Lowest {
  return !(read instanceof SourceFailure)
}

/** Whether the answer mentions the hotel, even unreadably: then it is neither full nor unknown. */
function isShown(read: Lowest | SourceFailure | undefined): boolean {
  return read !== undefined && (!isLowest(read) || read.currency !== null)
}

function readLowest({ currency, prices, offers, highestTotal }: HotelRates, cut: boolean): Lowest {
  const complete = !cut || offers < RATES_PER_HOTEL
  const sure = (figure: Minor | null) => complete || (figure !== null && figure <= highestTotal)
  const cheapest = (wanted: (price: OfferPrice) => boolean): Cheapest => {
    const wantedOnes = prices.filter((price) => !price.package && wanted(price))
    const least = leastBy(wantedOnes, (price) => price.total)
    const leastAfterTax = leastBy(wantedOnes, (price) => price.totalAfterTax)
    return {
      price: least?.pricePerNight ?? null,
      afterTax: leastAfterTax?.pricePerNightAfterTax ?? null,
      taxIncluded: least?.taxIncluded ?? null,
      sure: sure(least?.total ?? null) && sure(leastAfterTax?.totalAfterTax ?? null),
    }
  }
  return {
    currency,
    bar: cheapest((price) => !price.memberOnly),
    member: cheapest((price) => price.memberOnly),
  }
}

function leastBy(
  prices: readonly OfferPrice[],
  figureOf: (price: OfferPrice) => Minor | null,
): OfferPrice | null {
  let best: OfferPrice | null = null
  let least = Number.POSITIVE_INFINITY
  for (const price of prices) {
    const figure = figureOf(price)
    if (figure === null || figure >= least) continue
    best = price
    least = figure
  }
  return best
}
