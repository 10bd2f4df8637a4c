import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { createGateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { bundledSources, type SandboxSources, startSandboxSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

/** A batch is the first thing that a fresh process asks: nothing is remembered that could tell the hotels apart. */

let running: SandboxSources

beforeAll(async () => {
  running = await startSandboxSources()
})

afterAll(async () => {
  await running.stop()
})

async function coldBatch(sourceId: string, hotelCodes: string[]) {
  const { catalog } = running
  const gateway = createGateway({ catalog, families: RATE_FAMILIES, now: Date.now, log: silentLog })
  try {
    const stay = { checkin: addNights(nightAt(Date.now()), 40), los: 1, currency: 'USD', member: false }
    const query = { ...stay, occupancy: { adults: 2, children: 0, rooms: 1 }, hotelCodes }
    const { answer } = await gateway.lowest(sourceId, query, { deadlineMs: 1_500 })
    return answer.map((row) => ('failure' in row ? row.failure.kind : row.lowest.status))
  } finally {
    await gateway.close()
  }
}

describe.each(bundledSources().filter(({ batch }) => batch))('a first batch of $id', ({ id, examples }) => {
  it.each(['BROKEN', 'REFUSED', 'TIMEOUT'])('takes %s neither for full nor for unknown', async (bad) => {
    const [unknown, other] = await coldBatch(id, ['UNKNOWN', bad])
    expect(unknown).toBe('not_found')
    expect(['broken', 'refused', 'timed_out']).toContain(other)
  })

  it('tells full, unknown and broken hotels apart', async () => {
    const [good = ''] = examples
    const [full, broken, ordinary, unknown] = await coldBatch(id, ['SOLDOUT', 'BROKEN', good, 'UNKNOWN'])
    expect([full, unknown]).toEqual(['sold_out', 'not_found'])
    expect(['broken', 'refused']).toContain(broken)
    expect(['available', 'sold_out', 'closed', 'restricted_los']).toContain(ordinary)
  })
})
