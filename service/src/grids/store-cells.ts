import type { Client, Pool } from '../db/pool.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import { type HotelsMaster, numberOf } from '../hotels/master.ts'
import { writePaid } from '../jobs/paid-writes.ts'
import type { Task } from '../jobs/tasks.ts'
import type { Done } from '../leases/work.ts'
import type { CellRow } from '../observations/cell-row.ts'
import { figuresOf } from '../observations/figures.ts'
import { createLooks } from '../observations/looks.ts'
import { lowestRows, stayRows, type Written } from '../observations/rows.ts'
import { withWorth } from '../observations/worth.ts'
import { type Look, writeCells } from '../observations/write-cells.ts'
import { newestOf } from '../observations/writer.ts'
import type { Source } from '../sources/catalog/catalog.ts'
import type { FoundCell, MissedCell } from './ask-cells.ts'
import type { TaskAsk } from './task-ask.ts'

/** The result of a cells task. */
export interface CellsResult {
  /** Null if no source could be asked. */
  asked: { source: Source; ask: TaskAsk } | null
  found: readonly FoundCell[]
  missed: readonly MissedCell[]
}

/** The result of a task that nobody could do. */
export const NO_CELLS: CellsResult = { asked: null, found: [], missed: [] }

/** A task that fetched cells. */
export type EndedCells = Done<Task, CellsResult>

/**
 * Writes fetched cells and calls `settle` in one transaction, with the cells that each task was asked for: an answer may contain
 * cells of the other kind too. `settle` returns the tasks that it settled. Only their cells stay.
 */
export type StoreCells = (
  ended: readonly EndedCells[],
  settle: (client: Client, asked: readonly AskedFor[]) => Promise<ReadonlySet<number>>,
) => Promise<void>

export type AskedFor = EndedCells & { cells: readonly CellRow[] }

export function createStoreCells(pool: Pool, hotels: HotelsMaster, fx: ReferenceRates): StoreCells {
  const looks = createLooks()
  return async (ended, settle) => {
    const nos = await hotels.register(ended.flatMap(({ result }) => hotelsOf(result)))
    let news: Look[] = []
    await writePaid(pool, ended, async (client, paid) => {
      const written = paid.map(({ result }) => rowsOf(result, nos))
      const { stays, cells } = newestOf(written.flat())
      news = looks.newsOf(cells)
      await writeCells(client, withWorth(fx, cells), news, stays)
      return settle(
        client,
        paid.map(({ row, result }, index) => ({
          row,
          result,
          cells: askedFor(result, written[index] ?? []),
        })),
      )
    })
    looks.told(news)
  }
}

function askedFor({ asked }: CellsResult, written: readonly Written[]): CellRow[] {
  return written.flatMap(({ cells }) => cells.filter(({ kind }) => kind === asked?.ask.kind))
}

function hotelsOf({ asked, found }: CellsResult) {
  if (!asked) return []
  return found.map((cell) => ({
    source: asked.source.id,
    hotelCode: cell.hotelCode,
    record: 'answer' in cell ? cell.answer.hotel : null,
  }))
}

function rowsOf({ asked, found }: CellsResult, nos: ReadonlyMap<string, number>): Written[] {
  if (!asked) return []
  const { source, ask } = asked
  const { los, occupancy, currency } = ask
  return found.map((cell) => {
    const { hotelCode, seenMs } = cell
    const hotel = numberOf(nos, { source: source.id, hotelCode })
    if ('lowest' in cell) return lowestRows(hotel, { source, occupancy, currency }, cell.lowest, seenMs)
    const stay = { source, hotelCode, checkin: cell.night, los, occupancy, currency }
    return stayRows(hotel, stay, cell.answer, figuresOf(cell.answer), seenMs)
  })
}
