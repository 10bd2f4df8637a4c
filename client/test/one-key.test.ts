import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NEIGHBOUR, openSerpApi, type SerpApi, TOKEN } from '../../service/test/sources/serpapi-vendor.ts'
import { newAccount } from '../../service/test/support/accounts.ts'
import { post } from '../../service/test/support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { inDays } from '../../service/test/support/market.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { type Env, runCommand } from './run-command.ts'

/** From one SerpApi key to a parity table of a hotel that was found by its name, with the file of the guide. */

let vendor: SerpApi
let database: TestDatabase
let api: ApiProcess
let folder: string
let env: Env

beforeAll(async () => {
  vendor = await openSerpApi()
  folder = await mkdtemp(join(tmpdir(), 'vacancy-one-key-'))
  const guide = readFileSync(new URL('../../docs/metasearch-sources.json', import.meta.url), 'utf8')
  const sourcesFile = join(folder, 'sources.json')
  writeFileSync(sourcesFile, guide.replace('https://serpapi.com', vendor.url))
  database = await createTestDatabase()
  api = await startApi(database.url, { SOURCES_FILE: sourcesFile, SERPAPI_KEY: 'the-key' })
  const { key } = await newAccount(database.pool, 'scale')
  env = { VACANCY_URL: api.url, VACANCY_API_KEY: key, XDG_CONFIG_HOME: folder }
})

afterAll(async () => {
  await api.stop('SIGKILL')
  await database.drop()
  vendor.stop()
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
