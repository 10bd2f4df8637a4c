import type { Job } from '../generated/shapes.ts'
import type { Shell } from './shell.ts'
import { credits, number } from './words.ts'

export interface Progress {
  show(job: Job): void
  end(): void
}

const BAR = 24
/** Without a terminal, progress is printed in this many lines. */
const STEPS = 10

/** A progress bar on a terminal, plain lines in a log. */
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
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
      const parts = [percent, countOf(job), credits(job.credits_spent), clock, failedOf(job)]
      const text = parts.filter(Boolean).join('  ')
      // A line that wraps could not be overwritten.
      const room = (stderr.columns ?? 80) - BAR - 2
      stderr.write(`\r\u001B[2K${drawn} ${text.slice(0, Math.max(0, room))}`)
    },
    end: () => stderr.write('\r\u001B[2K'),
  }
}

function lines(shell: Shell): Progress {
  let last = -1
  return {
    show: (job) => {
      const step = Math.floor(shareOf(job) * STEPS)
      if (step <= last && job.finished_at === null) return
      last = step
      shell.say(`${job.id} ${job.status}: ${[countOf(job), failedOf(job)].filter(Boolean).join(', ')}`)
    },
    end: () => {},
  }
}

/** By cells, like the count beside it. Cells of failed tasks never arrive, so finished tasks count as well. */
function shareOf({ kind, cells_done, cells_total, tasks_done, tasks_failed, tasks_total }: Job): number {
  const tasks = tasks_total === 0 ? 0 : (tasks_done + tasks_failed) / tasks_total
  if (kind === 'ids' || cells_total === 0) return tasks
  return Math.max(tasks, Math.min(1, cells_done / cells_total))
}

function countOf(job: Job): string {
  // In an ids job, tasks are hotels and cells are ids.
  return job.kind === 'ids'
    ? `${number(job.tasks_done)}/${number(job.tasks_total)} hotels, ${number(job.cells_done)} ids`
    : `${number(job.cells_done)}/${number(job.cells_total)} cells`
}

function failedOf({ tasks_failed, tasks_total }: Job): string {
  return tasks_failed > 0 ? `${number(tasks_failed)} of ${number(tasks_total)} tasks failed` : ''
}
