import type { Quote } from '@vacancy/client'
import { call } from '../api/call.ts'
import { Fault } from '../api/fault.ts'
import { formatCredits } from '../ui/format.ts'
import type { Ask } from './asks.ts'

type Cost = Quote['quote']

/** A call as it will be made, and what it costs. */
export interface Priced {
  ask: Ask
  cost: Cost
}

/** The most that a call and its jobs may cost together. */
export interface Budget {
  credits: number
  /** Bodies that list less and less: what an answer lists costs credits too. */
  smaller: readonly Record<string, unknown>[]
  /** Jobs get at least this part of it, unless even the smallest answer takes more. */
  forJobs: number
  /** The call that reads what the jobs have fetched, where it has a price of its own. */
  second?: SecondCall
}

export interface SecondCall {
  /** What it costs at most. */
  mostOf: (body: Record<string, unknown>) => number
  /** The part of it that the first call pays as well. */
  lookups: number
}

/** The call cut to its budget: what the answer itself may cost comes first, and its jobs get the rest. */
export async function withinBudget(
  { path, body }: Ask,
  { credits, smaller, forJobs, second }: Budget,
  keyId: string | undefined,
): Promise<Priced> {
  let chosen: { body: Ask['body']; most: number } | undefined
  for (const candidate of [body, ...smaller]) {
    const without = { ...candidate, fill_budget: 0 }
    const { credits_max: itself } = await quoteOf({ path, body: without }, keyId)
    const most = second ? Math.max(itself, second.mostOf(without)) + second.lookups : itself
    if (chosen === undefined || most < chosen.most) chosen = { body: candidate, most }
    if (most <= credits * (1 - forJobs)) break
  }
  const most = chosen?.most ?? 0
  if (most > credits) throw tooSmall(most)
  const rest = Math.floor((credits - most) * 1000) / 1000
  const cut = { ...chosen?.body, fill_budget: rest, max_credits: credits }
  const cost = await quoteOf({ path, body: cut }, keyId)
  const later = second && cost.live > 0 ? second.mostOf(cut) : 0
  return {
    ask: { path, body: cut },
    cost: { ...cost, credits_max: Math.min(credits, cost.credits_max + later) },
  }
}

/** The budget does not even pay for the answer. */
export const TOO_SMALL = 'budget_too_small'

function tooSmall(least: number): Fault {
  return new Fault(400, {
    code: TOO_SMALL,
    message: `Looking here can cost up to ${formatCredits(least)} credits before any night is fetched. Allow more credits, or choose one chain.`,
    request_id: '',
  })
}

export async function quoteOf({ path, body }: Ask, keyId: string | undefined): Promise<Cost> {
  if (body === undefined) {
    return (await call<Quote>(`/v1${path}&dry_run=true`, { keyId, isQuote: true })).data.quote
  }
  // A limit would refuse the quote as well.
  const { max_credits: _, ...rest } = body
  const asked = { ...rest, dry_run: true }
  return (await call<Quote>(`/v1${path}`, { method: 'POST', body: asked, keyId, isQuote: true })).data.quote
}
