/**
 * How fast a price goes stale. A look tells only that a price has changed since the look before, so the moment of a change is known to
 * lie in a window. The rate is the one that makes what was seen most likely, if changes come independently of each other.
 */
export interface Watched {
  /** Per change: the time between the look that found it and the look before. */
  windowsMs: number[]
  /** How long prices were seen to stay as they were. */
  steadyMs: number
}

/**
 * Changes per oldest answer for which a tenth of the answers from the cache is stale. They are of any age up to the oldest, so their share
 * is the mean of 1 - e^-x over these ages: 1 - (1 - e^-x) / x. The oldest ones are stale in 19 of 100 cases.
 */
const CHANGES_PER_AGE = 0.214_555_74
const SHORTEST_SEC = 900
export const LONGEST_SEC = 86_400
const HOUR_MS = 3_600_000
/** Fewer changes say little: the age would be wrong by a third or more. */
const ENOUGH_CHANGES = 20
/** A price that was steady this long on 30 nights together need not have changed 20 times. */
const ENOUGH_STEADY_MS = 30 * 24 * HOUR_MS

/** The age in seconds up to which a tenth of the answers from the cache is stale; null if too little is known. */
export function staleAge(watched: Watched): number | null {
  const { windowsMs, steadyMs } = watched
  const unseenMs = windowsMs.reduce((sum, ms) => sum + ms, 0)
  // Where most looks find a change, several may have hidden between them.
  if (steadyMs < unseenMs) return null
  if (windowsMs.length >= ENOUGH_CHANGES) return inRange(CHANGES_PER_AGE / ratePerMs(watched))
  // Three more than were seen are the most that chance would hide.
  const mostPerMs = (windowsMs.length + 3) / (steadyMs + unseenMs)
  const isCalm = steadyMs >= ENOUGH_STEADY_MS && mostPerMs * LONGEST_SEC * 1000 <= CHANGES_PER_AGE
  return isCalm ? LONGEST_SEC : null
}

function inRange(ms: number): number {
  return Math.min(LONGEST_SEC, Math.max(SHORTEST_SEC, Math.floor(ms / 1000)))
}

/** Where the derivative of the likelihood, which falls, is zero: by halving. */
function ratePerMs({ windowsMs, steadyMs }: Watched): number {
  const slope = (rate: number) =>
    windowsMs.reduce((sum, ms) => sum + ms / Math.expm1(rate * ms), 0) - steadyMs
  let [low, high] = [windowsMs.length / (steadyMs * 1000), windowsMs.length / steadyMs]
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2
    if (slope(middle) > 0) low = middle
    else high = middle
  }
  return high
}
