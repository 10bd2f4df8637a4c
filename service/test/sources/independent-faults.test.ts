import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { SourceFailure, type StayQuery } from '../../src/sources/source.ts'
import { startIndependentSources } from './independent-sources.ts'
import type { SandboxSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

const FAULTS = ['refuse', 'reset', 'hang', '429', '500', 'html', 'truncated', 'wrong_schema', 'wrong_dates']
const DEADLINE_MS = 700

let running: SandboxSources
let gateway: Gateway

beforeAll(async () => {
  running = await startIndependentSources()
})

afterAll(async () => {
  await running.stop()
})

beforeEach(async () => {
  await running.sandbox.control('/reset', {})
  const { catalog } = running
  gateway = createGateway({ catalog, families: RATE_FAMILIES, now: Date.now, log: silentLog })
  return async () => gateway.close()
})

/** Sells every night. */
const stayOf = (hotelCode: string): StayQuery => ({
  hotelCode,
  checkin: addNights(nightAt(Date.now()), 40),
  los: 2,
  occupancy: { adults: 2, children: 0, rooms: 1 },
  currency: 'USD',
})

async function outcomeOf(id: string, deadlineMs: number): Promise<string> {
  try {
    return (await gateway.shop(id, stayOf('AWARDFLAP'), { deadlineMs, live: true })).answer.status
  } catch (error) {
    if (error instanceof SourceFailure) return error.kind
    throw error
  }
}

/** The answers of Mews name no dates, so nobody notices those of another stay. */
const BLIND_TO_DATES = 'rosewater'

describe.each(FAULTS)('when every property system shows the fault %s', (fault) => {
  it.each(['cold', 'warm'])('shows a failure, never an answer (%s)', async (state) => {
    const ids = running.catalog.sources
      .map(({ id }) => id)
      .filter((id) => fault !== 'wrong_dates' || id !== BLIND_TO_DATES)
    const warmed = state === 'warm' ? await Promise.all(ids.map((id) => outcomeOf(id, 10_000))) : []
    expect(warmed.filter((outcome) => outcome !== 'available')).toEqual([])
    await running.sandbox.control('/sources/*', { fault, tokens: true })
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(id, DEADLINE_MS)))
    expect(outcomes.filter((outcome) => !['timed_out', 'refused', 'broken'].includes(outcome))).toEqual([])
  })
})
