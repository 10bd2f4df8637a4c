import type { Client } from '../client.ts'
import type { Job } from '../generated/shapes.ts'
import type { WaitOptions } from '../jobs.ts'
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

/** Options of a call that waits for its jobs and shows their progress. After Ctrl-C the jobs keep running. */
export function whileWaiting(shell: Shell): WaitOptions & { end(): void } {
  const progress = startProgress(shell)
  return {
    signal: shell.signal,
    onProgress: (job) => {
      if (job.finished_at === null) shell.farewell = wayBack(job.id)
      progress.show(job)
    },
    end: () => {
      progress.end()
      shell.farewell = null
    },
  }
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
  if (job.status === 'failed') throw new OutcomeError(failedWords(job), EXIT.source)
  remark(shell, job)
}

/** The same for the jobs of one answer, which has been shown: it fails only if all of them failed. */
export function judgeAll(shell: Shell, jobs: readonly Job[]): void {
  const failed = jobs.filter(({ status }) => status === 'failed')
  const words = failed.map(failedWords).join('\n')
  if (failed.length > 0 && failed.length === jobs.length) throw new OutcomeError(words, EXIT.source)
  if (failed.length > 0) shell.say(words)
  for (const job of jobs) if (job.status !== 'failed') remark(shell, job)
}

function failedWords(job: Job): string {
  return `${job.id} failed: none of its ${job.tasks_total} tasks succeeded.${namesOf(job)}`
}

function remark(shell: Shell, job: Job): void {
  if (job.status === 'canceled')
    shell.say(`${job.id} was canceled. The cells that were finished by then follow.`)
  else if (job.tasks_failed > 0) {
    shell.say(
      `${job.tasks_failed} of ${job.tasks_total} tasks failed. Their cells are missing and cost nothing.${namesOf(job)}`,
    )
  }
}
