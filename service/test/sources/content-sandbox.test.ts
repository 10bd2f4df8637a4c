import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import type { ContentPage, HotelContent } from '../../src/sources/content.ts'
import { createGateway, type Gateway } from '../../src/sources/gateway.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { bundledSources, type SandboxSources, startSandboxSources } from './sandbox-sources.ts'
import { silentLog } from './toy-source.ts'

const LISTING = bundledSources().filter(({ family }) => !['duffel', 'serp'].includes(family))
/** One source of each family and envelope, for what all of a family do alike. */
const OF_EACH_KIND = ['aurelia', 'castellan', 'dunmore', 'glasshouse', 'lodgista', 'mapleroom', 'ostello']
const HOUR_MS = 3_600_000

let running: SandboxSources
let gateway: Gateway
let clockMs: number
const world = createWorld({ seed: 1, now: Date.now })

beforeAll(async () => {
  running = await startSandboxSources()
})

afterAll(async () => {
  await running.stop()
})

beforeEach(async () => {
  await running.sandbox.control('/reset', {})
  await running.sandbox.control('/sources/*', { rateLimit: 100_000 })
  clockMs = Date.now()
  gateway = anotherGateway()
  return async () => gateway.close()
})

/** As another process would have: nothing is remembered. */
function anotherGateway(): Gateway {
  return createGateway({
    catalog: running.catalog,
    families: RATE_FAMILIES,
    now: () => clockMs,
    log: silentLog,
  })
}

interface Whole {
  hotels: Map<string, HotelContent>
  gone: Set<string>
  pages: ContentPage[]
}

async function readAll(ask: (cursor: string | null) => Promise<ContentPage>): Promise<Whole> {
  const whole: Whole = { hotels: new Map(), gone: new Set(), pages: [] }
  let cursor: string | null = null
  do {
    const page: ContentPage = await ask(cursor)
    whole.pages.push(page)
    for (const hotel of page.hotels) whole.hotels.set(hotel.hotelCode, hotel)
    for (const code of page.gone) whole.gone.add(code)
    cursor = page.next
  } while (cursor !== null)
  return whole
}

const listAll = (id: string, from: Gateway = gateway) =>
  readAll(async (cursor) => (await from.listHotels(id, cursor)).answer)

/** The lists as they are before a test changes one. Each is read once, by the first test that needs it. */
const unchanged = new Map<string, Promise<Whole>>()
const listUnchanged = (id: string): Promise<Whole> => {
  const list = unchanged.get(id) ?? listAll(id)
  unchanged.set(id, list)
  return list
}

const changedSince = (id: string, sinceMs: number) =>
  readAll(async (cursor) => (await gateway.changedHotels(id, new Date(sinceMs).toISOString(), cursor)).answer)

const openCodes = (whole: Whole): string[] =>
  [...whole.hotels.values()].filter(({ status }) => status === 'open').map(({ hotelCode }) => hotelCode)

/** A hotel from the middle of the list. */
const hotelOf = (id: string) => {
  const listing = world.listings(id)[Math.floor(world.listings(id).length / 2)]
  if (!listing) throw new Error(`${id} has no hotels`)
  return listing
}

const change = (id: string, code: string, facts: object) =>
  running.sandbox.control(`/hotels/${id}/${code}/content`, facts)

const factsOf = (hotel: Pick<HotelContent, 'name' | 'city' | 'country' | 'lat' | 'lng'> | undefined) =>
  hotel && [hotel.name, hotel.city, hotel.country, hotel.lat, hotel.lng]

describe.each(LISTING.map(({ id }) => id))('the list of %s', (id) => {
  test('has every hotel that the source sells, as the source knows it', async () => {
    const whole = await listUnchanged(id)
    const sold = world.listings(id)
    expect(new Set(openCodes(whole))).toEqual(new Set(sold.map(({ code }) => code)))
    expect(whole.pages.every(({ skipped, blanked }) => skipped === 0 && blanked === 0)).toBe(true)
    expect(sold.map(({ code }) => factsOf(whole.hotels.get(code)))).toEqual(sold.map(factsOf))
    const closed = [...whole.hotels.values()].filter(({ status }) => status === 'closed')
    for (const left of [...closed.map(({ hotelCode }) => hotelCode), ...whole.gone]) {
      expect(world.description(id, left)?.closedAtMs).not.toBeNull()
    }
  })

  test('agrees with what the source says of one hotel', async () => {
    const { code } = hotelOf(id)
    const { answer } = await gateway.describeHotel(id, code)
    const { name, country, lat, lng, address } = hotelOf(id)
    expect(answer).toMatchObject({ hotelCode: code, name, country, lat, lng, status: 'open' })
    expect(answer?.address).toContain(address)
    expect((await gateway.describeHotel(id, 'NOSUCH')).answer).toBeNull()
  })
})

test('the agency without a list describes single hotels', async () => {
  const { code, name, lat, lng, stars } = hotelOf('pillowfare')
  expect(gateway.contentOf('pillowfare')).toEqual({ list: false, changes: false })
  expect((await gateway.describeHotel('pillowfare', code)).answer).toMatchObject({ name, lat, lng, stars })
  expect((await gateway.describeHotel('pillowfare', 'acc_none')).answer).toBeNull()
  await expect(gateway.listHotels('pillowfare', null)).rejects.toMatchObject({ kind: 'refused' })
})

describe.each(OF_EACH_KIND)('at %s', (id) => {
  test('a renamed, a moved, a closed and a new hotel show in a list that another process continues', async () => {
    const before = await listUnchanged(id)
    const [renamed, moved, closed] = world.listings(id)
    if (!renamed || !moved || !closed) throw new Error('too few hotels')
    await change(id, renamed.code, { name: 'The Renamed House' })
    await change(id, moved.code, { lat: 1.25, lng: 103.75 })
    await change(id, closed.code, { closed: true })
    const added = /^\d+$/.test(renamed.code) ? '77777777' : 'NEWONE'
    await change(id, added, { like: renamed.code, name: 'The New House' })
    const half = anotherGateway()
    const first = (await half.listHotels(id, null)).answer
    await half.close()
    const rest = await readAll(async (cursor) => (await gateway.listHotels(id, cursor ?? first.next)).answer)
    expect(rest.pages.some(({ restarted }) => restarted)).toBe(false)
    const listed = new Map(first.hotels.map((hotel) => [hotel.hotelCode, hotel]))
    for (const [code, hotel] of rest.hotels) listed.set(code, hotel)
    expect(listed.get(renamed.code)?.name).toBe('The Renamed House')
    expect(listed.get(moved.code)).toMatchObject({ lat: 1.25, lng: 103.75 })
    expect(listed.get(added)?.name).toBe('The New House')
    expect(listed.get(closed.code)?.status).not.toBe('open')
    expect((await gateway.describeHotel(id, closed.code)).answer?.status).not.toBe('open')
    const others = (codes: Iterable<string>) => new Set(codes).difference(new Set([added, closed.code]))
    expect(others(listed.keys())).toEqual(others(before.hotels.keys()))
  })
})

describe.each(['glasshouse', 'lodgista', 'ostello'])('the changes of %s', (id) => {
  test('are what was changed since, and nothing else', async () => {
    const startedAt = clockMs
    const [renamed, closed] = world.listings(id)
    if (!renamed || !closed) throw new Error('too few hotels')
    await running.sandbox.control('/time', { offsetMs: HOUR_MS })
    await change(id, renamed.code, { name: 'The Renamed House' })
    await change(id, closed.code, { closed: true })
    const changes = await changedSince(id, startedAt)
    expect(changes.hotels.get(renamed.code)?.name).toBe('The Renamed House')
    expect([...changes.gone]).toContain(closed.code)
    expect(changes.hotels.has(closed.code)).toBe(false)
    expect(changes.hotels.size).toBeLessThan(world.listings(id).length / 10)
  })
})

test('changes of more than a day ago are unknown to the vendor that forgets them', async () => {
  await expect(changedSince('lodgista', clockMs - 25 * HOUR_MS)).rejects.toMatchObject({
    kind: 'unsupported',
  })
  expect(gateway.state('lodgista').status).toBe('up')
})

describe('a cursor that the vendor no longer knows', () => {
  test('begins again after the link of a page has expired', async () => {
    const first = (await gateway.listHotels('ostello', null)).answer
    await running.sandbox.control('/time', { offsetMs: 2 * HOUR_MS })
    const second = (await gateway.listHotels('ostello', first.next)).answer
    expect(second.restarted).toBe(true)
    expect(second.hotels).toEqual(first.hotels)
    expect((await gateway.listHotels('ostello', second.next)).answer.restarted).toBe(false)
  })

  test('gets a new address for a file whose address has expired, and goes on where it was', async () => {
    const whole = await listUnchanged('mapleroom')
    const other = anotherGateway()
    const first = (await other.listHotels('mapleroom', null)).answer
    await other.close()
    await running.sandbox.control('/time', { offsetMs: 2 * HOUR_MS })
    const second = (await gateway.listHotels('mapleroom', first.next)).answer
    expect(second.restarted).toBe(false)
    expect(second.hotels).toEqual(whole.pages[1]?.hotels)
  })

  test('begins again with a new edition of the file', async () => {
    const other = anotherGateway()
    const first = (await other.listHotels('mapleroom', null)).answer
    await other.close()
    await change('mapleroom', hotelOf('mapleroom').code, { name: 'The Renamed House' })
    const second = (await gateway.listHotels('mapleroom', first.next)).answer
    expect(second.restarted).toBe(true)
    expect(second.hotels).toEqual(first.hotels)
  })

  test('begins again where the vendor refuses its own token', async () => {
    const page = (await gateway.listHotels('castellan', 'a token of last year')).answer
    expect(page).toMatchObject({ restarted: true, skipped: 0 })
    expect(page.hotels).toEqual((await gateway.listHotels('castellan', null)).answer.hotels)
  })

  test.each(['glasshouse', 'lodgista', 'ostello', 'mapleroom'])('of another form begins %s', async (id) => {
    const page = (await gateway.listHotels(id, '{"version":0}')).answer
    expect(page.hotels).toEqual((await gateway.listHotels(id, null)).answer.hotels)
  })
})
