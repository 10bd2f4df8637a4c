import type { HotelsMaster } from '../hotels/master.ts'
import type { Job } from '../jobs/job.ts'
import { type JobDeps, openJob } from '../jobs/routes.ts'
import { invalid } from '../kernel/errors.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { type Grid, type KeptGrid, openGrid } from './grid.ts'

export interface GridJobDeps extends JobDeps {
  catalog: Catalog
  hotels: HotelsMaster
}

/** A job whose answer is cells. */
export interface GridJob {
  job: Job
  grid: Grid
}

/** One of the account's jobs, with its grid. Jobs without cells are refused. */
export async function openGridJob(deps: GridJobDeps, account: number, id: string): Promise<GridJob> {
  const job = await openJob(deps, account, id)
  return { job, grid: gridOfJob(deps.catalog, job) }
}

export function gridOfJob(catalog: Catalog, { id, kind, request }: Job): Grid {
  const kept = request as Partial<KeptGrid>
  if (!kept.hotels || !kept.from || !kept.to)
    throw invalid(`The job ${id} is of kind ${kind}, which has no cells.`)
  return openGrid(catalog, kept as KeptGrid)
}

/** The same, if its cells are cash rates, which can be compared. */
export async function openCashJob(deps: GridJobDeps, account: number, id: string): Promise<GridJob> {
  const found = await openGridJob(deps, account, id)
  if (found.grid.kind !== 'cash')
    throw invalid(`The job ${found.job.id} is about awards. Only cash rates are compared here.`)
  return found
}
