import { type Client, inTransaction, type Pool } from '../db/pool.ts'
import { toCredits } from '../kernel/credits.ts'
import { recordEvents } from '../webhooks/events.ts'
import { fileOf } from './run.ts'
import { type EndedRun, endRuns } from './runs-store.ts'

/** Ends the runs whose jobs have ended, each with its event, in one transaction. Returns how many. */
export async function endDoneRuns(pool: Pool): Promise<number> {
  return inTransaction(pool, async (client) => {
    const ended = await endRuns(client)
    await tellOfRuns(client, ended)
    return ended.length
  })
}

/** The events of ended runs, and of those that did not happen. They can be read; `endpoints` are those to be sent to. */
export async function tellOfRuns(client: Client, runs: readonly EndedRun[]): Promise<void> {
  await recordEvents(
    client,
    runs.map((run) => ({
      account: run.account,
      type: 'schedule.done',
      hook: null,
      watchId: null,
      jobId: run.job,
      body: { schedule: doneView(run) },
    })),
  )
}

function doneView(run: EndedRun) {
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
  }
}
