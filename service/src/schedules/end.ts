import { type Client, inTransaction } from '../db/pool.ts'
import { findNumbers } from '../endpoints/store.ts'
import { toCredits } from '../kernel/credits.ts'
import { recordEvents } from '../webhooks/events.ts'
import { readChanges } from './changes.ts'
import { fileOf } from './run.ts'
import { type RunFiguresDeps, readRunFigures } from './run-figures.ts'
import { endRuns, type ToldRun } from './runs-store.ts'

/** Ends the runs whose jobs have ended, each with its event, in one transaction. Returns how many. */
export async function endDoneRuns(deps: RunFiguresDeps): Promise<number> {
  const { pool } = deps
  return inTransaction(pool, async (client) => {
    const ended = await endRuns(client)
    const changes = await readChanges(
      client,
      ended.map(({ no }) => no),
    )
    const told: ToldRun[] = []
    for (const run of ended) {
      const figures = run.status === 'done' ? await readRunFigures(deps, run) : null
      told.push(Object.assign(run, { changes: changes.get(run.no) ?? null, figures }))
    }
    await tellOfRuns(client, told)
    return ended.length
  })
}

/** The events of ended runs, and of those that did not happen, for the endpoints of their schedules. */
export async function tellOfRuns(client: Client, runs: readonly ToldRun[]): Promise<void> {
  const numbers = await findNumbers(
    client,
    runs.flatMap(({ endpoints }) => endpoints),
  )
  await recordEvents(
    client,
    runs.map((run) => ({
      account: run.account,
      type: 'schedule.done',
      hook: null,
      endpoints: run.endpoints.flatMap((id) => numbers.get(id) ?? []),
      watchId: null,
      jobId: run.job,
      body: { schedule: doneView(run) },
    })),
  )
}

function doneView(run: ToldRun) {
  return {
    id: run.scheduleId,
    name: run.name,
    run_id: run.id,
    status: run.status,
    reason: run.reason,
    message: run.message,
    job_id: run.job,
    cells: run.cells,
    credits: toCredits(run.credits),
    file: fileOf(run),
    deliver: run.deliver,
    changes: run.changes,
    figures: run.figures,
  }
}
