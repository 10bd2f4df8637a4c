import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { canTry } from '../../src/sources/conformance/rule.ts'
import { RULES } from '../../src/sources/conformance/suite.ts'
import { subjectAt } from '../../src/sources/conformance/vendor.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import type { StayQuery } from '../../src/sources/source.ts'
import { bundledSources, type SandboxSources, startSandboxSources } from './sandbox-sources.ts'
import { describeUntidyHotels } from './untidy-hotels.ts'

let running: SandboxSources

beforeAll(async () => {
  running = await startSandboxSources()
  // Thousands of calls in a few seconds: what the vendors' limits do to a client is shown elsewhere.
  await running.sandbox.control('/sources/*', { rateLimit: 100_000 })
})

afterAll(async () => {
  await running.stop()
})

describe('the bundled catalog', () => {
  it('has eleven chains, then five OTAs, and the search engine apart', () => {
    const kinds = running.catalog.sources.map(({ kind }) => kind)
    expect(kinds).toEqual([
      ...Array.from({ length: 11 }, () => 'chain'),
      ...Array.from({ length: 5 }, () => 'ota'),
    ])
    expect(running.catalog.searchEngines.map(({ id }) => id)).toEqual(['google', 'google_hotels'])
  })

  it('finds every credential in the environment', () => {
    const { sources, searchEngines } = running.catalog
    expect([...sources, ...searchEngines].filter(({ unconfigured }) => unconfigured !== null)).toEqual([])
  })
})

const SLOW: StayQuery = {
  hotelCode: 'SLOW',
  checkin: addNights(nightAt(Date.now()), 40),
  los: 1,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
}

it('every source is waited for while it is slow', async () => {
  const { sources } = running.catalog
  expect(sources).toHaveLength(16)
  const waited = sources.map(async ({ id }) => {
    const { answer, tookMs } = await running.gateway.shop(id, SLOW, { deadlineMs: 15_000 })
    expect({ id, status: answer.status }).toEqual({ id, status: 'available' })
    expect(tookMs).toBeGreaterThanOrEqual(1_900)
  })
  await Promise.all(waited)
})

for (const source of bundledSources()) {
  describe(`the source ${source.id}`, () => {
    const subject = () => {
      const family = RATE_FAMILIES.find(({ name }) => name === source.family)
      if (!family) throw new Error(`no family ${source.family}`)
      return subjectAt(source, family, running.gateway, Date.now)
    }

    it('has three example hotels', () => {
      expect(source.examples).toHaveLength(3)
    })

    for (const rule of RULES) {
      const { needs } = rule
      const isTried = needs !== 'recordings' && (rule.isAbout?.(source) ?? true)
      it.runIf(isTried)(rule.name, async () => {
        const asked = subject()
        expect(canTry(rule, asked)).toBe(true)
        await rule.check(asked)
      })
    }
  })
  describeUntidyHotels(source, () => running)
}
