import type { Pool } from '../../db/pool.ts'
import { WINDOW_MS } from '../health.ts'
import type { Sighting } from './sighting.ts'

/** Writes what this process has seen, and forgets what no longer counts. */
export async function writeSightings(
  pool: Pool,
  process: string,
  sightings: readonly Sighting[],
  nowMs: number,
): Promise<void> {
  const rows = sightings.map(({ failedAt, ...sighting }) => ({
    source: sighting.source,
    answered: sighting.answered,
    failed: sighting.failed,
    latency_ms: sighting.latencyMs,
    seen_at: moment(sighting.seenAt),
    answered_at: moment(sighting.answeredAt),
    failing_since: moment(sighting.failingSince),
    failed_at: failedAt.map(moment),
    failed_as: sighting.failedAs,
    failed_verb: sighting.failedVerb,
    last_failed_at: moment(sighting.lastFailedAt),
  }))
  await pool.query({
    name: 'source_sightings_write',
    text: `with gone as (delete from source_sightings where seen_at < $3::timestamptz and process <> $1)
      insert into source_sightings (process, source, answered, failed, latency_ms, seen_at, answered_at, failing_since, failed_at,
        failed_as, failed_verb, last_failed_at)
      select $1, r.source, r.answered, r.failed, r.latency_ms, r.seen_at, r.answered_at, r.failing_since, r.failed_at,
        r.failed_as, r.failed_verb, r.last_failed_at
      from jsonb_populate_recordset(null::source_sightings, $2::jsonb) r
      on conflict (process, source) do update set answered = excluded.answered, failed = excluded.failed,
        latency_ms = excluded.latency_ms, seen_at = excluded.seen_at, answered_at = excluded.answered_at,
        failing_since = excluded.failing_since, failed_at = excluded.failed_at, failed_as = excluded.failed_as,
        failed_verb = excluded.failed_verb, last_failed_at = excluded.last_failed_at`,
    values: [process, JSON.stringify(rows), moment(nowMs - 2 * WINDOW_MS)],
  })
}

/** What the other processes have seen. */
export async function readSightings(pool: Pool, process: string, nowMs: number): Promise<Sighting[]> {
  const { rows } = await pool.query<Sighting>({
    name: 'source_sightings_read',
    text: `select source, answered, failed, latency_ms as "latencyMs", ${ms('seen_at')} as "seenAt",
        ${ms('answered_at')} as "answeredAt", ${ms('failing_since')} as "failingSince",
        array(select ${ms('f')} from unnest(failed_at) f) as "failedAt", failed_as as "failedAs", failed_verb as "failedVerb",
        ${ms('last_failed_at')} as "lastFailedAt"
      from source_sightings where process <> $1 and seen_at > $2::timestamptz`,
    values: [process, moment(nowMs - WINDOW_MS)],
  })
  return rows
}

function ms(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
