import type { Call } from '../source.ts'

const DAY_MS = 86_400_000

/** Keeps what a vendor seldom changes, such as its list of countries, for a day. */
export function daily<T>(now: () => number, load: (call: Call) => Promise<T>): (call: Call) => Promise<T> {
  let held: { value: T; until: number } | null = null
  return async (call) => {
    if (held && now() < held.until) return held.value
    const value = await load(call)
    held = { value, until: now() + DAY_MS }
    return value
  }
}
