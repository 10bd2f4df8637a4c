import type { Minor } from '../../kernel/money.ts'
import type { Source } from '../catalog/catalog.ts'
import { lowestOfStay } from '../families/lowest-of-stay.ts'
import type { LowestAnswer, Rate, StayAnswer, StayQuery } from '../source.ts'
import { must, mustBe } from './rule.ts'

/** What must hold of any stay's answer, whatever the hotel, checked against nothing but the answer itself. */
export function mustBeSound(source: Source, query: StayQuery, answer: StayAnswer): void {
  if (answer.hotel) mustBe(answer.hotel.hotelCode, query.hotelCode, 'the code of the hotel')
  mustBe(answer.pointsKnown, true, '`pointsKnown`')
  if (!source.localCurrency) mustBe(answer.currency, expectedCurrency(source, query.currency), 'the currency')
  if (source.taxIncluded !== null && answer.status === 'available')
    mustBe(answer.taxIncluded, source.taxIncluded, '`taxIncluded`')
  const codes = answer.rooms.map((room) => room.roomCode)
  must(new Set(codes).size === codes.length, `two rooms have one code: ${codes.join(', ')}`)
  for (const room of answer.rooms) {
    must(room.rates.length > 0, `room ${room.roomCode} has no rates`)
    for (const rate of room.rates) mustBeSoundRate(source, query, rate)
  }
}

export function expectedCurrency(source: Source, asked: string): string {
  const [first = asked] = source.currencies
  return first === '*' || source.currencies.includes(asked) ? asked : first
}

const TEXTS = ['rateCode', 'name', 'currency'] as const
const FLAGS = ['memberOnly', 'restricted', 'package'] as const

function mustBeSoundRate(source: Source, query: StayQuery, rate: Rate): void {
  for (const field of TEXTS)
    must(typeof rate[field] === 'string' && rate[field] !== '', `a rate without ${field}`)
  for (const field of FLAGS)
    must(typeof rate[field] === 'boolean', `\`${field}\` of ${rate.rateCode} is no boolean`)
  must(
    typeof rate.taxIncluded === 'boolean' ||
      (rate.taxIncluded === null && rate.pricePerNightAfterTax === null),
    `\`taxIncluded\` of ${rate.rateCode} is ${rate.taxIncluded}, and ${rate.pricePerNightAfterTax} is after tax`,
  )
  const units = query.los * query.occupancy.rooms
  if (rate.pointsPerNight !== null) {
    must(source.points, 'an award, though the source has no points')
    mustBe(rate.pricePerNight, null, 'the price of an award')
    must(rate.standardAward !== null, 'an award that is neither standard nor premium')
    mustSpread(rate.pointsTotal, rate.pointsPerNight, units)
    must(
      (rate.cashCopayPerNight ?? 0) === 0 || source.pointsCash,
      'points with cash, which the source has not',
    )
    return
  }
  const { pricePerNight, pricePerNightAfterTax: afterTax, total, totalAfterTax } = rate
  mustBe(rate.standardAward, null, '`standardAward` of a cash rate')
  must(pricePerNight === null || pricePerNight > 0, `a price of ${pricePerNight}`)
  if (source.taxIncluded !== null) mustBe(rate.taxIncluded, source.taxIncluded, '`taxIncluded` of a rate')
  mustSpread(total, pricePerNight, units)
  mustSpread(totalAfterTax, afterTax, units)
  must(
    afterTax === null || afterTax >= (pricePerNight ?? 0),
    `${afterTax} after tax, ${pricePerNight} before`,
  )
}

/** The nightly figure is the total shared out over nights and rooms, so they differ by rounding at most. */
function mustSpread(total: Minor | null, nightly: Minor | null, units: number): void {
  must((total === null) === (nightly === null), `a total of ${total} for ${nightly} a night`)
  if (total === null || nightly === null) return
  must(Math.abs(total - nightly * units) <= units, `a total of ${total} for ${units} × ${nightly}`)
}

/** The priced rates of an answer in its currency that are public, or for members. */
export function bookableRates({ rooms, currency }: Pick<StayAnswer, 'rooms' | 'currency'>): Rate[] {
  const rates = rooms.flatMap((room) => room.rates).filter((rate) => rate.pricePerNight !== null)
  return rates.filter((rate) => !rate.restricted && !rate.package && rate.currency === currency)
}

/** The lowest figures of a matrix, as a batch or a calendar would have to tell them. */
export function lowestOf(answer: StayAnswer): LowestAnswer {
  return lowestOfStay({ hotelCode: '', checkin: '', los: 1 }, answer, true)
}

const FIGURES = ['status', 'minLos', 'currency', 'bar', 'barAfterTax'] as const
const MEMBER_FIGURES = ['member', 'memberAfterTax'] as const

/** Member figures count only where the answer could have shown them. */
export function mustTellTheSame(found: LowestAnswer, shop: StayAnswer): void {
  const expected = lowestOf(shop)
  for (const field of [...FIGURES, ...(found.memberKnown ? MEMBER_FIGURES : [])])
    mustBe(found[field], expected[field], `\`${field}\` of ${found.hotelCode} on ${found.checkin}`)
}

export function pointsOf(answer: StayAnswer): number[] {
  return answer.rooms.flatMap((room) => room.rates).flatMap((rate) => rate.pointsPerNight ?? [])
}
