import { describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { canTry, type Rule, type Subject } from '../../src/sources/conformance/rule.ts'
import { RULES } from '../../src/sources/conformance/suite.ts'
import { subjectAt } from '../../src/sources/conformance/vendor.ts'
import type { Gateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { StayQuery } from '../../src/sources/source.ts'

/** A metasearch engine never says "sold out" and has none of the test hotels. */
const OF_AN_ENGINE: ReadonlySet<Rule['needs']> = new Set(['family', 'ordinary', 'unknown'])

/** All rules that a source of the sandbox can be tried with. */
export function describeConformance(source: Source, gatewayOf: () => Gateway): void {
  describe(`the source ${source.id}`, () => {
    const isEngine = source.kind === 'meta'
    const subject = (): Subject => {
      const family = RATE_FAMILIES.find(({ name }) => name === source.family)
      if (!family) throw new Error(`no family ${source.family}`)
      const asked = subjectAt(source, family, gatewayOf(), Date.now)
      return isEngine ? { ...asked, vendor: null } : asked
    }

    it('has three example hotels', () => {
      expect(source.examples).toHaveLength(3)
    })

    const tried = RULES.filter(
      ({ needs, isAbout }) =>
        needs !== 'recordings' && (!isEngine || OF_AN_ENGINE.has(needs)) && (isAbout?.(source) ?? true),
    )

    it.each(tried.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
      const asked = subject()
      expect(canTry(rule, asked)).toBe(true)
      await rule.check(asked)
    })
  })
}

const SLOW: StayQuery = {
  hotelCode: 'SLOW',
  checkin: addNights(nightAt(Date.now()), 40),
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

/** A slow hotel is waited for. */
export async function expectPatience({ id }: Source, gateway: Gateway): Promise<void> {
  const { answer, tookMs } = await gateway.shop(id, SLOW, { deadlineMs: 15_000 })
  expect({ id, status: answer.status }).toEqual({ id, status: 'available' })
  expect(tookMs).toBeGreaterThanOrEqual(1_900)
}
