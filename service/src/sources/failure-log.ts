/** The failures of each source in this process since its start, for the operator. */
export interface FailureLog {
  note(call: { sourceId: string; verb: string; outcome: string }): void
  of(sourceId: string): SourceFailures
}

export interface SourceFailures {
  /** Calls by outcome: `answered`, or the kind of failure. */
  outcomes: Readonly<Record<string, number>>
  last: { kind: string; verb: string; at: number } | null
}

/** These say something about the question, not about the source. */
const HARMLESS: ReadonlySet<string> = new Set(['answered', 'not_found', 'unsupported', 'no_offers'])

export function createFailureLog(now: () => number): FailureLog {
  const bySource = new Map<string, { outcomes: Record<string, number>; last: SourceFailures['last'] }>()
  const entryOf = (sourceId: string) => {
    const entry = bySource.get(sourceId) ?? { outcomes: {}, last: null }
    bySource.set(sourceId, entry)
    return entry
  }
  return {
    note: ({ sourceId, verb, outcome }) => {
      const entry = entryOf(sourceId)
      entry.outcomes[outcome] = (entry.outcomes[outcome] ?? 0) + 1
      if (!HARMLESS.has(outcome)) entry.last = { kind: outcome, verb, at: now() }
    },
    of: entryOf,
  }
}
