import { beforeAll, describe, expect, test } from 'vitest'
import type { TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { inDays, type Market } from '../support/market.ts'
import { until } from '../support/until.ts'
import type { Agent, Outcome } from './agents.ts'

interface World {
  market: Market
  account: TestAccount
  agent: Agent
}

interface Chain {
  id: string
  kind: string
  shop_credits: number
  compset_hotel_credits: number
  calendar_night_credits: number
  native_batch: boolean
  award_points: boolean
}

interface Priced {
  tool: string
  args: Record<string, unknown>
  /** The words about prices that its description must have, by what `GET /chains` says. */
  says(chains: readonly Chain[]): string[]
  /** What the call is charged. */
  charge(of: (id: string) => Chain): number
}

const HOTEL = { chain: 'aurelia', hotel_code: 'UNDERCUT' }
const STAY = { ...HOTEL, checkin: inDays(210) }
const NIGHTS = { from: inDays(220), to: inDays(222) }
const LISBON = { q: 'Lisbon', chains: ['castellan'] }
const CACHED = 'times 0.25 from the cache'

const shop = ({ shop_credits: credits }: Chain) => credits
const compset = ({ compset_hotel_credits: credits }: Chain) => credits
const hasPoints = ({ award_points: points }: Chain) => points
const cachedNight = ({ calendar_night_credits: credits }: Chain) => credits / 4
const cell = (chain: Chain) => (chain.native_batch ? compset(chain) : shop(chain))

/** In the order of the calls: later ones read what earlier ones have fetched. */
const CASES: readonly Priced[] = [
  {
    tool: 'stay_price',
    args: STAY,
    says: (all) => [span(all, shop), CACHED],
    charge: (of) => shop(of('aurelia')),
  },
  {
    tool: 'stay_price',
    args: STAY,
    says: () => [CACHED],
    charge: (of) => shop(of('aurelia')) * 0.25,
  },
  {
    tool: 'price_history',
    args: { ...HOTEL, nights: { from: STAY.checkin, to: STAY.checkin } },
    says: (all) => [`${span(all, cachedNight)} per night`],
    charge: (of) => cachedNight(of('aurelia')),
  },
  {
    tool: 'price_calendar',
    args: { ...HOTEL, nights: NIGHTS },
    says: (all) => [`${span(all, shop)} per night`, CACHED],
    charge: (of) => 3 * shop(of('aurelia')),
  },
  {
    tool: 'compare_hotels',
    args: { hotels: [HOTEL, { ...HOTEL, chain: 'castellan' }], checkin: inDays(310) },
    says: (all) => [`${span(all, compset)} per hotel`, CACHED, 'at least 1.'],
    charge: (of) => compset(of('aurelia')) + compset(of('castellan')),
  },
  {
    tool: 'compare_hotels',
    args: { hotels: [HOTEL], checkin: inDays(311) },
    says: () => ['at least 1.'],
    charge: () => 1,
  },
  {
    tool: 'check_parity',
    args: { ...HOTEL, checkin: inDays(213), channels: ['lodgista'] },
    says: (all) => [
      `${span(all, shop)} for the hotel`,
      `${span(
        all.filter(({ kind }) => kind === 'ota'),
        shop,
      )} per agency`,
      'and 1 if ids must be found',
    ],
    charge: (of) => shop(of('aurelia')) + shop(of('lodgista')) + 1,
  },
  {
    tool: 'is_good_price',
    args: { ...HOTEL, checkin: inDays(214) },
    says: (all) => [span(all, shop), CACHED, 'with `outlook` plus 0.5'],
    charge: (of) => shop(of('aurelia')) + 0.5,
  },
  {
    tool: 'is_good_price',
    args: { ...HOTEL, checkin: inDays(215), outlook: false },
    says: () => ['plus 0.25,'],
    charge: (of) => shop(of('aurelia')) + 0.25,
  },
  {
    tool: 'stay_award',
    args: { ...HOTEL, checkin: inDays(216) },
    says: (all) => [span(all.filter(hasPoints), shop), CACHED],
    charge: (of) => shop(of('aurelia')),
  },
  { tool: 'hotels_around', args: LISBON, says: () => ['1 credit per chain', CACHED], charge: () => 1 },
  { tool: 'hotels_around', args: LISBON, says: () => [CACHED], charge: () => 0.25 },
  {
    tool: 'search_awards',
    args: { ...LISBON, nights: NIGHTS },
    says: (all) => [
      '1 credit per chain',
      `${span(all.filter(hasPoints), cachedNight)} per listed night, at most 1 per hotel`,
      'at least 1.',
    ],
    charge: () => 1,
  },
  {
    tool: 'best_award_value',
    args: { chains: ['castellan'], country: 'IS' },
    says: (all) => [`${span(all.filter(hasPoints), cachedNight)} per listed hotel, at least 1,`],
    charge: () => 1,
  },
  {
    tool: 'plan_trip',
    args: { hotels: [HOTEL], checkin: NIGHTS.from, los: 1, wallet: { points: { aurelia: 1000 } } },
    says: (all) => ['1 credit, ', `${span(all, cachedNight)} per listed night`],
    charge: (of) => 1 + cachedNight(of('aurelia')),
  },
]

/** For `mcp.test.ts`, which has the market. */
export function describePrices(world: () => World): void {
  describe('the prices in the descriptions', () => {
    let chains: Chain[]
    let descriptions: ReadonlyMap<string, string>

    beforeAll(async () => {
      const { market, account, agent } = world()
      chains = ((await get(market.url, '/v1/chains', account.key)).body as { chains: Chain[] }).chains
      descriptions = new Map((await agent.tools()).map(({ name, description = '' }) => [name, description]))
    })

    const of = (id: string): Chain => {
      const chain = chains.find((one) => one.id === id)
      if (!chain) throw new Error(`there is no ${id}`)
      return chain
    }

    test.each(CASES)('$tool costs what it says', async ({ tool, args, says, charge }) => {
      for (const words of says(chains)) expect(descriptions.get(tool)).toContain(words)
      const { structuredContent: told } = await world().agent.call(tool, { ...args, max_credits: 50 })
      expect(told?.credits.charged).toBeCloseTo(charge(of), 3)
    })

    test('start_grid reserves and is charged what it says', async () => {
      const { market, account, agent } = world()
      const words = descriptions.get('start_grid')
      expect(words).toContain(`${span(chains, cell)} per cell`)
      expect(words).toContain(`in points ${span(chains.filter(hasPoints), shop)}`)
      const grid = { hotels: [HOTEL], nights: { from: inDays(230), to: inDays(232) } }
      for (const [kind, price] of [
        ['cash', 3 * cell(of('aurelia'))],
        ['award', 3 * shop(of('aurelia'))],
      ] as const) {
        const quoted = await agent.call('start_grid', { ...grid, kind, dry_run: true })
        expect(quoted.structuredContent?.quote?.credits_max).toBeCloseTo(price, 3)
        const started = await agent.call('start_grid', { ...grid, kind, max_credits: 50 })
        const id = started.structuredContent?.jobs?.[0]?.job_id ?? textOf(started)
        const job = async () => {
          const { body } = await get(market.url, `/v1/jobs/${id}`, account.key)
          return body as { status: string; credits_spent: number }
        }
        await until(async () => (await job()).status === 'done')
        expect((await job()).credits_spent).toBeCloseTo(price, 3)
      }
    })

    test('a refresh of a watch or a booking is charged what their tools say', async () => {
      const { market, account, agent } = world()
      const words = descriptions.get('watch_price')
      expect(words).toContain(`${span(chains, (chain) => cell(chain) / 4)} per night`)
      expect(words).toContain(`in points ${span(chains.filter(hasPoints), shop)} times 0.25`)
      expect(descriptions.get('follow_booking')).toContain(
        `each refresh costs ${span(chains, (chain) => shop(chain) / 4)}`,
      )
      const hook = { kind: 'webhook', url: 'https://example.com/hook' }
      const { body } = await post(market.url, '/v1/endpoints', account.key, hook)
      const endpoints = [(body as { id: string }).id]
      const watched = { ...HOTEL, nights: NIGHTS, endpoints, condition: 'any' }
      const booked = {
        ...HOTEL,
        checkin: inDays(225),
        room_name: 'Deluxe King',
        refundable: true,
        meal_plan: 'room_only',
        paid: { amount: 300, currency: 'USD', basis: 'after_tax' },
        cancel_by: inDays(220),
        endpoints,
      }
      for (const [tool, args, price] of [
        ['watch_price', watched, (3 * cell(of('aurelia'))) / 4],
        ['watch_price', { ...watched, kind: 'award' }, (3 * shop(of('aurelia'))) / 4],
        ['follow_booking', booked, shop(of('aurelia')) / 4],
      ] as const) {
        const made = await agent.call(tool, args)
        const [id] = /(?:wat|bkg)_\w+/.exec(textOf(made)) ?? [textOf(made)]
        const charges = async () => {
          const page = await get(market.url, '/v1/usage/lines?limit=1000', account.key)
          const { lines } = page.body as { lines: { watch_id: string | null; credits: number }[] }
          return lines.filter(({ watch_id: by }) => by === id).map(({ credits }) => credits)
        }
        expect(id).toMatch(/^(?:wat|bkg)_\w+$/)
        await until(async () => (await charges()).length > 0)
        expect((await charges())[0]).toBeCloseTo(price, 3)
      }
    })

    test('every tool that can cost something says how much', async () => {
      const paid = (await world().agent.tools()).filter(
        ({ inputSchema }) => 'dry_run' in (inputSchema as { properties: object }).properties,
      )
      const tried = new Set([...CASES.map(({ tool }) => tool), 'start_grid'])
      expect(paid.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
    })

    test('a search for awards fits the usual limit, or one line says what would', async () => {
      const { agent } = world()
      const nights = { from: inDays(240), to: inDays(244) }
      const chainsOf = (...ids: string[]) => ({ q: 'Porto', chains: ids, nights })
      expect(textOf(await agent.call('search_awards', chainsOf('castellan', 'aurelia')))).not.toContain(
        'max_credits',
      )
      const many = chainsOf('castellan', 'aurelia', 'brightwater', 'evergrand', 'dunmore')
      expect(textOf(await agent.call('search_awards', { ...many, q: 'Faro' }))).toMatch(
        /Next: Call again with `max_credits` [\d.]+, or name fewer `chains`, set a lower `limit`/,
      )
    })
  })
}

function textOf({ content }: Outcome): string {
  return content.map(({ text }) => text).join('\n')
}

/** The price of most sources, and the range if it differs. */
function span(chains: readonly Chain[], price: (chain: Chain) => number): string {
  const prices = chains.map(price).toSorted((a, b) => a - b)
  const times = (value: number) => prices.filter((one) => one === value).length
  const [usual = 0] = prices.toSorted((a, b) => times(b) - times(a) || a - b)
  const words = `${usual} ${usual === 1 ? 'credit' : 'credits'}`
  return prices[0] === prices.at(-1) ? words : `usually ${words} (${prices[0]} to ${prices.at(-1)})`
}
