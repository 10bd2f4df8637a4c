import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../../sandbox/test/start-sandbox.ts'
import { loadCatalog } from '../../src/sources/catalog/load.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { FAMILIES, RATE_FAMILIES } from '../../src/sources/registry.ts'
import { ordinaryHotels } from '../support/grids.ts'
import { inDays } from '../support/market.ts'
import { silentLog } from './toy-source.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let gateway: Gateway
let sent = 0

const catalogOf = (env: Record<string, string>) =>
  loadCatalog({ env, sourcesFile: undefined, families: FAMILIES })

beforeAll(async () => {
  sandbox = await startSandbox()
  gateway = createGateway({
    catalog: catalogOf(sandbox.environment),
    families: RATE_FAMILIES,
    now: Date.now,
    log: silentLog,
    meter: {
      take: () => {
        sent += 1
        return null
      },
      giveBack: () => {},
    },
  })
})
afterAll(async () => {
  await gateway.close()
  await sandbox.stop()
})

const terms = { los: 1, occupancy: { adults: 2, children: 0, rooms: 1 }, currency: 'USD' }

/**
 * Asked twice, so that the login and the hotel are known, for several nights: where a hotel is not on sale, one more request finds out
 * why, and members' deals take one too.
 */
async function usualRequests(ask: (checkin: string) => Promise<unknown>): Promise<number[]> {
  const counts: number[] = []
  for (const days of [40, 61, 82, 103, 124]) {
    await ask(inDays(days))
    sent = 0
    await ask(inDays(days))
    counts.push(sent)
  }
  return counts
}

const { sources } = catalogOf({})
const chainsAndAgencies = sources.filter(({ kind }) => kind !== 'meta')
const hotelsOf = (id: string) => ordinaryHotels(id, 3).map(({ hotel_code }) => hotel_code)
const live = { live: true }

describe('a question usually takes as many requests as its family foresees', () => {
  test.each(chainsAndAgencies)('a shop of $id', async ({ id, requestsPer }) => {
    const shop = { hotelCode: hotelsOf(id)[0] ?? '', ...terms }
    const counts = await usualRequests((checkin) => gateway.shop(id, { ...shop, checkin }, live))
    expect(counts).toContain(requestsPer.shop)
  })

  test.each(chainsAndAgencies.filter(({ batch }) => batch))('a batch of $id', async ({ id, requestsPer }) => {
    const batch = { hotelCodes: hotelsOf(id), member: false, ...terms }
    const counts = await usualRequests((checkin) => gateway.lowest(id, { ...batch, checkin }, live))
    expect(Math.min(...counts)).toBe(requestsPer.lowest)
  })

  test.each(sources.filter(({ calendar }) => calendar))('a calendar of $id', async ({ id, requestsPer }) => {
    const night = { hotelCode: hotelsOf(id)[0] ?? '', ...terms }
    const counts = await usualRequests((from) => gateway.calendar(id, { ...night, from, to: from }, live))
    expect(Math.min(...counts)).toBe(requestsPer.calendar)
  })
})
