import { startSlices } from '../kernel/event-loop.ts'
import type { Steps } from './solver/problem.ts'

/** Others get the process for as long as the solver has it. */
const REST_MS = 2

/** Runs a computation between the answers of others. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  const slices = startSlices(REST_MS)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const pause = slices.pause()
    if (pause) await pause
  }
}
