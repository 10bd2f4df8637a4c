import type { Minor } from '../../../kernel/money.ts'
import type { BatchQuery, LowestAnswer, Rate } from '../../source.ts'
import type { HotelStay } from './stay.ts'

/** The cheapest figures of a hotel, each the minimum of its own column. */
export function lowestOf(
  hotelCode: string,
  stay: HotelStay,
  query: BatchQuery,
  known: { taxIncluded: boolean; member: boolean },
): LowestAnswer {
  const currency = stay.currency ?? query.currency
  const cash = stay.rooms
    .flatMap((room) => room.rates)
    .filter((rate) => rate.pointsPerNight === null && rate.currency === currency)
    .filter((rate) => !rate.restricted && !rate.package)
  const open = cash.filter((rate) => !rate.memberOnly)
  const members = cash.filter((rate) => rate.memberOnly)
  const bar = least(open, (rate) => rate.pricePerNight)
  const cheapest = open.find((rate) => rate.pricePerNight === bar)
  return {
    hotelCode,
    checkin: query.checkin,
    los: query.los,
    status: stay.status,
    minLos: stay.minLos,
    currency,
    taxIncluded: (cheapest ?? members[0])?.taxIncluded ?? known.taxIncluded,
    bar,
    barAfterTax: least(open, (rate) => rate.pricePerNightAfterTax),
    member: least(members, (rate) => rate.pricePerNight),
    memberAfterTax: least(members, (rate) => rate.pricePerNightAfterTax),
    // If nothing is for sale, there is no member rate either.
    memberKnown: known.member || stay.status !== 'available',
  }
}

function least(rates: Rate[], figureOf: (rate: Rate) => Minor | null): Minor | null {
  const figures = rates.map(figureOf).filter((figure) => figure !== null)
  return figures.length === 0 ? null : Math.min(...figures)
}
