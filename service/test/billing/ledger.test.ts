import fc from 'fast-check'
import type { QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Decision, Entry } from '../../src/billing/entry.ts'
import { createLedger, type Ledger } from '../../src/billing/ledger.ts'
import { decideStatement, takeStatement } from '../../src/billing/statements.ts'
import { newOrderedId } from '../../src/kernel/ids.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { createTestDatabase, type TestDatabase, takeClock } from '../support/database.ts'

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 80)
const HOLD_MS = 45_000
const START = Date.parse('2026-11-29T12:00:00Z')
const HOUR_MS = 3_600_000

let database: TestDatabase
let ledger: Ledger
let accounts: TestAccount[]
let clock: { set(time: string): Promise<void> }

beforeAll(async () => {
  database = await createTestDatabase()
  clock = await takeClock(database.pool, new Date(START).toISOString())
  ledger = createLedger({ url: database.url, holdMs: HOLD_MS })
  accounts = [await newAccount(database.pool, 'scale'), await newAccount(database.pool, 'scale')]
})

afterAll(async () => {
  await ledger.close()
  await database.drop()
})

/** The rules of the ledger, written down a second time and as simply as they can be said. */
interface Model {
  used: number
  allowance: number
  holds: Map<string, { amount: number; expiresAt: number; gone: boolean }>
  charged: number
}

type Step =
  | { do: 'charge' | 'hold'; account: number; amount: number }
  | { do: 'settle'; account: number; which: number; share: number }
  | { do: 'void'; account: number; which: number }
  | { do: 'admit'; account: number; exempt: boolean }

const account = fc.nat({ max: 1 })
const amount = fc.integer({ min: 1, max: 40 }).map((units) => units * 25)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('charge' as const, 'hold' as const), account, amount }),
  fc.record({
    do: fc.constant('settle' as const),
    account,
    which: fc.nat({ max: 5 }),
    share: fc.nat({ max: 4 }),
  }),
  fc.record({ do: fc.constant('void' as const), account, which: fc.nat({ max: 5 }) }),
  fc.record({ do: fc.constant('admit' as const), account, exempt: fc.boolean() }),
)

type Turn =
  | { steps: Step[] }
  | { advanceMs: number }
  | { sweep: true }
  | { allowance: number; account: number }

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ advanceMs: fc.constantFrom(1000, 30_000, 50_000, 40 * HOUR_MS) }) },
  { weight: 1, arbitrary: fc.constant({ sweep: true as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ allowance: fc.integer({ min: 0, max: 120 }).map((n) => n * 25), account }),
  },
)

test(`${RUNS} histories of charges, holds, sweeps, months and plans end as the rules say`, {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 4, maxLength: 14 }), async (turns) => {
      const models = await reset()
      let nowMs = START
      let period = '2026-11'
      for (const next of turns) {
        if ('advanceMs' in next) {
          nowMs += next.advanceMs
          await clock.set(new Date(nowMs).toISOString())
        } else if ('sweep' in next) {
          await database.pool.query('select ledger_expire(100)')
          for (const model of models) sweep(model, nowMs)
        } else if ('allowance' in next) {
          await database.pool.query('update meters set allowance = $2 where account = $1', [
            accounts[next.account]?.no,
            next.allowance,
          ])
          modelOf(models, next.account).allowance = next.allowance
        } else {
          period = await play(next.steps, models, nowMs, period)
        }
      }
      await compare(models)
    }),
    { numRuns: RUNS },
  )
})

test.each([
  ['the fast statement', takeStatement],
  ['the exact one', decideStatement],
])('a charge that is sent a second time under its id changes nothing, by %s either', async (_, statement) => {
  const models = await reset()
  const entry = toEntry({ do: 'charge', account: 0, amount: 250 }, modelOf(models, 0))
  await database.pool.query(takeStatement([entry], HOLD_MS))
  const again: QueryConfig = statement([entry], HOLD_MS)
  await expect(database.pool.query(again)).rejects.toThrow('duplicate key')
  expect(await readBooks(database.pool, (accounts[0] as TestAccount).no)).toMatchObject({
    used: 250,
    lines: 250,
    lineCount: 1,
  })
})

async function reset(): Promise<Model[]> {
  await clock.set(new Date(START).toISOString())
  await database.pool.query('truncate holds, usage_lines')
  await database.pool.query(
    `update meters set period = 202611, used = 0, held = 0, allowance = 2000, tat = 0, emit_us = 0, burst = 1, spend = '{0,0,0,0,0}',
       day = (ledger_now() at time zone 'UTC')::date, today = '{0,0,0,0,0}'`,
  )
  return accounts.map(() => ({ used: 0, allowance: 2000, holds: new Map(), charged: 0 }))
}

function modelOf(models: Model[], index: number): Model {
  const model = models[index]
  if (!model) throw new Error('no such account')
  return model
}

/** All steps are submitted at once, so that they share commits; the order in which they came must still decide. */
async function play(steps: Step[], models: Model[], nowMs: number, period: string): Promise<string> {
  const month = new Date(nowMs).toISOString().slice(0, 7)
  if (month !== period) {
    for (const model of models) model.used = 0
  }
  const entries = steps.map((item) => toEntry(item, modelOf(models, item.account)))
  const verdicts = await Promise.all(entries.map((entry) => ledger.submit(entry)))
  // Within one batch the database takes account after account, and each account's entries as they came.
  const expected = entries.map((entry, index) =>
    expectedDecision(entry, modelOf(models, steps[index]?.account ?? 0), nowMs),
  )
  expect(verdicts.map(({ decision }) => decision)).toEqual(expected)
  return month
}

function toEntry(item: Step, model: Model): Entry {
  const owner = accounts[item.account] as TestAccount
  const payer = { account: owner.no, key: owner.keyNo, slot: 1 }
  const line = { usage: 'shop' as const, requestId: 'req_test0000', counts: { live: 1, cached: 0, free: 0 } }
  const holds = [...model.holds.keys()]
  const known = (which: number) => holds[which % Math.max(1, holds.length)] ?? newOrderedId()
  switch (item.do) {
    case 'charge':
      return { kind: 'charge', id: newOrderedId(), payer, tokens: 1, amount: item.amount, line }
    case 'hold':
      return { kind: 'hold', id: newOrderedId(), payer, tokens: 1, amount: item.amount }
    case 'admit':
      return { kind: 'admit', id: newOrderedId(), payer, tokens: 1, exempt: item.exempt }
    case 'settle': {
      const id = known(item.which)
      const held = model.holds.get(id)?.amount ?? 100
      return { kind: 'settle', id, payer, amount: Math.floor((held * item.share) / 4), line }
    }
    case 'void':
      return { kind: 'void', id: known(item.which), payer }
  }
}

function heldBy(model: Model): number {
  return [...model.holds.values()].reduce((sum, hold) => sum + (hold.gone ? 0 : hold.amount), 0)
}

function sweep(model: Model, nowMs: number): void {
  for (const hold of model.holds.values()) if (hold.expiresAt <= nowMs) hold.gone = true
}

function expectedDecision(entry: Entry, model: Model, nowMs: number): Decision {
  if (entry.kind === 'settle' || entry.kind === 'void') {
    const hold = model.holds.get(entry.id)
    if (!hold || hold.gone) return 'gone'
    hold.gone = true
    if (entry.kind === 'settle') spend(model, entry.amount)
    return 'ok'
  }
  const spent = model.used >= model.allowance
  if (entry.kind === 'admit') return spent && !entry.exempt ? 'spent' : 'ok'
  if (spent) return 'spent'
  if (model.used + heldBy(model) + entry.amount > model.allowance) sweep(model, nowMs)
  if (model.used + heldBy(model) + entry.amount > model.allowance) return 'short'
  if (entry.kind === 'charge') spend(model, entry.amount)
  else model.holds.set(entry.id, { amount: entry.amount, expiresAt: nowMs + HOLD_MS, gone: false })
  return 'ok'
}

function spend(model: Model, spent: number): void {
  model.used += spent
  model.charged += spent
}

async function compare(models: Model[]): Promise<void> {
  for (const [index, model] of models.entries()) {
    const no = accounts[index]?.no ?? 0
    const books = await readBooks(database.pool, no)
    const { rows } = await database.pool.query<{ sum: number }>(
      'select coalesce(sum(credits), 0)::bigint as sum from usage_lines where account = $1',
      [no],
    )
    expect(rows[0]?.sum).toBe(model.charged)
    expect(books.held).toBe(books.holds)
    expect(books.held).toBe(heldBy(model))
    expect(books.used).toBe(books.lines)
    expect(books.used).toBe(books.keys)
  }
}
