import { cellView } from '../cells/cell.ts'
import { type Client, SNAPSHOT, transact } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { hotelKey } from '../hotels/master.ts'
import type { Milli } from '../kernel/credits.ts'
import { dayAt } from '../kernel/dates.ts'
import { LIMITS } from '../kernel/limits.ts'
import { DEFAULT_OCCUPANCY } from '../kernel/occupancy.ts'
import type { AutoAges } from '../observations/auto-ages.ts'
import { comparableView, compare } from '../observations/comparable.ts'
import type { AgeDeps } from '../rates/auto-age.ts'
import { ageView } from '../rates/render.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import type { Bounds } from './bounds.ts'
import type { HotelOf, RankedAsk } from './parameters.ts'
import { type Ranked, rankHotels } from './ranking.ts'
import type { ValueAsk } from './request.ts'
import { readClasses, readShown, type Shown } from './store.ts'

export interface ValueDeps extends AgeDeps {
  reads: Reads
  fx: ReferenceRates
  bounds: Bounds
}

interface Row {
  chain: Source
  hotel: Ranked
  shown: Shown
  /** Only if that was left to us. */
  maxAgeSec: number | undefined
}

/** Only nights for two adults in one room are ranked. */
const TERMS = { kind: 'award', occupancy: DEFAULT_OCCUPANCY } as const

/** Where points are worth most, from the cache alone. */
export async function planAwardValue(deps: ValueDeps, ask: ValueAsk, nowMs: number): Promise<Planned> {
  const dearest = Math.max(0, ...ask.sources.map(nightPrice))
  return {
    // How many hotels qualify depends on their figures.
    estimate: { cached: [], perhaps: Array<Milli>(ask.limit).fill(dearest), live: [], free: 0 },
    run: async (tab) => {
      const rows = await readRows(deps, ask, nowMs)
      for (const { chain } of rows) tab.cached(nightPrice(chain))
      return served({ hotels: rows.map((row) => viewOf(deps.fx, row, ask, nowMs)) })
    },
  }
}

/** One snapshot for all reads, so that the shown night is the ranked one. */
async function readRows(
  { reads, fx, bounds, ages }: ValueDeps,
  asked: ValueAsk,
  nowMs: number,
): Promise<Row[]> {
  // Clocks differ, so a cell may be of tomorrow.
  const days = { from: dayAt(asked.notBeforeMs), to: dayAt(nowMs) + 1 }
  const factors = await fx.factors(asked.currency, days, 'cpp')
  return reads.with((client) =>
    transact(
      client,
      () => {
        const aged = agedBy(ages, client, asked, nowMs)
        return rankedRows(client, bounds, { ...asked, ...aged, factors }, days)
      },
      { begin: SNAPSHOT },
    ),
  )
}

interface Aged extends Pick<RankedAsk, 'since'> {
  /** By `source/code`, of the hotels that were valued. */
  known: Map<string, number>
}

function agedBy(ages: AutoAges, client: Client, ask: ValueAsk, nowMs: number): Aged {
  const known = new Map<string, number>()
  const { sources, nights, currency, isAuto, notBeforeMs } = ask
  return {
    known,
    since: async (hotels) => {
      if (!isAuto) return hotels.map(() => notBeforeMs)
      const asked = hotels.flatMap((hotel) => {
        const source = sources.find(({ id }) => id === hotel.source)
        return source ? [{ source, hotelCode: hotel.code }] : []
      })
      const party = { occupancy: DEFAULT_OCCUPANCY, currency }
      const own = await ages({ hotels: asked, nights, lengths: [1], kind: 'award', party }, client)
      for (const [name, age] of own) known.set(name, age)
      return hotels.map((hotel) => nowMs - (own.get(hotelKey(nameOf(hotel))) ?? LIMITS.rateTtlSec) * 1000)
    },
  }
}

const nameOf = ({ source, code }: HotelOf) => ({ source, hotelCode: code })

async function rankedRows(
  client: Client,
  bounds: Bounds,
  asked: Omit<RankedAsk, 'classes'> & Aged,
  days: { from: number; to: number },
): Promise<Row[]> {
  const ask = { ...asked, classes: bounds.of(await readClasses(client), asked.currency, days) }
  const ranked = await rankHotels(client, ask)
  const shown = await readShown(client, ranked)
  return ranked.map((hotel, place) => {
    const chain = ask.sources.find(({ id }) => id === hotel.source)
    const what = shown[place]
    if (!chain || !what)
      throw new Error(`the hotel ${hotel.source}/${hotel.code} was ranked and is not there`)
    return { hotel, shown: what, chain, maxAgeSec: asked.known.get(hotelKey(nameOf(hotel))) }
  })
}

function viewOf(
  fx: ReferenceRates,
  { chain, hotel, shown, maxAgeSec }: Row,
  { currency }: ValueAsk,
  nowMs: number,
) {
  const { comparable, note } = compare(fx, shown.cell, currency, shown.cell.seenMs)
  return {
    chain: hotel.source,
    hotel_code: hotel.code,
    name: shown.name,
    city: shown.city,
    country: shown.country,
    best_cpp: hotel.best / 100,
    avg_cpp: hotel.avg / 100,
    nights: hotel.nights,
    ...ageView({ maxAgeSec }),
    comparable: comparableView(comparable),
    comparison_note: note,
    best: cellView({ source: chain, hotelCode: hotel.code }, shown.cell, TERMS, nowMs),
  }
}
