import type { Minor } from '../../kernel/money.ts'
import type { LowestAnswer, Rate, StayAnswer, StayQuery } from '../source.ts'

/** The cheapest figures of a stay, each the minimum of its own column, as a batch states them. */
export function lowestOfStay(
  { hotelCode, checkin, los }: Pick<StayQuery, 'hotelCode' | 'checkin' | 'los'>,
  stay: Pick<StayAnswer, 'status' | 'minLos' | 'currency' | 'taxIncluded' | 'rooms'>,
  memberKnown: boolean,
): LowestAnswer {
  const cash = stay.rooms
    .flatMap((room) => room.rates)
    .filter((rate) => rate.pointsPerNight === null && rate.currency === stay.currency)
    .filter((rate) => !rate.restricted && !rate.package)
  const open = cash.filter((rate) => !rate.memberOnly)
  const members = cash.filter((rate) => rate.memberOnly)
  const bar = least(open, (rate) => rate.pricePerNight)
  const cheapest = open.find((rate) => rate.pricePerNight === bar)
  return {
    hotelCode,
    checkin,
    los,
    status: stay.status,
    minLos: stay.minLos,
    currency: stay.currency,
    taxIncluded: (cheapest ?? members[0])?.taxIncluded ?? stay.taxIncluded,
    bar,
    barAfterTax: least(open, (rate) => rate.pricePerNightAfterTax),
    member: least(members, (rate) => rate.pricePerNight),
    memberAfterTax: least(members, (rate) => rate.pricePerNightAfterTax),
    // If nothing is for sale, there is no member rate either.
    memberKnown: memberKnown || stay.status !== 'available',
  }
}

function least(rates: Rate[], figureOf: (rate: Rate) => Minor | null): Minor | null {
  const figures = rates.map(figureOf).filter((figure) => figure !== null)
  return figures.length === 0 ? null : Math.min(...figures)
}
