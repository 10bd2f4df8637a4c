import { cellView } from '../cells/cell.ts'
import { type Client, SNAPSHOT, transact } from '../db/pool.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { Planned } from '../edge/sale.ts'
import { served } from '../edge/served.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { Milli } from '../kernel/credits.ts'
import { dayAt } from '../kernel/dates.ts'
import { DEFAULT_OCCUPANCY } from '../kernel/occupancy.ts'
import { comparableView, compare } from '../observations/comparable.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import type { Bounds } from './bounds.ts'
import type { RankedAsk } from './parameters.ts'
import { type Ranked, rankHotels } from './ranking.ts'
import type { ValueAsk } from './request.ts'
import { readClasses, readShown, type Shown } from './store.ts'

export interface ValueDeps {
  reads: Reads
  fx: ReferenceRates
  bounds: Bounds
}

interface Row {
  chain: Source
  hotel: Ranked
  shown: Shown
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
async function readRows({ reads, fx, bounds }: ValueDeps, asked: ValueAsk, nowMs: number): Promise<Row[]> {
  // Clocks differ, so a cell may be of tomorrow.
  const days = { from: dayAt(asked.notBeforeMs), to: dayAt(nowMs) + 1 }
  const factors = await fx.factors(asked.currency, days, 'cpp')
  return reads.with((client) =>
    transact(client, () => rankedRows(client, bounds, { ...asked, factors }, days), { begin: SNAPSHOT }),
  )
}

async function rankedRows(
  client: Client,
  bounds: Bounds,
  asked: Omit<RankedAsk, 'classes'>,
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
    return { hotel, shown: what, chain }
  })
}

function viewOf(fx: ReferenceRates, { chain, hotel, shown }: Row, { currency }: ValueAsk, nowMs: number) {
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
    comparable: comparableView(comparable),
    comparison_note: note,
    best: cellView({ source: chain, hotelCode: hotel.code }, shown.cell, TERMS, nowMs),
  }
}
