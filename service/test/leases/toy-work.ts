import { pino } from 'pino'
import type { Pool } from '../../src/db/pool.ts'
import { createTaskQueue, TASKS_CHANNEL, type Task } from '../../src/jobs/tasks.ts'
import { defineWork } from '../../src/leases/define-work.ts'
import type { Ended, GivenUp, Slot, Stop, WorkQueue } from '../../src/leases/work.ts'
import { startWorkerPool, type WorkerPool } from '../../src/leases/worker-pool.ts'
import type { TestDatabase } from '../support/database.ts'

export type ToyResult = { weight: number } | { failed: GivenUp }

export interface ToySettings {
  run?(weight: number, task: Task, stop: Stop, slot: Slot): Promise<Ended<ToyResult>>
  cap?: number
  queue?(real: WorkQueue<Task>): WorkQueue<Task>
}

/** A kind of work that no room knows: its rows ask for a weight, and its results go to a table of their own. */
export async function startToy(
  { pool, url }: TestDatabase,
  { run = async (weight) => ({ result: { weight } }), cap = 4, queue = (real) => real }: ToySettings = {},
): Promise<WorkerPool> {
  return startWorkerPool({
    pool,
    listenUrl: url,
    log: pino({ level: 'silent' }),
    queue: queue(createTaskQueue(pool)),
    works: [
      defineWork<Task, number, ToyResult>({
        kind: 'toy',
        shares: () => new Map([['here', { name: 'here', cap }]]),
        group: { most: 64, gatherMs: 25 },
        parse: ({ ask }) => {
          if (typeof ask !== 'number') throw new Error('a toy is asked for by its weight')
          return ask
        },
        run,
        settle: async (group) => {
          await pool.query(
            `with ended as (
               update tasks t set state = 'd', worker = null from unnest($1::bigint[], $2::int[]) as s(id, attempt)
               where t.id = s.id and t.attempt = s.attempt and t.state = 'r' returning t.id, t.attempt
             )
             insert into toys select e.id, e.attempt, r.weight, r.failed
             from ended e join unnest($1::bigint[], $3::int[], $4::text[]) as r(id, weight, failed) on r.id = e.id`,
            [
              group.map(({ row }) => row.id),
              group.map(({ row }) => row.attempt),
              group.map(({ result }) => ('weight' in result ? result.weight : null)),
              group.map(({ result }) => ('failed' in result ? result.failed : null)),
            ],
          )
        },
        fail: (_task, why) => ({ failed: why }),
      }),
    ],
  })
}

export async function makeToyTable(pool: Pool): Promise<void> {
  await pool.query(
    'create table toys (task bigint primary key, attempt int, weight int check (weight < 100), failed text)',
  )
}

/** Queues one row for each question, and announces them. */
export async function askFor(pool: Pool, questions: readonly unknown[]): Promise<void> {
  await pool.query(
    `insert into tasks (kind, no, source, ask)
     select 'toy', n, 'here', q from unnest($1::jsonb[]) with ordinality as t(q, n)`,
    [questions.map((question) => JSON.stringify(question))],
  )
  await pool.query('select pg_notify($1, $2)', [TASKS_CHANNEL, ''])
}

export interface Toy {
  attempt: number
  weight: number | null
  failed: string | null
}

export async function readToys(pool: Pool): Promise<Toy[]> {
  const { rows } = await pool.query<Toy>('select attempt, weight, failed from toys order by task')
  return rows
}

export async function statesOf(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; count: number }>(
    'select state, count(*) from tasks group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Resolves once a worker listens for work. */
export async function isListening(pool: Pool): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and query = 'listen ${TASKS_CHANNEL}'`,
  )
  return rowCount === 1
}
