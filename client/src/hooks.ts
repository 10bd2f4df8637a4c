import type { VacancyError } from './errors.ts'

/** One attempt to send a request. A retry is another one. */
export interface Attempt {
  method: string
  url: string
  /** Without your API key. `before` may add and change headers. */
  headers: Record<string, string>
  /** From 1. */
  attempt: number
}

/** How it ended. */
export interface Outcome extends Attempt {
  /** Until the answer was read; of a file, until it began. */
  durationMs: number
  /** HTTP status; null if no answer arrived. */
  status: number | null
  requestId: string | null
  /** What it cost, in credits. */
  charged: number
  error: VacancyError | null
  /** The wait until the next attempt; null if there is none. */
  retryInMs: number | null
}

/** Called around every attempt, for logs, traces and figures. The call waits for them, and throws what they throw. */
export interface Hooks {
  before?: ((attempt: Attempt) => void | Promise<void>) | undefined
  after?: ((outcome: Outcome) => void | Promise<void>) | undefined
}
