import type { Pool } from '../db/pool.ts'
import type { FiguresDeps } from '../grids/job-market.ts'
import { type GridJob, gridOfJob } from '../grids/open-job.ts'
import { type Job, lifeOf } from '../jobs/job.ts'
import { findJob } from '../jobs/store.ts'
import { occupancyNo } from '../kernel/occupancy.ts'
import type { HotelSet, SetHotel } from '../sets/set.ts'
import { findSet } from '../sets/store.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { Board } from './board.ts'
import { CHANGE_DAYS, changeOf } from './changes.ts'
import { type Figures, failuresOf, linesOf, readFigures } from './figures.ts'
import { type BoardRun, findRuns, runBefore, subjectOf } from './runs.ts'

export interface ReadDeps extends FiguresDeps {
  pool: Pool
  catalog: Catalog
  jobDays: number
}

/** More than an hourly schedule makes in 45 days, the furthest that a change looks back. */
const MOST_RUNS = 1200

/** What the figures of a board are made of. */
export interface BoardSource {
  set: HotelSet | undefined
  runs: readonly BoardRun[]
}

export async function findBoardSource({ pool }: ReadDeps, board: Board): Promise<BoardSource> {
  const set = await findSet(pool, board.account, board.set)
  return { set, runs: await findRuns(pool, board.account, [{ board, set }], { most: MOST_RUNS }) }
}

/** All that a board tells. Its figures are those of its newest run that has ended with any. */
export async function readBoard(deps: ReadDeps, board: Board, source?: BoardSource) {
  const { set, runs } = source ?? (await findBoardSource(deps, board))
  const [newestRun] = runs
  const shown = runs.find(({ isReadable }) => isReadable) ?? newestRun
  const job = shown && (await readable(deps, board.account, shown.job))
  const newest = newestRun && (await readable(deps, board.account, newestRun.job))
  const common = {
    name: set?.name ?? null,
    refreshedAt: newestRun?.at ?? null,
    job: job ?? null,
    newest: newest ?? null,
  }
  if (!shown || !job) return { ...common, figures: null, failures: [], changes: noChanges() }
  const subject = subjectOf(set)
  const found: GridJob = { job, grid: gridOfJob(deps.catalog, job) }
  const figures = await readFigures(deps, found, board.kind, subject)
  return {
    ...common,
    figures,
    failures: failuresOf(job, linesOf(figures)),
    changes: await readChanges(deps, { board, subject, runs, shown, found, figures }),
  }
}

interface Shown {
  board: Board
  subject: SetHotel | null
  runs: readonly BoardRun[]
  shown: BoardRun
  found: GridJob
  figures: Figures
}

type Change = ReturnType<typeof changeOf> | null

const noChanges = (): Record<string, Change> =>
  Object.fromEntries(CHANGE_DAYS.map((days) => [`${days}d`, null]))

async function readChanges(
  deps: ReadDeps,
  { board, subject, runs, shown, found, figures }: Shown,
): Promise<Record<string, Change>> {
  const changes = noChanges()
  for (const days of CHANGE_DAYS) {
    const run = runBefore(runs, shown, days)
    const job = run && (await readable(deps, board.account, run.job))
    if (!run || !job) continue
    const earlier = { job, grid: gridOfJob(deps.catalog, job) }
    // Other parties and other currencies have other prices.
    if (occupancyNo(earlier.grid.occupancy) !== occupancyNo(found.grid.occupancy)) continue
    if (earlier.grid.currency !== found.grid.currency) continue
    const before = await readFigures(deps, earlier, board.kind, subject)
    changes[`${days}d`] = changeOf(figures, { job: job.id, at: run.at, figures: before })
  }
  return changes
}

/** Null if it has expired. */
async function readable({ pool, jobDays }: ReadDeps, account: number, id: string): Promise<Job | null> {
  const job = await findJob(pool, account, id)
  if (!job) return null
  return job.endedDays !== null && job.endedDays >= lifeOf(job, jobDays) ? null : job
}
