import { SourceFailure } from './source.ts'

/** Gives up on abort even if the work does not notice it, so that its place in the bulkhead is released. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new SourceFailure('timed_out', 'every caller has left'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** Ends early on abort, with a failure. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return orAborted(
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
    signal,
  )
}
