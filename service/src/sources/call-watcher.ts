import type { Asked } from './asked.ts'
import type { Source } from './catalog/catalog.ts'
import type { Exchange } from './evidence/exchange.ts'
import type { Witness } from './evidence/witness.ts'
import { asFailure } from './failures.ts'
import type { FailureKind } from './source.ts'

/** A call that has ended, with everything that came back. */
export interface SeenCall {
  sourceId: string
  asked: Asked
  atMs: number
  exchanges: readonly Exchange[]
  /** What was read; null if the call failed. */
  answer: unknown
  failure: FailureKind | null
}

/** Looks at calls when they have ended. */
export interface CallWatcher {
  /** Must not throw. The answer is given when it resolves; undefined: at once. */
  saw(call: SeenCall): Promise<void> | undefined
}

/** An answer that has arrived, and when the watcher lets go of it. */
export interface Landed<T> {
  answer: T
  seen: Promise<void> | undefined
}

/** It does not hold up a failure. */
export async function watching<T>(
  answered: Promise<T>,
  watcher: CallWatcher,
  call: Omit<SeenCall, 'answer' | 'failure'>,
): Promise<Landed<T>> {
  try {
    const answer = await answered
    return { answer, seen: watcher.saw({ ...call, answer, failure: null }) }
  } catch (error) {
    void watcher.saw({ ...call, answer: null, failure: asFailure(error).kind })
    throw error
  }
}

/** Keeps whole calls, so that they can be asked again from nothing. */
export interface CallRecorder {
  /** Sees the call that begins; null: it is not recorded. */
  witness(source: Source, asked: RecordedQuestion): Witness | null
}

/** What a recording can hold. */
export type RecordedQuestion = Extract<Asked, { verb: 'shop' | 'lowest' }>
