import type { Logger } from 'pino'
import { listen } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import { dayAt, dayOf, nightOfDay } from '../kernel/dates.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { currencyNo, minorDigits } from '../kernel/money.ts'
import { startLoop } from '../leases/loop.ts'
import type { Conversion } from './convert.ts'
import { type Decimal, decimalText, divide, parseDecimal, shifted } from './decimal.ts'
import type { FeedName } from './feeds.ts'
import { FX_CHANNEL, readTables, type StoredTable } from './store.ts'

/** A rate older than this on the day of the observation compares nothing. */
export const STALE_DAYS = 7

/** Rates of one day: how much of a currency one euro buys. */
export interface EuroRate {
  rate: Decimal
  day: number
  publisher: string
}

/** The reference rates in memory: no question waits for the database because of them. */
export interface ReferenceRates {
  /** The rate in force when something was observed. Null if there is none, or none that is fresh enough. */
  find(from: string, to: string, seenMs: number): Conversion | null
  /** By day since 1970. */
  findOn(from: string, to: string, day: number): Conversion | null
  perEuro(currency: string, day: number): EuroRate | null
  /** Every rate per euro that may have been the newest one for an observation of that day, when it was stored. */
  perEuroEver(currency: string, day: number): EuroRate[]
  /**
   * For statements: what figures of each currency, observed on each day, are multiplied with, as JSON. The key is the
   * number of the currency × 100,000 + the day. Money in minor units, or money per point in hundredths of a cent. A long range
   * takes seconds, so it is computed in slices.
   */
  factors(to: string, days: DayRange, of: 'money' | 'cpp'): Promise<string>
  /** The part of a range of days for which there may be rates. */
  within(days: DayRange): DayRange
  /** Every currency with a rate in any table. */
  currencies(): readonly string[]
  /** Changes whenever tables were added. */
  version(): number
}

const MOST_TOLD = 100

/** Days since 1970, both inclusive. */
export interface DayRange {
  from: number
  to: number
}

/** The digits of a day in a key of `factors`. */
export const DAY_PLACES = 100_000

const EURO: Decimal = { units: 1n, scale: 0 }
const FEEDS: readonly FeedName[] = ['main', 'extra']

type Tables = ReadonlyMap<string, Pick<StoredTable, 'publisher' | 'base' | 'rates'>>

/** Pure: from tables by `feed/day`. */
export function ratesFrom(tables: Tables, version: number): ReferenceRates {
  const found = new Map<string, Conversion | null>()
  const told = new Map<string, string>()
  const read = new Map<string, EuroRate | null>()
  const codes = new Set(['EUR'])
  const first = Math.min(...tables.keys().map((key) => Number(key.slice(key.indexOf('/') + 1))))
  for (const { base, rates } of tables.values()) {
    codes.add(base)
    for (const code of Object.keys(rates)) codes.add(code)
  }

  function ofTable(feed: FeedName, currency: string, day: number): EuroRate | null {
    const table = tables.get(`${feed}/${day}`)
    if (!table) return null
    const key = `${feed}/${currency}/${day}`
    const known = read.get(key)
    if (known !== undefined) return known
    const rate = perEuroIn(table, currency)
    const euro = rate && { rate, day, publisher: table.publisher }
    read.set(key, euro)
    return euro
  }

  function inForce(currency: string, day: number): EuroRate | null {
    for (const feed of FEEDS) {
      for (let ago = 0; ago <= STALE_DAYS; ago += 1) {
        const rate = ofTable(feed, currency, day - ago)
        if (rate) return rate
      }
    }
    return null
  }

  function cross(from: string, to: string, day: number): Conversion | null {
    const sides = [from, to].filter((code) => code !== 'EUR')
    const rates = sides.map((code) => inForce(code, day))
    if (rates.includes(null)) return null
    const known = rates.filter((rate) => rate !== null)
    const euros = (code: string) => known[sides.indexOf(code)]?.rate ?? EURO
    return {
      from,
      to,
      rate: divide(euros(to), euros(from)),
      date: nightOfDay(Math.min(...known.map((rate) => rate.day))),
      source: [...new Set(known.map(({ publisher }) => publisher))].join(' + '),
    }
  }

  function findOn(from: string, to: string, day: number): Conversion | null {
    const key = `${from}${to}${day}`
    const known = found.get(key)
    if (known !== undefined) return known
    const conversion = cross(from, to, day)
    found.set(key, conversion)
    return conversion
  }

  async function factorsOf(to: string, days: DayRange, of: 'money' | 'cpp'): Promise<string> {
    const entries: string[] = []
    const slices = startSlices()
    for (const from of codes) {
      if (from === to) continue
      const places = (of === 'cpp' ? 4 : minorDigits(to)) - minorDigits(from)
      for (let day = days.from; day <= days.to; day += 1) {
        await slices.pause()
        const conversion = findOn(from, to, day)
        if (conversion)
          entries.push(
            `"${currencyNo(from) * DAY_PLACES + day}":${decimalText(shifted(conversion.rate, places))}`,
          )
      }
    }
    return `{${entries.join(',')}}`
  }

  return {
    factors: async (to, days, of) => {
      const from = Math.max(first, days.from)
      const key = `${to}/${from}/${days.to}/${of}`
      const known = told.get(key) ?? (await factorsOf(to, { from, to: days.to }, of))
      // One entry per currency and day in use. All ranges that begin before the first table are one.
      const isUsual = days.to - from <= 2 * STALE_DAYS || from === first
      if (isUsual && told.size < MOST_TOLD) told.set(key, known)
      return known
    },
    find: (from, to, seenMs) => findOn(from, to, dayAt(seenMs)),
    findOn,
    perEuro: (currency, day) =>
      currency === 'EUR' ? { rate: EURO, day, publisher: '' } : inForce(currency, day),
    perEuroEver: (currency, day) =>
      FEEDS.flatMap((feed) =>
        Array.from({ length: STALE_DAYS + 1 }, (_, ago) => ofTable(feed, currency, day - ago)).filter(
          (rate) => rate !== null,
        ),
      ),
    within: ({ from, to }) => ({ from: Math.max(first, from), to }),
    currencies: () => [...codes],
    version: () => version,
  }
}

function perEuroIn({ base, rates }: Pick<StoredTable, 'base' | 'rates'>, currency: string): Decimal | null {
  const read = (code: string) => (code === base ? EURO : parseDecimal(rates[code] ?? ''))
  const [rate, euro] = [read(currency), read('EUR')]
  return rate && euro && divide(rate, euro)
}

export interface LiveRates extends ReferenceRates {
  close(): Promise<void>
}

/** Notices can be lost, so the table is also looked at by time. */
const POLL_MS = 60_000
/** Tables are stored in a transaction: one that ends later may bear an earlier time. */
const OVERLAP_MS = 60_000

/** Reads the table once, then what is added to it. */
export async function openReferenceRates(options: {
  pool: Pool
  listenUrl: string
  log: Logger
}): Promise<LiveRates> {
  const { pool, listenUrl, log } = options
  const tables = new Map<string, StoredTable>()
  let sinceMs = 0
  let rates = ratesFrom(tables, 0)

  async function load(): Promise<void> {
    const { tables: added, newestMs } = await readTables(pool, Math.max(0, sinceMs - OVERLAP_MS))
    const changed = added.filter((table) => !isKnown(tables.get(keyOf(table)), table))
    sinceMs = newestMs
    if (changed.length === 0) return
    for (const table of changed) tables.set(keyOf(table), table)
    rates = ratesFrom(tables, rates.version() + 1)
  }

  const loop = startLoop({
    run: load,
    pollMs: POLL_MS,
    onError: (error) => log.warn({ err: error }, 'reference rates could not be loaded; retrying'),
    backOff: { firstMs: 1000, mostMs: POLL_MS },
  })
  await load()
  const listener = listen(listenUrl, FX_CHANNEL, loop.wake, loop.wake)
  return {
    find: (from, to, seenMs) => rates.find(from, to, seenMs),
    findOn: (from, to, day) => rates.findOn(from, to, day),
    perEuro: (currency, day) => rates.perEuro(currency, day),
    perEuroEver: (currency, day) => rates.perEuroEver(currency, day),
    factors: (to, days, of) => rates.factors(to, days, of),
    within: (days) => rates.within(days),
    currencies: () => rates.currencies(),
    version: () => rates.version(),
    close: async () => {
      await listener.close()
      await loop.stop()
    },
  }
}

function keyOf({ feed, day }: StoredTable): string {
  return `${feed}/${dayOf(day)}`
}

/** A stored table only ever gains currencies. */
function isKnown(known: StoredTable | undefined, table: StoredTable): boolean {
  return known !== undefined && Object.keys(known.rates).length === Object.keys(table.rates).length
}
