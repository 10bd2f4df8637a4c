import type { Client } from '../client.ts'
import type { Job } from '../generated/shapes.ts'
import { EXIT, OutcomeError } from './exit.ts'
import { startProgress } from './progress.ts'
import type { Shell } from './shell.ts'
import { credits } from './words.ts'

/** How to return to a job that keeps running. */
export function wayBack(id: string): string {
  return `The job keeps running. Return to it with \`vacancy jobs wait ${id}\`, or stop it with \`vacancy jobs cancel ${id}\`.`
}

/** Waits for a job and shows its progress. After Ctrl-C the job keeps running. */
export async function waitFor(shell: Shell, client: Client, id: string): Promise<Job> {
  shell.farewell = wayBack(id)
  const progress = startProgress(shell)
  const waiting = client.waitForJob(id, { onProgress: progress.show, signal: shell.signal })
  const job = await waiting.finally(progress.end)
  shell.farewell = null
  shell.say(shell.paintError('dim', `${credits(job.credits_spent)} spent by ${id}`))
  return job
}

/** Hotels named in the note about failed tasks; `vacancy jobs show` lists all. */
const MOST_NAMED = 5

function namesOf({ failures }: Job): string {
  const names = [
    ...new Set(failures.map(({ chain, hotel_code, code }) => `${chain}:${hotel_code} (${code})`)),
  ]
  if (names.length === 0) return ''
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return ` Failed: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`
}

/** Fails if no task succeeded. A canceled or partly failed job still has cells, so it only gets a note. */
export function judge(shell: Shell, job: Job): void {
  if (job.status === 'failed') {
    const words = `${job.id} failed: none of its ${job.tasks_total} tasks succeeded.${namesOf(job)}`
    throw new OutcomeError(words, EXIT.source)
  }
  if (job.status === 'canceled')
    shell.say(`${job.id} was canceled. The cells that were finished by then follow.`)
  else if (job.tasks_failed > 0) {
    shell.say(
      `${job.tasks_failed} of ${job.tasks_total} tasks failed. Their cells are missing and cost nothing.${namesOf(job)}`,
    )
  }
}
