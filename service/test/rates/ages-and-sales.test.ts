import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AGENCIES, everywhere, type ParityBody } from '../parity/parity-body.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import type { ShopBody } from '../support/answers.ts'
import { type Answer, errorOf, get, post } from '../support/client.ts'
import { type Cell, ended, jobOf, readCells } from '../support/grids.ts'
import { type GatedMarket, inDays, openGatedMarket } from '../support/market.ts'

/** Ages of children and points of sale, as clients and vendors see them. One market for all. */

let market: GatedMarket
let account: TestAccount
let nights = 20

beforeAll(async () => {
  market = await openGatedMarket({ processes: 2, workers: 1, env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})

afterAll(() => market.stop())

/** Every test has nights of its own. */
function freshNight(): string {
  nights += 3
  return inDays(nights)
}

async function ask(path: string, body: object, process = 0): Promise<Answer> {
  return post(market.apis[process]?.url ?? '', `/v1${path}`, account.key, body)
}

async function ok<Body>(path: string, body: object, process = 0): Promise<Body> {
  const answer = await ask(path, body, process)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Body
}

/** What was sent to the sources while `work` ran. */
async function sent(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  market.gate.refuse(({ path, body }) => {
    seen.push(`${decodeURIComponent(path)} ${body}`)
    return false
  })
  await work()
  market.gate.open()
  return seen
}

const CHAIN = { chain: 'castellan', hotel_code: 'UNDERCUT' }
const at = (chain: string) => ({
  chain,
  hotel_code: AGENCIES.includes(chain) ? 'UNDERCUT-castellan' : 'UNDERCUT',
})
const barOf = ({ lowest }: ShopBody) => lowest.bar ?? Number.NaN

/** One source of each family, and how its vendor is told the ages 4 and 9, or of one child without an age. */
const ON_THE_WIRE: [chain: string, aged: string[], plain: string[]][] = [
  ['aurelia', ['childrenAges=4,9', 'childAge=4&childAge=9'], ['childrenAges=8&', 'childAge=8&']],
  [
    'castellan',
    [
      '<GuestCount AgeQualifyingCode="8" Age="4" Count="1"/><GuestCount AgeQualifyingCode="8" Age="9" Count="1"/>',
    ],
    ['<GuestCount AgeQualifyingCode="8" Age="8" Count="1"/>'],
  ],
  ['glasshouse', ['"children":[4,9]'], ['"children":[8]']],
  ['lodgista', ['"children":[4,9]'], ['"children":[8]']],
  ['mapleroom', ['room1.childAges=4,9'], ['room1.childAges=8&']],
  ['ostello', ['occupancy=2-4,9&'], ['occupancy=2-8&']],
  [
    'pillowfare',
    ['{"type":"child","age":4},{"type":"child","age":9}'],
    ['{"type":"adult"},{"type":"child","age":8}]'],
  ],
]

describe('ages of children', () => {
  for (const [chain, aged, plain] of ON_THE_WIRE) {
    test(`reach ${chain}, where a child without an age is 8`, async () => {
      const checkin = freshNight()
      const withAges = await sent(() => ok('/shop', { ...at(chain), checkin, children_ages: [9, 4] }))
      for (const part of aged) expect(withAges.join('\n')).toContain(part)
      const without = await sent(() => ok('/shop', { ...at(chain), checkin, children: 1 }))
      for (const part of plain) expect(without.join('\n')).toContain(part)
    })

    test(`make another price at ${chain}`, async () => {
      const checkin = freshNight()
      const price = async (children: object) =>
        barOf(await ok<ShopBody>('/shop', { ...at(chain), checkin, ...children }))
      const [child, baby, teen] = [
        await price({ children: 1 }),
        await price({ children_ages: [1] }),
        await price({ children_ages: [14] }),
      ]
      expect(baby).toBeLessThan(child)
      expect(teen).toBeGreaterThan(child)
    })
  }

  test('are repeated as they were asked, in any order the same stay', async () => {
    const checkin = freshNight()
    const first = await ok<ShopBody>('/shop', { ...CHAIN, checkin, children_ages: [9, 4], children: 2 })
    expect(first.query).toMatchObject({ children: 2, children_ages: [9, 4] })
    for (const process of [0, 1]) {
      const again = await ok<ShopBody>('/shop', { ...CHAIN, checkin, children_ages: [4, 9] }, process)
      expect([again.cached, again.query['children_ages']]).toEqual([true, [4, 9]])
      const third = await ok<ShopBody>('/shop', { ...CHAIN, checkin, children_ages: [9, 4] }, process)
      expect([third.cached, third.query['children_ages']]).toEqual([true, [9, 4]])
    }
  })

  test('of 8 are those of every child without ages', async () => {
    const checkin = freshNight()
    const plain = await ok<ShopBody>('/shop', { ...CHAIN, checkin, children: 2 })
    expect(plain.query).not.toHaveProperty('children_ages')
    const said = await ok<ShopBody>('/shop', { ...CHAIN, checkin, children_ages: [8, 8] })
    expect([said.cached, said.query['children_ages']]).toEqual([true, [8, 8]])
    const none = await ok<ShopBody>('/shop', { ...CHAIN, checkin, children_ages: [] })
    expect([none.query['children'], none.query['children_ages']]).toEqual([0, []])
  })

  test('are stays of their own in every store', async () => {
    const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
    const checkin = freshNight()
    const range = { from: checkin, to: checkin }
    const [plain, aged] = [{ children: 2 }, { children_ages: [1, 15] }]
    await ok('/shop', { ...hotel, checkin, ...plain })
    const asked = {
      '/shop': { ...hotel, checkin },
      '/calendar': { ...hotel, nights: range },
      '/compset': { hotels: [hotel], checkin },
      '/matrix': { hotels: [hotel], nights: range },
      '/history': { ...hotel, nights: range },
    }
    const cachedOf = async (party: object, process = 0) => {
      const quotes: unknown[] = []
      for (const [path, body] of Object.entries(asked))
        quotes.push(await ok(path, { ...body, ...party, dry_run: true }, process))
      return quotes
    }
    const cached = (one: number) => ({ quote: expect.objectContaining({ cached: one }) as unknown })
    expect(await cachedOf(plain)).toEqual(Array(5).fill(cached(1)))
    expect(await cachedOf(aged)).toEqual(Array(5).fill(cached(0)))
    const shopped = await ok<ShopBody>('/shop', { ...hotel, checkin, ...aged })
    for (const process of [0, 1]) expect(await cachedOf(aged, process)).toEqual(Array(5).fill(cached(1)))
    const { cells } = await ok<{ cells: Cell[] }>('/matrix', { hotels: [hotel], nights: range, ...aged })
    expect(cells).toMatchObject([{ adults: 2, children: 2, rooms: 1, lowest_bar: shopped.lowest.bar }])
    expect(cells[0]).not.toHaveProperty('children_ages')
  })

  test('are kept by jobs, with cells of the columns of all cells', async () => {
    const checkin = freshNight()
    const body = {
      hotels: [at('aurelia'), at('castellan'), at('ostello')],
      nights: { from: checkin, to: checkin },
      children_ages: [14],
    }
    const job = jobOf(await ask('/matrix', body))
    expect(await ended(market.url, account.key, job.id)).toMatchObject({ status: 'done', cells_done: 3 })
    const cells = await readCells(market.url, account.key, job.id)
    const shops = await Promise.all(
      body.hotels.map((hotel) => ok<ShopBody>('/shop', { ...hotel, checkin, children_ages: [14] })),
    )
    expect(cells.map(({ lowest_bar: bar }) => bar)).toEqual(shops.map(barOf))
  })

  test('belong to a watch, and to what it sees', async () => {
    const checkin = freshNight()
    const hotel = { chain: 'castellan', hotel_code: 'DROPS', nights: { from: checkin, to: checkin } }
    const watch = { ...hotel, condition: 'any', webhook_url: 'http://127.0.0.1:9/hook' }
    const aged = await ask('/watches', { ...watch, children_ages: [15, 2] })
    const plain = await ask('/watches', { ...watch, children: 2 })
    const shown = { name: 'Castellan Drops Test Hotel', children: 2, children_ages: [2, 15] }
    expect(aged).toMatchObject({ status: 201, body: shown })
    expect(plain.body).toMatchObject({ children: 2 })
    expect(plain.body).not.toHaveProperty('children_ages')
    const { id } = aged.body as { id: string }
    expect((await get(market.url, `/v1/watches/${id}`, account.key)).body).toMatchObject(shown)
    const seen = async (party: object) =>
      (await ok<{ nights: unknown[] }>('/history', { ...hotel, ...party })).nights.length
    for (const party of [{ children_ages: [2, 15] }, { children: 2 }])
      await expect.poll(() => seen(party), { timeout: 20_000 }).toBe(1)
    expect(await seen({ children_ages: [2, 14] })).toBe(0)
  })

  test('count around a place, in a judgement and in a trip', async () => {
    const checkin = freshNight()
    const hotel = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
    const nome = { lat: 64.5011, lng: -165.4064, radius: 25 }
    const around = { ...nome, chain: 'aurelia', nights: { from: checkin, to: checkin }, fill: 'none' }
    const known = async (party: object, kind: string) =>
      (
        await ok<{ nights: { hotels_known: number }[] }>('/calendar/area', { ...around, ...party, kind })
      ).nights.reduce((sum, night) => sum + night.hotels_known, 0)
    const ages = { children_ages: [13] }
    await ok('/insight', { ...hotel, checkin, ...ages })
    expect([await known(ages, 'cash'), await known(ages, 'award')]).toEqual([1, 1])
    expect([await known({ children: 1 }, 'cash'), await known({ children: 1 }, 'award')]).toEqual([0, 0])
    const search = { ...nome, chains: ['aurelia'], nights: around.nights, fill: 'none' }
    const found = async (party: object) =>
      (await ok<{ hotels: unknown[] }>('/award/search', { ...search, ...party })).hotels.length
    expect([await found(ages), await found({ children: 1 })]).toEqual([1, 0])
    const trip = { hotels: [hotel], checkin, los: 1, fill: 'none' }
    const options = async (party: object) => {
      const { query, options: ways } = await ok<{ query: object; options: unknown[] }>('/trip', {
        ...trip,
        ...party,
      })
      return [query, ways.length]
    }
    expect(await options(ages)).toMatchObject([{ children: 1, ...ages }, 1])
    expect(await options({ children: 1 })).toMatchObject([{ children: 1 }, 0])
  })

  test('that differ never share an answer', async () => {
    const checkin = freshNight()
    const lists = [[0], [1], [7], [8, 9], [9, 9], [8, 8, 9], [0, 17], [17, 17]]
    const shops = await Promise.all(
      lists.map((ages) => ok<ShopBody>('/shop', { ...CHAIN, checkin, children_ages: ages })),
    )
    expect(shops.map(({ cached }) => cached)).toEqual(lists.map(() => false))
  })

  const BAD: [name: string, body: object, message: RegExp][] = [
    ['18 years', { children_ages: [18] }, /`children_ages\.0` must be.* 17/],
    ['a negative age', { children_ages: [-1] }, /`children_ages\.0` must be.* 0/],
    ['half a year', { children_ages: [3.5] }, /`children_ages\.0`.*integer|whole/],
    ['a text', { children_ages: ['4'] }, /`children_ages\.0`/],
    ['11 children', { children_ages: Array(11).fill(8) }, /`children_ages`.* 6/],
    ['no list', { children_ages: 4 }, /`children_ages`/],
    [
      'another number of children',
      { children: 1, children_ages: [4, 9] },
      /`children_ages`.* 1 `children`, not 2/,
    ],
    ['ages of no child', { children: 0, children_ages: [4] }, /`children_ages`.* 0 `children`, not 1/],
    ['children without ages', { children: 2, children_ages: [] }, /`children_ages`.* 2 `children`, not 0/],
  ]

  for (const [name, body, message] of BAD) {
    test(`are refused: ${name}`, async () => {
      const checkin = freshNight()
      const refused = await ask('/shop', { ...CHAIN, checkin, ...body })
      expect(refused).toMatchObject({ status: 400, charged: 0 })
      expect(errorOf(refused).message).toMatch(message)
      const watch = { ...CHAIN, nights: { from: checkin, to: checkin }, condition: 'any' }
      expect(
        await ask('/watches', { ...watch, webhook_url: 'http://127.0.0.1:9/hook', ...body }),
      ).toMatchObject({
        status: 400,
      })
    })
  }
})

describe('a point of sale', () => {
  test('is what each source says that it takes', async () => {
    const { body } = await get(market.url, '/v1/chains', account.key)
    const { chains } = body as { chains: { id: string; point_of_sale: string[] }[] }
    const taken = Object.fromEntries(chains.map(({ id, point_of_sale: fields }) => [id, fields]))
    expect(taken).toMatchObject({
      aurelia: [],
      castellan: ['country'],
      glasshouse: ['country'],
      lodgista: ['country', 'device'],
      mapleroom: ['device'],
      nightdeal: ['country'],
      ostello: ['country', 'device'],
      pillowfare: ['device'],
    })
  })

  const ASKED: [chain: string, sale: object, told: string[]][] = [
    ['castellan', { country: 'DE' }, ['<Source ISOCountry="DE">']],
    ['glasshouse', { country: 'DE' }, ['"guestNationality":"DE"']],
    ['lodgista', { country: 'DE', device: 'mobile' }, ['"country":"de"', '"platform":"mobile"']],
    ['lodgista', { device: 'desktop' }, ['"country":"nl"', '"platform":"desktop"']],
    ['mapleroom', { device: 'mobile' }, ['source=mobileapp']],
    ['ostello', { country: 'DE', device: 'mobile' }, ['country_code=DE', 'sales_channel=mobile_web']],
    ['pillowfare', { device: 'mobile' }, ['"mobile":true']],
  ]

  for (const [chain, sale, told] of ASKED) {
    test(`${JSON.stringify(sale)} reaches ${chain}, is stored apart and makes no cell`, async () => {
      const checkin = freshNight()
      const body = { ...at(chain), checkin }
      const before = await countCells(checkin)
      let shopped: ShopBody | undefined
      const requests = await sent(async () => {
        shopped = await ok<ShopBody>('/shop', { ...body, point_of_sale: sale })
      })
      for (const part of told) expect(requests.join('\n')).toContain(part)
      expect(shopped).toMatchObject({ cached: false, query: { point_of_sale: sale } })
      expect(await countCells(checkin)).toBe(before)

      const plain = await ok<ShopBody>('/shop', body)
      expect(plain).toMatchObject({ cached: false })
      expect(plain.query).not.toHaveProperty('point_of_sale')
      const isAtHome = JSON.stringify(sale) === '{"device":"desktop"}'
      expect((shopped?.lowest.bar ?? 0) < barOf(plain)).toBe(!isAtHome)
      for (const process of [0, 1]) {
        const [again, home] = [
          await ok<ShopBody>('/shop', { ...body, point_of_sale: sale }, process),
          await ok<ShopBody>('/shop', body, process),
        ]
        expect([again.cached, again.lowest.bar, again.query['point_of_sale']]).toEqual([
          true,
          shopped?.lowest.bar,
          sale,
        ])
        expect([home.cached, home.lowest.bar]).toEqual([true, plain.lowest.bar])
      }
    })
  }

  test('is one with the ages, the country and the device', async () => {
    const body = { ...at('lodgista'), checkin: freshNight() }
    const asked = [
      { point_of_sale: { country: 'DE' } },
      { point_of_sale: { country: 'FR' } },
      { point_of_sale: { device: 'mobile' } },
      { point_of_sale: { country: 'DE', device: 'mobile' } },
      { point_of_sale: { country: 'DE' }, children_ages: [4] },
      { point_of_sale: { country: 'DE' }, children_ages: [5] },
      { point_of_sale: {} },
    ]
    for (const sale of asked) expect((await ok<ShopBody>('/shop', { ...body, ...sale })).cached).toBe(false)
    for (const sale of asked) expect((await ok<ShopBody>('/shop', { ...body, ...sale }, 1)).cached).toBe(true)
    expect((await ok<ShopBody>('/shop', body, 1)).cached).toBe(true)
  })

  test('is taken by the path of an agency, with the upstream bodies', async () => {
    const { hotel_code: code } = at('ostello')
    const body = { hotel_code: code, checkin: freshNight(), raw: true, point_of_sale: { country: 'JP' } }
    expect(await ok('/ota/ostello/shop', body)).toMatchObject({ query: { point_of_sale: { country: 'JP' } } })
  })

  test('and ages reach the metasearch engine too', async () => {
    const { body } = await get(market.url, '/v1/chains', account.key)
    const { chains } = body as { chains: { id: string; point_of_sale: string[]; examples: string[] }[] }
    const engine = chains.find(({ id }) => id === 'google_hotels')
    expect(engine).toMatchObject({ point_of_sale: ['country'] })
    const asked = { chain: 'google_hotels', hotel_code: engine?.examples[0], checkin: freshNight() }
    const requests = await sent(() =>
      ok('/shop', { ...asked, children_ages: [9, 0], point_of_sale: { country: 'DE' } }),
    )
    expect(requests.join('\n')).toContain('children_ages=1,9')
    expect(requests.join('\n')).toContain('gl=de')
    expect(await sent(() => ok('/shop', { ...asked, children: 1 }))).toMatchObject([
      expect.stringMatching(/gl=us.*children_ages=8|children_ages=8.*gl=us/),
    ])
  })

  test('in parity skips the agencies that do not take it', async () => {
    const body = {
      ...CHAIN,
      checkin: freshNight(),
      ids: everywhere('UNDERCUT-castellan'),
      point_of_sale: { country: 'DE' },
    }
    const answer = await ask('/parity', body)
    const { query, channels, direct } = answer.body as ParityBody
    expect(query['point_of_sale']).toEqual({ country: 'DE' })
    expect(channels.map(({ channel, skipped }) => [channel, skipped])).toEqual([
      ['lodgista', null],
      ['mapleroom', 'invalid_request'],
      ['nightdeal', null],
      ['ostello', null],
      ['pillowfare', 'invalid_request'],
    ])
    expect(channels[1]?.comparison_note).toContain('mapleroom does not take `point_of_sale.country`')
    expect(answer.charged).toBe(1 + 3 * 2)
    const plain = await ok<ParityBody>('/parity', { ...body, point_of_sale: {} })
    expect(plain.channels.map(({ skipped, cached }) => [skipped, cached])).toEqual(
      AGENCIES.map(() => [null, false]),
    )
    expect(direct.bar).toBeLessThan(plain.direct.bar ?? 0)
  })

  const BAD: [name: string, path: string, body: object, message: RegExp][] = [
    ['another device', '/shop', { device: 'tablet' }, /`point_of_sale\.device`/],
    ['an unknown country', '/shop', { country: 'XX' }, /`point_of_sale\.country`.* XX is not/],
    ['a country in lower case', '/shop', { country: 'de' }, /`point_of_sale\.country`/],
    ['another field', '/shop', { city: 'Rome' }, /city/],
    [
      'a source that takes none',
      '/shop',
      { country: 'DE', chain: 'aurelia' },
      /aurelia .*`point_of_sale\.country`/,
    ],
    ['a chain without it', '/parity', { device: 'mobile' }, /castellan .*`point_of_sale\.device`/],
    ['an endpoint without it', '/award', { country: 'DE' }, /point_of_sale/],
  ]

  for (const [name, path, { chain = 'castellan', ...sale }, message] of BAD as [
    string,
    string,
    { chain?: string },
    RegExp,
  ][]) {
    test(`is refused: ${name}`, async () => {
      const checkin = freshNight()
      const refused = await ask(path, { chain, hotel_code: 'UNDERCUT', checkin, point_of_sale: sale })
      expect(refused).toMatchObject({ status: 400, charged: 0 })
      expect(errorOf(refused).message).toMatch(message)
    })
  }
})

async function countCells(night: string): Promise<number> {
  const { rows } = await market.database.pool.query<{ count: number }>(
    'select (select count(*) from cells where night = $1) + (select count(*) from stays where checkin = $1) as count',
    [night],
  )
  return rows[0]?.count ?? -1
}
