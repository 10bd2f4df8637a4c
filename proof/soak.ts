import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { PlanName } from '../service/src/accounts/plans.ts'
import { createAccount, createKey } from '../service/src/accounts/store.ts'
import type { Pool } from '../service/src/db/pool.ts'
import { checkBooks } from './soak/books.ts'
import { chanceOf } from './soak/chance.ts'
import { type Customer, keepCalling } from './soak/clients.ts'
import { breakThings } from './soak/faults.ts'
import { openTown, type Town } from './soak/town.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    minutes: { type: 'string', default: '5' },
    clients: { type: 'string', default: '40' },
  },
})
const seed = Number(values.seed)
const forMs = Number(values.minutes) * 60_000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Long enough for the last hold to expire and for what a dead worker had to be done by another. */
const QUIET_MS = 75_000

say(`seed ${seed}, ${values.minutes} min, ${values.clients} clients`)
const town = await openTown()
const customers = await newCustomers(town.pool)
const stop = new AbortController()
const calling = Array.from({ length: Number(values.clients) }, (_, index) => {
  const customer = customers[index % customers.length]
  if (!customer) throw new Error('there are no customers')
  return keepCalling(town, String(index), customer, chanceOf(seed * 1000 + index), stop.signal)
})
const breaking = breakThings(town, chanceOf(seed), stop.signal, say)
await wait(forMs)
stop.abort()
const outcomes = (await Promise.all(calling)).flat()
const faults = await breaking
await untilQuiet(town)
const problems = await checkBooks(town.pool, outcomes)
await town.stop()

const unknown = outcomes.filter(({ result }) => result === 'unknown').length
const paid = outcomes.filter(({ result }) => result !== 'unknown' && result.charged > 0).length
const refused = outcomes.filter(({ result }) => result !== 'unknown' && result.status >= 400).length
say(
  `${outcomes.length} calls: ${paid} paid, ${refused} refused, ${unknown} with an unknown end; ${faults} faults`,
)
for (const problem of problems.slice(0, 50)) say(`  ${problem}`)
if (paid === 0 || faults === 0) problems.push('nothing was tried')
say(problems.length === 0 ? `clean (seed ${seed})` : `${problems.length} problems (seed ${seed})`)
process.exitCode = problems.length === 0 ? 0 : 1

/** Some that never run out, and some that soon do: the last credits are where mistakes show. */
async function newCustomers(pool: Pool): Promise<Customer[]> {
  const made: Customer[] = []
  for (const [index, credits] of [null, null, null, null, 60, 200].entries()) {
    const plan: PlanName = 'scale'
    const { id } = await createAccount(pool, `soak-${index}@example.com`, plan)
    const { id: keyId, key } = await createKey(pool, id, 'soak')
    const { rows } = await pool.query<{ no: number }>('select account as no from keys where public_id = $1', [
      keyId,
    ])
    const no = rows[0]?.no ?? 0
    await pool.query(
      'update meters set emit_us = 1, burst = 1000000, allowance = coalesce($2, allowance) where account = $1',
      [no, credits === null ? null : credits * 1000],
    )
    made.push({ no, key })
  }
  return made
}

async function untilQuiet({ pool }: Town): Promise<void> {
  const until = performance.now() + QUIET_MS
  while (performance.now() < until) {
    const { rows } = await pool.query<{ open: number }>(
      `select (select count(*) from holds) + (select count(*) from jobs where finished_at is null) as open`,
    )
    if (rows[0]?.open === 0) return
    await wait(500)
  }
}
