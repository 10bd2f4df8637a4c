/** Watches how long single turns of this process's event loop take, in processor time, so that a busy machine does not count. */
export function watchTurns(): { longestMs(): number } {
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
