/** Asks at most once in this time, however often it is called. If asking fails, the answer before it counts. */
export function lastKnown<T>(ask: () => Promise<T>, first: T, forMs: number): () => Promise<T> {
  let askedMs = Number.NEGATIVE_INFINITY
  let known: Promise<T> = Promise.resolve(first)
  return () => {
    if (performance.now() - askedMs >= forMs) {
      askedMs = performance.now()
      const before = known
      known = ask().catch(() => before)
    }
    return known
  }
}
