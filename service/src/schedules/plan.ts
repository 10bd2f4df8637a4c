import { cachedPrice, PRICE_OF } from '../billing/prices.ts'
import { worstOf } from '../billing/tab.ts'
import type { RowsRequest } from '../cells/rows-file.ts'
import type { Pool } from '../db/pool.ts'
import { keepStored } from '../grids/job-cells.ts'
import { pricesOf } from '../grids/prices.ts'
import { findNumbered, readStored } from '../grids/store.ts'
import { workOf } from '../grids/tasks.ts'
import type { HotelsMaster } from '../hotels/master.ts'
import { listTasks, type NewJob, type NewTask } from '../jobs/making.ts'
import type { Milli } from '../kernel/credits.ts'
import type { ParityAsk } from '../parity/request.ts'
import type { CompsetBody } from '../rates/compset-request.ts'
import { weightsOf } from '../sources/catalog/catalog.ts'
import { keptBody, type Question } from './question.ts'
import type { RunAsk } from './request.ts'
import { columnsOf } from './rows.ts'
import type { Schedule } from './schedule.ts'
import { upstreamOfRun } from './upstream.ts'

export interface PlanDeps {
  pool: Pool
  hotels: HotelsMaster
}

type Asked<Kind extends RunAsk['ask']> = Extract<RunAsk, { ask: Kind }>

/** The job of a run. No source is asked yet. */
export async function planRun(
  deps: PlanDeps,
  schedule: Schedule,
  asked: RunAsk,
  nowMs: number,
): Promise<NewJob> {
  const { account, key, requestId, ask } = schedule
  const common = { account, key, requestId, kind: 'schedule', usage: ask, standing: true } as const
  switch (asked.ask) {
    case 'matrix':
      return { ...common, ...(await planMatrix(deps, asked)) }
    case 'compset':
      return { ...common, ...planCompset(asked, nowMs) }
    case 'parity':
      return { ...common, ...planParity(asked, nowMs) }
  }
}

/** The most that a job can cost. */
export function worstOfJob({ stored, tasks }: NewJob): Milli {
  return stored.charge + tasks.worst
}

type Parts = Pick<NewJob, 'work' | 'request' | 'cellsTotal' | 'tasks' | 'stored'>

/** As `POST /matrix`: cached cells are charged when the run begins. */
async function planMatrix({ pool, hotels }: PlanDeps, { grid }: Asked<'matrix'>): Promise<Parts> {
  const numbered = await findNumbered(hotels, grid)
  const stored = await readStored(pool, grid, numbered)
  const { cached } = pricesOf(grid, stored.has)
  const charge = cachedPrice(cached.reduce((sum, price) => sum + price, 0))
  return {
    ...(await workOf(grid, stored.has)),
    stored: {
      cells: cached.length,
      charge,
      keep: (client, no) => keepStored(client, no, grid, numbered, stored),
    },
  }
}

const NOTHING_STORED = { cells: 0, charge: 0 }

/** One task, because the call has a minimum price. The worst case takes nothing as cached: it may be too old when the task runs. */
function planCompset(asked: Asked<'compset'>, atMs: number): Parts {
  const { body, compset } = asked
  const live = compset.hotels.flatMap(({ source }) => {
    const weights = weightsOf(source)
    return [
      PRICE_OF.compsetRow(weights),
      ...(compset.rates === 'member' ? [PRICE_OF.memberExtra(weights)] : []),
    ]
  })
  const task: NewTask = {
    source: compset.hotels[0]?.source.id ?? '',
    firstCell: 0,
    cells: compset.hotels.length,
    worst: worstOf('compset', { cached: [], live, free: 0 }),
    ask: { ask: 'compset', body: keptBody(body), atMs, place: 0 } satisfies Question,
  }
  return {
    work: 'question',
    request: {
      columns: columnsOf('compset'),
      name: `compset-${compset.checkin}`,
      question: [['Question', 'Comparison set'], ['Hotels', compset.hotels.length], ...termsIn(body)],
    } satisfies RowsRequest,
    cellsTotal: task.cells,
    tasks: listTasks([task], upstreamOfRun(asked)),
    stored: NOTHING_STORED,
  }
}

/** The stay, for people. */
function termsIn({
  checkin,
  los,
  adults,
  rooms,
  currency,
}: Pick<CompsetBody, 'checkin' | 'los' | 'adults' | 'rooms' | 'currency'>): [string, string | number][] {
  return [
    ['Check-in', checkin],
    ['Nights of a stay', los],
    ['Adults per room', adults],
    ['Rooms', rooms],
    ['Currency asked for', currency],
  ]
}

/** How many sellers a metasearch engine shows is not known before; it counts as one. */
export function rowsExpected(channels: ParityAsk['channels']): number {
  return Math.max(1, channels.length)
}

/** A task per hotel, as a call of `POST /parity` each. */
function planParity(asked: Asked<'parity'>, atMs: number): Parts {
  const { hotels } = asked
  let firstCell = 0
  const tasks = hotels.map(({ body, parity: { stay, channels, resolve } }): NewTask => {
    const live = [stay.source, ...channels].map((source) => PRICE_OF.shop(weightsOf(source)))
    const task: NewTask = {
      source: stay.source.id,
      firstCell,
      cells: rowsExpected(channels),
      worst: worstOf('parity', {
        cached: [],
        live: resolve ? [...live, PRICE_OF.resolution()] : live,
        free: 0,
      }),
      ask: { ask: 'parity', body: keptBody(body), atMs, place: firstCell } satisfies Question,
    }
    firstCell += rowsExpected(channels)
    return task
  })
  return {
    work: 'question',
    request: {
      columns: columnsOf('parity'),
      name: `parity-${hotels[0]?.body.checkin ?? ''}`,
      question: [
        ['Question', 'Rate parity'],
        ['Hotels', hotels.length],
        ...(hotels[0] ? termsIn(hotels[0].body) : []),
      ],
    } satisfies RowsRequest,
    cellsTotal: firstCell,
    tasks: listTasks(tasks, upstreamOfRun(asked)),
    stored: NOTHING_STORED,
  }
}
