import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../../service/test/support/accounts.ts'
import { inDays, type Market, openMarket } from '../../service/test/support/market.ts'
import type { Finished } from '../../service/test/support/processes.ts'
import { until } from '../../service/test/support/until.ts'
import { addQueryCommands } from '../src/cli/commands.ts'
import { createClient, type Watch } from '../src/client.ts'
import { helpOf, runHere } from './in-process.ts'
import { type Env, runCommand, startCommand } from './run-command.ts'

let market: Market
let account: TestAccount
let folder: string

const NIGHT = inDays(40)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vacancy-cli-'))
  market = await openMarket({ workers: 1, env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
  account = await newAccount(market.database.pool, 'scale')
})

afterAll(async () => {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
})

function own(): Env {
  return {
    VACANCY_URL: market.url,
    VACANCY_API_KEY: account.key,
    XDG_CONFIG_HOME: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
}

function vacancy(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Env; input?: string } = {},
): Promise<Finished> {
  return runHere(args, { ...own(), ...env }, input)
}

test('shop prints an aligned table without colours into a pipe, and what it cost beside it', async () => {
  const { code, stdout, stderr } = await runCommand(['shop', 'aurelia', 'LONAU', NIGHT, '--los', '2'], own())
  expect(code).toBe(0)
  expect(stderr).toMatch(/^1 credit charged, [\d,.]+ left\n$/)
  expect(stdout).not.toContain('\u001B')
  const [title, stay, , head = '', ...rows] = stdout.split('\n')
  expect(title).toBe('Aurelia London Observatory, London GB  aurelia:LONAU')
  expect(stay).toMatch(/, 2 nights, 2 adults: available, live$/)
  expect(head).toMatch(/^Room and rate +GBP\/night +after tax .*Terms$/)
  const flexible = rows.find((row) => row.startsWith('  Flexible Rate')) ?? ''
  const edge = head.indexOf('GBP/night') + 'GBP/night'.length
  expect(flexible.slice(0, edge)).toMatch(/\d+\.\d{2}$/)
  expect(stdout).toMatch(/^Lowest {2}GBP [\d.]+ public, /m)
})

test('--json prints the answer as the service gave it, and nothing else', async () => {
  const asked = ['shop', 'aurelia', 'LONAU', NIGHT, '--los', '2', '--json']
  const { code, stdout, stderr } = await runCommand(asked, own())
  expect([code, stderr]).toEqual([0, ''])
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  const { data } = await client.shop({ chain: 'aurelia', hotel_code: 'LONAU', checkin: NIGHT, los: 2 })
  expect(JSON.parse(stdout)).toEqual({ ...data, cache_age_sec: expect.any(Number) })
})

/** Which nights have a price depends on the day. */
const SHOWN = '(\\d+\\.\\d{2}|sold out|closed|min \\d+ nights)'

test('--dry-run quotes, --max-credits refuses, neither spends', async () => {
  const asked = ['calendar', 'castellan', 'LONCA', `${inDays(50)}..${inDays(52)}`]
  const quote = await vacancy([...asked, '--dry-run'])
  expect(quote).toMatchObject({ code: 0, stdout: '0 to 3 credits: 3 units live, 0 units cached\n' })
  const refused = await vacancy([...asked, '--max-credits', '2'])
  expect(refused).toMatchObject({ code: 3, stdout: '' })
  expect(refused.stderr).toContain('max_credits')
  const calendar = await vacancy([...asked, '--max-credits', '3'])
  expect(calendar.stdout).toMatch(new RegExp(`^${inDays(51)} \\w{3} +${SHOWN}`, 'm'))
  expect(calendar.stderr).toMatch(/^3 credits charged/)
})

test('ids --no-resolve asks no source and costs nothing, for any number of hotels', async () => {
  const { no, key } = await newAccount(market.database.pool, 'scale')
  const env = { VACANCY_API_KEY: key }
  const before = await market.allRequests()
  const known = ['ids', 'aurelia', 'LONAU', 'NEWAU', '--no-resolve']
  const shown = await vacancy([...known, '--max-credits', '1'], { env })
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^aurelia:LONAU\n[^]*\n\naurelia:NEWAU\n[^]*not tried/)
  const told = await vacancy([...known, '--json'], { env })
  const records = told.stdout.trim().split('\n')
  expect(records.map((line) => (JSON.parse(line) as { hotel_code: string }).hotel_code)).toEqual([
    'LONAU',
    'NEWAU',
  ])
  for (const beside of [['--webhook', 'https://example.com/hook'], ['--dry-run']]) {
    expect(await vacancy([...known, ...beside], { env })).toMatchObject({ code: 2, stdout: '' })
  }
  expect(await market.allRequests()).toBe(before)
  expect((await vacancy(['jobs'], { env })).stdout).toBe('No jobs.\n')
  expect(await readBooks(market.database.pool, no)).toMatchObject({ used: 0, held: 0 })
})

test('ids explain says why an id was taken, or how to look for one, and costs nothing', async () => {
  const { no, key } = await newAccount(market.database.pool, 'scale')
  const env = { VACANCY_API_KEY: key }
  const unknown = await vacancy(['ids', 'explain', 'aurelia', 'NEWAU', 'lodgista'], { env })
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toContain('No id of aurelia:NEWAU at lodgista is known.')
  await market.database.pool.query(
    `insert into hotel_ids (chain, hotel_code, source, id, confidence, method, distance_km, name_score, resolved_at)
     values ('aurelia', 'NEWAU', 'lodgista', '4711', 0.9, 'typeahead', 0.124, 1, ledger_now())`,
  )
  const told = await vacancy(['ids', 'explain', 'aurelia', 'NEWAU', 'lodgista'], { env })
  expect(told).toMatchObject({ code: 0, stderr: '' })
  expect(told.stdout).toContain('aurelia:NEWAU is lodgista:4711, with a confidence of 0.9.')
  expect(told.stdout).toContain('The names have the same words. The coordinates are 124 m apart.')
  expect(told.stdout).toContain('Alike: name, coordinates. Different: nothing.')
  expect(await readBooks(market.database.pool, no)).toMatchObject({ used: 0, held: 0 })
  await market.database.pool.query("delete from hotel_ids where hotel_code = 'NEWAU'")
})

test.each([
  [['area', 'Lisbon', NIGHT, '--fill', 'stale'], 'For one night, `--fill missing` fetches everything'],
  [['export', 'job_1', 'aurelia:LONAU'], 'A job is exported as it is'],
  [['export', 'job_1', '--dry-run'], 'A job is exported as it is'],
  [['export', NIGHT, 'aurelia:LONAU', '--json'], '`--format jsonl`'],
  [
    [
      'watch',
      'create',
      'aurelia',
      'LONAU',
      NIGHT,
      '--when',
      'any',
      '--webhook',
      'https://a.example',
      '--paid',
      '9',
    ],
    '--paid does not apply to the condition any',
  ],
] as const)(
  '%j is refused before anything is asked, because part of it could not be kept',
  async (args, message) => {
    const { no, key } = await newAccount(market.database.pool, 'scale')
    const ended = await vacancy(args, { env: { VACANCY_API_KEY: key } })
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) as string })
    expect(await readBooks(market.database.pool, no)).toMatchObject({ used: 0, held: 0, watches: 0 })
  },
)

test('trip fetches what is missing, then draws the best ways to pay', async () => {
  const { key } = await newAccount(market.database.pool, 'scale')
  const env = { VACANCY_API_KEY: key }
  const args = ['trip', 'aurelia:UNDERCUT', NIGHT, '2', '--points', 'aurelia=80000', '--value', 'aurelia=0.4']
  const quote = await vacancy([...args, '--dry-run'], { env })
  expect(quote).toMatchObject({ code: 0, stdout: expect.stringContaining('credits') as string })
  const first = await vacancy([...args, '--no-wait'], { env })
  expect(first.stdout).toContain('No way to pay for all nights is known.\n2 nights of hotels are not known')
  const ids = [...first.stderr.matchAll(/vacancy jobs wait (job_\w+)/g)].map(([, id]) => id ?? '')
  expect(ids.length).toBe(2)
  for (const id of ids) await vacancy(['jobs', 'wait', id], { env })
  const { code, stdout, stderr } = await vacancy(args, { env })
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('charged') as string })
  // Two nights at 192.00, or at 40,000 points worth 160.00.
  expect(stdout).toContain('#1  320.00 USD, saves 64.00')
  expect(stdout).toMatch(/\n {4}\[ [P+] {3}[P+]\]\n/)
  expect(stdout).toContain('$ cash   P points')
  const again = await vacancy(['trip', 'again', ...ids, '--points', 'aurelia=10000'], { env })
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('#1  384.00 USD') as string })
  expect(again.stderr).not.toContain('charged')
  for (const bad of [
    ['--points', 'aurelia'],
    ['--cert', 'aurelia'],
    ['--points', 'aurelia=x'],
  ]) {
    expect(await vacancy(['trip', 'London', NIGHT, '2', ...bad], { env })).toMatchObject({ code: 2 })
  }
})

test('a budget limits what a trip fetches, and what is left out is said', async () => {
  const { key } = await newAccount(market.database.pool, 'scale')
  const env = { VACANCY_API_KEY: key }
  const args = ['trip', 'aurelia:NEWAU', inDays(95), '3']
  const { code, stdout, stderr } = await vacancy([...args, '--fill-budget', '0.2'], { env })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('No way to pay') as string })
  expect(stderr).toContain('Not fetched: 2 nights of 1 hotel (aurelia). Repeat the command to fetch on;')
  const whole = await vacancy([...args, '--fill', 'stale'], { env })
  expect(whole.stdout).toContain('#1  ')
  expect(whole.stderr).not.toContain('Not fetched')
})

test('a limit alone means the lines of the usage', async () => {
  await vacancy(['shop', 'aurelia', 'NEWAU', NIGHT])
  const { stdout } = await vacancy(['usage', '--limit', '1'])
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^At \(UTC\) +Endpoint/),
    expect.stringContaining(' shop '),
  ])
})

test('a watch is changed where options say so, and stays as it is elsewhere', async () => {
  const asked = ['watch', 'create', 'aurelia', 'LONAU', inDays(120), '--webhook', 'http://127.0.0.1:9/hook']
  const create = async (...more: string[]) => (await vacancy([...asked, ...more])).stdout.split('\n')[0] ?? ''
  const rebook = await create('--when', 'rebook', '--paid', '180', '--min-saving', '5')
  const change = async (id: string, ...more: string[]) => {
    const changed = await vacancy(['watch', 'change', id, ...more, '--json'])
    return JSON.parse(changed.stdout) as Watch
  }
  const webhook = 'http://127.0.0.1:9/other'
  expect(await change(rebook, '--every', '6h', '--paid', '165', '--webhook', webhook)).toMatchObject({
    refresh_sec: 21_600,
    webhook_url: webhook,
    rebook: { paid: 165, basis: 'bar', min_saving_pct: 5 },
    status: 'active',
  })
  expect(await change(rebook, '--basis', 'member')).toMatchObject({
    rebook: { paid: 165, basis: 'member', min_saving_pct: 5 },
  })
  const shown = await vacancy(['watch', 'change', rebook, '--min-saving', '7.5', '--every', '6h'])
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/rebook 7\.5 % below 165\.00 +6 h [^]*\n\nEvents go to .*\/other\n$/)

  const points = await create('--when', 'points_lte', '--award', '--points', '20000')
  expect(await change(points, '--points', '30000')).toMatchObject({ points_lte: 30_000 })
  const sold = [
    '--when',
    'undercut',
    '--channel',
    'lodgista',
    '--channel-code',
    'UNDERCUT-aurelia',
    '--min-pct',
    '2',
  ]
  const undercut = await create(...sold, '--like-for-like')
  const rooms = async (...more: string[]) => (await change(undercut, ...more)).undercut?.like_for_like
  expect(await rooms('--every', '6h')).toBe(true)
  expect(await rooms('--no-like-for-like')).toBe(false)
  for (const [wrong, message] of [
    [[points], 'Nothing to change.'],
    [[points, '--basis', 'bar'], '--basis does not apply to the condition points_lte'],
    [[rebook, '--paid', '1', '--min-pct', '2'], '--min-pct does not apply to the condition rebook'],
    [[points, '--paid', '150'], 'points_lte'],
    [[points, '--like-for-like'], '`undercut` belongs to `condition` undercut'],
    [['wat_unknown', '--every', '1h'], 'wat_unknown'],
  ] as const) {
    const refused = await vacancy(['watch', 'change', ...wrong])
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) as string })
  }
  expect((await vacancy(['watch', 'refresh', points, '--dry-run'])).stdout).toMatch(/^[\d.]+ (to|credit)/)
})

test('lists that are shown in part say so', async () => {
  const { key } = await newAccount(market.database.pool, 'scale')
  const env = { VACANCY_API_KEY: key }
  const client = createClient({ baseUrl: market.url, apiKey: key })
  const night = inDays(130)
  for (const hotel of ['LONAU', 'NEWAU']) {
    await client.shop({ chain: 'aurelia', hotel_code: hotel, checkin: night })
    await client.matrix({
      chain: 'aurelia',
      hotel_codes: [hotel],
      nights: { from: inDays(140), to: inDays(140) },
    })
  }
  for (const list of ['usage', 'jobs']) {
    expect((await vacancy([list, '--limit', '1'], { env })).stderr).toContain('There are more. Use --limit')
    expect((await vacancy([list, '--limit', '1', '--json'], { env })).stderr).toBe('')
    expect((await vacancy([list, '--limit', '1000'], { env })).stderr).toBe('')
  }
  const near = await vacancy(['hotels', '51.5,-0.1', '--chains', 'aurelia', '--limit', '1'], { env })
  expect(near.stderr).toContain('These are the nearest 1. There may be more')
})

test.each([
  [['shop', 'aurelia', 'LONAU'], 2, 'Write a date as YYYY-MM-DD'],
  [['shop', 'nobody', 'LONAU', NIGHT], 2, '`chain` must be one of'],
  [['shpo'], 2, "unknown command 'shpo'"],
  [['watch', 'creat'], 2, 'Did you mean `vacancy watch create`?'],
  [['jobs', 'stop'], 2, 'Available: show, wait, cells, export, cancel, market, parity.'],
  [['endpoints', 'list'], 2, '`vacancy endpoints` alone lists them.'],
  [['events', 'redelivr', 'evt_1'], 2, 'Did you mean `vacancy events redeliver`?'],
  [['shop', 'aurelia', 'UNKNOWN', NIGHT], 1, '`vacancy hotels NAME` finds them'],
  [['shop', 'aurelia', 'REFUSED', NIGHT], 4, 'Nothing was charged.'],
] as const)('%j ends with %i and says what to do', async (args, code, message) => {
  const ended = await vacancy(args)
  expect(ended).toMatchObject({ code, stdout: '' })
  expect(ended.stderr).toContain(message)
})

test('over the quota it ends with 3, and points to the usage', async () => {
  const poor = await newAccount(market.database.pool, 'free', { credits: 0.5 })
  const ended = await vacancy(['shop', 'aurelia', 'LONAU', inDays(41)], {
    env: { VACANCY_API_KEY: poor.key },
  })
  expect(ended.code).toBe(3)
  expect(ended.stderr).toContain('`vacancy usage` shows what is left')
})

test('what is not for sale is marked in every table', async () => {
  const compset = await vacancy(['compset', NIGHT, 'aurelia:LONAU,SOLDOUT,CLOSED,MINLOS3,UNKNOWN'])
  const notes = compset.stdout.split('\n').slice(3, 8)
  expect(notes.map((line) => line.replace(/^\S+ +(?:Aurelia (?:\S+ )+ *)?/, ''))).toEqual([
    expect.stringMatching(/^GBP +\d/),
    'sold out',
    'closed',
    'min 3 nights',
    'hotel not found',
  ])
})

test('a grid waits for its job with plain lines where there is no terminal, then shows hotels side by side', async () => {
  const range = `${inDays(80)}..${inDays(81)}`
  const grid = await vacancy(['matrix', range, 'aurelia:LONAU,SOLDOUT', 'castellan:LONCA'])
  expect(grid.code).toBe(0)
  expect(grid.stderr).toMatch(/job_\w+ done: 6\/6 cells\n2\.8 credits spent by job_\w+\n$/)
  const [head, first] = grid.stdout.split('\n')
  expect(head).toMatch(/^Night +aurelia:LONAU GBP +aurelia:SOLDOUT \w+ +castellan:LONCA \w+$/)
  expect(first).toMatch(new RegExp(`^${inDays(80)} \\w{3} +${SHOWN} +sold out +${SHOWN}$`))

  const file = join(folder, 'grid.csv')
  await vacancy(['export', range, 'aurelia:LONAU', '-o', file])
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4)
  const [job] = (await vacancy(['jobs', '--limit', '1'])).stdout.match(/job_\w+/) ?? []
  const lines = (await vacancy(['export', job ?? '', '--format', 'jsonl'])).stdout.trim().split('\n')
  expect(lines).toHaveLength(6)
})

test('Ctrl-C leaves the job running and says how to come back', async () => {
  const child = startCommand(['matrix', `${inDays(90)}..${inDays(99)}`, 'castellan:SLOW'], own())
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  await until(async () => said.includes('running'))
  child.kill('SIGINT')
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(130)
  const [, id = ''] = /Return to it with `vacancy jobs wait (job_\w+)`/.exec(said) ?? []
  const back = await vacancy(['jobs', 'wait', id, '--json'])
  expect(back.code).toBe(0)
  expect(JSON.parse(back.stdout)).toMatchObject({ id, status: 'done', cells_done: 10 })
})

test('a reader who has seen enough is no error', async () => {
  const child = startCommand(['export', `${inDays(80)}..${inDays(81)}`, 'aurelia:LONAU'], own())
  child.stdout.destroy()
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(0)
})

test('login checks the key and keeps it for its owner alone; logout forgets it', async () => {
  const none = { VACANCY_API_KEY: '', VACANCY_URL: '' }
  expect((await vacancy(['usage'], { env: none })).stderr).toContain('Run `vacancy login`')

  const login = ['login', '--url', market.url, '--key', '-']
  const wrong = await runCommand(login, { ...own(), ...none }, 'vk_wrong\n')
  expect(wrong.code).toBe(1)
  const file = join(folder, 'vacancy', 'credentials.json')
  await expect(stat(file)).rejects.toThrow('ENOENT')

  const right = await vacancy(login, { env: none, input: `${account.key}\n` })
  expect(right).toMatchObject({ code: 0, stdout: expect.stringContaining('plan scale') })
  expect(`${right.stdout}${right.stderr}`).not.toContain(account.key)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await vacancy(['usage'], { env: none })).stdout).toContain('scale, 100 requests per second')

  expect((await vacancy(['logout'], { env: none })).code).toBe(0)
  await expect(stat(file)).rejects.toThrow('ENOENT')
})

test('every hotel in the examples of the help exists', async () => {
  const program = new Command('vacancy')
  await addQueryCommands(program)
  const commands = [...program.commands, ...program.commands.flatMap((command) => command.commands)]
  const lines = commands.flatMap((command) => helpOf(command).split('\n'))
  const help = lines.filter((line) => line.startsWith('  $ vacancy')).join('\n')
  const asked = [
    // A certificate looks like a hotel: `--cert aurelia:40k`.
    ...help.replaceAll(/--cert \S+/g, '').matchAll(/\b([a-z]+):([A-Z0-9,]+)/g),
    ...help.matchAll(
      /^ {2}\$ vacancy (?:shop|award|stay|calendar|parity|ids|watch create) ([a-z]+) ([A-Z0-9]+(?: [A-Z]+)*)/gm,
    ),
  ].flatMap(([, chain = '', codes = '']) => codes.split(/[ ,]/).map((code) => `${chain}:${code}`))
  const hotels = new Set(asked)
  for (const [, source = '', id = ''] of help.matchAll(/--id (\w+)=(\w+)/g)) hotels.add(`${source}:${id}`)
  expect(hotels.size).toBeGreaterThan(5)
  const client = createClient({ baseUrl: market.url, apiKey: account.key })
  for (const hotel of hotels) {
    const [chain = '', hotel_code = ''] = hotel.split(':')
    const { data } = await client.shop({ chain, hotel_code, checkin: NIGHT })
    expect(data.query).toMatchObject({ chain, hotel_code })
  }
})

test('sets are saved, used in place of hotels, changed and deleted', async () => {
  const words = ['sets', 'create', 'Two hotels', 'castellan:UNDERCUT', 'aurelia:LONAU']
  const made = await vacancy([...words, '--subject', 'aurelia:LONAU'])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^set_\w{22}\n$/) })
  const id = made.stdout.trim()
  const compset = await vacancy(['compset', NIGHT, '--set', id, '--json'])
  expect(JSON.parse(compset.stdout)).toMatchObject({
    hotels: [{ hotel_code: 'UNDERCUT' }, { hotel_code: 'LONAU' }],
  })
  const both = await vacancy(['compset', NIGHT, 'aurelia:LONAU', '--set', id])
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('either hotels or --set')])
  const neither = await vacancy(['matrix', `${NIGHT}..${NIGHT}`])
  expect([neither.code, neither.stderr]).toEqual([2, expect.stringContaining('at least one hotel')])
  const changed = await vacancy(['sets', 'change', id, 'aurelia:LONAU', '--no-subject', '--json'])
  expect(JSON.parse(changed.stdout)).toMatchObject({
    hotels: [{ chain: 'aurelia', hotel_code: 'LONAU' }],
    subject: null,
  })
  expect((await vacancy(['sets'])).stdout).toContain('Two hotels')
  expect(await vacancy(['sets', 'delete', id])).toMatchObject({ code: 0, stdout: `${id} was deleted.\n` })
})

test('schedules are created, run by hand, paused and deleted', async () => {
  const body = JSON.stringify({ hotels: [{ chain: 'castellan', hotel_code: 'UNDERCUT' }], checkin: '+7d' })
  const words = ['schedules', 'create', 'Mondays', '--ask', 'compset', '--body', body, '--every', 'week']
  const terms = ['--on', 'mon', '--at', '06:30', '--timezone', 'Europe/London', '--max-credits', '5']
  const made = await vacancy([...words, ...terms])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sch_\w{22}\n$/) })
  expect(made.stderr).toMatch(/^It runs first at /)
  const id = made.stdout.trim()
  expect((await vacancy(['schedules', 'run', id])).stdout).toMatch(/^run_\w{22}\n$/)
  await until(async () => (await vacancy(['schedules', 'runs', id])).stdout.includes(' done '))
  const changed = await vacancy(['schedules', 'change', id, '--format', 'parquet', '--json'])
  expect(JSON.parse(changed.stdout)).toMatchObject({ name: 'Mondays', on: ['mon'], format: 'parquet' })
  expect((await vacancy(['schedules', 'pause', id])).stdout).toContain('paused')
  expect((await vacancy(['events', '--type', 'schedule.done'])).stdout).toContain('Mondays')
  const bare = await vacancy(['schedules', 'create', 'x', '--ask', 'compset'])
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('Give --ask, --body')])
  expect(await vacancy(['schedules', 'delete', id])).toMatchObject({
    code: 0,
    stdout: `${id} was deleted.\n`,
  })
})
