import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeConformance, expectPatience } from './describe-conformance.ts'
import { independentSources, startIndependentSources } from './independent-sources.ts'
import type { SandboxSources } from './sandbox-sources.ts'
import { describeUntidyHotels } from './untidy-hotels.ts'

let running: SandboxSources

beforeAll(async () => {
  running = await startIndependentSources()
  await running.sandbox.control('/sources/*', { rateLimit: 100_000 })
})

afterAll(async () => {
  await running.stop()
})

it('every property system is waited for while it is slow', async () => {
  const { sources } = running.catalog
  expect(sources.length).toBeGreaterThan(0)
  await Promise.all(sources.map((source) => expectPatience(source, running.gateway)))
})

for (const source of independentSources()) {
  describeConformance(source, () => running.gateway)
  describeUntidyHotels(source, () => running)
}
