import type { Client } from '../client.ts'
import type { Job } from '../generated/shapes.ts'
import { EXIT, OutcomeError } from './exit.ts'
import { startProgress } from './progress.ts'
import type { Shell } from './shell.ts'
import { credits } from './words.ts'

/** How to get back to a job that goes on without us. */
export function wayBack(id: string): string {
  return `It goes on without you. Come back with \`vacancy jobs wait ${id}\`, or stop it with \`vacancy jobs cancel ${id}\`.`
}

/** Waits for a job, showing how far it is. Whoever leaves is told how to come back; the job goes on. */
export async function waitFor(shell: Shell, client: Client, id: string): Promise<Job> {
  shell.farewell = wayBack(id)
  const progress = startProgress(shell)
  const waiting = client.waitForJob(id, { onProgress: progress.show, signal: shell.signal })
  const job = await waiting.finally(progress.end)
  shell.farewell = null
  shell.say(shell.paintError('dim', `${credits(job.credits_spent)} spent by ${id}`))
  return job
}

/** A job without any success is a failure of its sources; one that was canceled has at least what was done by then. */
export function judge(shell: Shell, job: Job): void {
  if (job.status === 'failed') {
    throw new OutcomeError(`${job.id} failed: none of its ${job.tasks_total} tasks succeeded`, EXIT.source)
  }
  if (job.status === 'canceled') shell.say(`${job.id} was canceled; what was done by then follows.`)
  else if (job.tasks_failed > 0) {
    shell.say(
      `${job.tasks_failed} of ${job.tasks_total} tasks failed and cost nothing; their cells are missing.`,
    )
  }
}
