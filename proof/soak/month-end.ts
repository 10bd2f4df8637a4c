import { setTimeout as wait } from 'node:timers/promises'
import { setPlan } from '../../service/src/accounts/store.ts'
import type { Pool } from '../../service/src/db/pool.ts'
import { readBooks } from '../../service/test/support/accounts.ts'
import { type Answer, post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import { askUntil, failed, newCustomer, type Stage, type Verdict } from './stage.ts'

const CALLERS = 12
const TURNS = 8
const TURN_MS = 700
const PLANS = ['free', 'pro', 'scale'] as const
const STAY = { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: inDays(91) }

/** T28: months end and the plan changes while an account is calling; what it was charged is in the books of one month each. */
export function turnMonths(stage: Stage): Promise<Verdict> {
  return stage.peace.keep(['apis', 'database'], async () => {
    const { town, chance } = stage
    const account = await newCustomer(town)
    const call = () => askUntil(stage, 200, (url) => post(url, '/v1/shop', account.key, STAY))
    const first = await call()
    const state = { running: true }
    const callers = Array.from({ length: CALLERS }, async (_, caller) => {
      const answers: Answer[] = []
      for (let turn = 0; state.running; turn += 1) {
        const live = turn % 5 === 0 ? { max_age: 0 } : {}
        const url = town.apis[(caller + turn) % town.apis.length]?.url() ?? ''
        answers.push(await post(url, '/v1/shop', account.key, { ...STAY, ...live }))
        await wait(20)
      }
      return answers
    })
    let closed = 0
    for (let turn = 0; turn < TURNS; turn += 1) {
      await setPlan(town.pool, account.id, turn === TURNS - 1 ? 'scale' : chance.pick(PLANS))
      closed += await endMonth(town.pool, account.no)
      await wait(TURN_MS)
    }
    state.running = false
    const answers = [first, ...(await Promise.all(callers)).flat(), await call()]
    const charged = answers.reduce((sum, answer) => sum + Math.round(answer.charged * 1000), 0)
    const books = await readBooks(town.pool, account.no)
    await reopen(town.pool, account.no, closed)
    const odd = answers.filter(({ status }) => status !== 200 && status !== 429)
    const sold = answers.filter(({ status }) => status === 200).length
    return {
      name: 'T28 month end',
      told: `${sold} of ${answers.length} calls sold over ${TURNS} ends of a month, each with another plan`,
      problems: failed([
        [odd.length === 0, `answers other than 200 and 429: ${odd.map(({ status }) => status).join(', ')}`],
        [books.used + closed === books.lines, `used ${books.used}, before ${closed}, lines ${books.lines}`],
        [charged === books.lines, `charged ${charged}, the lines say ${books.lines}`],
        [books.held === 0, `${books.held} still reserved`],
        [sold > 0, 'nothing was sold'],
      ]),
    }
  })
}

/** The account's meter becomes one of the month before, so its next call opens a new one. Returns what the old month had used. */
async function endMonth(pool: Pool, account: number): Promise<number> {
  const { rows } = await pool.query<{ used: number }>(
    `update meters set period = period - 1 where account = $1 and period = ledger_period(ledger_now()) returning used`,
    [account],
  )
  return rows[0]?.used ?? 0
}

/** Puts the ended months back into the meter, so that the books of the whole run can be compared with it. */
async function reopen(pool: Pool, account: number, closed: number): Promise<void> {
  await pool.query(
    'update meters set used = used + $2, spend[1] = spend[1] + $2, allowance = greatest(allowance, used + $2) where account = $1',
    [account, closed],
  )
}
