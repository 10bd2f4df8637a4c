import type { Pool } from '../../service/src/db/pool.ts'
import type { Outcome, Sold } from './clients.ts'
import { failed } from './stage.ts'

interface Line extends Sold {
  request_id: string
  credits: number
}

/** Compares every outcome with the usage lines, and the lines with everything else that counts credits. */
export async function checkBooks(
  pool: Pool,
  outcomes: readonly Outcome[],
  usageOf: (account: number) => Promise<number | null>,
): Promise<string[]> {
  const problems: string[] = []
  const { rows } = await pool.query<Line>(
    'select request_id, credits, live, cached from usage_lines where job is null',
  )
  const lines = Map.groupBy(rows, (line) => line.request_id)
  const { rows: jobs } = await pool.query<{ request_id: string; count: number }>(
    'select request_id, count(*)::int as count from jobs group by request_id',
  )
  const jobCounts = new Map(jobs.map((row) => [row.request_id, row.count]))
  for (const outcome of outcomes) {
    const { requestId, endpoint } = outcome
    const problem =
      problemOf(outcome, lines.get(requestId) ?? []) ?? jobProblemOf(outcome, jobCounts.get(requestId) ?? 0)
    if (problem !== null) problems.push(`${requestId} (${endpoint}): ${problem}`)
  }
  return [...problems, ...(await compareSums(pool, usageOf)), ...(await checkJobs(pool))]
}

function problemOf({ result, fair }: Outcome, lines: readonly Line[]): string | null {
  if (lines.length > 1) return `${lines.length} lines`
  const [line] = lines
  if (line && !fair(line).includes(line.credits))
    return `a line that is wrongly priced: ${JSON.stringify(line)}`
  // The charge belongs to an earlier attempt whose answer was lost.
  if (result === 'unknown' || result.isReplay) return null
  if (result.status >= 400)
    return line ? `refused with ${result.status}, but a line of ${line.credits}` : null
  if (result.charged === 0) return line ? `answered for nothing, but a line of ${line.credits}` : null
  return line?.credits === result.charged
    ? null
    : `answered for ${result.charged}, the line says ${line?.credits ?? 'nothing'}`
}

function jobProblemOf({ result }: Outcome, jobs: number): string | null {
  if (jobs > 1) return `${jobs} jobs`
  if (result === 'unknown') return null
  if (result.job) return jobs === 1 ? null : 'told of a job that is not there'
  return jobs === 0 ? null : `answered ${result.status}, and there is a job`
}

async function compareSums(
  pool: Pool,
  usageOf: (account: number) => Promise<number | null>,
): Promise<string[]> {
  const { rows } = await pool.query<
    Record<'account' | 'used' | 'held' | 'allowance' | 'lines' | 'keys', number>
  >(
    `select m.account, m.used, m.held, m.allowance, coalesce(l.credits, 0)::bigint as lines,
       (select coalesce(sum(s), 0)::bigint from unnest(m.spend) s)
         + (select coalesce(sum(spent), 0)::bigint from keys k
            where k.account = m.account and k.spent_period = m.period and k.revoked_at is not null) as keys
     from meters m
     left join (select account, sum(credits) as credits from usage_lines group by account) l on l.account = m.account`,
  )
  const problems: string[] = []
  for (const { account, used, held, allowance, lines, keys } of rows) {
    const told = await usageOf(account)
    problems.push(
      ...failed([
        [told === null || told === used, `account ${account} has used ${used}, GET /usage says ${told}`],
        [used === lines, `account ${account} has used ${used}, its lines say ${lines}`],
        [used === keys, `account ${account} has used ${used}, its keys say ${keys}`],
        [held === 0, `account ${account} still has ${held} reserved`],
        [used <= allowance, `account ${account} has used ${used} of ${allowance}`],
      ]),
    )
  }
  return problems
}

async function checkJobs(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<
    Record<'spent' | 'reserved' | 'lines', number> & { id: string; over: boolean }
  >(
    `select j.public_id as id, j.spent, j.reserved, j.finished_at is not null as over, coalesce(l.credits, 0)::bigint as lines
     from jobs j
     left join (select job, sum(credits) as credits from usage_lines group by job) l on l.job = j.public_id`,
  )
  return rows.flatMap(({ id, spent, reserved, lines, over }) =>
    failed([
      [over, `${id} has not ended`],
      [spent === lines, `${id} spent ${spent}, its lines say ${lines}`],
      [spent <= reserved, `${id} spent ${spent} of ${reserved}`],
    ]),
  )
}
