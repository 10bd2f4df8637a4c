import { inTransaction, type Pool } from '../db/pool.ts'
import type { Planned } from '../edge/sale.ts'
import { cellTexts } from '../grids/body.ts'
import { withText } from '../kernel/json-text.ts'
import { DEFAULT_OCCUPANCY } from '../kernel/occupancy.ts'
import { nightPrice, type Source } from '../sources/catalog/catalog.ts'
import { type Ranked, rankHotels } from './ranking.ts'
import type { ValueAsk } from './request.ts'
import { readShown, type Shown } from './store.ts'

interface Row {
  chain: Source
  hotel: Ranked
  shown: Shown
}

/** Where points are worth most, from the cache alone. */
export async function planAwardValue(pool: Pool, ask: ValueAsk, nowMs: number): Promise<Planned> {
  const rows = await readRows(pool, ask)
  const prices = rows.map(({ chain }) => nightPrice(chain))
  return {
    estimate: { cached: prices, live: [], free: 0 },
    run: async (tab) => {
      for (const price of prices) tab.cached(price)
      return { status: 200, headers: {}, body: bodyOf(rows, ask, nowMs) }
    },
  }
}

/** One snapshot for all reads, so that the shown night is the ranked one. */
async function readRows(pool: Pool, ask: ValueAsk): Promise<Row[]> {
  return inTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    const ranked = await rankHotels(client, ask)
    const shown = await readShown(client, ask, ranked)
    return ranked.map((hotel, place) => {
      const chain = ask.sources.find(({ id }) => id === hotel.source)
      const what = shown[place]
      if (!chain || !what)
        throw new Error(`the hotel ${hotel.source}/${hotel.code} was ranked and is not there`)
      return { hotel, shown: what, chain }
    })
  })
}

function bodyOf(rows: readonly Row[], ask: ValueAsk, nowMs: number): string {
  const grid = {
    hotels: rows.map(({ chain, hotel }) => ({ source: chain, hotelCode: hotel.code })),
    nights: ask.nights,
    lengths: [1],
    kind: 'award' as const,
    occupancy: DEFAULT_OCCUPANCY,
    currency: ask.currency,
    notBeforeMs: ask.notBeforeMs,
  }
  const nights = cellTexts(
    grid,
    rows.map(({ shown }) => shown.cell),
    nowMs,
  )
  const hotels = rows.map((row, place) => withText(summaryOf(row), 'best', nights[place] ?? 'null'))
  return `{"hotels":[${hotels.join(',')}]}`
}

function summaryOf({ hotel, shown }: Row) {
  return {
    chain: hotel.source,
    hotel_code: hotel.code,
    name: shown.name,
    city: shown.city,
    country: shown.country,
    best_cpp: hotel.best / 100,
    avg_cpp: hotel.avg / 100,
    nights: hotel.nights,
  }
}
