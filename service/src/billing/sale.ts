import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { internalFault, invalid } from '../kernel/errors.ts'
import type { Counts, KeptAnswer, LineText } from './entry.ts'
import type { Idempotency } from './idempotency.ts'
import type { Payment } from './pay-with.ts'
import type { UsageName } from './prices.ts'
import { type Estimate, openTab, type Quote, quoteOf, type Tab } from './tab.ts'
import type { Till, Visit } from './till.ts'

/** An answer ready to leave. */
export interface Served {
  status: 200 | 201 | 202
  headers: Record<string, string>
  /** A large one is streamed: it is written while it is read. */
  body: string | Readable
  /** What must be in the database before the answer leaves, so that the next request finds it on any process. */
  stored?: Promise<void>
}

export function served(value: unknown, status: Served['status'] = 200): Served {
  return { status, headers: {}, body: JSON.stringify(value) }
}

/** A verb between its two steps: what it would cost is known, and nothing has been asked of any source. */
export type Planned = { estimate: Estimate } & (
  | {
      /** What the request itself may cost, where that is not the estimate without its jobs. */
      own?: Estimate
      run(tab: Tab): Promise<Served | Commission>
    }
  /** What takes longer than a request: it is set aside, charged and written down by whoever makes the job. */
  | { enqueue(visit: Visit): Promise<Served> }
)

/** An answer that comes with jobs: they are made, and it is written, in the transaction that pays for it, or not at all. */
export interface Commission {
  commit(payment: Payment): Promise<Served>
}

export interface Order {
  usage: UsageName
  visit: Visit
  dryRun: boolean
  maxCredits: number | undefined
  repeat: { key: string; bodyText: string } | undefined
  plan(): Promise<Planned>
}

/** Sells one answer: quoted, capped, held, served, settled exactly once. What fails on the way costs nothing. */
export type Sell = (order: Order) => Promise<Served>

export function createSell(till: Till, idempotency: Idempotency): Sell {
  return async (order) => {
    if (order.dryRun) return quote(order)
    if (!order.repeat) return sellOnce(order, undefined)
    const { account } = order.visit.payer
    const claimed = await idempotency.claim({ account, endpoint: order.usage, ...order.repeat })
    if ('remembered' in claimed) {
      await till.admit(order.visit)
      const { status, headers, body } = claimed.remembered
      return {
        status: status as Served['status'],
        headers: { ...headers, 'idempotent-replay': 'true' },
        body,
      }
    }
    try {
      return await sellOnce(order, claimed.claim)
    } catch (error) {
      await idempotency.abandon(account, claimed.claim)
      throw error
    }
  }

  async function quote(order: Order): Promise<Served> {
    const { estimate } = await order.plan()
    const found = quoteOf(order.usage, estimate)
    await till.admit(order.visit)
    return served({ quote: inCredits(found) })
  }

  async function sellOnce(order: Order, claim: string | undefined): Promise<Served> {
    const { usage, visit } = order
    const planned = await order.plan()
    refuseAbove(order.maxCredits, quoteOf(usage, planned.estimate).credits_max)
    if ('enqueue' in planned) return enqueueOnce(visit, planned, claim)
    const { later, ...alone } = planned.estimate
    const own = planned.own ?? alone
    const worst = quoteOf(usage, own).credits_max
    const held = (own.live.length > 0 || later !== undefined) && worst > 0
    if (held) await till.hold(visit, worst)
    else if (later) await till.admit(visit)
    try {
      const tab = openTab(usage)
      const answer = await planned.run(tab)
      const cost = tab.total()
      if (cost > worst)
        throw internalFault(new Error(`${usage} would cost ${cost}, above its worst case ${worst}`))
      if ('commit' in answer)
        return await answer.commit({ visit, cost, line: lineOf(order, tab.counts()), held, claim })
      // The write runs beside the charge. That it failed is the store's to tell: the answer is good without it.
      const stored = answer.stored?.catch(() => {})
      await pay(visit, cost, lineOf(order, tab.counts()), held, await keep(claim, answer))
      await stored
      return answer
    } catch (error) {
      if (held && visit.charged === 0) await till.release(visit).catch(() => {})
      throw error
    }
  }

  async function enqueueOnce(
    visit: Visit,
    planned: { enqueue(visit: Visit): Promise<Served> },
    claim: string | undefined,
  ): Promise<Served> {
    await till.admit(visit)
    const answer = await planned.enqueue(visit)
    const kept = await keep(claim, answer)
    if (kept) await till.admit(visit, { keep: kept })
    return answer
  }

  async function pay(
    visit: Visit,
    cost: Milli,
    line: LineText,
    held: boolean,
    kept: KeptAnswer | undefined,
  ): Promise<void> {
    if (held) await till.settle(visit, cost, line, kept)
    else if (cost > 0) await till.charge(visit, cost, line, kept)
    else await till.admit(visit, { keep: kept })
  }
}

function lineOf({ usage, visit }: Order, counts: Counts): LineText {
  return { endpoint: usage, requestId: visit.requestId, counts }
}

/** What is to be repeated word by word must be at hand as a whole. */
async function keep(claim: string | undefined, answer: Served): Promise<KeptAnswer | undefined> {
  if (claim === undefined) return undefined
  if (answer.body instanceof Readable) answer.body = await text(answer.body)
  const { status, headers, body } = answer
  return { claim, status, headers, body }
}

function refuseAbove(maxCredits: number | undefined, worst: Milli): void {
  if (maxCredits !== undefined && worst > maxCredits * 1000) {
    throw invalid(`this call may cost up to ${toCredits(worst)} credits, above max_credits (${maxCredits})`)
  }
}

function inCredits(quote: Quote): Quote {
  return { ...quote, credits_min: toCredits(quote.credits_min), credits_max: toCredits(quote.credits_max) }
}
