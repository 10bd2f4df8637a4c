import { type FailureKind, SourceFailure } from '../source.ts'
import type { Conceal } from './conceal.ts'
import { EnoughRequests, type Exchange, type Exchanges } from './exchanges.ts'
import { remedyOf } from './remedy.ts'

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
  | 'quota'

/** The result of one capability. */
export interface Outcome {
  capability: Capability
  /** `unclear`: it answers, but nothing in the answers proves that it works. */
  result: 'works' | 'unclear' | 'fails' | 'skipped'
  /** Null unless it fails. */
  reason: FailureKind | null
  /** For the operator: may quote the vendor, never a credential. */
  detail: string
  /** Null if nothing was sent. */
  latencyMs: number | null
  requests: Exchange[]
  /** Whether other calls would fail for the same reason: wrong credentials, or a vendor that asks us to wait. */
  forAll: boolean
}

export interface Attempts {
  sourceId: string
  exchanges: Exchanges
  conceal: Conceal
  /** The environment variables of its credentials. */
  variables: readonly string[]
  now: () => number
}

/** What a check says of answers that prove nothing. */
export class Unclear {
  readonly detail: string

  constructor(detail: string) {
    this.detail = detail
  }
}

/** Tries one capability; `work` returns its description. Source failures become outcomes, other errors are thrown. */
export async function attempt(
  { sourceId, exchanges, conceal, variables, now }: Attempts,
  capability: Capability,
  work: () => Promise<string | Unclear>,
): Promise<Outcome> {
  const startedAt = now()
  const end = (result: Outcome['result'], detail: string, failure?: SourceFailure): Outcome => {
    const requests = exchanges.take(sourceId)
    const latencyMs = requests.length === 0 ? null : now() - startedAt
    // The next step is our own text, and names variables.
    const next = failure ? remedyOf(failure, requests, variables) : ''
    const told = conceal(failure ? reasonOf(failure) : detail)
    const forAll = failure !== undefined && (failure.locked || failure.retryAfterMs !== undefined)
    const reason = failure?.kind ?? null
    return { capability, result, reason, detail: `${told} ${next}`.trim(), latencyMs, requests, forAll }
  }
  try {
    const told = await work()
    return told instanceof Unclear ? end('unclear', told.detail) : end('works', told)
  } catch (error) {
    if (error instanceof EnoughRequests) return end('works', `answers; ${error.message}`)
    if (error instanceof SourceFailure) return end('fails', '', error)
    throw error
  }
}

export function skipped(capability: Capability, detail: string): Outcome {
  const nothing = { reason: null, latencyMs: null, requests: [], forAll: false }
  return { capability, result: 'skipped', detail, ...nothing }
}

const OPENINGS: Record<FailureKind, string> = {
  not_found: 'The source does not know the hotel; name another with --hotel',
  refused: 'The source refused',
  broken: 'The answer could not be read',
  no_offers: 'The source shows no offers for the stay',
  timed_out: 'No answer in time',
  unsupported: 'The source does not support this request',
}

function reasonOf({ kind, message }: SourceFailure): string {
  return `${OPENINGS[kind]}: ${message.replace(/\.$/, '')}.`
}
