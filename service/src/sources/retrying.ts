import { SourceFailure } from './source.ts'

/**
 * A timeout that is not this call's own (its signal would be aborted) belongs to a token request shared with a call whose
 * callers have left: a retry is enough.
 */
export function worthAnotherTry(failure: SourceFailure): boolean {
  return failure.retryAfterMs === undefined && (failure.transient || failure.kind === 'timed_out')
}

/** `locked`: the calls failed because of the credentials, which is what the caller should learn. */
export function heldBack(locked: boolean): SourceFailure {
  return new SourceFailure('refused', 'too many calls failed recently, so this one was not made', {
    heldBack: true,
    locked,
  })
}
