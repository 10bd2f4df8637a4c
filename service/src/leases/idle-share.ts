import { cpus } from 'node:os'

/** Long enough for a clock that ticks a hundred times a second. */
const LOOK_EVERY_MS = 1000
/** Calls come and go: a machine that was busy a moment ago soon is again. */
const LOOKS = 10

/** Tells which share of this machine's processor time, of all cores together, was idle in its busiest second of the last ten. */
export interface IdleShare {
  /** From 0 to 1. */
  least(): number
  stop(): void
}

export function watchIdleShare(): IdleShare {
  const { look, least } = createIdleShare()
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return { least, stop: () => clearInterval(timer) }
}

/** The same without a timer: `look` is called once a second. Before the first call, everything is idle. */
export function createIdleShare(read = readTimes): { look(): void; least(): number } {
  const shares: number[] = []
  let before = read()
  return {
    look: () => {
      const now = read()
      if (now.all > before.all) shares.push((now.idle - before.idle) / (now.all - before.all))
      if (shares.length > LOOKS) shares.shift()
      before = now
    },
    least: () => Math.min(1, ...shares),
  }
}

interface Times {
  idle: number
  all: number
}

/** What runs at a low priority counts as idle, because it gives way to everything else. */
function readTimes(): Times {
  const times = cpus().map((cpu) => cpu.times)
  const all = times.flatMap((of) => Object.values(of)).reduce((sum, ms) => sum + ms, 0)
  return { idle: times.reduce((sum, { idle, nice }) => sum + idle + nice, 0), all }
}
