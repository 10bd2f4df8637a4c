import { beforeAll, describe, expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { TEST_CODES } from '../../../sandbox/src/world/test-hotels.ts'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { canTry, type Subject } from '../../src/sources/conformance/rule.ts'
import { RULES } from '../../src/sources/conformance/suite.ts'
import { nothingAt, subjectAt } from '../../src/sources/conformance/vendor.ts'
import type { Gateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { StayQuery } from '../../src/sources/source.ts'

/** The codes that the chains have for their test hotels; an engine has its own, which its search by name tells. */
export async function testHotelsOf({ id, kind }: Source, gateway: Gateway): Promise<Map<string, string>> {
  const codes = new Map<string, string>()
  if (kind !== 'meta') return codes
  for (const { code, name, city, country } of TEST_HOTELS) {
    const { answer } = await gateway.find(id, { name, city, country })
    const [only, ...others] = answer.filter((hotel) => hotel.name === name)
    if (!only || others.length > 0) throw new Error(`${id} has ${others.length + 1} hotels called ${name}`)
    codes.set(code, only.hotelCode)
  }
  return codes
}

const TEST_HOTELS = createWorld({ seed: 1, now: Date.now })
  .listings('aurelia')
  .filter(({ code }) => TEST_CODES.includes(code))

/** All rules that a source of the sandbox can be tried with. */
export function describeConformance(source: Source, gatewayOf: () => Gateway): void {
  describe(`the source ${source.id}`, () => {
    let subject: Subject

    beforeAll(async () => {
      const family = RATE_FAMILIES.find(({ name }) => name === source.family)
      if (!family) throw new Error(`no family ${source.family}`)
      const gateway = gatewayOf()
      const testHotels = await testHotelsOf(source, gateway)
      subject = subjectAt(source, family, { gateway, now: Date.now, testHotels })
    })

    it('has three example hotels', () => {
      expect(source.examples).toHaveLength(3)
    })

    const neverSoldOut = nothingAt(source) !== 'sold_out'
    const tried = RULES.filter(
      ({ needs, isAbout }) =>
        needs !== 'recordings' && !(neverSoldOut && needs === 'sold_out') && (isAbout?.(source) ?? true),
    )

    it.each(tried.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
      expect(canTry(rule, subject)).toBe(true)
      await rule.check(subject)
    })
  })
}

const STAY: Omit<StayQuery, 'hotelCode'> = {
  checkin: addNights(nightAt(Date.now()), 40),
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

/** A slow hotel is waited for. */
export async function expectPatience(source: Source, gateway: Gateway): Promise<void> {
  const { id } = source
  const hotelCode = (await testHotelsOf(source, gateway)).get('SLOW') ?? 'SLOW'
  const { answer, tookMs } = await gateway.shop(id, { ...STAY, hotelCode }, { deadlineMs: 15_000 })
  expect({ id, status: answer.status }).toEqual({ id, status: 'available' })
  expect(tookMs).toBeGreaterThanOrEqual(1_900)
}
