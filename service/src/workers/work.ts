import { failedTask, runTask, type TaskDesk, type TaskStop } from '../grids/run-task.ts'
import type { IdentityDeps } from '../identity/deps.ts'
import { IDS_LANE } from '../identity/ids-job.ts'
import { failedIdsTask, type IdsTaskEnd, runIdsTask } from '../identity/run-ids-task.ts'
import type { Later, Task } from '../jobs/tasks.ts'
import type { Catalog } from '../sources/catalog/catalog.ts'
import type { Result } from './settling.ts'

/** What tasks of every kind are done with. */
export type WorkDesk = TaskDesk & IdentityDeps

/** Hotels whose ids are looked for at once, by all workers: their pace is set by the search engine's pages, not by us. */
const IDS_AT_ONCE = 4

/** How many tasks of each lane may be under way at once, in all workers together: a lane per source, and one for ids. */
export function laneCaps({ sources }: Catalog): Map<string, number> {
  return new Map([
    ...sources.map(({ id, limits }) => [id, limits.concurrency] as const),
    [IDS_LANE, IDS_AT_ONCE],
  ])
}

/** Null where it was cut short, and somebody else shall do it. */
export async function run(
  desk: WorkDesk,
  task: Task,
  stop: TaskStop,
): Promise<Result | { later: Later } | null> {
  if (task.source !== IDS_LANE) return runTask(desk, task, stop)
  const end = await runIdsTask(desk, task, stop.soon)
  return end && ('later' in end ? end : ofIds(end))
}

/** A task that cannot be done whoever tries: it fails, and costs nothing. */
export function failed(catalog: Catalog, task: Task): Result {
  return task.source === IDS_LANE ? ofIds(failedIdsTask(task)) : failedTask({ catalog }, task)
}

function ofIds(end: Extract<IdsTaskEnd, { outcome: unknown }>): Result {
  return { ...end, hotels: [], rows: () => [], hasHook: true }
}
