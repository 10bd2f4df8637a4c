import { cpus } from 'node:os'

/** Long enough for a clock that ticks a hundred times a second. */
const LEAST_MS = 1000
/** Calls come and go: a machine that was busy a moment ago soon is again. */
const REMEMBERED_MS = 10_000

/**
 * Tells which share of this machine's processor time, of all cores together, was idle in its busiest second of the last ten: from 0 to 1.
 * What runs at a low priority counts as idle, because it gives way to everything else.
 */
export function createIdleShare(read = readTimes, clock = () => performance.now()): () => number {
  const readings = [{ atMs: clock(), ...read() }]
  const shares: { atMs: number; share: number }[] = []
  return () => {
    const now = { atMs: clock(), ...read() }
    readings.push(now)
    while (readings[1] && readings[1].atMs <= now.atMs - LEAST_MS) readings.shift()
    const { idle, all } = readings[0] ?? now
    if (now.all > all) shares.push({ atMs: now.atMs, share: (now.idle - idle) / (now.all - all) })
    while (shares[0] && shares[0].atMs < now.atMs - REMEMBERED_MS) shares.shift()
    return shares.reduce((least, { share }) => Math.min(least, share), 1)
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
