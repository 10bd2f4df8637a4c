import type { KeepWith } from '../billing/repeats.ts'
import { type Planned, type Served, served } from '../billing/sale.ts'
import { refusalOf, type Visit } from '../billing/till.ts'
import type { Pool } from '../db/pool.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import type { JobKind } from '../jobs/job.ts'
import { jobView } from '../jobs/job.ts'
import { createJob, type NewJob } from '../jobs/store.ts'
import type { Milli } from '../kernel/credits.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { cellsBody, FILE_TYPE, type FileFormat, fileBody, fileName } from './body.ts'
import type { Grid } from './grid.ts'
import { cellPrice, pricesOfTasks, workOf } from './plan.ts'
import { findHotelNos, placesOf, readHeld } from './store.ts'

export interface GridDesk {
  catalog: Catalog
  pool: Pool
  hotels: HotelsMaster
  now: () => number
}

/** How a grid is wanted: as JSON cells, or as a file. */
export type Wanted =
  | { kind: Extract<JobKind, 'matrix'> }
  | { kind: Extract<JobKind, 'export'>; format: FileFormat }

/** From the store at once where it has every cell; as a job where anything must be asked for. */
export async function planGrid(
  desk: GridDesk,
  grid: Grid,
  wanted: Wanted,
  requestId: string,
): Promise<Planned> {
  const nos = await findHotelNos(desk.hotels, grid)
  const prices = pricesOf(grid)
  const held = await readHeld(desk.pool, grid, nos)
  if (held.count === prices.length) {
    return {
      estimate: { cached: prices, live: [], free: 0 },
      run: async (tab) => {
        for (const price of prices) tab.cached(price)
        return whole(desk, grid, held.lines, wanted)
      },
    }
  }
  const places = placesOf(held)
  const isHeld = (hotel: number, night: string, los: number) => places.has(`${hotel}/${night}/${los}`)
  const work = workOf(grid, isHeld)
  const cached = heldPrices(grid, isHeld)
  return {
    estimate: { cached, live: pricesOfTasks(work.tasks), free: 0 },
    enqueue: async (visit, keepWith) => {
      const charge = cached.reduce((sum, price) => sum + price, 0) / 4
      return enqueue(desk, wanted, visit, keepWith, {
        requestId,
        ...work,
        stored: { cells: cached.length, charge },
      })
    },
  }
}

/** The price of every cell, hotel by hotel. */
function pricesOf(grid: Grid): Milli[] {
  const perHotel = grid.nights.length * grid.lengths.length
  return grid.hotels.flatMap(({ source }) => Array<Milli>(perHotel).fill(cellPrice(source, grid.kind)))
}

function heldPrices(grid: Grid, isHeld: (hotel: number, night: string, los: number) => boolean): Milli[] {
  return grid.hotels.flatMap(({ source }, hotel) =>
    grid.nights.flatMap((night) =>
      grid.lengths.filter((los) => isHeld(hotel, night, los)).map(() => cellPrice(source, grid.kind)),
    ),
  )
}

function whole({ now }: GridDesk, grid: Grid, lines: Buffer[], wanted: Wanted): Served {
  if (wanted.kind === 'matrix') return { status: 200, headers: {}, body: cellsBody(lines, grid, now()) }
  const { format } = wanted
  return { status: 200, headers: fileHeaders(grid, format), body: fileBody(lines, grid, format, now()) }
}

export function fileHeaders(grid: Grid, format: FileFormat): Record<string, string> {
  return {
    'content-type': FILE_TYPE[format],
    'content-disposition': `attachment; filename="${fileName(grid, format)}"`,
  }
}

async function enqueue(
  desk: GridDesk,
  wanted: Wanted,
  visit: Visit,
  keepWith: KeepWith,
  parts: Pick<NewJob, 'requestId' | 'request' | 'cellsTotal' | 'tasks' | 'stored'>,
): Promise<Served> {
  const { account, key } = visit.payer
  const { kind } = wanted
  const job = { account, key, kind, endpoint: kind, ...parts }
  const made = await createJob(desk.pool, job, async (client, queued) => {
    const answer = served({ job: jobView(queued) }, 202)
    if (kind === 'export') answer.headers['x-job-id'] = queued.id
    await keepWith(client, answer)
    return answer
  })
  if ('refused' in made) throw refusalOf(made.refused, made.worst, made.unreserved)
  visit.remaining = Math.max(0, made.remaining)
  return made.told
}
