/** Work that blocks does so every time. A garbage collection, which the tests before left to this one, does not. */
const TRIES = 3

/**
 * How long the longest turn of this process's event loop takes during some work, at best: in processor time, so that a busy machine does
 * not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < TRIES; tried += 1) {
    const turns = watchTurns()
    await work()
    leastMs = Math.min(leastMs, turns.longestMs())
  }
  return leastMs
}

function watchTurns(): { longestMs(): number } {
  let longestUs = 0
  let running = true
  let before = process.threadCpuUsage()
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    longestUs = Math.max(longestUs, user + system)
    before = process.threadCpuUsage()
    if (running) setImmediate(look)
  }
  setImmediate(look)
  return {
    longestMs: () => {
      running = false
      look()
      return longestUs / 1000
    },
  }
}
