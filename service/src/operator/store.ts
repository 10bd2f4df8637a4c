import type { Reads } from '../db/replica/reads.ts'
import type { Milli } from '../kernel/credits.ts'
import type { PlanName } from '../kernel/plan-names.ts'

export interface AccountRow {
  /** For paging. */
  no: number
  id: string
  email: string
  plan: PlanName
  operator: boolean
  created_at: Date
  used: Milli
  allowance: Milli
  members: number
  keys: number
  last_used_at: Date | null
}

/** Newest first. `text` is part of the e-mail, or an id. */
export async function readAccounts(
  reads: Reads,
  { text, before, limit }: { text: string | null; before: number | null; limit: number },
): Promise<AccountRow[]> {
  const { rows } = await reads.query<AccountRow>(
    `select a.id as no, a.public_id as id, a.email, a.plan, a.operator, a.created_at, m.used, m.allowance,
       (select count(*) from users u where u.account = a.id)::int as members,
       (select count(*) from keys k where k.account = a.id and k.revoked_at is null)::int as keys,
       (select max(k.last_used_at) from keys k where k.account = a.id) as last_used_at
     from accounts a join meters_now m on m.account = a.id
     where a.deleted_at is null and ($1::text is null or a.public_id = $1 or strpos(lower(a.email), lower($1)) > 0)
       and ($2::bigint is null or a.id < $2)
     order by a.id desc limit $3`,
    [text, before, limit],
  )
  return rows
}

export interface Queue {
  kind: string
  source: string
  waiting: number
  running: number
}

export interface OperatorJob {
  id: string
  kind: string
  status: string
  account: string
  cells_done: number
  cells_total: number
  tasks_failed: number
  spent: Milli
  created_at: Date
}

export interface Work {
  jobs: { status: string; count: number }[]
  queues: Queue[]
  deliveries: { due: number; later: number; running: number }
  workers: number
  open: OperatorJob[]
}

const OPEN_JOBS = 50

/** What is waiting and running, of all accounts. */
export async function readWork(reads: Reads): Promise<Work> {
  const [jobs, queues, deliveries, workers, open] = await Promise.all([
    reads.query<{ status: string; count: number }>(
      `select status, count(*)::int as count from jobs
       where status in ('queued', 'running') or finished_at > ledger_now() - interval '1 day' group by status order by status`,
    ),
    reads.query<Queue>(
      `select kind, source, count(*) filter (where state = 'q')::int as waiting,
         count(*) filter (where state = 'r')::int as running
       from tasks where state in ('q', 'r') group by kind, source order by waiting desc, kind, source limit 200`,
    ),
    reads.query<{ due: number; later: number; running: number }>(
      `select count(*) filter (where state = 'q')::int as due, count(*) filter (where state = 'w')::int as later,
         count(*) filter (where state = 'r')::int as running from deliveries where state in ('q', 'w', 'r')`,
    ),
    reads.query<{ count: number }>(
      "select count(*)::int as count from workers where rows = 'tasks' and seen_at > ledger_now() - interval '10 seconds'",
    ),
    reads.query<OperatorJob>(
      `select j.public_id as id, j.kind, j.status, a.public_id as account, j.cells_done, j.cells_total, j.tasks_failed,
         j.spent, j.created_at
       from jobs j join accounts a on a.id = j.account where j.status in ('queued', 'running') order by j.id desc limit $1`,
      [OPEN_JOBS],
    ),
  ])
  return {
    jobs: jobs.rows,
    queues: queues.rows,
    deliveries: deliveries.rows[0] ?? { due: 0, later: 0, running: 0 },
    workers: workers.rows[0]?.count ?? 0,
    open: open.rows,
  }
}
