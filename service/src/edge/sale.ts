import type { Counts, KeptAnswer, LineText } from '../billing/entry.ts'
import { keepAnswer } from '../billing/idempotency.ts'
import type { UsageName } from '../billing/prices.ts'
import { type Estimate, openTab, type Quote, quoteOf, type Tab, worstOf } from '../billing/tab.ts'
import { counted } from '../kernel/counted.ts'
import { type Milli, toCredits } from '../kernel/credits.ts'
import { ApiError, internalFault, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { createTurns } from '../kernel/turns.ts'
import type { MeteredRequest, Metering } from './metering.ts'
import type { Payment } from './pay-with.ts'
import type { Keep, KeepWith, Repeat, Repeats } from './repeats.ts'
import { type Served, served } from './served.ts'

/** A planned call: its cost is known, and no source has been called yet. */
export type Planned = {
  estimate: Estimate
} & (
  | {
      /** The worst case of the request itself, if it differs from the estimate without jobs. */
      own?: Estimate
      run(tab: Tab): Promise<Served | Commission>
    }
  /** For work that outlives the request: the code that creates the job reserves, charges and records it. */
  | { enqueue(metered: MeteredRequest, keepWith: KeepWith): Promise<Served> }
)

/** The plan of a dry run that has only counted. */
export function quoteOnly(estimate: Estimate): Planned {
  const run = async () => {
    throw new Error('a quote was run')
  }
  return { estimate, run }
}

/** An answer with jobs: both are written in the transaction that pays for the answer, or not at all. */
export interface Commission {
  commit(payment: Payment): Promise<Served>
}

export interface Order {
  usage: UsageName
  large: boolean
  metered: MeteredRequest
  dryRun: boolean
  maxCredits: number | undefined
  repeat: Repeat | undefined
  plan(): Promise<Planned>
}

/** Sells one answer: quote, credit limit, reservation, answer, one exact charge. Failures cost nothing. */
export type Sell = (order: Order) => Promise<Served>

/** Large plans that a process makes at the same time. */
const LARGE_PLANS = 2

export function createSell(
  metering: Metering,
  repeats: Repeats,
  { answerMs = LIMITS.answerMs }: { answerMs?: number } = {},
): Sell {
  const turns = createTurns<number>(LARGE_PLANS)

  return async (order) => {
    const { metered } = order
    // Small work comes before the ledger, so that a cached answer takes one commit. Anything else waits for the ledger's verdict.
    if (order.dryRun || order.large || metered.standing?.isSpent)
      await metering.admit(metered, { exempt: metered.isPageRead })
    return order.dryRun ? quote(order) : repeats.once(metered, order.repeat, (keep) => sellOnce(order, keep))
  }

  function plan(order: Order): Promise<Planned> {
    return order.large ? turns.take(order.metered.payer.account, order.plan) : order.plan()
  }

  async function quote(order: Order): Promise<Served> {
    const { estimate } = await order.plan()
    return served({ quote: inCredits(quoteOf(order.usage, estimate)) })
  }

  async function sellOnce(order: Order, keep: Keep): Promise<Served> {
    const startedMs = performance.now()
    const { usage, metered } = order
    const planned = await plan(order)
    if (order.maxCredits !== undefined)
      refuseAbove(order.maxCredits, quoteOf(usage, planned.estimate).credits_max)
    if ('enqueue' in planned)
      return giveOnce(metering, metered, (keepWith) => planned.enqueue(metered, keepWith), keep)
    const { later } = planned.estimate
    const own = planned.own ?? planned.estimate
    const worst = worstOf(usage, own)
    // What is charged in the end would tell what the figures are, if it decided about a refusal.
    const isOpen = own.live.length > 0 || own.perhaps !== undefined || later !== undefined
    const reserved = isOpen && worst > 0
    if (reserved) await metering.hold(metered, worst)
    else if (later) await metering.admit(metered)
    try {
      const tab = openTab(usage, String(metered.payer.account))
      // A deadline that outlived the hold could not be paid any more.
      const leftMs = answerMs - (performance.now() - startedMs)
      const answer = await (reserved ? within(leftMs, planned.run(tab)) : planned.run(tab))
      const cost = tab.total()
      if (cost > worst)
        throw internalFault(new Error(`${usage} would cost ${cost}, above its worst case ${worst}`))
      const line = lineOf(order, tab.counts())
      let sold: Served
      if ('commit' in answer) sold = await answer.commit({ metered, cost, line, reserved, keep })
      else {
        sold = answer
        await pay(metered, cost, line, reserved, await keep(answer))
      }
      // Before the answer is sent, so that the next request sees it on any process.
      await tab.paid()
      return sold
    } catch (error) {
      if (reserved && metered.charged === 0) await metering.release(metered).catch(() => {})
      throw error
    }
  }

  async function pay(
    metered: MeteredRequest,
    cost: Milli,
    line: LineText,
    reserved: boolean,
    kept: KeptAnswer | undefined,
  ): Promise<void> {
    if (reserved) await metering.settle(metered, cost, line, kept)
    else if (cost > 0) await metering.charge(metered, cost, line, kept)
    else {
      if (kept) await metering.countWrite(metered)
      await metering.admit(metered, { keep: kept })
    }
  }
}

/** Gives up waiting. The calls that are still running end by their own deadlines; what they bring is neither charged nor stored. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(tooLate()), ms)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function tooLate(): ApiError {
  const message = 'The sources did not answer in time. Nothing was charged; try again in a few seconds.'
  return new ApiError('upstream_timeout', message)
}

function lineOf({ usage, metered }: Order, counts: Counts): LineText {
  return { usage, requestId: metered.requestId, counts }
}

/** Makes a free answer. If it creates something, the answer is stored in the same transaction. */
type Make = (keepWith: KeepWith) => Promise<Served>

export type Give = (metered: MeteredRequest, repeat: Repeat | undefined, make: Make) => Promise<Served>

export function createGive(metering: Metering, repeats: Repeats): Give {
  return async (metered, repeat, make) => {
    await metering.admit(metered)
    return repeats.once(metered, repeat, (keep) => giveOnce(metering, metered, make, keep))
  }
}

async function giveOnce(
  metering: Metering,
  metered: MeteredRequest,
  make: Make,
  keep: Keep,
): Promise<Served> {
  await metering.admit(metered)
  await metering.countWrite(metered)
  let isKept = false
  const answer = await make(async (client, made) => {
    isKept = true
    await keepAnswer(client, metered.payer.account, await keep(made))
  })
  const kept = isKept ? undefined : await keep(answer)
  if (kept) await metering.admit(metered, { keep: kept })
  return answer
}

function refuseAbove(maxCredits: number, worst: Milli): void {
  if (worst > maxCredits * 1000) {
    throw invalid(
      `This call may cost up to ${counted(toCredits(worst), 'credit')}, which is more than \`max_credits\` (${maxCredits}). Ask for less, or raise \`max_credits\`.`,
      { mayCost: toCredits(worst) },
    )
  }
}

function inCredits(quote: Quote): Quote {
  return { ...quote, credits_min: toCredits(quote.credits_min), credits_max: toCredits(quote.credits_max) }
}
