import { expect, test } from 'vitest'
import { readRecorded } from '../../src/http/examples/recorded.ts'
import { isObject, type JsonObject } from '../../src/http/openapi-shape.ts'
import type { FindNearest } from '../../src/mcp/tool.ts'
import { TOOLS } from '../../src/mcp/tools/tools.ts'

const RECORDED = readRecorded()

/** The recorded answer of a tool's route, with some of its fields changed. */
async function whyEmpty(
  name: string,
  changes: JsonObject,
  args: Record<string, unknown> = {},
  findNearest: FindNearest = async () => null,
): Promise<string | undefined> {
  const tool = TOOLS.find((one) => one.name === name)
  const found = RECORDED.find(
    ({ operationId, answer }) => operationId === tool?.operationId && answer.status === 200,
  )
  if (!tool || !found || !isObject(found.answer.body)) throw new Error(`nothing was recorded for ${name}`)
  const view = await tool.show({ ...found.answer.body, ...changes }, { radius: 10, ...args }, findNearest)
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
  expect(await whyEmpty('search_awards', {}, { max_points: 1 })).toMatch(/more than `max_points`\. Next: /)
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
