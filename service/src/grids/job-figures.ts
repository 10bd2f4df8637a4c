import type { Reads } from '../db/replica/reads.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import type { Night } from '../kernel/dates.ts'
import { startSlices } from '../kernel/event-loop.ts'
import { currencyOf, type Minor } from '../kernel/money.ts'
import type { Figures } from '../observations/figures.ts'
import { STATUS_OF } from '../observations/store.ts'
import type { GridJob } from './open-job.ts'
import { findHotelNos } from './store.ts'

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

interface Row {
  pos: number
  night: Night
  los: number
  seen: number
  status: string
  min_los: number | null
  quoted: number
  bar: Minor | null
  bar_after_tax: Minor | null
  member: Minor | null
}

/** The cells that a job has paid for, by stay, in the order of its grid. */
export async function readStays(
  { reads, hotels }: { reads: Reads; hotels: HotelsMaster },
  { job, grid }: GridJob,
): Promise<StayCells[]> {
  const nos = await findHotelNos(hotels, grid)
  const { rows } = await reads.query<Row>(
    `select (h.pos - 1)::int as pos, c.night::text as night, c.los, c.seen, c.status::text as status, c.min_los, c.quoted, c.bar,
       c.bar_after_tax, c.member
     from unnest($2::bigint[]) with ordinality as h(hotel, pos)
     join job_cells c on c.job = $1 and c.hotel = h.hotel`,
    [job.no, nos],
  )
  const stays = new Map(
    grid.nights.flatMap((night) =>
      grid.lengths.map((los) => [`${night}/${los}`, { night, los, cells: new Map<number, JobCell>() }]),
    ),
  )
  const slices = startSlices()
  for (const row of rows) {
    stays.get(`${row.night}/${row.los}`)?.cells.set(row.pos, cellOf(row))
    await slices.pause()
  }
  return [...stays.values()]
}

function cellOf(row: Row): JobCell {
  const status = STATUS_OF[row.status]
  if (!status) throw new Error(`a cell has the unknown status ${row.status}`)
  const figures = {
    status,
    minLos: row.min_los,
    currency: currencyOf(row.quoted),
    taxIncluded: null,
    bar: row.bar,
    barAfterTax: row.bar_after_tax,
    member: row.member,
    memberAfterTax: null,
    memberKnown: false,
    points: null,
    premium: false,
    pointsCash: null,
    copay: null,
    pointsKnown: false,
  }
  return { seenMs: row.seen, figures }
}
