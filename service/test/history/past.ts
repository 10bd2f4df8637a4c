import type { Pool } from '../../src/db/pool.ts'
import { createHotelsMaster, numberOf } from '../../src/hotels/master.ts'
import { DEFAULT_OCCUPANCY } from '../../src/kernel/occupancy.ts'
import type { CellRow, Kind } from '../../src/observations/cell-row.ts'
import type { Figures } from '../../src/observations/figures.ts'
import { keyAt } from '../../src/observations/rows.ts'
import { writeCells } from '../../src/observations/write-cells.ts'
import { findSource } from '../../src/sources/catalog/catalog.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { FAMILIES } from '../../src/sources/registry.ts'

export const catalog = loadCatalog({ env: {}, sourcesFile: undefined, families: FAMILIES })
export const DAY_MS = 86_400_000

/** Something that was seen of a night in the past. */
export interface Sight {
  night: string
  seenMs: number
  los?: number
  kind?: Kind
  /** The requested currency. */
  asked?: string
  figures: Partial<Figures>
}

export const PRICED: Figures = {
  status: 'available',
  minLos: null,
  currency: 'USD',
  taxIncluded: false,
  bar: 10_000,
  barAfterTax: 12_000,
  member: null,
  memberAfterTax: null,
  memberKnown: false,
  points: null,
  premium: false,
  pointsCash: null,
  copay: null,
  pointsKnown: false,
}

export const SOLD_OUT: Partial<Figures> = { status: 'sold_out', bar: null, barAfterTax: null, points: null }

interface Named {
  chain: string
  hotel_code: string
}

/** Writes what was seen as the service itself writes it, oldest first. */
export async function plant(pool: Pool, hotel: Named, sights: readonly Sight[]): Promise<void> {
  await writeRounds(pool, await rowsOf(pool, hotel, sights))
}

/** The same for several hotels at once. */
export async function plantAll(
  pool: Pool,
  seen: readonly { hotel: Named; sights: Sight[] }[],
): Promise<void> {
  const rows: CellRow[] = []
  for (const { hotel, sights } of seen) rows.push(...(await rowsOf(pool, hotel, sights)))
  await writeRounds(pool, rows)
}

async function rowsOf(
  pool: Pool,
  { chain, hotel_code: hotelCode }: Named,
  sights: readonly Sight[],
): Promise<CellRow[]> {
  const source = findSource(catalog, chain)
  if (!source) throw new Error(`there is no source ${chain}`)
  const name = { source: chain, hotelCode }
  const no = numberOf(await createHotelsMaster(pool).register([{ ...name, record: null }]), name)
  return sights.map(({ night, seenMs, los = 1, kind = 'cash', asked = 'USD', figures }): CellRow => {
    const place = keyAt(no, { source, los, occupancy: DEFAULT_OCCUPANCY, currency: asked })
    return { ...place, kind, night, seenMs, figures: { ...PRICED, ...figures } }
  })
}

/** A statement writes a cell only once, so each round has the next sight of every cell. */
async function writeRounds(pool: Pool, rows: readonly CellRow[]): Promise<void> {
  const byCell = Map.groupBy(
    rows.toSorted((a, b) => a.seenMs - b.seenMs),
    ({ hotel, kind, los, night }) => `${hotel}/${kind}/${los}/${night}`,
  )
  for (let round = 0; ; round += 1) {
    const batch = [...byCell.values()].flatMap((list) => list[round] ?? [])
    if (batch.length === 0) return
    for (let from = 0; from < batch.length; from += 500)
      await writeCells(pool, batch.slice(from, from + 500), [])
  }
}
