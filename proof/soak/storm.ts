import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction } from '../../service/src/db/pool.ts'
import { recordEvents } from '../../service/src/webhooks/events.ts'
import { createHook } from '../../service/src/webhooks/hooks.ts'
import { newAccount } from '../../service/test/support/accounts.ts'
import { persist } from './persist.ts'
import { failed, type Stage, type Verdict } from './stage.ts'
import type { Town } from './town.ts'

const EVENTS = 10_000
const HOOKS = 40
const AT_ONCE = 25
const GONE = '/gone'
const PATIENCE_MS = 180_000

export interface Hook {
  no: number
  account: number
}

/** Before any fault: each hook belongs to another account; the first receiver always answers 410. */
export async function openHooks(town: Town): Promise<Hook[]> {
  const hooks: Hook[] = []
  for (let index = 0; index < HOOKS; index += 1)
    hooks.push(await openHook(town, index === 0 ? GONE : `/storm-${index}`))
  return hooks
}

/** T7: thousands of events to an unreliable receiver; every event that can arrive does, with its own id and a valid signature. */
export async function sendStorm({ town, scale }: Stage, hooks: readonly Hook[]): Promise<Verdict> {
  const wanted = Math.round(EVENTS * scale)
  for (let sent = 0; sent < wanted; sent += AT_ONCE * HOOKS) {
    // A commit with an unknown outcome is repeated: then there are more events, and all of them must arrive.
    await Promise.all(hooks.map((hook) => persist(() => record(town, hook, sent))))
    await wait(500)
  }
  const nos = hooks.map(({ no }) => no)
  const left = await untilSent(town, nos)
  const { rows } = await persist(() =>
    town.pool.query<{ id: string; state: string; hook: number; attempts: number }>(
      `select e.public_id as id, d.state, d.hook, d.attempts from deliveries d join events e on e.no = d.event
       where d.hook = any($1)`,
      [nos],
    ),
  )
  const { moody } = town.sink
  const gone = hooks[0]?.no
  const lost = rows.filter(({ hook, state, id }) => hook !== gone && (state !== 'd' || !moody.taken.has(id)))
  const ids = new Set(rows.map(({ id }) => id))
  const attempts = [...moody.attempts].filter(([id]) => ids.has(id))
  const again = attempts.filter(([, times]) => times > 1).length
  return {
    name: 'T7 webhooks',
    told: `${rows.length - lost.length} of ${rows.length} events arrived or were rightly given up, ${again} of them after more than one attempt, ${moody.wrong} wrongly signed`,
    problems: failed([
      [left === 0, `${left} deliveries are still running`],
      [rows.length >= wanted, `only ${rows.length} of ${wanted} events are there`],
      [lost.length === 0, `lost: ${JSON.stringify(lost.slice(0, 3))}`],
      [
        rows.every(({ hook, state }) => hook !== gone || state === 'f'),
        'something was delivered to a receiver that is gone',
      ],
      [moody.wrong === 0, `${moody.wrong} deliveries had a wrong signature or id`],
      [again > 0, 'nothing was sent twice'],
    ]),
  }
}

async function openHook({ pool, vault, sink }: Town, path: string): Promise<Hook> {
  const account = await newAccount(pool, 'pro')
  const { no, secret } = await inTransaction(pool, (client) =>
    createHook(client, vault, { account: account.no, url: sink.url + path }),
  )
  sink.expect(path, secret)
  return { no, account: account.no }
}

function record({ pool }: Town, { no, account }: Hook, from: number): Promise<string[]> {
  return inTransaction(pool, (client) =>
    recordEvents(
      client,
      Array.from({ length: AT_ONCE }, (_, index) => ({
        account,
        type: 'watch.changed',
        hook: no,
        watchId: 'wat_1',
        jobId: null,
        body: { watch_id: 'wat_1', note: `Zürich – 東京 ${from + index + no}` },
      })),
    ),
  )
}

/** Later retries wait minutes and hours; for these rows they are shortened to seconds. */
async function untilSent({ pool }: Town, hooks: readonly number[]): Promise<number> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await persist(async () => {
      await pool.query(
        `update deliveries set due_at = ledger_now() + interval '3 s'
         where hook = any($1) and state = 'w' and due_at > ledger_now() + interval '15 s'`,
        [hooks],
      )
      return pool.query<{ open: number }>(
        "select count(*) as open from deliveries where hook = any($1) and state in ('q', 'r', 'w')",
        [hooks],
      )
    })
    const open = rows[0]?.open ?? 0
    if (open === 0 || performance.now() > until) return open
    await wait(1000)
  }
}
