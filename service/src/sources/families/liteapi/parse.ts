import { divideMinor, type Minor } from '../../../kernel/money.ts'
import { childAges } from '../../../kernel/occupancy.ts'
import { type HotelRecord, type Occupancy, type Rate, type Room, SourceFailure } from '../../source.ts'
import { readEach } from '../agency-batch.ts'
import { checkOfferCount } from '../offer-count.ts'
import { roomCodeOf } from '../room-code.ts'
import { type PricedOffer, priceOffer } from './price.ts'
import {
  blankOffer,
  hotelOffer,
  hotelRates,
  ratesAnswer,
  type VendorCard,
  type VendorOffer,
  type VendorRate,
} from './rates-schema.ts'

/** What was requested, to check the answer against. The format does not echo dates. */
export interface RatesAsked {
  hotelCodes: readonly string[]
  los: number
  occupancy: Occupancy
  currency: string
  nowMs: number
}

export interface HotelRates {
  /** Null if the hotel has no offer. */
  currency: string | null
  prices: OfferPrice[]
  /** Made on request: a batch of a thousand offers needs only their prices. */
  rooms(): Room[]
  offers: number
  /** The highest offer total: cut answers are sorted by it, so what is missing costs at least as much. */
  highestTotal: Minor
}

/** What an offer costs, and for whom it is. */
export type OfferPrice = Pick<
  Rate,
  | 'pricePerNight'
  | 'pricePerNightAfterTax'
  | 'taxIncluded'
  | 'total'
  | 'totalAfterTax'
  | 'memberOnly'
  | 'package'
>

export interface RatesAnswer {
  /** A hotel whose entry is unreadable fails alone. */
  rates: Map<string, HotelRates | SourceFailure>
  cards: Map<string, HotelRecord>
}

export function parseRates(body: unknown, asked: RatesAsked): RatesAnswer {
  if (!ratesAnswer.Check(body)) throw new SourceFailure('broken', 'a rates answer of another shape')
  const entries = new Map<string, unknown>()
  for (const hotel of body.data) {
    if (!asked.hotelCodes.includes(hotel.hotelId) || entries.has(hotel.hotelId)) {
      throw new SourceFailure('broken', `rates for ${hotel.hotelId}, which was not requested`)
    }
    entries.set(hotel.hotelId, hotel)
  }
  const rates = readEach(entries, (entry) => parseHotel(entry, asked))
  return { rates, cards: new Map((body.hotels ?? []).map((card) => [card.id, readCard(card)])) }
}

function parseHotel(hotel: unknown, asked: RatesAsked): HotelRates {
  if (!hotelRates.Check(hotel)) throw new SourceFailure('broken', 'a hotel of another shape')
  const offers: { offer: VendorOffer; priced: PricedOffer; price: OfferPrice }[] = []
  let currency: string | null = null
  let highestTotal = 0
  checkOfferCount(hotel.roomTypes.length)
  for (const offer of offersOf(hotel.roomTypes)) {
    checkOccupancy(offer, asked.occupancy, hotel.hotelId)
    const priced = priceOffer(offer, asked.currency)
    if (currency !== null && currency !== priced.currency) {
      throw new SourceFailure('broken', `${hotel.hotelId} is quoted in ${currency} and ${priced.currency}`)
    }
    currency = priced.currency
    highestTotal = Math.max(highestTotal, priced.charged)
    offers.push({ offer, priced, price: priceOf(offer, priced, asked) })
  }
  return {
    currency,
    prices: offers.map(({ price }) => price),
    rooms: () => roomsOf(offers, asked),
    offers: hotel.roomTypes.length,
    highestTotal,
  }
}

function roomsOf(
  offers: readonly { offer: VendorOffer; priced: PricedOffer; price: OfferPrice }[],
  asked: RatesAsked,
): Room[] {
  const rooms = new Map<string, Room>()
  for (const { offer, priced, price } of offers) {
    const name = [...new Set(offer.rates.map((rate) => rate.name))].join(' + ')
    const room = rooms.get(name) ?? {
      roomCode: roomCodeOf(name),
      name,
      beds: null,
      maxOccupancy: offer.rates[0]?.maxOccupancy ?? null,
      rates: [],
    }
    room.rates.push(toRate(offer, priced, price, asked))
    rooms.set(name, room)
  }
  return [...rooms.values()]
}

/** A blank offer is skipped; a hotel with only blank offers, or none, says nothing about its rooms. */
function offersOf(roomTypes: readonly unknown[]): VendorOffer[] {
  const offers = roomTypes.filter((offer) => !blankOffer.Check(offer))
  if (offers.length === 0) throw new SourceFailure('broken', 'a hotel without a readable offer')
  if (!offers.every((offer) => hotelOffer.Check(offer)))
    throw new SourceFailure('broken', 'an offer of another shape')
  return offers
}

/** One rate per requested room, each for the requested guests. The vendor may omit the ages of children. */
function checkOccupancy(offer: VendorOffer, occupancy: Occupancy, hotelId: string): void {
  const asked = childAges(occupancy).join()
  const sameAges = (ages: readonly number[]) =>
    ages.length === 0 || ages.toSorted((a, b) => a - b).join() === asked
  const numbers = new Set(offer.rates.map((rate) => rate.occupancyNumber))
  const matches =
    offer.rates.length === occupancy.rooms &&
    numbers.size === occupancy.rooms &&
    offer.rates.every(
      ({ adultCount, childCount, childrenAges }) =>
        adultCount === occupancy.adults && childCount === occupancy.children && sameAges(childrenAges ?? []),
    )
  if (!matches) throw new SourceFailure('broken', `an offer of ${hotelId} for other rooms or guests`)
}

function priceOf(offer: VendorOffer, priced: PricedOffer, { los, occupancy }: RatesAsked): OfferPrice {
  const { price, taxIncluded } = priced
  const bundled = offer.rateType === PACKAGE
  const nightly = price === null ? null : divideMinor(price, los * occupancy.rooms)
  return {
    pricePerNight: nightly,
    pricePerNightAfterTax: taxIncluded ? nightly : null,
    taxIncluded,
    total: price,
    totalAfterTax: taxIncluded ? price : null,
    memberOnly: !bundled && offer.loyaltyMembershipIdRequired === true,
    package: bundled,
  }
}

function toRate(offer: VendorOffer, { currency }: PricedOffer, price: OfferPrice, asked: RatesAsked): Rate {
  const first = offer.rates[0]
  if (!first) throw new SourceFailure('broken', 'an offer without rates')
  const { refundable, cancelBy } = readCancelling(offer.rates, asked.nowMs)
  const audience = price.package ? 'package' : price.memberOnly ? 'members' : null
  return {
    rateCode: first.rateId,
    name: rateName(first, refundable, audience),
    currency,
    ...price,
    restricted: false,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    refundable,
    cancelBy,
    mealPlan: readMealPlan(first),
  }
}

/** An offer that may be sold only with something else, such as a flight. */
const PACKAGE = 'package'

/** The format names rooms and boards but no rate plans. */
function rateName(rate: VendorRate, refundable: boolean | null, audience: string | null): string {
  const terms = refundable === null ? null : refundable ? 'refundable' : 'non-refundable'
  return [rate.boardName || rate.name, terms, audience].filter((part) => part).join(', ')
}

/**
 * How far the vendor's clock may be ahead of ours: a penalty that begins within this time begins with the booking, whether it
 * keeps all of the money or a part.
 */
const CLOCK_SLACK_MS = 3_600_000

function readCancelling(rates: readonly VendorRate[], nowMs: number): Pick<Rate, 'refundable' | 'cancelBy'> {
  const refundable = readRefundable(rates)
  const cancelBy = refundable ? readCancelBy(rates) : null
  if (cancelBy === null || Date.parse(cancelBy) > nowMs + CLOCK_SLACK_MS) return { refundable, cancelBy }
  return { refundable: false, cancelBy: null }
}

/** Several rooms are refundable only together. */
function readRefundable(rates: readonly VendorRate[]): boolean | null {
  const tags = rates.map((rate) => rate.cancellationPolicies?.refundableTag)
  if (tags.includes('NRFN')) return false
  return tags.every((tag) => tag === 'RFN') ? true : null
}

/** Each policy states the cancellation cost from its time on; cancellation is free until the first that costs anything. */
function readCancelBy(rates: readonly VendorRate[]): string | null {
  const times = rates
    .flatMap((rate) => rate.cancellationPolicies?.cancelPolicyInfos ?? [])
    .filter((policy) => policy.amount !== 0)
    .map((policy) => readLocal(policy.cancelTime ?? '', policy.timezone || 'GMT'))
  if (times.some(Number.isNaN) || times.length === 0) return null
  return new Date(Math.min(...times)).toISOString()
}

/** Times are in GMT unless the policy names another zone. NaN if either cannot be read. */
function readLocal(text: string, timezone: string): number {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z?)$/.exec(text)
  if (!match) return Number.NaN
  try {
    const local = Temporal.PlainDateTime.from(`${match[1]}T${match[2]}`)
    return local.toZonedDateTime(match[3] ? 'UTC' : timezone).epochMilliseconds
  } catch {
    return Number.NaN
  }
}

const MEAL_PLANS: Readonly<Record<string, string>> = {
  RO: 'room_only',
  BB: 'breakfast',
  BI: 'breakfast',
  HB: 'half_board',
  FB: 'full_board',
  AI: 'all_inclusive',
}

function readMealPlan(rate: VendorRate): string | null {
  return MEAL_PLANS[rate.boardType ?? ''] ?? (rate.boardName || null)
}

function readCard(card: VendorCard): HotelRecord {
  return {
    hotelCode: card.id,
    name: card.name,
    city: textOrNull(card.city_name),
    country: textOrNull(card.country_code)?.toUpperCase() ?? null,
    lat: numberOrNull(card.latitude),
    lng: numberOrNull(card.longitude),
  }
}

export function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
