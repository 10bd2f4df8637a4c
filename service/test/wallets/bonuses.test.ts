import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AreaMarket, openAreaMarket } from '../areas/area-market.ts'
import { get, post } from '../support/client.ts'
import { inDays } from '../support/market.ts'
import { type ApiProcess, startApi } from '../support/processes.ts'
import type { TripBody } from '../trip/trip-market.ts'

interface Partner {
  bank: string
  chain: string
  ratio: [number, number]
  step: number
  minimum: number
  bonus: { pct: number; from: string; to: string }[]
}

let market: AreaMarket
let folder: string
/** What the banks say today. */
let said: Partner[]
/** The partner with an offer that runs today. */
let partner: Partner
const opened: ApiProcess[] = []

const runs = ({ from, to }: { from: string; to: string }) => from <= inDays(0) && inDays(0) <= to

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-bonuses-'))
  market = await openAreaMarket()
  said = ((await market.sandbox.control('/banks')) as { transfer_partners: Partner[] }).transfer_partners
  const found = said.find(({ bank, bonus }) => bank === 'meridian' && bonus.some(runs))
  if (!found) throw new Error('meridian has no offer today')
  partner = found
})
afterAll(async () => {
  await Promise.all(opened.map((api) => api.stop('SIGKILL')))
  await market.stop()
  await rm(folder, { recursive: true })
})

/** An installation whose operator has entered these partners. */
async function openWith(name: string, partners: readonly Partner[]): Promise<ApiProcess> {
  const file = join(folder, `${name}.json`)
  await writeFile(file, JSON.stringify({ sources: [], transfer_partners: partners }))
  const api = await startApi(market.database.url, { ...market.sandbox.environment, SOURCES_FILE: file })
  opened.push(api)
  return api
}

const body = (held: number) => ({
  hotels: [{ chain: partner.chain, hotel_code: 'UNDERCUT' }],
  checkin: inDays(40),
  los: 1,
  // A point is worth so little that points are always better than cash.
  point_value: { [partner.chain]: 0.001 },
  wallet: { banks: { meridian: held } },
})

/** The fewest points of the bank that bring at least these, at a bonus. */
function pointsFor({ ratio, step, minimum }: Partner, wanted: number, pct: number) {
  const received = (points: number) => Math.floor((points * ratio[1] * (100 + pct)) / (ratio[0] * 100))
  let points = Math.ceil(minimum / step) * step
  while (received(points) < wanted) points += step
  return { points, received: received(points) }
}

describe('a bonus of a bank', () => {
  test('counts from its first day to its last, and a trip differs by exactly its points', async () => {
    const offer = partner.bonus.find(runs)
    if (!offer) throw new Error('no offer runs today')
    const { body: missing } = await market.ask<TripBody>('/trip', body(1_000_000))
    await market.filled(missing)
    const dated = (from: number, to: number) =>
      said.map((one) =>
        one === partner ? { ...one, bonus: [{ pct: offer.pct, from: inDays(from), to: inDays(to) }] } : one,
      )
    const cases: [string, Partner[], number][] = [
      ['as said', said, offer.pct],
      ['first day', dated(0, 20), offer.pct],
      ['last day', dated(-20, 0), offer.pct],
      ['over', dated(-20, -1), 0],
      ['announced', dated(1, 20), 0],
    ]
    for (const [name, partners, pct] of cases) {
      const api = await openWith(name, partners)
      const { body: listed } = await get(api.url, '/v1/transfers', market.account.key)
      const { transfer_partners: rows } = listed as {
        transfer_partners: (Partner & { bonus_today: number | null })[]
      }
      const row = rows.find(({ bank, chain }) => bank === 'meridian' && chain === partner.chain)
      expect([name, row?.bonus_today ?? 0]).toEqual([name, pct])
      const rich = (await post(api.url, '/v1/trip', market.account.key, body(1_000_000))).body as TripBody
      const block = rich.options[0]?.blocks[0]
      expect([name, block?.pay]).toEqual([name, 'points'])
      const exact = pointsFor(partner, block?.points ?? 0, pct)
      expect(block?.transfers).toEqual([{ bank: 'meridian', chain: partner.chain, ...exact }])
      expect(rich.options[0]?.points).toEqual({ [partner.chain]: exact.received })
      // One step less is not enough for the night.
      const poor = await post(api.url, '/v1/trip', market.account.key, body(exact.points - partner.step))
      const pays = (poor.body as TripBody).options.flatMap(({ blocks }) => blocks.map(({ pay }) => pay))
      expect(pays).not.toContain('points')
    }
    expect(pointsFor(partner, 40_000, offer.pct).points).toBeLessThan(pointsFor(partner, 40_000, 0).points)
  })

  test('as the sandbox tells it, is another one in another month', async () => {
    const until = Date.parse(inDays(0)) + 31 * 86_400_000
    await market.sandbox.control('/time', { now: new Date(until).toISOString() })
    const later = (await market.sandbox.control('/banks')) as { transfer_partners: Partner[] }
    await market.sandbox.control('/time', { offsetMs: 0 })
    const day = new Date(until).toISOString().slice(0, 10)
    const running = later.transfer_partners.find(
      ({ bank, bonus }) => bank === 'meridian' && bonus.some(({ from, to }) => from <= day && day <= to),
    )
    expect(running?.chain).toBeDefined()
    expect(running?.chain).not.toBe(partner.chain)
  })
})
