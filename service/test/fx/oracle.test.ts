import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AreaBody,
  type AreaMarket,
  type CalendarBody,
  type ComparableRow,
  named,
  openAreaMarket,
} from '../areas/area-market.ts'
import { post } from '../support/client.ts'
import type { Cell } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { convertByHand, cppByHand, type RateByHand, ratesByHand } from './by-hand.ts'

/** `FX_RUNS=2000 vitest run service/test/fx/oracle.test.ts` for the long form. */
const RUNS = Number(process.env['FX_RUNS'] ?? 10)
const TIMEOUT_MS = 120_000 + RUNS * 500

const PLACES = ['London', 'Paris', 'Tokyo', 'Sydney', 'New York']
const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'KWD', 'CHF', 'ARS', 'BRL']
/** They quote each hotel in its own currency, so their cells serve every question. */
const CHAINS = ['aurelia', 'brightwater', 'evergrand']
const CHECKIN = inDays(30)
const NIGHTS = { from: inDays(30), to: inDays(32) }

let market: AreaMarket
let hotels: { chain: string; hotel_code: string }[]
const cash = (q: string, currency: string) => ({
  q,
  chains: CHAINS,
  checkin: CHECKIN,
  kind: 'cash',
  currency,
})

beforeAll(async () => {
  market = await openAreaMarket({ workers: 2 })
  hotels = []
  for (const q of PLACES) {
    await market.filled((await market.ask<AreaBody>('/area', cash(q, 'USD'))).body)
    for (const kind of ['cash', 'award']) {
      const ask = { q, chain: 'aurelia', nights: NIGHTS, kind }
      await market.filled((await market.ask<CalendarBody>('/calendar/area', ask)).body)
    }
    hotels.push(...named(await market.hotels({ q, chains: CHAINS.join(','), limit: 12 })))
  }
}, 240_000)
afterAll(() => market.stop())

interface Row extends ComparableRow {
  status: string | null
  currency: string
  observed_at: string
  lowest: {
    bar: number | null
    bar_after_tax: number | null
    member: number | null
    lowest_points: number | null
    cpp: number | null
  } | null
}

/** What the row must say, from its quoted figures and the published rate. */
function comparableByHand(row: Row, to: string, rateOf: RateByHand): Shown | null {
  const { lowest, currency } = row
  const rate = lowest && rateOf(row, to)
  if (!lowest || rate === null || (lowest.bar ?? lowest.bar_after_tax ?? lowest.member) === null) return null
  const converted = (amount: number | null) => (amount === null ? null : convertByHand(amount, rate, to))
  const { bar, bar_after_tax, lowest_points: points, cpp } = lowest
  return {
    currency: to,
    bar: converted(bar),
    bar_after_tax: converted(bar_after_tax),
    cpp: cpp === null ? null : cppByHand(Number(bar_after_tax ?? bar), rate, Number(points)),
    fx: currency === to ? null : { from: currency, to, rate },
  }
}

interface Shown {
  currency: string
  bar: number | null
  bar_after_tax: number | null
  cpp: number | null
  fx: { from: string; to: string; rate: number } | null
}

function shownOf({ comparable }: Row): Shown | null {
  if (!comparable) return null
  const { currency, bar, bar_after_tax, cpp, fx } = comparable
  return { currency, bar, bar_after_tax, cpp, fx: fx && { from: fx.from, to: fx.to, rate: fx.rate } }
}

test(
  'every comparable figure of any comparison set is the quoted one at the published rate',
  async () => {
    const sets = fc.record({
      picked: fc.uniqueArray(fc.nat(1000), {
        minLength: 2,
        maxLength: 6,
        selector: (no) => no % hotels.length,
      }),
      currency: fc.constantFrom(...CURRENCIES),
    })
    let converted = 0
    await fc.assert(
      fc.asyncProperty(sets, async ({ picked, currency }) => {
        const asked = picked.map((no) => hotels[no % hotels.length])
        const body = { hotels: asked, checkin: CHECKIN, currency, max_age: 86_400 }
        const answer = await post(market.url, '/v1/compset', market.account.key, body)
        expect(answer.status).toBe(200)
        const rows = (answer.body as { hotels: Row[] }).hotels.filter(({ lowest }) => lowest !== null)
        const rateOf = await ratesByHand(market.url, market.account.key, rows)
        expect(rows.map(shownOf)).toEqual(rows.map((row) => comparableByHand(row, currency, rateOf)))
        expect(rows.map(({ comparison_note: note }) => note)).toEqual(rows.map(() => null))
        converted += rows.filter(({ comparable }) => comparable?.fx).length
      }),
      { numRuns: RUNS },
    )
    expect(converted).toBeGreaterThan(RUNS)
  },
  TIMEOUT_MS,
)

const asQuoted = (cell: Cell) => ({ currency: cell.currency, observed_at: cell.observed_at })
const half = (figures: readonly number[], decimals: number) => {
  const units = figures.map((figure) => Math.round(figure * 10 ** decimals)).toSorted((a, b) => a - b)
  const [low, high] = [units[Math.ceil(units.length / 2) - 1], units[Math.floor(units.length / 2)]]
  return low === undefined || high === undefined ? null : Math.floor((low + high + 1) / 2) / 10 ** decimals
}
const decimalsOf = (currency: string) => ({ JPY: 0, KWD: 3 })[currency] ?? 2

test(
  'ranks and medians of any area are those of the quoted figures at the published rates',
  async () => {
    const asks = fc.record({ q: fc.constantFrom(...PLACES), currency: fc.constantFrom(...CURRENCIES) })
    await fc.assert(
      fc.asyncProperty(asks, async ({ q, currency }) => {
        const ask = { ...cash(q, currency), max_age: 86_400 }
        const { status, body } = await market.ask<AreaBody>('/area', ask)
        expect(status).toBe(200)
        const rateOf = await ratesByHand(
          market.url,
          market.account.key,
          body.hotels.map(({ cell }) => asQuoted(cell)),
        )
        const priced = body.hotels.filter(({ cell }) => cell.lowest_bar !== null)
        const byHand = priced.map(({ cell }) =>
          convertByHand(Number(cell.lowest_bar), Number(rateOf(asQuoted(cell), currency)), currency),
        )
        expect(priced.map(({ comparable }) => comparable?.bar)).toEqual(byHand)
        expect(byHand).toEqual(byHand.toSorted((a, b) => a - b))
        expect(body.hotels.map(({ rank }) => rank)).toEqual(
          body.hotels.map((_, index) => (index < priced.length ? index + 1 : null)),
        )
        await expectCalendar(q, currency, 'cash')
        await expectCalendar(q, currency, 'award')
      }),
      { numRuns: RUNS },
    )
  },
  TIMEOUT_MS,
)

/** Each night once more, from the cells themselves. */
async function expectCalendar(q: string, currency: string, kind: 'cash' | 'award'): Promise<void> {
  const ask = { q, chain: 'aurelia', nights: NIGHTS, kind, currency, max_age: 86_400 }
  const { body } = await market.ask<CalendarBody>('/calendar/area', ask)
  const cells = await market.held({ hotels: named(body.hotels), nights: NIGHTS, kind, currency })
  const rateOf = await ratesByHand(market.url, market.account.key, cells.map(asQuoted))
  for (const row of body.nights) {
    const of = cells.filter(({ night }) => night === row.night)
    const priced = of.filter((cell) => (kind === 'award' ? cell.lowest_points : cell.lowest_bar) !== null)
    const rate = (cell: Cell) => Number(rateOf(asQuoted(cell), currency))
    const figures = priced.map((cell) =>
      kind === 'award'
        ? Number(cell.lowest_points)
        : convertByHand(Number(cell.lowest_bar), rate(cell), currency),
    )
    const worths = priced.flatMap((cell) =>
      cell.cpp === null
        ? []
        : [
            cppByHand(
              Number(cell.lowest_bar_after_tax ?? cell.lowest_bar),
              rate(cell),
              Number(cell.lowest_points),
            ),
          ],
    )
    const decimals = kind === 'award' ? 0 : decimalsOf(currency)
    const inOther = priced.filter((cell) => cell.currency !== currency)
    expect(row).toMatchObject({
      hotels_known: of.length,
      hotels_available: priced.length,
      not_compared: 0,
      converted: (kind === 'cash' ? inOther : inOther.filter(({ cpp }) => cpp !== null)).length,
      cheapest: figures.length === 0 ? null : Math.min(...figures),
      median: half(figures, decimals),
      best_cpp: kind === 'cash' || worths.length === 0 ? null : Math.max(...worths),
    })
  }
}
