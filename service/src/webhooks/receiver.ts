import type { Later } from '../leases/membership.ts'

/** The kinds of receivers. The address of a single watch or job is a webhook. */
export const KINDS = ['webhook', 'slack', 'email'] as const
export type Kind = (typeof KINDS)[number]

/** Input of one attempt. */
export interface Letter {
  delivery: number
  hook: number
  /** The public id of the endpoint; null for the address of a watch or job. */
  endpoint: string | null
  /** A URL, or an e-mail address. */
  address: string
  eventId: string
  type: string
  watchId: string | null
  jobId: string | null
  body: Buffer
  /** Sent once, without retries. */
  once: boolean
  /** Newest first. */
  secrets: readonly string[]
}

/** The result of an attempt. */
export interface Sent {
  /** The code of the receiver's answer; null if there was none. */
  status: number | null
  /** Why it failed, if the status does not say it. */
  error: string | null
  retryAfter: string | null
  durationMs: number
  /** Whether the receiver has taken the event, and if not, whether it may yet. */
  verdict: AttemptVerdict
  /** The beginning of what the receiver answered, if it was kept. */
  answer: string | null
  /** Other deliveries to the same receiver whose events were part of this message. */
  included?: readonly number[]
}

/**
 * `gone`: the receiver wants nothing more. `retry`: try again if the schedule has another attempt. `dropped`: nothing was sent, and
 * nothing will be.
 */
export type AttemptVerdict = 'delivered' | 'gone' | 'retry' | 'dropped'

/**
 * Makes one attempt. `later`: nothing was sent, which is not the receiver's fault and costs no attempt. Null: canceled because this
 * process is stopping.
 */
export type Send = (letter: Letter, stop: AbortSignal) => Promise<Sent | { later: Later } | null>

export type Senders = Readonly<Record<Kind, Send>>
