import type { Pool } from '../db/pool.ts'
import type { Tally } from '../ops/metrics.ts'

/** How much work is waiting. Every worker reports the same numbers. */
export function backlogOf(pool: Pool): Tally[] {
  return [
    {
      name: 'vacancy_tasks_waiting',
      help: 'Tasks of jobs and watches waiting for a worker.',
      label: 'source',
      count: () =>
        countBy(
          pool,
          "select source as of, count(*)::int as waiting from tasks where state = 'q' group by source",
        ),
    },
    {
      name: 'vacancy_deliveries_waiting',
      help: 'Events waiting for delivery: due now, or later for a retry.',
      label: 'when',
      count: () =>
        countBy(
          pool,
          `select 'due' as of, count(*)::int as waiting from deliveries where state = 'q'
           union all select 'later', count(*)::int from deliveries where state = 'w'`,
        ),
    },
  ]
}

async function countBy(pool: Pool, sql: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ of: string; waiting: number }>(sql)
  return new Map(rows.map(({ of, waiting }) => [of, waiting]))
}
