import { setTimeout as wait } from 'node:timers/promises'
import { createPool, inTransaction, type Pool } from '../../service/src/db/pool.ts'
import { recordEvents } from '../../service/src/webhooks/events.ts'
import { createHook } from '../../service/src/webhooks/hooks.ts'
import type { TestAccount } from '../../service/test/support/accounts.ts'
import { get } from '../../service/test/support/client.ts'
import type { EventPage } from '../../service/test/webhooks/event-page.ts'
import { type Chance, chanceOf } from './chance.ts'
import { persist } from './persist.ts'
import { askUntil, failed, newCustomer, type Stage, type Verdict } from './stage.ts'
import type { Town } from './town.ts'

const WRITERS = 20
const PAGE_SIZES = [1000, 100, 30]

/** T8: a client that pages while twenty writers write misses nothing and sees nothing twice, even if processes and the database die. */
export async function pageEvents(stage: Stage): Promise<Verdict> {
  const { town, chance, stop } = stage
  const { account, hook } = await persist(() => openAccount(town))
  const connections = createPool({ url: town.databaseUrl, max: WRITERS, name: 'soak', onIdleError: () => {} })
  const state = { writing: true }
  const readers = PAGE_SIZES.map((limit) => follow(stage, account.key, limit, state))
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    keepWriting(connections, { account: account.no, hook }, chanceOf(chance.below(1e9) + writer), stop),
  )
  const written = (await Promise.all(writers)).flat()
  state.writing = false
  const read = await Promise.all(readers)
  await connections.end()
  const { rows } = await persist(() =>
    town.pool.query<{ id: string }>('select public_id as id from events where account = $1 order by no', [
      account.no,
    ]),
  )
  const all = rows.map(({ id }) => id)
  const known = new Set(all)
  const wrong = read.filter((ids) => ids.length !== all.length || ids.some((id, at) => id !== all[at]))
  return {
    name: 'T8 pages of events',
    told: `${all.length} events by ${WRITERS} writers, read by ${read.length} readers without a gap or a repeat`,
    problems: failed([
      [wrong.length === 0, `readers saw ${wrong.map((ids) => describe(ids, all)).join('; ')}`],
      [written.every((id) => known.has(id)), 'an event that was written is not there'],
      [written.length > WRITERS, 'nothing was written'],
    ]),
  }
}

async function openAccount({ pool, vault, sink }: Town): Promise<{ account: TestAccount; hook: number }> {
  const account = await newCustomer({ pool })
  const hook = await inTransaction(pool, async (client) => {
    const { no } = await createHook(client, vault, { account: account.no, url: `${sink.url}/pages` })
    // This check only reads events; nothing is delivered.
    await client.query('update hooks set paused_at = ledger_now() where id = $1', [no])
    return no
  })
  return { account, hook }
}

async function keepWriting(
  pool: Pool,
  { account, hook }: { account: number; hook: number },
  chance: Chance,
  stop: AbortSignal,
): Promise<string[]> {
  const written: string[] = []
  const one = { account, hook, watchId: 'wat_pages', jobId: null, body: {} }
  while (!stop.aborted) {
    // Transactions take different times, so the first number is not always the first commit.
    const ids = await inTransaction(pool, async (client) => {
      const made = await recordEvents(client, [
        { ...one, type: 'watch.changed' },
        { ...one, type: 'watch.rebook' },
      ])
      await client.query('select pg_sleep($1)', [chance.below(5) / 500])
      return made
    }).catch(() => [])
    written.push(...ids)
    await wait(400 + chance.below(1200))
  }
  return written
}

async function follow(
  stage: Stage,
  key: string,
  limit: number,
  state: { writing: boolean },
): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const last = !state.writing
    const after = seen.length > 0 ? `&after=${seen.at(-1)}` : ''
    const answer = await askUntil(stage, 200, (url) => get(url, `/v1/events?limit=${limit}${after}`, key))
    const { events, next_cursor: next } = answer.body as EventPage
    seen.push(...events.map(({ id }) => id))
    if (last && next === null) return seen
    await wait(next === null ? 200 : 20)
  }
}

function describe(seen: readonly string[], all: readonly string[]): string {
  const repeats = seen.length - new Set(seen).size
  const missing = all.filter((id) => !seen.includes(id)).length
  return `${seen.length} of ${all.length}, ${missing} missing, ${repeats} repeated`
}
