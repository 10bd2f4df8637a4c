import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import type { Source } from '../../src/sources/catalog/catalog.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { SourceFailure, type StayQuery } from '../../src/sources/source.ts'
import { type SandboxSources, startSandboxSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

const FAULTS = [
  'refuse',
  'reset',
  'hang',
  'drip',
  '429',
  '500',
  'html',
  'truncated',
  'wrong_schema',
  'wrong_dates',
  'gzip_bomb',
  'huge',
] as const

const DEADLINE_MS = 700
const GRACE_MS = 500

let running: SandboxSources
let gateway: Gateway
let clockMs: number
/** By source id: one that can be had, since nothing can be wrong about the dates of an empty "no rooms". */
const stays = new Map<string, StayQuery>()

beforeAll(async () => {
  running = await startSandboxSources()
  await Promise.all(
    running.catalog.sources.map(async (source) => {
      stays.set(source.id, await availableStay(source))
    }),
  )
})

afterAll(async () => {
  await running.stop()
})

/** A fresh gateway for each fault, so that no breaker or order to wait is left from the last one. */
beforeEach(async () => {
  await running.sandbox.control('/reset', {})
  clockMs = Date.now()
  gateway = createGateway({
    catalog: running.catalog,
    families: RATE_FAMILIES,
    now: () => clockMs,
    log: silentLog,
  })
  return async () => gateway.close()
})

async function availableStay({ id, examples }: Source): Promise<StayQuery> {
  const occupancy = { adults: 2, children: 0, rooms: 1 }
  for (const hotelCode of examples) {
    for (let week = 5; week < 15; week += 1) {
      const checkin = addNights(nightAt(Date.now()), week * 7)
      const query = { hotelCode, checkin, los: 2, occupancy, currency: 'USD' }
      if ((await running.gateway.shop(id, query)).answer.status === 'available') return query
    }
  }
  throw new Error(`${id} has nothing to sell`)
}

function exampleStay(source: Source): StayQuery {
  const stay = stays.get(source.id)
  if (!stay) throw new Error(`no stay at ${source.id}`)
  return stay
}

async function outcomeOf(
  source: Source,
  options: { deadlineMs: number; caller?: string },
  over: Partial<StayQuery> = {},
): Promise<string> {
  try {
    const { answer } = await gateway.shop(source.id, { ...exampleStay(source), ...over }, options)
    return answer.status
  } catch (error) {
    if (error instanceof SourceFailure) return error.kind
    throw error
  }
}

/** Five codes of the source's kind: enough to show that the source is at fault, not a hotel. */
function hotelsOf(source: Source): string[] {
  const { hotelCode } = exampleStay(source)
  return [5, 6, 7, 8, 9].map((digit) => hotelCode.slice(0, -1) + digit)
}

/** One call before the fault, as in life: connections stand, tokens are held, hotels are known. */
async function warmUp(): Promise<void> {
  const outcomes = await Promise.all(
    running.catalog.sources.map((source) => outcomeOf(source, { deadlineMs: 10_000 })),
  )
  expect(outcomes.filter((outcome) => outcome !== 'available')).toEqual([])
}

const setFault = (id: string, fault: string) =>
  running.sandbox.control(`/sources/${id}`, { fault, tokens: true })

describe.each(FAULTS)('when every source shows the fault %s', (fault) => {
  it.each(['cold', 'warm'])('shows a failure within the deadline, never an answer (%s)', async (state) => {
    if (state === 'warm') await warmUp()
    await setFault('*', fault)
    const outcomes = await Promise.all(
      running.catalog.sources.map(async (source) => {
        const startedAt = performance.now()
        const outcome = await outcomeOf(source, { deadlineMs: DEADLINE_MS })
        return { id: source.id, outcome, tookMs: performance.now() - startedAt }
      }),
    )
    const wrong = outcomes.filter(({ outcome }) => !['timed_out', 'refused', 'broken'].includes(outcome))
    expect(wrong).toEqual([])
    expect(outcomes.filter(({ tookMs }) => tookMs > DEADLINE_MS + GRACE_MS)).toEqual([])
  })
})

describe('one source that fails', () => {
  it('opens its own breaker and harms no other; the breaker closes again after a good call', async () => {
    for (const [index, sick] of running.catalog.sources.entries()) {
      await setFault(sick.id, index % 2 === 0 ? '500' : 'html')
      for (const [no, hotelCode] of hotelsOf(sick).entries())
        await outcomeOf(sick, { deadlineMs: DEADLINE_MS, caller: `caller ${no}` }, { hotelCode })
      expect({ id: sick.id, ...gateway.state(sick.id) }).toMatchObject({ id: sick.id, status: 'down' })
      const well = running.catalog.sources[(index + 1) % running.catalog.sources.length] ?? sick
      expect(gateway.state(well.id).status).not.toBe('down')
      await setFault(sick.id, 'none')
      expect(await outcomeOf(sick, { deadlineMs: 10_000 })).toBe('refused')
      clockMs += 10_000
      expect(await outcomeOf(sick, { deadlineMs: 10_000 })).toBe('available')
      expect(gateway.state(sick.id).status).not.toBe('down')
    }
  })

  it('does not slow the others down while it hangs', async () => {
    const [sick, ...others] = running.catalog.sources
    if (!sick) throw new Error('no sources')
    await warmUp()
    await setFault(sick.id, 'hang')
    const hanging = Promise.all(
      Array.from({ length: 50 }, () => outcomeOf(sick, { deadlineMs: DEADLINE_MS })),
    )
    const outcomes = await Promise.all(others.map((source) => outcomeOf(source, { deadlineMs: 5_000 })))
    expect(outcomes.filter((outcome) => outcome !== 'available')).toEqual([])
    expect(new Set(await hanging)).toEqual(new Set(['timed_out']))
  })
})

describe('500 identical cold calls', () => {
  it('make the requests of one', async () => {
    const requestsOf = async () => {
      const counters = (await running.sandbox.control('/counters')) as {
        sources: Record<string, { requests: number }>
      }
      return running.catalog.sources.map(({ id }) => counters.sources[id]?.requests ?? 0)
    }
    await running.sandbox.control('/sources/*', { latencyMs: 50 })
    await Promise.all(running.catalog.sources.map((source) => outcomeOf(source, { deadlineMs: 10_000 })))
    const ofOne = await requestsOf()
    await gateway.close()
    await running.sandbox.control('/reset', {})
    await running.sandbox.control('/sources/*', { latencyMs: 50 })
    gateway = createGateway({
      catalog: running.catalog,
      families: RATE_FAMILIES,
      now: Date.now,
      log: silentLog,
    })
    for (const source of running.catalog.sources) {
      await Promise.all(Array.from({ length: 500 }, () => outcomeOf(source, { deadlineMs: 10_000 })))
    }
    expect(await requestsOf()).toEqual(ofOne)
  })
})
