import { type CallWindow, createCallWindow } from '../health.ts'
import type { SourceFailure } from '../source.ts'

/** Why a source fails, in words for everybody: a vendor's own text may hold host names and worse. */
export const FAILURE_REASONS = ['credentials_refused', 'unavailable', 'unreadable', 'no_answer'] as const

export type FailureReason = (typeof FAILURE_REASONS)[number]

export function reasonOf({ kind, locked }: SourceFailure): FailureReason {
  if (locked) return 'credentials_refused'
  if (kind === 'timed_out') return 'no_answer'
  return kind === 'broken' ? 'unreadable' : 'unavailable'
}

/** What one process has seen of a source in the last five minutes. Times are epoch milliseconds. */
export interface Sighting {
  source: string
  answered: number
  failed: number
  latencyMs: number | null
  seenAt: number
  answeredAt: number | null
  /** The first failure since its last answer. */
  failingSince: number | null
  /** The last failures since its last answer. */
  failedAt: readonly number[]
  failedAs: FailureReason | null
  failedVerb: string | null
  lastFailedAt: number | null
}

/** A call that somebody waited for, as it ended. */
export interface Seen {
  source: string
  verb: string
  /** Null: it was answered. */
  failure: FailureReason | null
  tookMs: number
}

/** So many in a row, and a source is down. */
export const DOWN_AFTER = 5

export interface OwnSightings {
  note(seen: Seen): void
  all(): Sighting[]
}

interface Entry {
  window: CallWindow
  since: Omit<Sighting, 'source' | keyof ReturnType<CallWindow['read']>>
}

export function createOwnSightings(now: () => number): OwnSightings {
  const entries = new Map<string, Entry>()

  const entryOf = (source: string): Entry => {
    const known = entries.get(source)
    if (known) return known
    const entry = {
      window: createCallWindow(now),
      since: {
        answeredAt: null,
        failingSince: null,
        failedAt: [],
        failedAs: null,
        failedVerb: null,
        lastFailedAt: null,
      },
    }
    entries.set(source, entry)
    return entry
  }

  return {
    note({ source, verb, failure, tookMs }) {
      const entry = entryOf(source)
      const at = now()
      entry.window.record(failure === null, tookMs)
      const { failingSince, failedAt } = entry.since
      entry.since =
        failure === null
          ? { ...entry.since, answeredAt: at, failingSince: null, failedAt: [] }
          : {
              ...entry.since,
              failingSince: failingSince ?? at,
              failedAt: [...failedAt, at].slice(-DOWN_AFTER),
              failedAs: failure,
              failedVerb: verb,
              lastFailedAt: at,
            }
    },
    all: () =>
      [...entries].flatMap(([source, { window, since }]) => {
        const { seenAt, ...figures } = window.read()
        return seenAt === null ? [] : [{ source, seenAt, ...figures, ...since }]
      }),
  }
}
