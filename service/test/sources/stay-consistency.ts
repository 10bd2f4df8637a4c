import { expect } from 'vitest'
import type { Minor } from '../../src/kernel/money.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import type { LowestAnswer, Rate, StayAnswer, StayQuery } from '../../src/sources/source.ts'

/** What must hold of any stay's answer, whatever the hotel, checked against nothing but the answer itself. */
export function expectConsistent(source: Source, query: StayQuery, answer: StayAnswer): void {
  if (answer.hotel) expect(answer.hotel.hotelCode).toBe(query.hotelCode)
  expect(answer.pointsKnown).toBe(true)
  if (!source.localCurrency) expect(answer.currency).toBe(expectedCurrency(source, query.currency))
  if (source.taxIncluded !== null && answer.status === 'available') {
    expect(answer.taxIncluded).toBe(source.taxIncluded)
  }
  const codes = answer.rooms.map((room) => room.roomCode)
  expect(new Set(codes).size).toBe(codes.length)
  for (const room of answer.rooms) {
    expect(room.rates.length).toBeGreaterThan(0)
    for (const rate of room.rates) expectSoundRate(source, query, rate)
  }
}

export function expectedCurrency(source: Source, asked: string): string {
  const [first = asked] = source.currencies
  return first === '*' || source.currencies.includes(asked) ? asked : first
}

function expectSoundRate(source: Source, query: StayQuery, rate: Rate): void {
  if (rate.pointsPerNight !== null) {
    expect(source.points).toBe(true)
    expect(rate.pricePerNight).toBeNull()
    expect(rate.standardAward).not.toBeNull()
    expectSpread(rate.pointsTotal, rate.pointsPerNight, query.los * query.occupancy.rooms)
    if ((rate.cashCopayPerNight ?? 0) > 0) expect(source.pointsCash).toBe(true)
    return
  }
  const { pricePerNight, pricePerNightAfterTax: afterTax, total, totalAfterTax } = rate
  expect(rate.standardAward).toBeNull()
  expect(pricePerNight).toBeGreaterThan(0)
  if (source.taxIncluded !== null) expect(rate.taxIncluded).toBe(source.taxIncluded)
  // A rate that may or may not hold the taxes has an all-in figure only where it does.
  else expect(afterTax !== null).toBe(rate.taxIncluded)
  const units = query.los * query.occupancy.rooms
  expectSpread(total, pricePerNight, units)
  expectSpread(totalAfterTax, afterTax, units)
  if (afterTax !== null) expect(afterTax).toBeGreaterThanOrEqual(pricePerNight ?? 0)
}

/** The nightly figure is the total shared out over nights and rooms, so they differ by rounding at most. */
function expectSpread(total: Minor | null, nightly: Minor | null, units: number): void {
  expect(total === null).toBe(nightly === null)
  if (total !== null && nightly !== null) expect(Math.abs(total - nightly * units)).toBeLessThanOrEqual(units)
}

/** The priced rates of an answer that anybody, or any member, can book in its currency. */
export function bookableRates({ rooms, currency }: Pick<StayAnswer, 'rooms' | 'currency'>): Rate[] {
  const rates = rooms.flatMap((room) => room.rates).filter((rate) => rate.pricePerNight !== null)
  return rates.filter((rate) => !rate.restricted && !rate.package && rate.currency === currency)
}

/** The lowest figures of a matrix, as a batch or a calendar would have to tell them. */
export function lowestOf(
  answer: StayAnswer,
): Pick<
  LowestAnswer,
  'status' | 'minLos' | 'currency' | 'bar' | 'barAfterTax' | 'member' | 'memberAfterTax'
> {
  const cash = bookableRates(answer)
  const lowest = (member: boolean, figure: (rate: Rate) => Minor | null): Minor | null => {
    const figures = cash.filter((rate) => rate.memberOnly === member).flatMap((rate) => figure(rate) ?? [])
    return figures.length === 0 ? null : Math.min(...figures)
  }
  return {
    status: answer.status,
    minLos: answer.minLos,
    currency: answer.currency,
    bar: lowest(false, (rate) => rate.pricePerNight),
    barAfterTax: lowest(false, (rate) => rate.pricePerNightAfterTax),
    member: lowest(true, (rate) => rate.pricePerNight),
    memberAfterTax: lowest(true, (rate) => rate.pricePerNightAfterTax),
  }
}

/** Member figures count only where the answer could have shown them. */
export function expectSameLowest(found: LowestAnswer, shop: StayAnswer): void {
  const { member, memberAfterTax, ...publicFigures } = lowestOf(shop)
  expect(found).toMatchObject(publicFigures)
  if (found.memberKnown) expect(found).toMatchObject({ member, memberAfterTax })
}

export function pointsOf(answer: StayAnswer): number[] {
  return answer.rooms.flatMap((room) => room.rates).flatMap((rate) => rate.pointsPerNight ?? [])
}
