import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, type Pool } from '../../src/db/pool.ts'
import { createJob, listTasks, makeJobs, type NewJob } from '../../src/jobs/making.ts'
import { cancelJob } from '../../src/jobs/store.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/until.ts'

const WORST = 1000

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.pool
})
afterAll(() => database.drop())

function newJob(
  { no, keyNo }: TestAccount,
  tasks: number,
  keep: () => Promise<void> = async () => {},
): NewJob {
  return {
    account: no,
    key: keyNo,
    kind: 'matrix',
    work: 'cells',
    usage: 'matrix',
    requestId: 'a-large-job',
    request: {},
    cellsTotal: tasks,
    stored: { cells: 0, charge: 0, keep },
    tasks: listTasks(
      Array.from({ length: tasks }, (_, index) => ({
        source: 'castellan',
        firstCell: index,
        cells: 1,
        worst: WORST,
        ask: {},
      })),
    ),
  }
}

const make = (job: NewJob) => createJob(pool, job, async (_client, made) => made.id)

async function tasksOf(account: TestAccount): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from tasks where job in (select id from jobs where account = $1)',
    [account.no],
  )
  return rows[0]?.count ?? 0
}

async function jobsOf(account: TestAccount) {
  const { rows } = await pool.query(
    'select status, finished_at is not null as ended, tasks_total, held, unspent from jobs where account = $1',
    [account.no],
  )
  return rows
}

async function stateOf(account: TestAccount) {
  const [tasks, jobs, { held, used }] = [
    await tasksOf(account),
    await jobsOf(account),
    await readBooks(pool, account.no),
  ]
  return { tasks, jobs, held, used }
}

const CANCELED = {
  tasks: 0,
  jobs: [{ status: 'canceled', ended: true, tasks_total: 0, held: 0, unspent: true }],
  held: 0,
  used: 0,
}

test('an account can be charged while the tasks of its job are written', async () => {
  const account = await newAccount(pool, 'scale')
  let isFree = false
  const look = async () => {
    await pool.query('select 1 from meters where account = $1 for update nowait', [account.no])
    isFree = true
  }
  const made = await make(newJob(account, 3, look))
  expect(made).toMatchObject({ told: expect.stringMatching(/^job_/) })
  expect(isFree).toBe(true)
  expect(await readBooks(pool, account.no)).toMatchObject({ held: 3 * WORST, jobs: 3 * WORST })
})

test('a request that also pays for itself does so once, and not while its tasks are written', async () => {
  const account = await newAccount(pool, 'scale')
  let isFree = false
  const look = async () => {
    await pool.query('select 1 from meters where account = $1 for update nowait', [account.no])
    isFree = true
  }
  await inTransaction(pool, (client) =>
    makeJobs(client, [newJob(account, 3, look)], {
      cost: 5,
      pay: async () => {
        await client.query('update meters set used = used + 5 where account = $1', [account.no])
      },
    }),
  )
  expect(isFree).toBe(true)
  const { rows } = await pool.query('select used, held from meters where account = $1', [account.no])
  expect(rows).toEqual([{ used: 5, held: 3 * WORST }])
})

test('a job whose credits were spent while its tasks were written is refused, and leaves nothing', async () => {
  const account = await newAccount(pool, 'scale', { credits: 4 })
  const spend = async () => {
    await pool.query('update meters set allowance = $2 where account = $1', [account.no, 2 * WORST])
  }
  expect(await make(newJob(account, 3, spend))).toMatchObject({ refused: 'short', worst: 3 * WORST })
  expect(await jobsOf(account)).toEqual([])
  expect(await tasksOf(account)).toBe(0)
  expect(await readBooks(pool, account.no)).toMatchObject({ held: 0, used: 0 })
})

test('a job that cannot be paid is refused before anything of it is written', async () => {
  const account = await newAccount(pool, 'scale', { credits: 2 })
  let isWritten = false
  const look = async () => {
    isWritten = true
  }
  expect(await make(newJob(account, 3, look))).toMatchObject({ refused: 'short' })
  expect(isWritten).toBe(false)
})

test('an account can be charged while the tasks of its canceled job are dropped', async () => {
  const account = await newAccount(pool, 'scale', { credits: 10_000 })
  const made = await make(newJob(account, 3))
  const id = 'told' in made ? made.told : ''
  // Deleting a task now waits for us.
  await pool.query(`create function be_slow() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(7); return old; end $$;
    create trigger be_slow before delete on tasks for each row execute function be_slow()`)
  const holder = await pool.connect()
  await holder.query('select pg_advisory_lock(7)')
  const canceled = cancelJob(pool, account.no, id)
  await until(async () => {
    const { rows } = await pool.query("select 1 from pg_locks where locktype = 'advisory' and not granted")
    return rows.length > 0
  })
  const isFree = await pool
    .query('select 1 from meters where account = $1 for update nowait', [account.no])
    .then(
      () => true,
      () => false,
    )
  await holder.query('select pg_advisory_unlock(7)')
  holder.release()
  await canceled
  await pool.query('drop trigger be_slow on tasks')
  expect(isFree).toBe(true)
  expect(await stateOf(account)).toEqual(CANCELED)
})

test('a job is canceled once, however often that is asked at the same moment', async () => {
  const account = await newAccount(pool, 'scale', { credits: 10_000 })
  const made = await make(newJob(account, 2000))
  const id = 'told' in made ? made.told : ''
  await Promise.all(Array.from({ length: 5 }, () => cancelJob(pool, account.no, id)))
  expect(await stateOf(account)).toEqual(CANCELED)
})

test('jobs made at the same moment do not pass the limit of open jobs together', async () => {
  const account = await newAccount(pool, 'scale', { credits: 10_000 })
  const made = await Promise.allSettled(Array.from({ length: 60 }, () => make(newJob(account, 1))))
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  expect(await jobsOf(account)).toHaveLength(50)
  expect(await readBooks(pool, account.no)).toMatchObject({ held: 50 * WORST, jobs: 50 * WORST })
})
