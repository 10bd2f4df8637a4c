import { createLedger } from '../../service/src/billing/ledger.ts'
import type { Pool } from '../../service/src/db/pool.ts'
import { newOrderedId } from '../../service/src/kernel/ids.ts'
import type { Bench, Measure } from '../bench.ts'
import { compared, perSecond } from '../finding.ts'
import { inTurns, summarize } from '../measure.ts'
import { type BenchAccount, checkBooks, createAccounts, poolOn, readBooks } from '../postgres.ts'

const SUBMITTERS = 64
const ACCOUNTS = 128
const COST_MILLI = 250
const POOL_SIZES = [4, 8, 16, 32, 64]

type Charge = (account: BenchAccount) => Promise<unknown>

/** The grouped ledger compared with the usual way: one transaction per charge. */
export const charge: Measure = { name: 'charge', run }

async function run({ server, quick, say }: Bench) {
  const database = await server.newDatabase('bench_charge')
  const accounts = await createAccounts(database.pool, ACCOUNTS)
  const ledger = createLedger({ url: database.url })
  const before = await readBooks(database.pool)
  let charges = 0
  const sample = async (pay: Charge, forMs: number) => {
    const { done, rate } = await payFor(forMs, accounts, pay)
    charges += done
    await checkBooks(database.pool, before, charges, COST_MILLI)
    return rate
  }
  const grouped: Charge = ({ no, keyNo }) =>
    ledger.submit({
      kind: 'charge',
      id: newOrderedId(),
      payer: { account: no, key: keyNo, slot: 1 },
      tokens: 1,
      amount: COST_MILLI,
      line: { usage: 'shop', requestId: 'req_bench', counts: { live: 0, cached: 1, free: 0 } },
    })

  await sample(grouped, 500)
  const best = { size: 0, rate: 0 }
  for (const size of POOL_SIZES) {
    const pool = poolOn(database.url, size)
    await sample(oneByOne(pool), 300)
    const rate = await sample(oneByOne(pool), quick ? 500 : 1000)
    await pool.end()
    if (rate > best.rate) Object.assign(best, { size, rate })
  }
  say(`charge: one transaction per charge is fastest over ${best.size} connections`)

  const rivals = poolOn(database.url, best.size)
  await sample(oneByOne(rivals), 500)
  const forMs = quick ? 700 : 1500
  const pairs = await inTurns(
    quick ? 3 : 9,
    () => sample(grouped, forMs),
    () => sample(oneByOne(rivals), forMs),
  )
  await rivals.end()
  await ledger.close()
  await database.close()
  const about = {
    name: 'charge',
    what: `durable charges, ${SUBMITTERS} at a time, ${ACCOUNTS} accounts`,
    better: 'more',
    mustReach: null,
    aim: null,
  } as const
  return [
    compared(about, summarize(pairs), pairs, {
      value: perSecond,
      rival: `one transaction each, ${best.size} connections`,
    }),
  ]
}

async function payFor(forMs: number, accounts: readonly BenchAccount[], pay: Charge) {
  let done = 0
  let turn = 0
  const started = performance.now()
  const submitter = async () => {
    while (performance.now() - started < forMs) {
      await pay(accounts[turn++ % accounts.length] as BenchAccount)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: SUBMITTERS }, submitter))
  return { done, rate: (done / (performance.now() - started)) * 1000 }
}

/** With prepared statements and the fewest round trips, so that the baseline is as fast as it can be. */
function oneByOne(pool: Pool): Charge {
  return async ({ no, keyNo }) => {
    const client = await pool.connect()
    await client.query('begin')
    const { rows } = await client.query<MeterRow>({ name: 'lock', text: LOCK, values: [no] })
    const [meter] = rows
    if (
      !meter ||
      meter.used + meter.held + COST_MILLI > meter.allowance ||
      meter.tat + meter.emit_us > meter.latest_us
    ) {
      throw new Error(`the charge of account ${no} was refused`)
    }
    await client.query({ name: 'pay', text: PAY, values: [no, COST_MILLI, meter.tat + meter.emit_us] })
    await client.query({
      name: 'line',
      text: LINE,
      values: [no, newOrderedId(), keyNo, 'shop', 'req_bench', COST_MILLI],
    })
    await client.query('commit')
    client.release()
  }
}

interface MeterRow {
  used: number
  held: number
  allowance: number
  tat: number
  emit_us: number
  latest_us: number
}

const LOCK = `
  select used, held, allowance, emit_us, greatest(tat, now_us) as tat, now_us + burst * emit_us as latest_us
  from meters, (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now_us) as clock
  where account = $1 for update of meters`

const PAY = `update meters set used = used + $2, tat = $3, spend[1] = spend[1] + $2 where account = $1`

const LINE = `
  insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
  values ($1, $2, clock_timestamp(), ledger_period(clock_timestamp()), $3, $4, $5, $6, 0, 1, 0)`
