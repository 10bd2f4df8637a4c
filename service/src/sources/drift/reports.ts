import type { Pool } from '../../db/pool.ts'
import type { Tally } from '../../ops/metrics.ts'
import { unpack } from './store.ts'

/** A change at a vendor in something that its family reads. */
export interface Drift {
  id: number
  source: string
  family: string
  request: string
  path: string
  change: 'gone' | 'retyped' | 'new_value'
  before: string
  after: string
  firstSeen: Date
  learntAt: Date | null
  learntBy: string | null
}

const MOST = 200

/** Those that nobody has accepted first, then the newest. */
export async function readDrifts(database: Pool, source: string | null): Promise<Drift[]> {
  const { rows } = await database.query<Drift>(
    `select id, source, family, request, path, change, before, after, first_seen as "firstSeen",
       learnt_at as "learntAt", learnt_by as "learntBy"
     from source_drifts where $1::text is null or source = $1
     order by learnt_at is not null, first_seen desc, id desc limit ${MOST}`,
    [source],
  )
  return rows
}

/** The body in which it was first seen, without secrets; null if there is no such change. */
export async function readDriftBody(pool: Pool, id: number): Promise<string | null> {
  const { rows } = await pool.query<{ body: Buffer }>('select body from source_drifts where id = $1', [id])
  return rows[0] ? unpack(rows[0].body) : null
}

/** What is known of a source. */
export interface Learnt {
  source: string
  requests: number
  answers: number
}

export async function readLearnt(database: Pool): Promise<Learnt[]> {
  const { rows } = await database.query<Learnt>(
    `select source, count(*) as requests, sum(answers)::bigint as answers from source_shapes group by source order by source`,
  )
  return rows
}

/** For alerts. */
export function driftTally(pool: Pool): Tally {
  return {
    name: 'vacancy_source_drifts',
    help: 'Changes at a vendor in something that is read, which no operator has accepted.',
    label: 'source',
    count: async () => {
      const { rows } = await pool.query<{ source: string; count: number }>(
        'select source, count(*) from source_drifts where learnt_at is null group by source',
      )
      return new Map(rows.map(({ source, count }) => [source, count]))
    },
  }
}
