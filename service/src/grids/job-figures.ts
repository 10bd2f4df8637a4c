import type { ListedCell } from '../cells/cell.ts'
import { cellsIn } from '../cells/stored.ts'
import type { Reads } from '../db/replica/reads.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import type { Night } from '../kernel/dates.ts'
import { startSlices } from '../kernel/event-loop.ts'
import type { Figures } from '../observations/figures.ts'
import { streamCells } from './job-cells.ts'
import type { GridJob } from './open-job.ts'
import { findNumbered } from './store.ts'

/** A cash cell of a job. Whether its `bar` includes tax is not known, nor are member rates after tax. */
export interface JobCell {
  seenMs: number
  figures: Figures
}

/** The cells of one stay. */
export interface StayCells {
  night: Night
  los: number
  /** By the hotel's index in the grid; unknown ones are missing. */
  cells: ReadonlyMap<number, JobCell>
}

/** The cells that a job has paid for, by stay, in the order of its grid. */
export async function readStays(
  { reads, hotels }: { reads: Reads; hotels: HotelsMaster },
  { job, grid }: GridJob,
): Promise<StayCells[]> {
  const numbered = await findNumbered(hotels, grid)
  const stays = new Map(
    grid.nights.flatMap((night) =>
      grid.lengths.map((los) => [`${night}/${los}`, { night, los, cells: new Map<number, JobCell>() }]),
    ),
  )
  const slices = startSlices()
  for await (const lines of streamCells(reads, job.no, grid, numbered)) {
    for (const cell of cellsIn(lines)) {
      stays.get(`${cell.night}/${cell.los}`)?.cells.set(cell.hotel, jobCell(cell))
      await slices.pause()
    }
  }
  return [...stays.values()]
}

function jobCell({ seenMs, status, minLos, currency, bar, barAfterTax, member }: ListedCell): JobCell {
  const figures = {
    status,
    minLos,
    currency,
    taxIncluded: null,
    bar,
    barAfterTax,
    member,
    memberAfterTax: null,
    memberKnown: false,
    points: null,
    premium: false,
    pointsCash: null,
    copay: null,
    pointsKnown: false,
  }
  return { seenMs, figures }
}
