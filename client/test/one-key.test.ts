import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../service/test/support/accounts.ts'
import { post } from '../../service/test/support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { inDays } from '../../service/test/support/market.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { type Env, runCommand } from './run-command.ts'

/** From one SerpApi key to a parity table of a hotel that was found by its name, with the file of the guide. */

const TOKEN = 'ChoIzLSnreLp1cT3ARoNL2cvMTFnMDQ3cl9sZxAB'
const figure = (lowest: number, before: number) => ({
  lowest: `$${lowest}`,
  extracted_lowest: lowest,
  before_taxes_fees: `$${before}`,
  extracted_before_taxes_fees: before,
})
const offer = (source: string, lowest: number, before: number, more: object = {}) => ({
  source,
  link: `https://www.google.com/travel/clk?pc=AA80Osz&ap=1`,
  num_guests: 2,
  rate_per_night: figure(lowest, before),
  total_rate: figure(lowest, before),
  ...more,
})
const HEAD = {
  type: 'hotel',
  name: 'Radisson Hotel Goa Candolim',
  property_token: TOKEN,
  gps_coordinates: { latitude: 15.5094806, longitude: 73.7678848 },
}
const NEIGHBOUR = { ...HEAD, name: 'Novotel Goa Candolim', property_token: 'ChkI0fCcv9Xp1sSjARoML2cvMXRoa' }
/** The prices of a page of 2025, as the vendor published it. */
const PAGE = {
  ...HEAD,
  featured_prices: [
    offer('Priceline', 87, 78, { rooms: [{ name: 'Standard Room - Non-Refundable', ...offer('', 87, 78) }] }),
  ],
  prices: [
    offer('Radisson Hotel Goa Candolim', 136, 116, { official: true, num_guests: 3 }),
    offer('Booking.com', 87, 78),
    offer('Cleartrip.com', 99, 80),
    offer('Traveloka.com', 123, 105),
  ],
}

let vendor: Server
let database: TestDatabase
let api: ApiProcess
let folder: string
let env: Env

beforeAll(async () => {
  vendor = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor')
    const { api_key: key, ...echoed } = Object.fromEntries(searchParams)
    const answer = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (pathname !== '/search.json') return answer(404, { error: 'The requested resource does not exist.' })
    if (key !== 'the-key') return answer(401, { error: 'Invalid API key.' })
    const page = echoed['property_token'] === undefined ? { properties: [HEAD, NEIGHBOUR] } : PAGE
    return answer(200, { search_metadata: { status: 'Success' }, search_parameters: echoed, ...page })
  })
  await new Promise<void>((resolve) => {
    vendor.listen(0, '127.0.0.1', resolve)
  })
  folder = await mkdtemp(join(tmpdir(), 'vacancy-one-key-'))
  const guide = readFileSync(new URL('../../docs/metasearch-sources.json', import.meta.url), 'utf8')
  const sourcesFile = join(folder, 'sources.json')
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  writeFileSync(sourcesFile, guide.replace('https://serpapi.com', address))
  database = await createTestDatabase()
  api = await startApi(database.url, { SOURCES_FILE: sourcesFile, SERPAPI_KEY: 'the-key' })
  const { key } = await newAccount(database.pool, 'scale')
  env = { VACANCY_URL: api.url, VACANCY_API_KEY: key, XDG_CONFIG_HOME: folder }
})

afterAll(async () => {
  await api.stop()
  await database.drop()
  vendor.close()
  await rm(folder, { recursive: true, force: true })
})

test('two commands lead from a name to a parity table', async () => {
  const found = await runCommand(['hotels', 'Radisson Goa', '--live', 'google_hotels', '--json'], env)
  expect(found).toMatchObject({ code: 0 })
  const { hotels } = JSON.parse(found.stdout) as { hotels: { chain: string; hotel_code: string }[] }
  expect(hotels.map(({ chain, hotel_code }) => [chain, hotel_code])).toEqual([
    ['google_hotels', TOKEN],
    ['google_hotels', NEIGHBOUR.property_token],
  ])
  const parity = await runCommand(['parity', 'google_hotels', hotels[0]?.hotel_code ?? '', inDays(30)], env)
  expect(parity).toMatchObject({ code: 0, stderr: expect.stringContaining('credit') })
  expect(parity.stderr).toContain('1 credit charged')
  const lines = parity.stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))
  expect(lines[0]).toContain('Radisson Hotel Goa Candolim')
  const row = (channel: string) => lines.find((line) => line.startsWith(channel))
  expect(row('direct')).toMatch(/USD {2}116\.00 {2}136\.00/)
  expect(row('booking-com')).toMatch(/Booking\.com.*78\.00 {2}87\.00.*-49\.00.*lose/)
  expect(row('priceline')).toMatch(/Priceline.*-49\.00.*lose/)
  expect(row('cleartrip-com')).toMatch(/-37\.00.*lose/)
  expect(row('traveloka-com')).toMatch(/-13\.00.*lose/)
})

test('calls about chains and agencies, of which there are none, are refused', async () => {
  const stay = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(30) }
  const key = env['VACANCY_API_KEY'] ?? ''
  for (const [path, body] of [
    ['/award', stay],
    ['/ota/lodgista/shop', { hotel_code: '1', checkin: inDays(30) }],
    ['/shop', stay],
    ['/calendar/area', { q: 'London', chain: 'aurelia', nights: { from: inDays(30), to: inDays(31) } }],
  ] as const) {
    const { status } = await post(api.url, `/v1${path}`, key, body)
    expect([path, status]).toEqual([path, 400])
  }
})
