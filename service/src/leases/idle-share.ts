import { cpus } from 'node:os'

/**
 * Tells which share of this machine's processor time, of all cores together, was idle since it was last asked: from 0 to 1. What
 * runs at a low priority counts as idle, because it gives way to everything else.
 */
export function createIdleShare(read = readTimes): () => number {
  let before = read()
  return () => {
    const now = read()
    const [idle, all] = [now.idle - before.idle, now.all - before.all]
    before = now
    // The clock of the processors ticks a hundred times a second: a short time may have no tick.
    return all > 0 ? idle / all : 1
  }
}

interface Times {
  idle: number
  all: number
}

function readTimes(): Times {
  const times = cpus().map((cpu) => cpu.times)
  const all = times.flatMap((of) => Object.values(of)).reduce((sum, ms) => sum + ms, 0)
  return { idle: times.reduce((sum, { idle, nice }) => sum + idle + nice, 0), all }
}
