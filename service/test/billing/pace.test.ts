import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LedgerVerdict } from '../../src/billing/entry.ts'
import { createPace, rateState } from '../../src/billing/pace.ts'

/** Requests per second of the plans. */
const rps = fc.constantFrom(2, 5, 20, 100)

/**
 * The rule of the database, in whole microseconds: an account has a moment up to which its requests are paid for in
 * time. A request moves it by one interval, and is refused where that would lead more than a second ahead.
 */
function createMeter(perSecond: number) {
  const emitUs = 1_000_000 / perSecond
  let evenUs = 0
  const verdict = (decision: LedgerVerdict['decision'], nowUs: number): LedgerVerdict => ({
    decision,
    remaining: 0,
    unreserved: 0,
    aheadUs: Math.max(0, evenUs - nowUs),
    emitUs,
  })
  const refuses = (nowUs: number) => Math.max(evenUs, nowUs) + emitUs > nowUs + perSecond * emitUs
  return {
    refuses,
    ask: (nowUs: number): LedgerVerdict => {
      if (refuses(nowUs)) return verdict('rate', nowUs)
      evenUs = Math.max(evenUs, nowUs) + emitUs
      return verdict('ok', nowUs)
    },
  }
}

function verdictOf(aheadMs: number, perSecond: number): LedgerVerdict {
  return {
    decision: 'ok',
    remaining: 0,
    unreserved: 0,
    aheadUs: aheadMs * 1000,
    emitUs: 1_000_000 / perSecond,
  }
}

describe('the pace of an account', () => {
  test('that nothing is known of is for the database to judge', () => {
    const pace = createPace()
    pace.learn(1, verdictOf(1000, 2), 0)
    expect(pace.refuses(2, 0)).toBeNull()
  })

  test('of 2 a second refuses from the third request at once until half a second later', () => {
    const pace = createPace()
    pace.learn(1, verdictOf(500, 2), 0)
    expect(pace.refuses(1, 0)).toBeNull()
    pace.learn(1, verdictOf(1000, 2), 0)
    expect(pace.refuses(1, 0)).toEqual({ limit: 2, remaining: 0, resetSec: 1 })
    expect(pace.refuses(1, 499.999)).toEqual({ limit: 2, remaining: 0, resetSec: 1 })
    expect(pace.refuses(1, 500)).toBeNull()
  })

  test('is what the latest verdict says, and the account of another is not touched by it', () => {
    const pace = createPace()
    pace.learn(1, verdictOf(1000, 5), 0)
    pace.learn(2, verdictOf(200, 5), 0)
    expect(pace.refuses(1, 0)).not.toBeNull()
    expect(pace.refuses(2, 0)).toBeNull()
    pace.learn(1, verdictOf(0, 5), 0)
    expect(pace.refuses(1, 0)).toBeNull()
  })

  test('counts from when the question was asked, so a slow answer makes it forgiving, never strict', () => {
    const pace = createPace()
    pace.learn(1, verdictOf(1000, 2), 0)
    expect(pace.refuses(1, 400)).not.toBeNull()
    expect(pace.refuses(1, 600)).toBeNull()
  })

  // One memory for all runs, and an account for each: it is made for fifty thousand, and costs as much to make.
  const pace = createPace()
  let account = 0
  const step = fc.record({
    waitUs: fc.oneof(fc.constant(0), fc.nat({ max: 20_000 }), fc.nat({ max: 900_000 })),
    delayUs: fc.nat({ max: 50_000 }),
    elsewhere: fc.boolean(),
  })

  test('never refuses what the database would let through, with other processes asking too', () => {
    let refused = 0
    fc.assert(
      fc.property(rps, fc.array(step, { minLength: 10, maxLength: 60 }), (perSecond, steps) => {
        const meter = createMeter(perSecond)
        account += 1
        const refusals: unknown[] = []
        let nowUs = 1_000_000
        for (const { waitUs, delayUs, elsewhere } of steps) {
          nowUs += waitUs
          const certain = elsewhere ? null : pace.refuses(account, nowUs / 1000)
          if (certain) {
            refusals.push({ ...certain, rightly: meter.refuses(nowUs) })
            continue
          }
          const askedAtMs = nowUs / 1000
          nowUs += delayUs
          const verdict = meter.ask(nowUs)
          if (!elsewhere) pace.learn(account, verdict, askedAtMs)
        }
        const expected = { limit: perSecond, remaining: 0, resetSec: 1, rightly: true }
        expect(refusals).toEqual(refusals.map(() => expected))
        refused += refusals.length
      }),
      { numRuns: 300 },
    )
    expect(refused).toBeGreaterThan(0)
  })

  test('alone and without delay, refuses all that the database would', () => {
    fc.assert(
      fc.property(rps, fc.array(fc.nat({ max: 400_000 }), { maxLength: 60 }), (perSecond, waitsUs) => {
        const meter = createMeter(perSecond)
        account += 1
        let nowUs = 1_000_000
        pace.learn(account, meter.ask(nowUs), nowUs / 1000)
        for (const waitUs of waitsUs) {
          nowUs += waitUs
          expect(pace.refuses(account, nowUs / 1000) !== null).toBe(meter.refuses(nowUs))
          pace.learn(account, meter.ask(nowUs), nowUs / 1000)
        }
      }),
    )
  })
})

describe('the headers of an answer', () => {
  test.each([
    [0, 500, { limit: 2, remaining: 2, resetSec: 0 }],
    [500, 500, { limit: 2, remaining: 1, resetSec: 1 }],
    [1000, 500, { limit: 2, remaining: 0, resetSec: 1 }],
    [500.000_000_000_1, 500, { limit: 2, remaining: 1, resetSec: 1 }],
    [-300, 200, { limit: 5, remaining: 5, resetSec: 0 }],
    [1, 10, { limit: 100, remaining: 99, resetSec: 1 }],
    [1200, 50, { limit: 20, remaining: 0, resetSec: 2 }],
  ])('%d ms ahead at one request in %d ms', (aheadMs, emitMs, state) => {
    expect(rateState(aheadMs, emitMs)).toEqual(state)
  })

  test('promise as many requests as the database then lets through, and not one more', () => {
    fc.assert(
      fc.property(rps, fc.nat({ max: 120 }), fc.nat({ max: 400_000 }), (perSecond, earlier, waitUs) => {
        const meter = createMeter(perSecond)
        for (let count = 0; count < earlier; count += 1) meter.ask(1_000_000)
        const nowUs = 1_000_000 + waitUs
        const verdict = meter.ask(nowUs)
        const { limit, remaining } = rateState(verdict.aheadUs / 1000, verdict.emitUs / 1000)
        expect(limit).toBe(perSecond)
        const more = Array.from({ length: perSecond + 1 }, () => meter.ask(nowUs).decision)
        expect(more.filter((decision) => decision === 'ok')).toHaveLength(remaining)
      }),
    )
  })

  test('name a number of seconds after which the whole burst is there again', () => {
    fc.assert(
      fc.property(rps, fc.nat({ max: 120 }), (perSecond, earlier) => {
        const meter = createMeter(perSecond)
        let verdict = meter.ask(1_000_000)
        for (let count = 0; count < earlier; count += 1) verdict = meter.ask(1_000_000)
        const { resetSec } = rateState(verdict.aheadUs / 1000, verdict.emitUs / 1000)
        const laterUs = 1_000_000 + resetSec * 1_000_000
        const burst = Array.from({ length: perSecond }, () => meter.ask(laterUs).decision)
        expect(new Set(burst)).toEqual(new Set(['ok']))
      }),
    )
  })
})
