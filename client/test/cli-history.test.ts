import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryOf } from '../../service/src/joined.ts'
import { newAccount, readBooks, type TestAccount } from '../../service/test/support/accounts.ts'
import { inDays, type Market, openMarket } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { addQueryCommands } from '../src/cli/commands.ts'
import { percentileBar, sparkline } from '../src/cli/sparkline.ts'
import { type Client, createClient } from '../src/client.ts'
import { helpOf, readExample, runHere, withIds } from './in-process.ts'
import { type Env, runCommand } from './run-command.ts'

const NIGHT = inDays(40)

let market: Market
let account: TestAccount
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-cli-history-'))
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale')
})
afterAll(async () => {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
})

const own = (): Env => ({
  VACANCY_URL: market.url,
  VACANCY_API_KEY: account.key,
  DATABASE_URL: market.database.url,
  XDG_CONFIG_HOME: folder,
})

const vacancy = (...args: string[]) => runHere(args, own())

test('the sandbox makes a past, marked and charged to nobody, and the commands draw it', async () => {
  const books = await readBooks(market.database.pool, account.no)
  const make = ['sandbox', 'history', '--days', '60', '--hotels', '1']
  const made = await runCommand(make, own())
  expect(made).toMatchObject({ code: 0 })
  const [, observations = '0'] = /^Made (\d+) observations of 1 hotel\.\n$/.exec(made.stdout) ?? []
  expect(Number(observations)).toBeGreaterThan(100)
  expect(await runCommand(make, own())).toMatchObject({ stdout: 'Made 0 observations of 0 hotels.\n' })
  expect(await readBooks(market.database.pool, account.no)).toEqual(books)
  const { rows } = await market.database.pool.query(
    'select h.source as chain, h.code as hotel_code from made_pasts m join hotels h on h.id = m.hotel',
  )
  const { chain, hotel_code: code } = rows[0] as { chain: string; hotel_code: string }

  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const nights = { from: inDays(-50), to: inDays(20) }
  const { data: past } = await client.history({ chain, hotel_code: code, nights })
  const { data: status } = await client.getStatus()
  expect(status.made_past).toMatchObject({ hotels: 1, since: expect.stringContaining(inDays(-60)) })
  expect(past.count).toBeGreaterThan(40)
  // Nights of one bucket of lead time are compared, or more where those are too few.
  const { data: insight } = await client.insight({ chain, hotel_code: code, checkin: inDays(10) })
  expect(insight.typical?.nights).toBeGreaterThanOrEqual(7)
  expect(insight.label).not.toBe('unknown')

  const history = await vacancy('history', chain, code, `${inDays(-10)}..${inDays(-5)}`)
  expect(history).toMatchObject({ code: 0 })
  expect(history.stdout).toMatch(/^Night +Price +first +lowest +last +changes/m)
  expect(history.stdout).toMatch(/[▁▂▃▄▅▆▇█·]{24}/)
  expect(history.stdout, 'served like any other past').not.toContain('sandbox')
  const judged = await vacancy('insight', chain, code, inDays(10))
  expect(judged).toMatchObject({ code: 0 })
  expect(judged.stdout).toContain(insight.why)
  expect(judged.stdout).toMatch(/━*[┃●]━*/)
  expect(judged.stdout).toContain('10th percentile, median, 90th')

  const tried = await vacancy(
    'watch',
    'backtest',
    chain,
    code,
    `${inDays(-10)}..${inDays(-5)}`,
    '--when',
    'any',
  )
  expect(tried).toMatchObject({ code: 0 })
  expect(tried.stdout).toMatch(/\d+ events? from \d+ observations?\n$/)
  const asOf = new Date(Date.now() - 8 * 86_400_000).toISOString()
  const grid = await vacancy(
    'matrix',
    `${inDays(-8)}..${inDays(20)}`,
    `${chain}:${code}`,
    '--as-of',
    asOf,
    '--json',
  )
  expect(JSON.parse(grid.stdout).count).toBeGreaterThan(3)
  const set = await vacancy('compset', inDays(40), `${chain}:${code}`, 'castellan:LONCA', '--subject')
  expect(set.stdout).toMatch(/^Market {2}USD /m)
})

test('a sparkline shows the value in force over time, with gaps where there was none', () => {
  const steps = [
    { fromMs: 0, value: 100 },
    { fromMs: 40, value: 200 },
    { fromMs: 70, value: null },
    { fromMs: 80, value: 150 },
  ]
  expect(sparkline(steps, 100, 11)).toBe('▁▁▁▁███·▅▅▅')
  expect(sparkline([{ fromMs: 0, value: 5 }], 0, 3)).toBe('▄▄▄')
  expect(sparkline([], 0, 3)).toBe('···')
})

test('a percentile bar has the middle half, the median, and where the price stands', () => {
  const spread = { p10: 10, p25: 20, median: 30, p75: 40, p90: 50 }
  expect(percentileBar(spread, 45, 41)).toBe('──────────━━━━━━━━━━┃━━━━━━━━━━────●─────')
  expect(percentileBar(spread, 0, 11)).toBe('● ──━━┃━━──'.slice(0, 11))
  expect(percentileBar({ p10: 7, p25: 7, median: 7, p75: 7, p90: 7 }, 7, 5)).toBe('  ●  ')
})

test('feeds are created, listed, changed, rotated and deleted', async () => {
  const body = JSON.stringify({ hotels: [{ chain: 'castellan', hotel_code: 'UNDERCUT' }], checkin: '+7d' })
  const words = ['schedules', 'create', 'Sheet', '--ask', 'compset', '--body', body, '--every', 'day']
  const schedule = (
    await vacancy(...words, '--timezone', 'Europe/London', '--max-credits', '5')
  ).stdout.trim()
  const made = await vacancy('feeds', 'create', 'Morning sheet', schedule, '--columns', 'name,bar')
  expect(made.stdout).toMatch(/^http.*\/v1\/feeds\/\w{32}\.csv\n$/)
  expect(await (await fetch(made.stdout.trim())).text()).toBe('name,bar,observed_at\n')
  const listed = JSON.parse((await vacancy('feeds', '--json')).stdout) as { feeds: { id: string }[] }
  const id = listed.feeds[0]?.id ?? ''
  expect((await vacancy('feeds')).stdout).toContain('Morning sheet')
  expect((await vacancy('feeds', 'change', id, '--format', 'xlsx')).stdout).toMatch(/\.xlsx\n$/)
  const rotated = await vacancy('feeds', 'rotate', id)
  expect(rotated.stdout).toMatch(/\.xlsx\n$/)
  expect((await fetch(made.stdout.trim())).status).toBe(404)
  expect(await vacancy('feeds', 'delete', id)).toMatchObject({ code: 0, stdout: `${id} was deleted.\n` })
  expect((await vacancy('schedules', 'delete', schedule)).code).toBe(0)
})

test('bookings are followed, changed, closed, imported and exported', async () => {
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data: endpoint } = await client.createEndpoint({ kind: 'webhook', url: 'https://example.com/hook' })
  expect((await vacancy('bookings')).stdout).toContain('No bookings')
  const stay = ['bookings', 'create', 'castellan', 'LONCA', inDays(60), '--los', '2', '--room', 'Deluxe King']
  expect(await vacancy(...stay)).toMatchObject({ code: 2, stderr: expect.stringContaining('--paid') })
  const paid = ['--paid', '310.5', '--currency', 'GBP', '--refundable', '--cancel-by', inDays(55)]
  const told = ['--endpoint', endpoint.id, '--reference', 'File 1']
  const made = await vacancy(...stay, ...paid, ...told)
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^bkg_\w+\n$/) })
  const id = made.stdout.trim()
  const { data: booking } = await client.getBooking({ id })
  expect(booking).toMatchObject({
    reference: 'File 1',
    room_name: 'Deluxe King',
    paid: { amount: 310.5, currency: 'GBP', basis: 'after_tax' },
    endpoints: [endpoint.id],
  })
  expect((await vacancy('bookings', '--search', 'file 1')).stdout).toMatch(/File 1 .*310\.50 GBP.*watching/)
  const changed = await vacancy(
    'bookings',
    'change',
    id,
    '--paid',
    '290',
    '--min-saving',
    '10',
    '--meal',
    'breakfast',
  )
  expect(changed.stdout).toMatch(/290\.00 GBP[^]*Booked: Deluxe King, breakfast, refundable/)
  expect(await vacancy('bookings', 'change', id)).toMatchObject({ code: 2 })
  expect((await vacancy('bookings', 'close', id)).stdout).toContain('closed')
  expect((await vacancy('bookings', 'reopen', id)).stdout).toContain('watching')

  const file = join(folder, 'guests.csv')
  expect(await vacancy('bookings', 'export', '-o', file)).toMatchObject({ code: 0 })
  const [head = '', row = ''] = (await readFile(file, 'utf8')).trim().split('\r\n')
  const second = row.replace('File 1', 'File 2')
  await writeFile(file, [head, second, second.replace('290', 'much')].join('\n'))
  const bad = await vacancy('bookings', 'import', file)
  expect(bad).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Line 3: `paid_amount`.*\nNothing was imported/),
  })
  await writeFile(file, [head, second, second.replace('castellan', 'nowhere')].join('\n'))
  const partly = await vacancy('bookings', 'import', file)
  expect(partly).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Line 3: `chain`[^]*1 booking followed, 1 refused/),
  })
  await writeFile(file, [head, second].join('\n'))
  expect(await vacancy('bookings', 'import', file, '--check')).toMatchObject({ code: 0 })
  expect((await vacancy('bookings', 'import', file)).stdout).toContain('File 2')
  const { data: listed } = await client.listBookings({ sort: 'reference' })
  expect(listed.bookings.map(({ reference }) => reference)).toEqual(['File 1', 'File 2'])
  expect(await vacancy('bookings', 'delete', id)).toMatchObject({ code: 0, stdout: `${id} was deleted.\n` })
  expect(await vacancy('bookings', 'show', id)).toMatchObject({ code: 2 })
})

test('a wallet is saved, shown and used by its name, with the partners of its bank', async () => {
  const nothing = await vacancy('wallet')
  expect(nothing.stdout).toContain('No wallet is saved')
  const saved = await vacancy('wallet', 'set', '--points', 'aurelia=50000', '--bank', 'meridian=60000')
  expect(saved).toMatchObject({ code: 0, stdout: '50,000 aurelia points\n60,000 points at meridian\n' })
  const where = ['trip', 'aurelia:UNDERCUT', inDays(33), '1', '--fill', 'none', '--wallet', 'saved']
  const trip = await vacancy(...where, '--json')
  expect(JSON.parse(trip.stdout)).toMatchObject({
    query: { wallet: { points: { aurelia: 50_000 }, banks: { meridian: 60_000 } } },
  })
  expect(await vacancy(...where, '--points', 'aurelia=1')).toMatchObject({ code: 2 })
  const { stdout } = await vacancy('transfers')
  expect(stdout).toMatch(/^meridian +brightwater +1:2 +1,000 +1,000/m)
})

test('boards are quoted, fetched, shown, shared, and deleted', async () => {
  const hotels = ['castellan:UNDERCUT', 'castellan:LONCA']
  const made = await vacancy(
    'sets',
    'create',
    'My London',
    ...hotels,
    '--subject',
    'castellan:UNDERCUT',
    '--json',
  )
  const { id: set } = JSON.parse(made.stdout) as { id: string }
  const make = ['boards', 'make', set, '+50d..+52d', '--currency', 'GBP']
  expect((await vacancy(...make, '--dry-run')).stdout).toContain('6')
  expect(await vacancy(...make, '--max-credits', '1')).toMatchObject({ code: 3, stdout: '' })
  expect(await vacancy('boards', 'make', set, 'soon')).toMatchObject({
    code: 2,
    stderr: 'vacancy: Write the nights as +1d..+60d or 2027-03-01..2027-03-31, not soon.\n',
  })
  expect((await vacancy('boards')).stdout).toMatch(/^No boards\./)
  const begun = await vacancy(...make)
  expect(begun).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/6\/6 cells\n6 credits spent by job_\w+\n$/),
  })
  expect(begun.stdout).toMatch(/^Night +cheapest +median +highest +rank +index\n(.* GBP .*1\/2 .*\n){3}/)
  expect(begun.stdout).toMatch(/Mean rank 1 of 2, rate index [\d.]+\.\n$/)

  const listed = await vacancy('boards')
  const [id = ''] = /brd_\w+/.exec(listed.stdout) ?? []
  expect(listed.stdout).toContain('My London  market  +50d..+52d')
  expect(await vacancy('boards', 'show', id)).toMatchObject({ code: 0, stdout: begun.stdout })
  const share = ['boards', 'share', id, '--ends-at']
  expect(await vacancy(...share, '2099-12-31T00:00:00Z')).toMatchObject({ code: 2, stdout: '' })
  const link = (await vacancy(...share, `${inDays(30)}T00:00:00Z`)).stdout.trim()
  const shared = () => fetch(link.replace('/shared/', '/v1/boards/shared/'))
  expect((await shared()).status).toBe(200)
  expect((await vacancy('boards')).stdout).toMatch(/yes\n$/)
  expect((await vacancy('boards', 'unshare', id)).stdout).toBe('The board is no longer shared.\n')
  expect((await shared()).status).toBe(404)

  const parity = ['boards', 'make', set, '+50d..+51d', '--parity']
  expect((await vacancy(...parity)).stderr).toContain(
    'No listing of castellan UNDERCUT at an agency is known.',
  )
  await vacancy('ids', 'castellan', 'UNDERCUT')
  const compared = await vacancy(...parity)
  expect(compared).toMatchObject({ code: 0, stderr: expect.stringContaining('10 credits spent') })
  expect(compared.stdout).toMatch(/^Night +direct +.*\n(.* USD .* -10\.00 %.*\n){2}/)
  expect(compared.stdout).toContain('10 comparisons: 10 lose, 0 meet, 0 win\n')
  expect(await vacancy('boards', 'delete', id)).toMatchObject({ code: 0, stdout: `${id} was deleted.\n` })
})

/** Not of use in a test: they ask people, wait for ever, print a script, or need a mail server. */
const ALONE =
  /^ {2}\$ vacancy (?:login|mcp|completion|listen|events --follow|endpoints create (?:email|slack))/
/** It changes a watch of another condition than the other examples do. */
const OF_UNDERCUT = 'watch change wat_… --channel ostello'
/** Longer ones are only quoted. */
const CHEAP = 2

test('every example of the help works, and costs at most what it says', { timeout: 120_000 }, async () => {
  const { key } = await newAccount(market.database.pool, 'scale', { rps: 1000 })
  const env = { VACANCY_URL: market.url, VACANCY_API_KEY: key, XDG_CONFIG_HOME: folder }
  const ids = await idsFor(createClient({ baseUrl: market.url, apiKey: key }))
  await writeFile(join(folder, 'guests.csv'), GUESTS)
  const program = new Command('vacancy')
  await addQueryCommands(program)
  const commands = [...program.commands, ...program.commands.flatMap((command) => command.commands)]
  const lines = commands.flatMap((command) => helpOf(command).split('\n'))
  const shown = lines.filter(
    (line) => line.startsWith('  $ vacancy') && !ALONE.test(line) && !line.includes(OF_UNDERCUT),
  )
  // What others need comes first, and what ends things last.
  const orderOf = (line: string) =>
    / wallet set /.test(line) ? 0 : / (?:delete|cancel|close|rotate|--no-subject)\b/.test(line) ? 2 : 1
  const examples = [...new Set(shown.toSorted((a, b) => orderOf(a) - orderOf(b)))]
  expect(examples.length).toBeGreaterThan(90)
  const asked = examples.map(readExample).map(({ line, words, cost }) => {
    const args = words.map((word) => (FILE.test(word) ? join(folder, word) : word))
    const takes = commandOf(program, args).options.some(({ long }) => long === '--dry-run')
    return { line, cost, args, isQuoted: takes && !/--dry-run|--no-resolve|export job_/.test(line) }
  })
  const wrong: unknown[] = []
  // Before anything is cached.
  for (const { line, args, cost, isQuoted } of asked) {
    if (!isQuoted) continue
    const { code, stdout, stderr } = await runHere(quoting(withIds(args, ids)), env)
    if (code !== 0 || mostOf(stdout) > allowed(line, cost)) wrong.push([line, stderr, mostOf(stdout)])
  }
  for (const { line, args, cost, isQuoted } of asked) {
    if (isQuoted && (cost > CHEAP || line.includes('set_…'))) continue
    const { code, stdout, stderr } = await runHere(withIds(args, ids), env)
    if (code !== 0 || chargeOf(stderr) > allowed(line, cost)) wrong.push([line, stderr, chargeOf(stderr)])
    // What one example makes, others name.
    for (const [id, kind = ''] of stdout.matchAll(/\b([a-z]{3})_\w{22}\b/g))
      if (!ids.has(kind)) ids.set(kind, id)
  }
  expect(wrong).toEqual([])
})

function quoting(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  return args.toSpliced(end < 0 ? args.length : end, 0, '--dry-run')
}

/** What a set costs depends on its hotels, and a finished job says again what it cost. */
function allowed(line: string, cost: number): number {
  return /set_…|job_…/.test(line) ? Number.POSITIVE_INFINITY : cost
}

const FILE = /\.(?:csv|jsonl|json|parquet|xlsx)$/
const GUESTS = `chain,hotel_code,checkin,los,room_name,refundable,meal_plan,paid_amount,paid_basis,paid_currency,cancel_by
aurelia,NEWAU,${inDays(30)},2,Deluxe King,true,room_only,310,after_tax,USD,${inDays(28)}
`

/** One of everything that examples name. */
async function idsFor(client: Client): Promise<Map<string, string>> {
  const hotel = { chain: 'aurelia', hotel_code: 'LONAU' }
  const hotels = [hotel, { chain: 'castellan', hotel_code: 'UNDERCUT' }]
  const { data: set } = await client.createSet({ name: 'Two', hotels, subject: hotel })
  const nights = { from: '+40d', to: '+40d' }
  await client.putWallet({ points: { aurelia: 120_000 } })
  // Found by its name as soon as an answer has named it, and at agencies once its ids are known.
  await client.shop({ ...hotel, checkin: NIGHT })
  await client.hotelIds({ chain: hotel.chain, code: hotel.hotel_code })
  await until(async () => {
    const { data: found } = await client.searchHotels({ q: 'Aurelia London Observatory' })
    return found.hotels.some(({ hotel_code: code }) => code === hotel.hotel_code)
  })
  const { data: made } = await client.makeBoard({ set: set.id, kind: 'market', nights, timezone: 'UTC' })
  const { data: endpoint } = await client.createEndpoint({ kind: 'webhook', url: 'https://example.com/hook' })
  await client.testEndpoint({ id: endpoint.id })
  const { data: schedule } = await client.createSchedule({
    name: 'Each day',
    ask: 'matrix',
    body: { set: set.id, nights: { from: '+1d', to: '+2d' } },
    every: 'day',
    at: '06:30',
    timezone: 'UTC',
    max_credits: 5,
  })
  const stay = { ...hotel, nights: { from: inDays(200), to: inDays(200) }, endpoints: [endpoint.id] }
  const { data: watch } = await client.createWatch({ ...stay, condition: 'rebook', rebook: { paid: 300 } })
  const { data } = await client.listEvents({ limit: 1 })
  return new Map(
    Object.entries({
      evt: data.events[0]?.id ?? '',
      set: set.id,
      brd: made.board.id,
      job: made.job.id,
      end: endpoint.id,
      sch: schedule.id,
      wat: watch.id,
    }),
  )
}

function commandOf(program: Command, [first, second]: readonly string[]): Command {
  const top = program.commands.find((command) => command.name() === first) ?? program
  return top.commands.find((command) => command.name() === second) ?? top
}

/** Of a quote, as text or as JSON. */
function mostOf(stdout: string): number {
  if (stdout.startsWith('{'))
    return (JSON.parse(stdout) as { quote: { credits_max: number } }).quote.credits_max
  return Number(/^(?:[\d.,]+ to )?([\d.,]+) credits?:/.exec(stdout)?.[1]?.replaceAll(',', '') ?? Number.NaN)
}

function chargeOf(stderr: string): number {
  return Number(/^([\d.,]+) credits? (?:charged|spent)/m.exec(stderr)?.[1]?.replaceAll(',', '') ?? 0)
}

test('a shell completes commands and options, and asks the server what else a command takes', async () => {
  const { stdout } = await runCommand(['completion', 'bash'], own())
  const entry = { NODE: process.execPath, ENTRY: entryOf('vacancy') }
  const completeAt = async (env: Env, ...words: string[]) => {
    const given = words.map((word) => `'${word}'`).join(' ')
    const script = `vacancy() { "$NODE" "$ENTRY" "$@"; }
${stdout}
COMP_WORDS=(${given}); COMP_CWORD=${words.length - 1}; _vacancy; echo "\${COMPREPLY[@]}"`
    const child = spawn('bash', ['-c', script], { env: { ...process.env, ...own(), ...entry, ...env } })
    return (await text(child.stdout)).trim()
  }
  const complete = (...words: string[]) => completeAt({}, ...words)
  expect(await complete('vacancy', 'ca')).toBe('calendar')
  expect(await complete('vacancy', 'acc')).toBe('access accounts')
  expect(await complete('vacancy', 'comple')).toBe('completion')
  expect(await complete('vacancy', 'jobs', 'ca')).toBe('cancel')
  expect(await complete('vacancy', 'watch', 'ch')).toBe('change')
  expect(await complete('vacancy', 'watch', 'change', 'wat_1', '--pa')).toBe('--paid')
  expect(await complete('vacancy', 'shop', 'aur')).toBe('aurelia')
  expect(await complete('vacancy', 'shop', 'aurelia', 'X', '--ad')).toBe('--adults')
  expect(await complete('vacancy', 'export', '--format', 'j')).toBe('jsonl')
  // Only what the command takes: an agency has no points, and the code of a hotel is no name.
  expect(await complete('vacancy', 'shop', 'lodg')).toBe('lodgista')
  expect(await complete('vacancy', 'award', 'lodg')).toBe('')
  expect(await complete('vacancy', 'parity', '--channels', 'lodg')).toBe('lodgista')
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const hotels = [{ chain: 'castellan', hotel_code: 'UNDERCUT' }]
  const { data: set } = await client.createSet({ name: 'Completed', hotels })
  expect((await complete('vacancy', 'sets', 'show', 'set_')).split(' ')).toContain(set.id)

  // Without an answer it is quiet, and offers what comes with the product.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const away = { VACANCY_URL: `http://127.0.0.1:${port}` }
  expect(await completeAt(away, 'vacancy', 'shop', 'aur')).toBe('aurelia')
  expect(await completeAt(away, 'vacancy', 'sets', 'show', 'set_')).toBe('')
  silent.closeAllConnections()
  silent.close()
})
