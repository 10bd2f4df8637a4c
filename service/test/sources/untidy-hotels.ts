import { beforeAll, describe, expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { QUIRKS, type Quirk } from '../../../sandbox/src/world/quirk.ts'
import { canShow } from '../../../sandbox/src/world/quirks.ts'
import type { Quote } from '../../../sandbox/src/world/world.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { type Figures, figuresOf } from '../../src/observations/figures.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import type { LowestAnswer, Rate, StayAnswer } from '../../src/sources/source.ts'
import type { SandboxSources } from './sandbox-sources.ts'
import { expectedFigures, expectedRates, type PublicPrices, publicPricesOf } from './world-figures.ts'

const occupancy = { adults: 2, children: 0, rooms: 1 }
const FIRST_NIGHT = addNights(nightAt(Date.now()), 40)
const HOUR_MS = 3_600_000

/** A test hotel whose cash prices are plain; the examples stand in three countries. */
const TEST_HOTEL = 'AWARDFLAP'

/**
 * Every untidiness that a source's format can show, met at a test hotel and at ordinary ones: the figures of the answer
 * are the world's own, and what not everybody can book is no public price.
 */
export function describeUntidyHotels(source: Source, open: () => SandboxSources): void {
  const shown = QUIRKS.filter((quirk) => canShow(source.id, quirk))
  describe(`untidy hotels of ${source.id}`, () => {
    let market: Market

    beforeAll(() => {
      market = marketOf(source, open())
    })

    it.each<Quirk>(shown)('%s', async (quirk) => {
      for (const hotelCode of [TEST_HOTEL, ...source.examples]) {
        await market.make(hotelCode, [quirk])
        for (const los of [1, 3]) expect((await market.expectTrue(hotelCode, los)).bar).toBeGreaterThan(0)
      }
    })

    it('everything at once', async () => {
      for (const hotelCode of [TEST_HOTEL, ...source.examples]) {
        await market.make(hotelCode, shown)
        for (const los of [1, 2, 5]) expect((await market.expectTrue(hotelCode, los)).bar).toBeGreaterThan(0)
      }
    })

    it.runIf(shown.includes('memberPrepaid'))('members pay less where they pay at once', async () => {
      await market.make(TEST_HOTEL, ['memberPrepaid'])
      const { memberAfterTax, barAfterTax } = await market.expectTrue(TEST_HOTEL, 2)
      expect(memberAfterTax).toBeLessThan(barAfterTax ?? 0)
    })
  })
}

interface Market {
  /** Gives a hotel these quirks and no others. */
  make(hotelCode: string, quirks: readonly Quirk[]): Promise<void>
  /** Holds a shop, and a batch and a calendar where there are any, against the world. */
  expectTrue(hotelCode: string, los: number): Promise<Figures>
}

/** The sandbox's own: what is made of a hotel here is made of it there. */
const world = createWorld({ seed: 1, now: Date.now })

function marketOf(source: Source, { sandbox, gateway }: SandboxSources): Market {
  const { id } = source

  async function shop(hotelCode: string, checkin: string, los: number): Promise<StayAnswer> {
    const query = { hotelCode, checkin, los, occupancy, currency: 'USD' }
    return (await gateway.shop(id, query, { live: true })).answer
  }

  async function batched(hotelCode: string, checkin: string, los: number): Promise<LowestAnswer | null> {
    if (!source.batch) return null
    const query = { hotelCodes: [hotelCode], checkin, los, occupancy, currency: 'USD', member: true }
    const [row] = (await gateway.lowest(id, query, { live: true })).answer
    if (!row || 'failure' in row) throw row?.failure ?? new Error('no row')
    return row.lowest
  }

  async function night(hotelCode: string, checkin: string, los: number): Promise<LowestAnswer | null> {
    if (!source.calendar) return null
    const query = { hotelCode, from: checkin, to: checkin, los, occupancy, currency: 'USD' }
    const [row] = (await gateway.calendar(id, query)).answer
    if (!row || 'failure' in row) throw row?.failure ?? new Error('no night')
    return row.lowest
  }

  return {
    async make(hotelCode, quirks) {
      const changes = Object.fromEntries(QUIRKS.map((quirk) => [quirk, quirks.includes(quirk)]))
      await sandbox.control(`/hotels/${id}/${hotelCode}`, changes)
      world.setQuirks(id, hotelCode, changes)
    },

    async expectTrue(hotelCode, los) {
      const checkin = availableNight(source, hotelCode, los)
      return await withinAnHour(async () => {
        const [answer, row, day] = [
          await shop(hotelCode, checkin, los),
          await batched(hotelCode, checkin, los),
          await night(hotelCode, checkin, los),
        ]
        const quote = quoteOf(source, hotelCode, checkin, los)
        expect({ checkin, status: answer.status }).toEqual({ checkin, status: 'available' })
        expect(answer.currency).toBe(quote.currency)
        expect(cashRates(answer)).toEqual(expectedRates(source, quote))
        const figures = figuresOf(answer)
        expect(figures).toMatchObject(expectedFigures(source, quote))
        for (const lowest of [row, day])
          if (lowest) expectSame(lowest, figures, publicPricesOf(source, quote))
        return figures
      })
    },
  }
}

/** Prices move on the hour: what straddles one is looked at again. */
async function withinAnHour<T>(look: () => Promise<T>): Promise<T> {
  const hour = (): number => Math.floor(Date.now() / HOUR_MS)
  const before = hour()
  try {
    return await look()
  } catch (error) {
    if (hour() === before) throw error
    return await look()
  }
}

function quoteOf(source: Source, hotelCode: string, checkin: string, los: number): Quote {
  const ask = { checkin, los, ...occupancy, ...(source.localCurrency ? {} : { currency: 'USD' }) }
  const quote = world.quote(source.id, hotelCode, ask)
  if (!quote) throw new Error(`${source.id} has no hotel ${hotelCode}`)
  return quote
}

function availableNight(source: Source, hotelCode: string, los: number): string {
  for (let day = 0; day < 100; day += 1) {
    const checkin = addNights(FIRST_NIGHT, day)
    if (quoteOf(source, hotelCode, checkin, los).status === 'available') return checkin
  }
  throw new Error(`${hotelCode} is never available for ${los} nights`)
}

function cashRates(answer: StayAnswer): object[] {
  const rates = answer.rooms.flatMap((room) => room.rates).filter((rate) => rate.pricePerNight !== null)
  return rates.map(brief).toSorted(byText)
}

/** What a rate is about, without the codes and names that every format has in its own way. */
function brief(rate: Rate): object {
  const { currency, taxIncluded, total, totalAfterTax, memberOnly, restricted, refundable, cancelBy } = rate
  return {
    currency,
    taxIncluded,
    total,
    totalAfterTax,
    memberOnly,
    restricted,
    package: rate.package,
    // Some formats have one word for "not all of it" and "we do not know".
    refundable: refundable ?? false,
    cancelBy: cancelBy === null ? null : Date.parse(cancelBy),
  }
}

function byText(a: object, b: object): number {
  const [one, other] = [JSON.stringify(a), JSON.stringify(b)]
  return one < other ? -1 : one > other ? 1 : 0
}

/** A row tells what the full answer tells, and members' figures only where it could have shown them. */
function expectSame(lowest: LowestAnswer, figures: Figures, prices: PublicPrices): void {
  const { status, currency, taxIncluded, bar, barAfterTax, member, memberAfterTax } = figures
  expect(lowest).toMatchObject({ status, currency })
  if (prices.mixed) expectOneOf(lowest, figures, prices)
  else expect(lowest).toMatchObject({ taxIncluded, bar, barAfterTax })
  if (lowest.memberKnown) expect(lowest).toMatchObject({ member, memberAfterTax })
}

/** A row has room for one plan. Where bases are mixed it is a true one, and the lowest on one of them. */
function expectOneOf(lowest: LowestAnswer, figures: Figures, { pairs }: PublicPrices): void {
  const { taxIncluded, bar, barAfterTax } = lowest
  expect(bar === figures.bar || barAfterTax === figures.barAfterTax).toBe(true)
  expect(pairs).toContainEqual({ taxIncluded, bar, barAfterTax })
}
