import { expect, it } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { type HttpAnswer, type HttpRequest, SourceFailure } from '../../src/sources/source.ts'
import { failureOf } from './failure-of.ts'
import { type Line, openLine } from './ohip-market.ts'

/** The hotels of a channel are learned one by one; `kestrel` has a few hundred. */

const world = createWorld({ seed: 1, now: () => Date.UTC(2027, 0, 15, 12) })
const listings = world.listings('kestrel')
const centre = listings[40]
if (!centre) throw new Error('the chain is too small')
const query = { lat: centre.lat, lng: centre.lng, radiusKm: 60, limit: 5 }
const expected = world.near('kestrel', centre.lat, centre.lng, 60, 5).map(({ listing }) => listing.code)

const DETAIL = /^\/content\/v1\/hotels\/([^/]+)$/

async function near({ adapter, call }: Line, http = call.http): Promise<string[] | undefined> {
  const found = await adapter.near?.(query, { ...call, http })
  return found?.map((hotel) => hotel.hotelCode)
}

function detailsAsked({ exchanges }: Line): number {
  return exchanges.filter(({ request }) => DETAIL.test(request.path)).length
}

function only(when: (code: string) => boolean, told: Partial<HttpAnswer>) {
  return (request: HttpRequest, answer: HttpAnswer): HttpAnswer => {
    const code = DETAIL.exec(request.path)?.[1]
    return code !== undefined && when(code) ? { ...answer, ...told } : answer
  }
}

/** True for the first request about each of the hotels. */
function firstTime(codes: Iterable<string>) {
  const left = new Set(codes)
  return (code: string) => left.delete(code)
}

it('finds the hotels of the world, nearest first, and asks nothing a second time', async () => {
  const line = openLine(world, 'kestrel')
  expect(expected).toHaveLength(5)
  const [nearest] = (await line.adapter.near?.(query, line.call)) ?? []
  const { code, name, city, country, lat, lng } = world.listing('kestrel', expected[0] ?? '') ?? centre
  expect(nearest).toEqual({ hotelCode: code, name, city, country, lat, lng })
  expect(await near(line)).toEqual(expected)
  expect(detailsAsked(line)).toBe(listings.length)
})

it('loads the hotels once for callers that ask at the same time', async () => {
  const line = openLine(world, 'kestrel')
  expect(await Promise.all([near(line), near(line), near(line)])).toEqual([expected, expected, expected])
  expect(detailsAsked(line)).toBe(listings.length)
})

it('continues for the others when the first caller runs out of time', async () => {
  const line = openLine(world, 'kestrel')
  let left = 200
  const impatient = near(line, (request) => {
    left -= 1
    if (left > 0) return line.call.http(request)
    return Promise.reject(new SourceFailure('timed_out', 'no complete answer before the deadline'))
  })
  const [gaveUp, patient] = await Promise.all([failureOf(impatient), near(line)])
  expect(gaveUp.kind).toBe('timed_out')
  expect(patient).toEqual(expected)
  expect(detailsAsked(line)).toBe(listings.length)
})

it('asks again where the vendor wants a short rest', async () => {
  const throttled = firstTime(listings.filter((_, index) => index % 20 === 0).map(({ code }) => code))
  const line = openLine(
    world,
    'kestrel',
    only(throttled, { status: 429, headers: { 'retry-after': '0' }, body: '' }),
  )
  expect(await near(line)).toEqual(expected)
})

it('refuses where the vendor wants a long one, and has less to ask afterwards', async () => {
  const throttled = firstTime([listings[200]?.code ?? ''])
  const line = openLine(
    world,
    'kestrel',
    only(throttled, { status: 429, headers: { 'retry-after': '60' }, body: '' }),
  )
  expect(await failureOf(near(line))).toMatchObject({ kind: 'refused', retryAfterMs: 60_000 })
  const before = detailsAsked(line)
  expect(before).toBeLessThan(250)
  expect(await near(line)).toEqual(expected)
  expect(detailsAsked(line)).toBe(listings.length + 1)
})

it('leaves out a property that is gone or cannot be read, and fails where most cannot', async () => {
  const [gone = '', unreadable = ''] = expected
  const unknown = { status: 404, body: '{"o:errorCode":"UNKNOWN","title":"no such hotel"}' }
  const few = openLine(world, 'kestrel', (request, answer) =>
    only((code) => code === gone, unknown)(
      request,
      only((code) => code === unreadable, { body: '{}' })(request, answer),
    ),
  )
  expect((await near(few))?.slice(0, 3)).toEqual(expected.slice(2))
  const most = openLine(
    world,
    'kestrel',
    only(() => true, { body: '{}' }),
  )
  expect((await failureOf(near(most))).kind).toBe('broken')
})

it('asks no faster than it was told to', async () => {
  const line = openLine(world, 'kestrel', undefined, 500)
  const startedAt = performance.now()
  await near(line)
  const seconds = (performance.now() - startedAt) / 1000
  // Ten at a time, each ten no sooner than 20 ms after the last.
  expect(detailsAsked(line) / seconds).toBeLessThan(550)
})
