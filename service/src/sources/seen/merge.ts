import {
  type Counted,
  errorShareOf,
  type HealthStatus,
  type SourceHealth,
  statusByErrors,
  WINDOW_MS,
  worse,
} from '../health.ts'
import { DOWN_AFTER, type FailureReason, type Sighting } from './sighting.ts'

/** The health of a source as all processes saw it. */
export interface SharedHealth extends SourceHealth {
  /** Calls of the last five minutes. */
  calls: number
  /** Since when every call has failed; null if the last one was answered. */
  failingSince: number | null
  /** Why it is not up, if that is known. */
  reason: FailureReason | null
  lastFailure: { reason: FailureReason; verb: string; at: number } | null
}

/** `own` is what only this process knows: its breaker, its settings, and what the vendor told it. */
export function mergeSightings(own: SourceHealth, all: readonly Sighting[], nowMs: number): SharedHealth {
  const seen = all.filter(({ seenAt }) => nowMs - seenAt < WINDOW_MS)
  const counted = { answered: sum(seen, 'answered'), failed: sum(seen, 'failed') }
  const answeredAt = Math.max(...seen.map((one) => one.answeredAt ?? 0), 0)
  const failing = seen.filter(({ failedAt }) => failedAt.some((at) => at > answeredAt))
  const inARow = failing.reduce(
    (total, { failedAt }) => total + failedAt.filter((at) => at > answeredAt).length,
    0,
  )
  const status = worse(own.status, statusOf(counted, inARow))
  const lastFailure = lastFailureOf(seen)
  return {
    status,
    latencyMs: medianOf(seen),
    errorShare: errorShareOf(counted),
    checkedAt: Math.max(own.checkedAt ?? 0, ...all.map(({ seenAt }) => seenAt)) || null,
    calls: counted.answered + counted.failed,
    failingSince: failing.length === 0 ? null : Math.min(...failing.map((one) => sinceOf(one, answeredAt))),
    reason: status === 'up' ? null : (lastFailure?.reason ?? null),
    lastFailure,
  }
}

function statusOf(counted: Counted, inARow: number): HealthStatus {
  if (inARow >= DOWN_AFTER) return 'down'
  // Of few calls, one failure is no trend; that none was answered is one.
  return inARow > 1 && counted.answered === 0 ? 'degraded' : statusByErrors(counted)
}

function sum(sightings: readonly Sighting[], figure: 'answered' | 'failed'): number {
  return sightings.reduce((total, sighting) => total + sighting[figure], 0)
}

/** If another process had an answer meanwhile, the failures since then. */
function sinceOf({ failingSince, failedAt }: Sighting, answeredAt: number): number {
  if (failingSince !== null && failingSince > answeredAt) return failingSince
  return failedAt.find((at) => at > answeredAt) ?? answeredAt
}

function lastFailureOf(seen: readonly Sighting[]): SharedHealth['lastFailure'] {
  const failures = seen.flatMap(({ failedAs, failedVerb, lastFailedAt }) =>
    failedAs === null || failedVerb === null || lastFailedAt === null
      ? []
      : [{ reason: failedAs, verb: failedVerb, at: lastFailedAt }],
  )
  return failures.toSorted((a, b) => b.at - a.at)[0] ?? null
}

/** The median of the processes' medians, each counted as often as it has answers. */
function medianOf(seen: readonly Sighting[]): number | null {
  const sorted = seen
    .flatMap(({ latencyMs, answered }) => (latencyMs === null ? [] : [{ latencyMs, answered }]))
    .toSorted((a, b) => a.latencyMs - b.latencyMs)
  const half = sorted.reduce((total, { answered }) => total + answered, 0) / 2
  let passed = 0
  for (const { latencyMs, answered } of sorted) {
    passed += answered
    if (passed >= half) return latencyMs
  }
  return null
}
