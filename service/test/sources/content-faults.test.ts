import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addNights, nightAt } from '../../src/kernel/dates.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { failureOf } from './failure-of.ts'
import { type SandboxSources, startSandboxSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

const SOURCES = ['aurelia', 'castellan', 'dunmore', 'glasshouse', 'lodgista', 'mapleroom', 'ostello']
/** They end when time is up. */
const WAITING = ['hang', 'drip']
const FAULTS = {
  reset: ['refused'],
  '429': ['refused'],
  '500': ['refused'],
  html: ['broken'],
  truncated: ['broken'],
  wrong_schema: ['broken'],
  gzip_bomb: ['broken'],
  huge: ['broken', 'timed_out'],
} as const
const DEADLINE_MS = 1_500

let running: SandboxSources
let gateway: Gateway

beforeAll(async () => {
  running = await startSandboxSources()
})

afterAll(async () => {
  await running.stop()
})

beforeEach(async () => {
  await running.sandbox.control('/reset', {})
  gateway = createGateway({
    catalog: running.catalog,
    families: RATE_FAMILIES,
    now: Date.now,
    log: silentLog,
  })
  return async () => gateway.close()
})

const list = (id: string) => gateway.listHotels(id, null, { deadlineMs: DEADLINE_MS })

test.each(WAITING)('a listing of each source ends in a failure at %s', async (fault) => {
  await running.sandbox.control('/sources/*', { fault })
  const ended = await Promise.all(SOURCES.map(async (id) => [id, (await failureOf(list(id))).kind]))
  expect(ended).toEqual(SOURCES.map((id) => [id, 'timed_out']))
})

describe.each(SOURCES)('a listing of %s', (id) => {
  test.each(Object.entries(FAULTS))('ends in a failure at %s', async (fault, kinds) => {
    await running.sandbox.control(`/sources/${id}`, { fault })
    expect(kinds).toContain((await failureOf(list(id))).kind)
  })
})

test('a file that breaks off ends in a failure, and the next try reads it whole', async () => {
  await list('mapleroom')
  await gateway.close()
  gateway = createGateway({
    catalog: running.catalog,
    families: RATE_FAMILIES,
    now: Date.now,
    log: silentLog,
  })
  // The address comes whole; only the file behind it breaks off, on both tries.
  await running.sandbox.control('/sources/mapleroom', { fault: 'truncated' })
  expect((await failureOf(list('mapleroom'))).kind).toBe('broken')
  await running.sandbox.control('/reset', {})
  expect((await list('mapleroom')).answer.hotels.length).toBeGreaterThan(900)
})

test('listings that fail take nothing away from people', async () => {
  const { id, examples } = running.catalog.sources.find((source) => source.id === 'ostello') ?? { id: '' }
  await running.sandbox.control('/sources/ostello', { fault: '500' })
  for (let count = 0; count < 30; count += 1) await failureOf(list('ostello'))
  await running.sandbox.control('/sources/ostello', { fault: '429', count: 1 })
  expect(await failureOf(list('ostello'))).toMatchObject({ retryAfterMs: 1000 })
  expect(gateway.state('ostello').status).toBe('up')
  const checkin = addNights(nightAt(Date.now()), 40)
  const occupancy = { adults: 2, children: 0, rooms: 1 }
  const stay = { hotelCode: examples?.[0] ?? '', checkin, los: 1, occupancy, currency: 'USD' }
  expect((await gateway.shop(id, stay)).answer.hotel?.hotelCode).toBe(stay.hotelCode)
  // The vendor asked the listing to wait, so it waits.
  expect((await failureOf(list('ostello'))).message).toContain('asked us to wait')
})
