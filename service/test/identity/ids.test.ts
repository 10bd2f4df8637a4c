import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWorld } from '../../../sandbox/src/world/create.ts'
import { newAccount, readBooks } from '../support/accounts.ts'
import { errorOf } from '../support/client.ts'
import { type IdentityMarket, openIdentityMarket } from './identity-market.ts'

const AGENCIES = ['lodgista', 'mapleroom', 'nightdeal', 'ostello', 'pillowfare']
const ALL = ['google', 'google_hotels', ...AGENCIES]
const DAY = 86_400
const world = createWorld({ seed: 1, now: Date.now })

let market: IdentityMarket

beforeAll(async () => {
  market = await openIdentityMarket()
})
afterAll(() => market.stop())
afterEach(async () => {
  await market.sandbox.control('/reset', {})
})

/** What an agency really calls a chain's hotel. */
function listed(agency: string, chain: string, code: string): string | undefined {
  const is = { source: chain, code }
  return world
    .listings(agency)
    .find(({ chainHotel }) => chainHotel.source === is.source && chainHotel.code === is.code)?.code
}

function reasons(unresolved: { source: string; reason: string }[]): Record<string, string> {
  return Object.fromEntries(unresolved.map(({ source, reason }) => [source, reason]))
}

test('a hotel is looked for once: found ids cost 1 credit, and from then on nothing', async () => {
  const first = await market.look('aurelia/NEWSF/ids')
  expect(first).toMatchObject({ credits: 1, body: { chain: 'aurelia', hotel_code: 'NEWSF', unresolved: [] } })
  expect(first.body).not.toHaveProperty('mapped_to')
  expect(Object.keys(first.body.ids)).toEqual(ALL)
  for (const agency of AGENCIES) expect(first.body.ids[agency]?.id).toBe(listed(agency, 'aurelia', 'NEWSF'))
  const entity = world.entities(first.body.ids['google_hotels']?.id ?? '', 1)[0]
  expect(first.body.ids['google']?.id).toBe(entity?.placeId)
  // What the engine links is taken from there, the rest from the agencies' own searches.
  for (const agency of AGENCIES) {
    const isLinked = entity?.partners[agency] !== undefined
    expect(first.body.ids[agency]).toMatchObject(
      isLinked ? { method: 'cross_link', confidence: 0.85 } : { method: 'typeahead', confidence: 0.9 },
    )
  }
  const asked = await market.allRequests()
  expect(await market.look('aurelia/NEWSF/ids')).toEqual({ credits: 0, body: first.body })
  expect(await market.allRequests()).toBe(asked)
})

test('each id says what speaks for it', async () => {
  const { body } = await market.look('aurelia/NEWSF/ids')
  for (const { method, name_score, distance_km, evidence } of Object.values(body.ids)) {
    expect(evidence.name_similarity).toBe(name_score)
    expect(evidence.metres).toBe(distance_km === null ? null : Math.round(distance_km * 1000))
    expect(evidence.why).toMatch(method === 'cross_link' ? /links to this id/ : /^The names .* m apart\.$/)
    expect(evidence.agrees).toContain('name')
  }
})

test('the directory tells which parts of the address agree', async () => {
  const { pool } = market.database
  const { body } = await market.look('aurelia/NEWSF/ids')
  const describe = (source: string, code: string | undefined, address: string, city: string) =>
    pool.query(
      `insert into hotels as h (source, code, name, address, city, postal_code, country) values ($1, $2, 'A hotel', $3, $4, null, 'US')
       on conflict (source, code) do update set address = $3, city = $4, postal_code = null, country = 'US'`,
      [source, code, address, city],
    )
  await describe('aurelia', 'NEWSF', '12 Rue de l’Église', 'New York')
  await describe('lodgista', body.ids['lodgista']?.id, '12, RUE DE L’EGLISE', 'Brooklyn')
  const { ids } = (await market.look('aurelia/NEWSF/ids')).body
  const { agrees, differs } = ids['lodgista']?.evidence ?? { agrees: [], differs: [] }
  expect(agrees).toEqual(expect.arrayContaining(['address', 'country']))
  expect(differs).toContain('city')
  expect([...agrees, ...differs]).not.toContain('postal_code')
})

test('only the requested sources are shown, in that order; without resolve no source is asked', async () => {
  const asked = await market.allRequests()
  const { body, credits } = await market.look('castellan/UNDERCUT/ids?resolve=0&sources=ostello,google')
  expect({ credits, ids: body.ids }).toEqual({ credits: 0, ids: {} })
  expect(body.unresolved).toEqual([
    { source: 'ostello', reason: 'not_tried', retry_after: null },
    { source: 'google', reason: 'not_tried', retry_after: null },
  ])
  expect(await market.allRequests()).toBe(asked)

  const found = await market.look('castellan/UNDERCUT/ids?sources=ostello')
  expect(found).toMatchObject({ credits: 1, body: { unresolved: [] } })
  expect(Object.keys(found.body.ids)).toEqual(['ostello'])
  // The links of one page were kept as a whole.
  expect(await market.look('castellan/UNDERCUT/ids?sources=lodgista,pillowfare')).toMatchObject({
    credits: 0,
    body: { ids: { lodgista: { id: 'UNDERCUT-castellan' }, pillowfare: { id: 'UNDERCUT-castellan' } } },
  })
})

test('a name that was not found is not tried again for 7 days', async () => {
  const first = await market.look('brightwater/SOLDOUT/ids')
  expect(first.credits).toBe(1)
  expect(Object.keys(first.body.ids)).toEqual(['google', 'google_hotels'])
  expect(reasons(first.body.unresolved)).toEqual(Object.fromEntries(AGENCIES.map((id) => [id, 'no_match'])))
  const asked = await market.allRequests()
  const again = await market.look('brightwater/SOLDOUT/ids')
  expect(again.credits).toBe(0)
  expect(reasons(again.body.unresolved)).toEqual(Object.fromEntries(AGENCIES.map((id) => [id, 'suppressed'])))
  expect(await market.allRequests()).toBe(asked)
  const now = (await market.clock.now()).getTime()
  for (const { retry_after: retryAfter } of again.body.unresolved) {
    const days = (Date.parse(retryAfter ?? '') - now) / (DAY * 1000)
    expect([days > 6.9, days <= 7]).toEqual([true, true])
  }
  expect(first.body.unresolved.map(({ retry_after: at }) => at)).toEqual(
    again.body.unresolved.map(({ retry_after: at }) => at),
  )

  await market.clock.forward(7 * DAY)
  expect(await market.look('brightwater/SOLDOUT/ids?sources=nightdeal')).toMatchObject({
    credits: 1,
    body: { unresolved: [{ source: 'nightdeal', reason: 'no_match' }] },
  })
})

test('a hotel that was renamed is looked for at once', async () => {
  await market.look('brightwater/CLOSED/ids?sources=ostello')
  expect((await market.look('brightwater/CLOSED/ids?sources=ostello')).credits).toBe(0)
  await market.database.pool.query(
    "update hotels set name = 'Brightwater Shut' where source = 'brightwater' and code = 'CLOSED'",
  )
  expect((await market.look('brightwater/CLOSED/ids?sources=ostello')).credits).toBe(1)
})

test('after a rate-limit page the search engine is left alone for 30 minutes, while agencies are asked', async () => {
  await market.sandbox.control('/sources/google_hotels', { fault: '429' })
  const first = await market.look('dunmore/UNDERCUT/ids')
  expect(first.credits).toBe(1)
  expect(Object.keys(first.body.ids)).toEqual(AGENCIES)
  for (const agency of AGENCIES) {
    expect(first.body.ids[agency]).toMatchObject({
      id: 'UNDERCUT-dunmore',
      method: 'typeahead',
      confidence: 0.9,
    })
  }
  expect(reasons(first.body.unresolved)).toEqual({ google: 'parked', google_hotels: 'parked' })
  const now = (await market.clock.now()).getTime()
  const minutes = (Date.parse(first.body.unresolved[0]?.retry_after ?? '') - now) / 60_000
  expect([minutes > 25, minutes <= 30]).toEqual([true, true])

  await market.sandbox.control('/reset', {})
  const parked = await market.look('dunmore/UNDERCUT/ids')
  expect(parked).toMatchObject({ credits: 0, body: { unresolved: first.body.unresolved } })
  expect([await market.requests('google'), await market.requests('google_hotels')]).toEqual([0, 0])

  await market.clock.forward(30 * 60)
  await expect
    .poll(async () => Object.keys((await market.look('dunmore/UNDERCUT/ids')).body.ids), { timeout: 20_000 })
    .toEqual(ALL)
})

test('a resolution in which no source answered is free and is retried', async () => {
  for (const source of ALL) await market.sandbox.control(`/sources/${source}`, { fault: '500' })
  const failed = await market.look('evergrand/UNDERCUT/ids')
  expect(failed).toMatchObject({ credits: 0, body: { ids: {} } })
  expect(reasons(failed.body.unresolved)).toEqual(Object.fromEntries(ALL.map((id) => [id, 'source_failed'])))
  await market.sandbox.control('/reset', {})
  expect((await market.look('evergrand/UNDERCUT/ids')).credits).toBe(1)
})

test("an agency's hotel is that of its chain, with the ids at the other sources", async () => {
  const { body, credits } = await market.look('ostello/UNDERCUT-harborline/ids')
  expect(credits).toBe(1)
  expect(body.mapped_to).toEqual({ chain: 'harborline', hotel_code: 'UNDERCUT' })
  expect(Object.keys(body.ids)).toEqual(ALL.filter((id) => id !== 'ostello'))
  expect(await market.look('ostello/UNDERCUT-harborline/ids')).toEqual({ credits: 0, body })
  expect((await market.look('harborline/UNDERCUT/ids?sources=ostello')).body.ids['ostello']).toMatchObject({
    id: 'UNDERCUT-harborline',
    confidence: 0.9,
  })
})

test('a listing whose chain cannot be asked is mapped as soon as the chain’s hotel is known', async () => {
  // Its chain has no search by place, and the hotel was never requested.
  const first = await market.look('nightdeal/UNDERCUT-foxhollow/ids?sources=google')
  expect(first.body).toMatchObject({ mapped_to: null, ids: {}, unresolved: [{ source: 'google' }] })
  expect(first.credits).toBe(0)
  await market.look('foxhollow/UNDERCUT/ids?sources=pillowfare')
  expect((await market.look('nightdeal/UNDERCUT-foxhollow/ids?sources=google')).body.mapped_to).toEqual({
    chain: 'foxhollow',
    hotel_code: 'UNDERCUT',
  })
})

test('an id belongs to one hotel: the better match has it, and what an administrator set stays', async () => {
  const { pool } = market.database
  const claim = (source: string, method: string, confidence: number) =>
    pool.query(
      `insert into hotel_ids values ('juniper', 'OTHER', $1, 'UNDERCUT-kestrel', $3, $2, 2.5, 1, ledger_now())`,
      [source, method, confidence],
    )
  await claim('lodgista', 'typeahead', 0.5)
  await claim('ostello', 'admin', 1)
  const { body } = await market.look('kestrel/UNDERCUT/ids')
  expect(body.ids['lodgista']?.id).toBe('UNDERCUT-kestrel')
  expect(body.ids).not.toHaveProperty('ostello')
  expect(body.unresolved).toMatchObject([{ source: 'ostello', reason: 'no_match' }])
  const { rows } = await pool.query("select source, id from hotel_ids where chain = 'juniper'")
  expect(rows).toEqual([{ source: 'ostello', id: 'UNDERCUT-kestrel' }])
  expect(market.apis[0]?.log()).toContain('two hotels matched the same id')
})

test('pages of the search engine are at least 3 seconds apart, however many ask at once', async () => {
  const { pool } = market.database
  await pool.query('create table granted (at timestamptz)')
  await pool.query(
    `create function note_page() returns trigger language plpgsql as
     $$ begin insert into granted values (new.next_page_at); return new; end $$`,
  )
  await pool.query(
    'create trigger note_pages after update of next_page_at on search_pace for each row execute function note_page()',
  )
  const codes = ['SOLDOUT', 'CLOSED', 'MINLOS3', 'FLAPS', 'DROPS', 'AWARDFLAP']
  await Promise.all(codes.map((code) => market.ask(`ivyrow/${code}/ids`)))
  const { rows } = await pool.query<{ at: Date }>('select at from granted order by at')
  const pages = (await market.requests('google')) + (await market.requests('google_hotels'))
  expect([rows.length, rows.length >= codes.length]).toEqual([pages, true])
  const gaps = rows.slice(1).map(({ at }, index) => at.getTime() - (rows[index]?.at.getTime() ?? 0))
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(3000)
})

test.for([
  ['aurelia/UNKNOWN/ids', 404, 'hotel_not_found', 'aurelia'],
  ['castellan/REFUSED/ids', 503, 'source_unavailable', 'castellan'],
  ['nowhere/NEWSF/ids', 400, 'invalid_request', 'chain'],
  ['aurelia/..%2F/ids', 400, 'invalid_request', 'code'],
  ['aurelia/NEWSF/ids?sources=lodgista,expedia', 400, 'invalid_request', 'expedia'],
  ['aurelia/NEWSF/ids?sources=lodgista,lodgista', 400, 'invalid_request', 'twice'],
  ['aurelia/NEWSF/ids?sources=', 400, 'invalid_request', 'sources'],
  ['aurelia/NEWSF/ids?resolve=2', 400, 'invalid_request', 'resolve'],
  ['aurelia/NEWSF/ids?live=1', 400, 'invalid_request', 'live'],
] as const)('%s is %i %s', async ([path, status, code, named]) => {
  const answer = await market.ask(path)
  expect([answer.status, answer.charged]).toEqual([status, 0])
  expect(errorOf(answer)).toMatchObject({ code, message: expect.stringContaining(named) })
})

test('without credits no source is asked, but the map still answers', async () => {
  const { pool } = market.database
  const poor = await newAccount(pool, 'free', { credits: 0.5 })
  const asked = await market.allRequests()
  const answer = await market.ask('juniper/UNDERCUT/ids', poor.key)
  expect([answer.status, errorOf(answer).code]).toEqual([429, 'quota_exceeded'])
  expect(await market.allRequests()).toBe(asked)
  expect((await market.ask('aurelia/NEWSF/ids', poor.key)).status).toBe(200)
  expect(await readBooks(pool, poor.no)).toMatchObject({ used: 0, held: 0, lineCount: 0 })
})
