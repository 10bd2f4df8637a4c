import type { Job, MatrixCell } from './generated/shapes.ts'
import type { OperationMethods } from './operation.ts'
import { pause } from './retry.ts'
import type { Signal } from './web.ts'

export interface WaitOptions {
  /** Called with the first state of the job, with every change, and with the last state. */
  onProgress?: ((job: Job) => void) | undefined
  signal?: Signal | undefined
}

export interface CellsOptions {
  /** Cells per request, at most 1,000. */
  limit?: number | undefined
  signal?: Signal | undefined
}

/** Polls often at first, for small jobs, then slowly enough for the lowest rate limit. */
const FIRST_POLL_MS = 200
const LONGEST_POLL_MS = 2000
const LARGEST_PAGE = 1000

export function pollMs(round: number): number {
  return Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 1.5 ** round)
}

export async function waitForJob(
  { getJob }: Pick<OperationMethods, 'getJob'>,
  id: string,
  { onProgress, signal }: WaitOptions = {},
): Promise<Job> {
  let last = ''
  for (let round = 0; ; round += 1) {
    const { data: job } = await getJob({ id }, { signal })
    const now = JSON.stringify(job)
    if (now !== last) onProgress?.(job)
    last = now
    if (job.finished_at !== null) return job
    await pause(pollMs(round), signal)
  }
}

export async function collectCells(
  operations: Pick<OperationMethods, 'listJobCells'>,
  id: string,
  options?: CellsOptions,
): Promise<MatrixCell[]> {
  const cells: MatrixCell[] = []
  for await (const cell of cellsOf(operations, id, options)) cells.push(cell)
  return cells
}

/** Follows a running job: waits for the next cells and ends with the job. */
export async function* cellsOf(
  { listJobCells }: Pick<OperationMethods, 'listJobCells'>,
  id: string,
  { limit = LARGEST_PAGE, signal }: CellsOptions = {},
): AsyncGenerator<MatrixCell, void, void> {
  let cursor: string | undefined
  let idle = 0
  for (;;) {
    const { data } = await listJobCells({ id, limit, cursor }, { signal })
    yield* data.cells
    if (data.next_cursor === null) return
    cursor = data.next_cursor
    if (data.cells.length > 0) idle = 0
    else await pause(pollMs(idle++), signal)
  }
}
