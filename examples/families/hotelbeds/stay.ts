import {
  divideMinor,
  isCurrency,
  parseMinor,
  type Rate,
  type Room,
  type StayAnswer,
  type StayQuery,
} from 'vacancy/family'
import { broken, type Fields, fields, list, number, text } from './read.ts'

/** One hotel of an availability as a stay. */
export function stayOf(hotel: Fields, query: StayQuery, nowMs: number): StayAnswer {
  const currency = text(hotel['currency'])
  if (currency === null || !isCurrency(currency)) throw broken('a hotel without a currency')
  const rooms = list(hotel['rooms']).map((room) => roomOf(fields(room), currency, query, nowMs))
  if (rooms.length === 0) throw broken('an available hotel without rooms')
  return {
    hotel: {
      hotelCode: query.hotelCode,
      name: text(hotel['name']) ?? query.hotelCode,
      city: text(hotel['destinationName']),
      country: null,
      lat: number(hotel['latitude']),
      lng: number(hotel['longitude']),
    },
    status: 'available',
    minLos: null,
    currency,
    taxIncluded: null,
    rooms,
    pointsKnown: true,
    raw: [],
  }
}

function roomOf(room: Fields, currency: string, query: StayQuery, nowMs: number): Room {
  const roomCode = text(room['code'])
  if (roomCode === null) throw broken('a room without a code')
  const rates = list(room['rates']).map((rate) => rateOf(fields(rate), currency, query, nowMs))
  return { roomCode, name: text(room['name']) ?? roomCode, beds: null, maxOccupancy: null, rates }
}

function rateOf(rate: Fields, currency: string, query: StayQuery, nowMs: number): Rate {
  const { adults, children } = query.occupancy
  if (rate['rooms'] !== 1 || rate['adults'] !== adults || rate['children'] !== children)
    throw broken('a rate for another party')
  const boardCode = text(rate['boardCode']) ?? 'RO'
  const rateClass = text(rate['rateClass']) ?? 'NOR'
  const figures = figuresOf(rate, currency, query.los)
  return {
    rateCode: `${rateClass}-${boardCode}`,
    name: [text(rate['boardName']) ?? boardCode, rateClass === 'NRF' ? 'non-refundable' : null]
      .filter((part) => part !== null)
      .join(', '),
    currency,
    ...figures,
    memberOnly: false,
    // Without a selling rate, the price is what the agency pays: nobody else can buy at it.
    restricted: sellingRate(rate) === null,
    package: rate['packaging'] === true,
    pointsPerNight: null,
    pointsTotal: null,
    cashCopayPerNight: null,
    standardAward: null,
    ...cancellationOf(rate, rateClass, nowMs),
    mealPlan: MEALS[boardCode] ?? null,
  }
}

type Figures = Pick<
  Rate,
  'pricePerNight' | 'pricePerNightAfterTax' | 'taxIncluded' | 'total' | 'totalAfterTax'
>

/** Prices are of the whole stay. One that has to be checked again before a booking is not a price yet. */
function figuresOf(rate: Fields, currency: string, los: number): Figures {
  const taxes = taxesOf(rate, currency)
  if (rate['rateType'] === 'RECHECK')
    return {
      pricePerNight: null,
      pricePerNightAfterTax: null,
      taxIncluded: taxes === 0,
      total: null,
      totalAfterTax: null,
    }
  const total = sellingRate(rate) ?? amount(rate['net'])
  if (total === null) throw broken('a rate without a price')
  const minor = parseMinor(total, currency)
  const afterTax = taxes === null ? null : minor + taxes
  return {
    pricePerNight: divideMinor(minor, los),
    pricePerNightAfterTax: afterTax === null ? null : divideMinor(afterTax, los),
    taxIncluded: taxes === 0,
    total: minor,
    totalAfterTax: afterTax,
  }
}

function sellingRate(rate: Fields): string | null {
  return amount(rate['sellingRate'])
}

/** As text, so that no float is computed with. */
function amount(value: unknown): string | null {
  return number(value) === null ? null : String(value)
}

/**
 * What is paid at the hotel on top of the price; 0 if the price includes everything. Null if the answer does not say, which is
 * the default of an account, or not in the currency of the price.
 */
function taxesOf(rate: Fields, currency: string): number | null {
  const { taxes, allIncluded } = fields(rate['taxes'])
  if (allIncluded === true) return 0
  const due = list(taxes)
    .map(fields)
    .filter(({ included }) => included !== true)
  if (due.length === 0) return null
  let sum = 0
  for (const tax of due) {
    const stated = [
      { figure: amount(tax['amount']), in: tax['currency'] },
      { figure: amount(tax['clientAmount']), in: tax['clientCurrency'] },
    ].find((one) => one.figure !== null && one.in === currency)
    if (!stated?.figure) return null
    sum += parseMinor(stated.figure, currency)
  }
  return sum
}

function cancellationOf(
  rate: Fields,
  rateClass: string,
  nowMs: number,
): Pick<Rate, 'refundable' | 'cancelBy'> {
  if (rateClass === 'NRF') return { refundable: false, cancelBy: null }
  const from = list(rate['cancellationPolicies'])
    .map((policy) => Date.parse(text(fields(policy)['from']) ?? ''))
    .toSorted((a, b) => a - b)
  const [first] = from
  if (first === undefined) return { refundable: null, cancelBy: null }
  if (from.some(Number.isNaN)) throw broken('a cancellation policy without a time')
  return first <= nowMs
    ? { refundable: false, cancelBy: null }
    : { refundable: true, cancelBy: new Date(first).toISOString() }
}

const MEALS: Readonly<Record<string, string>> = {
  RO: 'room_only',
  BB: 'breakfast',
  HB: 'half_board',
  FB: 'full_board',
  AI: 'all_inclusive',
}
