import type { Pool } from '../db/pool.ts'
import { type FiguresDeps, readMarket } from '../grids/job-market.ts'
import { type GridJob, gridOfJob } from '../grids/open-job.ts'
import { FAR_PCT, type Standing, standingOf } from '../grids/standing.ts'
import { readJobs } from '../jobs/store.ts'
import { ApiError } from '../kernel/errors.ts'
import { readParity } from '../parity/parity-of-job.ts'
import { type Undercutter, undercuttersOf } from '../parity/undercutters.ts'
import type { Score } from '../parity/verdict.ts'
import { findSet } from '../sets/store.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'

export interface RunFiguresDeps extends FiguresDeps {
  pool: Pool
  catalog: Catalog
}

/** What a run says about the hotel that it is about. */
export type RunFigures =
  | {
      kind: 'market'
      hotel: FigureHotel
      currency: string
      nights: number
      far_pct: number
      standing: Standing
      /** The same of the run before; null without one. */
      before: Pick<Standing, 'rank' | 'rate_index'> | null
    }
  | {
      kind: 'parity'
      hotel: FigureHotel
      currency: string
      nights: number
      score: Score
      undercutters: Undercutter[]
      before: Pick<Score, 'lose'> | null
    }

interface FigureHotel {
  chain: string
  hotel_code: string
  name: string | null
}

/** A run of a schedule, with the job of the run before. */
export interface FigureRun {
  account: number
  job: string | null
  ask: string
  body: object
  before: string | null
}

const MOST_LISTED = 5

/** Of a grid over a set with a subject, or over a hotel and its listings. Null for other runs. */
export async function readRunFigures(deps: RunFiguresDeps, run: FigureRun): Promise<RunFigures | null> {
  if (run.ask !== 'matrix' || run.job === null) return null
  const found = await openRunJob(deps, run.job)
  if (found?.grid.kind !== 'cash') return null
  const before = run.before === null ? null : await openRunJob(deps, run.before)
  const { set: id } = run.body as { set?: string }
  if (id === undefined) return readParityFigures(deps, found, before)
  const set = await findSet(deps.pool, run.account, id)
  const subject = set?.subject ?? set?.hotels[0]
  if (!subject || found.grid.hotels.length < 2) return null
  const standing = await standingIn(deps, found, subject)
  if (!standing) return null
  const earlier = before && (await standingIn(deps, before, subject))
  return {
    kind: 'market',
    hotel: standing.hotel,
    currency: found.grid.currency,
    nights: found.grid.nights.length,
    far_pct: FAR_PCT,
    standing: { ...standing.standing, stand_out: standing.standing.stand_out.slice(0, MOST_LISTED) },
    before: earlier && { rank: earlier.standing.rank, rate_index: earlier.standing.rate_index },
  }
}

async function openRunJob({ pool, catalog }: RunFiguresDeps, id: string): Promise<GridJob | null> {
  const [job] = await readJobs(pool, 'j.public_id = $1', [id])
  return job ? { job, grid: gridOfJob(catalog, job) } : null
}

async function standingIn(
  deps: RunFiguresDeps,
  found: GridJob,
  { chain, hotel_code: code }: { chain: string; hotel_code: string },
) {
  const subject = found.grid.hotels.findIndex(
    ({ source, hotelCode }) => source.id === chain && hotelCode === code,
  )
  if (subject < 0) return null
  const { hotels, nights } = await readMarket(deps, found, { subject, currency: found.grid.currency })
  const hotel = hotels[subject]
  return hotel ? { hotel, standing: standingOf(nights, subject) } : null
}

/** A list of hotels that is no hotel with its listings has no parity. */
async function readParityFigures(
  deps: RunFiguresDeps,
  found: GridJob,
  before: GridJob | null,
): Promise<RunFigures | null> {
  try {
    const parity = await readParity(deps, found)
    const earlier = before && (await readParity(deps, before))
    return {
      kind: 'parity',
      hotel: parity.hotel,
      currency: parity.nights.find(({ direct }) => direct)?.direct?.currency ?? found.grid.currency,
      nights: parity.nights.length,
      score: parity.score,
      undercutters: undercuttersOf(parity)
        .filter(({ nights }) => nights > 0)
        .slice(0, MOST_LISTED),
      before: earlier && { lose: earlier.score.lose },
    }
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
