import type { Readable } from 'node:stream'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { internalFault, invalid } from '../kernel/errors.ts'
import type { Counts, KeptAnswer, LineText } from './entry.ts'
import { keepAnswer } from './idempotency.ts'
import type { Payment } from './pay-with.ts'
import type { UsageName } from './prices.ts'
import type { Keep, KeepWith, Repeat, Repeats } from './repeats.ts'
import { type Estimate, openTab, type Quote, quoteOf, type Tab, worstOf } from './tab.ts'
import type { Till, Visit } from './till.ts'

/** An answer ready to leave. */
export interface Served {
  status: 200 | 201 | 202
  headers: Record<string, string>
  /** One that is served often is kept as bytes; a large one is streamed: it is written while it is read. */
  body: string | Buffer | Readable
  /** What must be in the database before the answer leaves, so that the next request finds it on any process. */
  stored?: Promise<void>
  /** Tells a secret: what is kept of it for repeats is sealed. */
  confidential?: boolean
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
  | { enqueue(visit: Visit, keepWith: KeepWith): Promise<Served> }
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
  repeat: Repeat | undefined
  plan(): Promise<Planned>
}

/** Sells one answer: quoted, capped, held, served, settled exactly once. What fails on the way costs nothing. */
export type Sell = (order: Order) => Promise<Served>

export function createSell(till: Till, repeats: Repeats): Sell {
  return async (order) =>
    order.dryRun ? quote(order) : repeats.once(order.visit, order.repeat, (keep) => sellOnce(order, keep))

  async function quote(order: Order): Promise<Served> {
    const { estimate } = await order.plan()
    const found = quoteOf(order.usage, estimate)
    await till.admit(order.visit)
    return served({ quote: inCredits(found) })
  }

  async function sellOnce(order: Order, keep: Keep): Promise<Served> {
    const { usage, visit } = order
    const planned = await order.plan()
    if (order.maxCredits !== undefined) {
      refuseAbove(order.maxCredits, quoteOf(usage, planned.estimate).credits_max)
    }
    if ('enqueue' in planned)
      return giveOnce(till, visit, (keepWith) => planned.enqueue(visit, keepWith), keep)
    const { later } = planned.estimate
    const own = planned.own ?? planned.estimate
    const worst = worstOf(usage, own)
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
        return await answer.commit({ visit, cost, line: lineOf(order, tab.counts()), held, keep })
      // The write runs beside the charge. That it failed is the store's to tell: the answer is good without it.
      const stored = answer.stored?.catch(() => {})
      await pay(visit, cost, lineOf(order, tab.counts()), held, await keep(answer))
      await stored
      return answer
    } catch (error) {
      if (held && visit.charged === 0) await till.release(visit).catch(() => {})
      throw error
    }
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

/** Makes an answer that costs nothing itself. One that tells of something new is kept in the transaction that makes that. */
type Make = (keepWith: KeepWith) => Promise<Served>

export type Give = (visit: Visit, repeat: Repeat | undefined, make: Make) => Promise<Served>

export function createGive(till: Till, repeats: Repeats): Give {
  return (visit, repeat, make) => repeats.once(visit, repeat, (keep) => giveOnce(till, visit, make, keep))
}

async function giveOnce(till: Till, visit: Visit, make: Make, keep: Keep): Promise<Served> {
  await till.admit(visit)
  let isKept = false
  const answer = await make(async (client, made) => {
    isKept = true
    await keepAnswer(client, visit.payer.account, await keep(made))
  })
  const kept = isKept ? undefined : await keep(answer)
  if (kept) await till.admit(visit, { keep: kept })
  return answer
}

function refuseAbove(maxCredits: number, worst: Milli): void {
  if (worst > maxCredits * 1000) {
    throw invalid(`this call may cost up to ${toCredits(worst)} credits, above max_credits (${maxCredits})`)
  }
}

function inCredits(quote: Quote): Quote {
  return { ...quote, credits_min: toCredits(quote.credits_min), credits_max: toCredits(quote.credits_max) }
}
