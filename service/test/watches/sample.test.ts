import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ConditionTerms, judgeStep } from '../../src/watches/conditions/registry.ts'
import { sampleStep } from '../../src/watches/making/sample.ts'

const percent = fc.integer({ min: 0, max: 10_000 })
const amount = fc.integer({ min: 1, max: 100_000_000 })

const watched = fc.oneof(
  fc.record({
    kind: fc.constantFrom('cash', 'award'),
    terms: fc.constantFrom<ConditionTerms>({ condition: 'available' }, { condition: 'any' }),
  }),
  fc.record({
    kind: fc.constant('award'),
    terms: fc.record({ condition: fc.constant('points_lte'), points: amount }),
  }),
  fc.record({
    kind: fc.constantFrom('cash', 'award'),
    terms: fc.record({
      condition: fc.constant('rebook'),
      paid: amount,
      basis: fc.constantFrom('bar', 'bar_after_tax', 'member'),
      minSaving: percent,
    }),
  }),
  fc.record({
    kind: fc.constant('cash'),
    terms: fc.record({
      condition: fc.constant('undercut'),
      channel: fc.constant('nomadia'),
      hotelCode: fc.constant('1'),
      minPct: percent,
      basis: fc.constantFrom('bar', 'bar_after_tax'),
    }),
  }),
)

test('a sample meets the condition of its watch, whatever its terms', () => {
  fc.assert(
    fc.property(watched, fc.constantFrom('USD', 'JPY', 'KWD'), ({ terms, kind }, currency) => {
      const step = sampleStep({ terms, kind, currency })
      const { fired, detail } = judgeStep(terms, step, { kind, currency, los: 2, rooms: 1 })
      const extra = terms.condition === 'rebook' || terms.condition === 'undercut' ? [terms.condition] : []
      expect([fired, Object.keys(detail ?? {})]).toEqual([true, extra])
    }),
  )
})
