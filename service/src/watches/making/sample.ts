import type { Pool } from '../../db/pool.ts'
import { sendTest } from '../../endpoints/send-test.ts'
import type { Figures } from '../../observations/figures.ts'
import { type Catalog, findSource } from '../../sources/catalog/catalog.ts'
import type { EventRow } from '../../webhooks/store.ts'
import type { Step } from '../conditions/condition.ts'
import { judgeStep } from '../conditions/registry.ts'
import { eventBody } from '../judging/event-body.ts'
import { subjectOf, type Watch } from '../watch.ts'

/** Sends a test event with made-up figures, signed like any other and without retries. */
export async function sendSample(
  { pool, catalog, now }: { pool: Pool; catalog: Catalog; now: () => number },
  watch: Watch,
): Promise<EventRow> {
  const source = findSource(catalog, watch.source)
  if (!source) throw new Error(`the source ${watch.source} has left the catalog`)
  const step = sampleStep(watch)
  const mark = (figures: Figures) => ({ seenMs: now(), figures })
  const transition = {
    previous: step.previous && mark(step.previous),
    current: mark(step.current),
    detail: judgeStep(watch.terms, step, subjectOf(watch)).detail,
  }
  const night = watch.first < watch.earliest ? watch.earliest : watch.first
  return sendTest(pool, {
    account: watch.account,
    type: 'watch.test',
    hook: watch.hook,
    endpoints: watch.endpoints,
    watchId: watch.id,
    jobId: null,
    body: { sample: true, ...eventBody(watch, source, night, transition, now()) },
  })
}

// Minor units, so the price is plausible in every currency: 200.00 USD, 20,000 JPY, 20.000 KWD.
const BAR = 20_000
const POINTS = 40_000

/**
 * A made-up transition that meets the condition. It uses nothing but the watch's own terms: stored prices cost credits, and a
 * test is free.
 */
export function sampleStep({ terms, kind, currency }: Pick<Watch, 'terms' | 'kind' | 'currency'>): Step {
  const priced = (amount: number) => (kind === 'cash' ? cash(amount, currency) : award(amount, currency))
  const usual = kind === 'cash' ? BAR : POINTS
  const without = { channel: null, previousChannel: null, holds: false }
  switch (terms.condition) {
    case 'available':
      return { previous: soldOut(currency), current: priced(usual), ...without }
    case 'any':
    // Bookings have no samples: their endpoints have tests of their own.
    case 'booking':
      return { previous: priced(usual), current: priced(less(usual, 1000)), ...without }
    case 'points_lte':
      return { previous: priced(terms.points + 5000), current: priced(terms.points), ...without }
    case 'price_lte':
      return { previous: priced(terms.amount + 5000), current: priced(terms.amount), ...without }
    case 'rebook':
      return {
        previous: priced(terms.paid),
        current: priced(less(terms.paid, Math.max(1000, terms.minSaving))),
        ...without,
      }
    case 'undercut':
      return {
        previous: priced(usual),
        current: priced(usual),
        previousChannel: priced(usual),
        channel: priced(less(usual, Math.max(1000, terms.minPct))),
        holds: false,
        like: {
          direct: usual,
          rate: less(usual, Math.max(1000, terms.minPct)),
          view: {
            room_name: 'Standard King',
            channel_room_name: 'Standard Room, 1 King Bed',
            refundable: true,
            meal_plan: 'room_only',
          },
        },
      }
  }
}

/** Lower by at least this many hundredths of a percent. */
function less(amount: number, hundredths: number): number {
  return Math.floor(amount - (amount * hundredths) / 10_000)
}

/** Every cash figure is the same, so that the sample meets the condition on any basis. */
function cash(amount: number, currency: string): Figures {
  const same = { bar: amount, barAfterTax: amount, member: amount, memberAfterTax: amount }
  return { ...soldOut(currency), status: 'available', taxIncluded: true, ...same }
}

function award(points: number, currency: string): Figures {
  return { ...cash(BAR, currency), points, pointsKnown: true }
}

function soldOut(currency: string): Figures {
  return {
    status: 'sold_out',
    minLos: null,
    currency,
    taxIncluded: null,
    bar: null,
    barAfterTax: null,
    member: null,
    memberAfterTax: null,
    memberKnown: true,
    points: null,
    premium: false,
    pointsCash: null,
    copay: null,
    pointsKnown: true,
  }
}
