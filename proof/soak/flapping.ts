import { setTimeout as wait } from 'node:timers/promises'
import type { TestAccount } from '../../service/test/support/accounts.ts'
import { get, post } from '../../service/test/support/client.ts'
import { inDays } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { isComing, isQuiet, toldOf, transitionsOf } from '../../service/test/watches/transitions.ts'
import type { WatchBody, WatchEvent } from '../../service/test/watches/watch-market.ts'
import { persist } from './persist.ts'
import { askUntil, failed, newCustomer, type Stage, type Verdict } from './stage.ts'
import type { Town } from './town.ts'

/** No other check uses this chain, so every request to it is counted here. */
const HOTEL = { chain: 'foxhollow', hotel_code: 'FLAPS' }
const NIGHTS = 12
const FIRST = 30
const BETWEEN_MS = 5000
/** The source fails once in this many rounds. */
const FAIL_EVERY = 4
const PATIENCE_MS = 90_000

export interface Flapping {
  account: TestAccount
  /** Notified when a night becomes available. */
  comes: WatchBody
  /** Notified of every change; created one observation later. */
  changes: WatchBody
}

/** Before any fault: each watch observes its nights once, as its baseline. */
export async function watchFlapping({ town }: Pick<Stage, 'town'>): Promise<Flapping> {
  const account = await newCustomer(town)
  const watch = async (condition: string): Promise<WatchBody> => {
    const path = `/watch-${condition}`
    const { body } = await post(town.apis[0]?.url() ?? '', '/v1/watches', account.key, {
      ...HOTEL,
      nights: { from: inDays(FIRST), to: inDays(FIRST + NIGHTS - 1) },
      refresh_sec: 900,
      condition,
      webhook_url: town.sink.url + path,
    })
    const made = body as WatchBody
    town.sink.expect(path, made.secret ?? '')
    await until(() => isQuiet(town.pool))
    return made
  }
  return { account, comes: await watch('available'), changes: await watch('any') }
}

/** T9: a source that changes with every request and sometimes fails; each transition is reported once, and nothing else. */
export async function flap(stage: Stage, { account, comes, changes }: Flapping): Promise<Verdict> {
  const { town, chance, stop, onFault } = stage
  let rounds = 0
  while (!stop.aborted) {
    rounds += 1
    if (rounds % FAIL_EVERY === 0) {
      onFault(`${HOTEL.chain} fails three times`)
      await town.control(`/sources/${HOTEL.chain}`, { fault: '500', count: 3 })
    }
    await persist(() => passTime(town))
    const shop = { ...HOTEL, checkin: inDays(FIRST + chance.below(NIGHTS)), max_age: 0 }
    const api = town.apis[chance.below(town.apis.length)]
    await post(api?.url() ?? '', '/v1/shop', account.key, shop).catch(() => null)
    await until(() => isQuiet(town.pool), PATIENCE_MS)
    await wait(BETWEEN_MS, undefined, { signal: stop }).catch(() => {})
  }
  await until(() => isQuiet(town.pool), PATIENCE_MS)
  const seen = await persist(() => transitionsOf(town.pool, HOTEL))
  const told = {
    comes: await eventsOf(stage, account, comes),
    changes: await eventsOf(stage, account, changes),
  }
  let count = 0
  const problems: string[] = []
  for (const [night, steps] of seen) {
    count += steps.length
    const [changed, came] = [toldOf(told.changes, night).join(), toldOf(told.comes, night).join()]
    problems.push(
      ...failed([
        [changed === steps.slice(1).join(), `${night}: seen ${steps.join()}, told ${changed}`],
        [came === steps.filter(isComing).join(), `${night}: seen ${steps.join()}, told to come: ${came}`],
      ]),
    )
  }
  return {
    name: 'T9 flapping source',
    told: `${count} transitions of ${seen.size} nights in ${rounds} rounds, ${told.changes.length} told to one watch, ${told.comes.length} to the other`,
    problems: [
      ...problems,
      ...failed([
        [seen.size === NIGHTS, `${seen.size} nights were seen`],
        [count > NIGHTS * 2, 'hardly anything changed'],
      ]),
    ],
  }
}

/** Moves only the watched nights 15 minutes ahead: the next refresh is due and must be paid. */
async function passTime({ pool }: Town): Promise<void> {
  await pool.query(
    `with due as (
       update refreshes set due_at = ledger_now() where source = $1 and code = $2 and tasks_open = 0 returning id
     )
     update watches set pay_after = null where refresh in (select id from due)`,
    [HOTEL.chain, HOTEL.hotel_code],
  )
}

async function eventsOf(stage: Stage, { key }: TestAccount, { id }: WatchBody): Promise<WatchEvent[]> {
  const events: WatchEvent[] = []
  for (;;) {
    const after = events.length > 0 ? `&after=${events.at(-1)?.id}` : ''
    const answer = await askUntil(stage, 200, (url) =>
      get(url, `/v1/events?watch_id=${id}&limit=1000${after}`, key),
    )
    const page = answer.body as { events: WatchEvent[]; next_cursor: string | null }
    events.push(...page.events)
    if (page.next_cursor === null) return events
  }
}
