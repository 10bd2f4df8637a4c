import type { Job } from '../generated/shapes.ts'
import type { Shell } from './shell.ts'
import { credits, number } from './words.ts'

export interface Progress {
  show(job: Job): void
  end(): void
}

const BAR = 28
/** Without a terminal, a line for each of these steps. */
const STEP = 0.1

/** A bar in place on a terminal; plain lines in a log. */
export function startProgress(shell: Shell): Progress {
  return shell.stderr.isTTY ? bar(shell) : lines(shell)
}

function bar({ stderr, paintError }: Shell): Progress {
  const started = performance.now()
  return {
    show: (job) => {
      const share = shareOf(job)
      const filled = Math.round(share * BAR)
      const drawn = paintError('green', '█'.repeat(filled)) + paintError('dim', '░'.repeat(BAR - filled))
      const seconds = Math.floor((performance.now() - started) / 1000)
      const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
      const text = `${String(Math.floor(share * 100)).padStart(3)} %  ${countOf(job)}  ${credits(job.credits_spent)}  ${clock}`
      // A line that wraps could not be drawn over.
      const room = (stderr.columns ?? 80) - BAR - 2
      stderr.write(`\r\u001B[2K${drawn} ${text.slice(0, Math.max(0, room))}`)
    },
    end: () => stderr.write('\r\u001B[2K'),
  }
}

function lines(shell: Shell): Progress {
  let next = 0
  return {
    show: (job) => {
      const share = shareOf(job)
      if (share < next && job.finished_at === null) return
      next = Math.floor(share / STEP) * STEP + STEP
      shell.say(`${job.id} ${job.status}: ${countOf(job)}`)
    },
    end: () => {},
  }
}

function shareOf({ tasks_done, tasks_failed, tasks_total }: Job): number {
  return tasks_total === 0 ? 0 : (tasks_done + tasks_failed) / tasks_total
}

function countOf(job: Job): string {
  const failed =
    job.tasks_failed > 0 ? `, ${number(job.tasks_failed)} of ${number(job.tasks_total)} tasks failed` : ''
  if (job.kind === ('ids' as string)) {
    return `${number(job.tasks_done)}/${number(job.tasks_total)} hotels, ${number(job.cells_done)} ids${failed}`
  }
  return `${number(job.cells_done)}/${number(job.cells_total)} cells${failed}`
}
