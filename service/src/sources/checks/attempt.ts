import { type FailureKind, SourceFailure } from '../source.ts'
import type { Conceal } from './conceal.ts'
import { EnoughRequests, type Exchange, type Exchanges } from './exchanges.ts'

export type Capability =
  | 'shop'
  | 'hotel'
  | 'batch'
  | 'calendar'
  | 'points'
  | 'near'
  | 'find'
  | 'describe'
  | 'list'
  | 'places'
  | 'entities'

/** The result of one capability. */
export interface Outcome {
  capability: Capability
  result: 'works' | 'fails' | 'skipped'
  /** Null unless it fails. */
  reason: FailureKind | null
  /** For the operator: may quote the vendor, never a credential. */
  detail: string
  /** Null if nothing was sent. */
  latencyMs: number | null
  requests: Exchange[]
}

export interface Attempts {
  sourceId: string
  exchanges: Exchanges
  conceal: Conceal
  now: () => number
}

/** Tries one capability; `work` returns its description. Source failures become outcomes, other errors are thrown. */
export async function attempt(
  { sourceId, exchanges, conceal, now }: Attempts,
  capability: Capability,
  work: () => Promise<string>,
): Promise<Outcome> {
  const startedAt = now()
  const end = (result: Outcome['result'], reason: FailureKind | null, detail: string): Outcome => {
    const requests = exchanges.take(sourceId)
    const latencyMs = requests.length === 0 ? null : now() - startedAt
    return { capability, result, reason, detail: conceal(detail), latencyMs, requests }
  }
  try {
    return end('works', null, await work())
  } catch (error) {
    if (error instanceof EnoughRequests) return end('works', null, `answers; ${error.message}`)
    if (error instanceof SourceFailure) return end('fails', error.kind, explain(error))
    throw error
  }
}

export function skipped(capability: Capability, detail: string): Outcome {
  return { capability, result: 'skipped', reason: null, detail, latencyMs: null, requests: [] }
}

const OPENINGS: Record<FailureKind, string> = {
  not_found: 'The source does not know the hotel; name another with --hotel',
  refused: 'The source refused',
  broken: 'The answer could not be read',
  timed_out: 'No answer in time',
  unsupported: 'The source does not support this request',
}

function explain({ kind, message }: SourceFailure): string {
  const hint = kind === 'refused' && /\bHTTP 40[13]\b/.test(message) ? ' Check the credentials.' : ''
  return `${OPENINGS[kind]}: ${message.replace(/\.$/, '')}.${hint}`
}
