import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSerpApi, type SerpApi } from '../../service/test/sources/serpapi-vendor.ts'
import { post } from '../../service/test/support/client.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { inDays } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { type Env, runCommand, startCommand } from './run-command.ts'

/**
 * From one SerpApi key to a parity table of a hotel that was found by its name, with the file and the commands of the guide:
 * `serve`, an `export` of what it printed, `hotels`, `parity`.
 */

let vendor: SerpApi
let database: TestDatabase
let server: ReturnType<typeof startCommand>
let banner = ''
let folder: string
let env: Env

beforeAll(async () => {
  vendor = await openSerpApi()
  folder = await mkdtemp(join(tmpdir(), 'vacancy-one-key-'))
  const guide = readFileSync(new URL('../../docs/metasearch-sources.json', import.meta.url), 'utf8')
  const sourcesFile = join(folder, 'sources.json')
  writeFileSync(sourcesFile, guide.replace('https://serpapi.com', vendor.url))
  database = await createTestDatabase()
  server = startCommand(['serve'], {
    SOURCES_FILE: sourcesFile,
    SERPAPI_KEY: vendor.apiKey,
    VACANCY_HOME: folder,
    DATABASE_URL: database.url,
    PORT: '0',
    OPS_PORT: '0',
    FX_URL: 'none',
  })
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      banner += chunk.toString()
    })
  }
  await until(async () => {
    if (server.exitCode !== null) throw new Error(banner)
    return banner.includes('Ctrl-C')
  })
  env = {
    VACANCY_URL: /up at (\S+)/.exec(banner)?.[1] ?? '',
    VACANCY_API_KEY: /vk_[0-9A-Za-z]{36}/.exec(banner)?.[0] ?? '',
    XDG_CONFIG_HOME: folder,
  }
})

afterAll(async () => {
  const ended = once(server, 'exit')
  server.kill()
  await ended
  await database.drop()
  vendor.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the start speaks of no sandbox, and shows a search by name', () => {
  expect(banner).not.toMatch(/sandbox|invented/i)
  expect(banner).toContain(`curl -s '${env['VACANCY_URL']}/v1/hotels/search?q=`)
  expect(banner).toContain('live=google_hotels')
})

test('two more commands lead from a name to a parity table', async () => {
  const found = await runCommand(
    ['hotels', 'Millennium Gloucester London', '--live', 'google_hotels', '--json'],
    env,
  )
  expect(found).toMatchObject({ code: 0 })
  const { hotels } = JSON.parse(found.stdout) as { hotels: Record<'chain' | 'hotel_code' | 'name', string>[] }
  expect(hotels.map(({ chain, hotel_code }) => [chain, hotel_code])).toEqual(
    vendor.tokens.slice(0, 10).map((token) => ['google_hotels', token]),
  )
  const hotel = hotels.find(({ name }) => name === vendor.hotel.name)?.hotel_code ?? ''
  expect(hotel).toBe(vendor.hotel.token)
  const parity = await runCommand(['parity', 'google_hotels', hotel, inDays(30)], env)
  expect(parity).toMatchObject({ code: 0, stderr: expect.stringContaining('1 credit charged') })
  const lines = parity.stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, '  '))
  expect(lines[0]).toContain(vendor.hotel.name)
  const row = (channel: string) => lines.find((line) => line.startsWith(channel))
  expect(row('direct')).toMatch(/USD {2}167\.00 {2}201\.00/)
  expect(row('booking-com')).toMatch(
    /Booking\.com {2}USD {2}168\.00 {2}202\.00 {2}1\.00 {2}\+0\.50 % {2}meet/,
  )
  expect(row('vio-com')).toMatch(/Vio\.com {2}USD {2}151\.00 {2}179\.00 {2}-22\.00 {2}-10\.95 % {2}lose/)
  expect(row('tripening-hotels')).toMatch(/177\.00 {2}204\.00 {2}3\.00 {2}\+1\.49 % {2}win/)
  // Of 44 sellers, five state a price that may be with taxes or without.
  expect(row('wego')).toMatch(/Wego {2}USD {2}182\.00 {2}not compared/)
  expect(parity.stdout).toContain('vio-com undercuts the direct rate by 10.95 %. 5 agencies not compared.')
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
    const { status } = await post(env['VACANCY_URL'] ?? '', `/v1${path}`, key, body)
    expect([path, status]).toEqual([path, 400])
  }
})
