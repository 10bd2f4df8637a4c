import type { Paid } from '../billing/tab.ts'
import { isAboutData } from '../db/data-errors.ts'
import type { Pool } from '../db/pool.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { HotelName, HotelsMaster } from '../hotels/master.ts'
import { createBatches } from '../kernel/event-loop.ts'
import type { HotelRecord } from '../sources/source.ts'
import type { CellRow, StayRow } from './cell-row.ts'
import { createLooks } from './looks.ts'
import type { Written } from './rows.ts'
import { type SaleStayRow, writeSaleStays } from './sale-stays.ts'
import { withWorth } from './worth.ts'
import { writeCells } from './write-cells.ts'

type Told = HotelName & { record: HotelRecord | null }

/** Writes observations that were paid for to the database: all that arrive during one write share the next. */
export interface Writer {
  /** `rows` is called once the hotels have their numbers. */
  write(paid: Paid, hotels: readonly Told[], rows: (no: (key: string) => number) => Written[]): Promise<void>
  /** Resolves when everything added so far has been written. */
  close(): Promise<void>
}

interface Waiting {
  hotels: readonly Told[]
  rows: (no: (key: string) => number) => Written[]
  resolve: () => void
  reject: (error: unknown) => void
}

const LARGEST_BATCH = 500
/** Calls that were charged together share a write. */
const TURNS = 1

export interface WriterReports {
  /** A batch failed for a reason that may pass. */
  failed(error: unknown): void
  /** The database rejects the values of this observation. */
  rejected(error: unknown, hotels: readonly HotelName[]): void
}

export function createWriter(
  pool: Pool,
  master: HotelsMaster,
  fx: ReferenceRates,
  reports: WriterReports,
): Writer {
  const batches = createBatches<Waiting>({ most: LARGEST_BATCH, turns: TURNS, always: true, work: store })
  const looks = createLooks()

  async function store(batch: readonly Waiting[]): Promise<void> {
    try {
      await writeBatch(batch)
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (isAboutData(error) && batch.length > 1) return storeHalves(batch)
      if (isAboutData(error)) for (const { hotels } of batch) reports.rejected(error, hotels)
      else reports.failed(error)
      for (const { reject } of batch) reject(error)
    }
  }

  /** One value that does not fit its column must not cost the others of its batch. */
  async function storeHalves(batch: readonly Waiting[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2)
    await store(batch.slice(0, middle))
    await store(batch.slice(middle))
  }

  async function writeBatch(batch: readonly Waiting[]): Promise<void> {
    const nos = await master.register(batch.flatMap(({ hotels }) => hotels))
    const numberOf = (key: string): number => {
      const no = nos.get(key)
      if (no === undefined) throw new Error(`the hotel ${key} has no number`)
      return no
    }
    const { stays, cells, sales } = newestOf(batch.flatMap(({ rows }) => rows(numberOf)))
    const news = looks.newsOf(cells)
    await writeCells(pool, withWorth(fx, cells), news, stays)
    looks.told(news)
    await writeSaleStays(pool, sales)
  }

  return {
    write: (_paid, hotels, rows) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      batches.add({ hotels, rows, resolve, reject })
      return promise
    },
    close: batches.idle,
  }
}

/** The same stay may occur twice in one batch, but a statement can touch a row only once. */
export function newestOf(written: readonly Written[]): {
  stays: StayRow[]
  cells: CellRow[]
  sales: SaleStayRow[]
} {
  const stayOf = (row: Omit<StayRow, 'figures'>) =>
    `${row.hotel}/${row.los}/${row.occ}/${row.currency}/${row.checkin}`
  return {
    stays: newest(
      written.flatMap(({ stay }) => stay ?? []),
      stayOf,
    ),
    sales: newest(
      written.flatMap(({ sale }) => sale ?? []),
      (row) => `${stayOf(row)}/${row.sale}`,
    ),
    cells: newest(
      written.flatMap(({ cells }) => cells),
      (row) => `${row.hotel}/${row.kind}/${row.los}/${row.occ}/${row.currency}/${row.night}`,
    ),
  }
}

function newest<Row extends { seenMs: number }>(rows: Row[], keyOf: (row: Row) => string): Row[] {
  const byKey = new Map<string, Row>()
  for (const row of rows) {
    const key = keyOf(row)
    const other = byKey.get(key)
    if (!other || other.seenMs <= row.seenMs) byKey.set(key, row)
  }
  return [...byKey.values()]
}
