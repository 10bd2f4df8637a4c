import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { describeConformance, expectPatience } from './describe-conformance.ts'
import { independentSources } from './independent-sources.ts'
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
  it('has eleven chains, five OTAs, a metasearch engine, and the search engines apart', () => {
    const kinds = running.catalog.sources.map(({ kind }) => kind)
    expect(kinds).toEqual([
      ...Array.from({ length: 11 }, () => 'chain'),
      ...Array.from({ length: 5 }, () => 'ota'),
      'meta',
    ])
    expect(running.catalog.searchEngines.map(({ id }) => id)).toEqual(['google', 'google_hotels'])
  })

  it('tries the rules with every family, together with the property systems', () => {
    const tried = [...bundledSources(), ...independentSources()].map(({ family }) => family)
    expect([...new Set(tried)].toSorted()).toEqual(RATE_FAMILIES.map(({ name }) => name).toSorted())
  })

  it('finds every credential in the environment', () => {
    const { sources, searchEngines } = running.catalog
    expect([...sources, ...searchEngines].filter(({ unconfigured }) => unconfigured !== null)).toEqual([])
  })
})

it('every source is waited for while it is slow', async () => {
  const { sources } = running.catalog
  expect(sources).toHaveLength(17)
  await Promise.all(sources.map((source) => expectPatience(source, running.gateway)))
})

for (const source of bundledSources()) {
  describeConformance(source, () => running.gateway)
  if (source.kind !== 'meta') describeUntidyHotels(source, () => running)
}
