import { expect, test } from 'vitest'
import { readRecorded } from '../../src/http/examples/recorded.ts'
import { isObject, type JsonObject } from '../../src/http/openapi-shape.ts'
import type { FindNearest, View } from '../../src/mcp/tool.ts'
import { TOOLS } from '../../src/mcp/tools/tools.ts'

const RECORDED = readRecorded()

/** What a tool makes of the recorded answer of its route, with some fields changed. */
async function show(
  name: string,
  changes: JsonObject,
  args: Record<string, unknown> = {},
  findNearest: FindNearest = async () => null,
): Promise<View> {
  const tool = TOOLS.find((one) => one.name === name)
  const found = RECORDED.find(
    ({ operationId, answer }) => operationId === tool?.operationId && answer.status === 200,
  )
  if (!tool || !found || !isObject(found.answer.body)) throw new Error(`nothing was recorded for ${name}`)
  return tool.show({ ...found.answer.body, ...changes }, { radius: 10, ...args }, findNearest)
}

async function whyEmpty(...asked: Parameters<typeof show>): Promise<string | undefined> {
  const view = await show(...asked)
  expect(view.rows).toEqual([])
  return view.whyEmpty
}

const nearest =
  (chain: string, distanceMi: number): FindNearest =>
  async () => ({ chain, distanceMi })

test('no hotel around a place: how far the nearest one is, and the radius that reaches it', async () => {
  const none = { hotels: [] }
  expect(await whyEmpty('hotels_around', none, { chains: ['aurelia'] }, nearest('aurelia', 13.7))).toBe(
    'No hotel of aurelia within 10 miles; the nearest known is 14 miles away (aurelia). Next: call again with `radius` 15.',
  )
  expect(await whyEmpty('hotels_around', none)).toBe(
    'No hotel within 10 miles, and the directory knows none within 300 miles. Next: try other chains.',
  )
  expect(await whyEmpty('hotels_around', { ...none, place: null })).toMatch(
    /^No such place is known\. Next: /,
  )
})

test('award nights that are not cached: how to fetch them, and what to ask first', async () => {
  const none = { hotels: [], nights_unknown: 31 }
  expect(await whyEmpty('search_awards', none)).toMatch(
    /^The cache lacks 31 nights around the place\. Next: .*`fill: "stale"`.*`dry_run`/,
  )
  expect(await whyEmpty('search_awards', { ...none, jobs: [] })).toMatch(/The cache lacks/)
  expect(await whyEmpty('search_awards', {}, { max_points: 1 })).toMatch(
    /more than `max_points`: the cheapest takes [\d,]+ points\. Next: /,
  )
})

const HOTEL = {
  chain: 'aurelia',
  hotel_code: 'HILAU',
  name: 'Hamilton',
  city: 'Hamilton',
  country: 'BM',
  stars: 4,
}

test('hotels say what matched; weak matches are left out, and the best of them is named', async () => {
  const weak = { ...HOTEL, match: 'name', score: 0.2, status: 'open' }
  const close = { ...weak, hotel_code: 'LONAU', score: 0.9 }
  const found = await show('find_hotels', { hotels: [close, weak] }, { q: 'Hilton Munich' })
  expect(found.summary).toBe('1 hotel found; 1 weak match left out.')
  expect(found.rows).toMatchObject([{ hotel: { hotel_code: 'LONAU' }, match: 'name', score: 0.9 }])
  expect(await whyEmpty('find_hotels', { hotels: [weak] }, { q: 'Hilton Munich' })).toMatch(
    /^No hotel matches "Hilton Munich"\. The most alike is "Hamilton" \(aurelia HILAU, score 0\.2\).* Next: /,
  )
})

test('a place says which one was meant, and which others have its name', async () => {
  const place = { name: 'Atlantis', place_id: 'c1', lat: -33.57, lng: 18.48, country: 'ZA' }
  const other = { name: 'Atlantis', place_id: 'c2', lat: 26.71, lng: -80.1, country: 'US' }
  const view = await show('hotels_around', { place, alternatives: [other] })
  expect(view.summary).toMatch(/of "Atlantis" \(ZA, -33\.57, 18\.48\)\.$/)
  expect([view.place, view.otherPlaces]).toEqual([
    { name_from_source: 'Atlantis', country: 'ZA', lat: -33.57, lng: 18.48, place_id: 'c1' },
    [{ name_from_source: 'Atlantis', country: 'US', lat: 26.71, lng: -80.1, place_id: 'c2' }],
  ])
  for (const tool of ['search_awards', 'plan_trip']) {
    const also = await show(tool, { place, alternatives: [other] })
    expect(also.summary).toContain('"Atlantis" (ZA, -33.57, 18.48)')
    expect(also.otherPlaces).toEqual(view.otherPlaces)
  }
})

test.for([
  ['sold_out', null, /^The hotel is sold out\. Next: .*price_calendar/],
  ['closed', null, /^The hotel is closed on this date\. Next: /],
  ['restricted_los', 3, /at least 3 nights\. Next: ask with a larger `los`\./],
  ['available', null, /no public cash rate\. Next: stay_award/],
  [null, null, /did not say whether there are rooms\. Next: /],
] as const)('a stay without a rate that is %s', async ([status, minLos, why]) => {
  expect(await whyEmpty('stay_price', { rooms: [], status, min_los: minLos })).toMatch(why)
})

test('nights that were never looked at, and a trip that cannot be covered', async () => {
  expect(await whyEmpty('price_history', { nights: [] })).toMatch(/never looked at\. Next: /)
  expect(await whyEmpty('plan_trip', { options: [], nights_unknown: 0 }, { hotels: [] })).toMatch(
    /^No combination .* Next: /,
  )
  expect(await whyEmpty('find_hotels', { hotels: [] }, { q: 'Xyzzy' })).toMatch(
    /^No hotel matches "Xyzzy"\. Next: /,
  )
})
