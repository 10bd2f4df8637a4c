import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVisitor, PASSWORD } from '../../../dashboard/test/support/visitor.ts'
import { setOperator } from '../../src/accounts/store.ts'
import type { RecordingFile } from '../../src/sources/conformance/recording-file.ts'
import { createDriftStore } from '../../src/sources/drift/store.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { vacancy } from '../support/processes.ts'
import { until } from '../support/until.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})
afterAll(() => market.stop())

let night = 20
function shop(hotel: object) {
  night += 1
  return post(market.url, '/v1/shop', account.key, { checkin: inDays(night), max_age: 0, ...hotel })
}

function command(...args: string[]) {
  return vacancy(['sources', ...args], { DATABASE_URL: market.database.url, ...market.sandbox.environment })
}

test('the service learns what its sources send, and every process can read it', async () => {
  await shop({ chain: 'castellan', hotel_code: 'UNDERCUT' })
  const learnt = () =>
    market.database.pool.query<{ request: string }>(
      "select request from source_shapes where source = 'castellan'",
    )
  await until(async () => (await learnt()).rowCount === 1, 30_000)
  expect((await learnt()).rows).toEqual([{ request: 'shop: POST /' }])
})

describe('what a vendor has changed', () => {
  const drift = { source: 'aurelia', family: 'ohip', request: 'shop: GET /x', path: '/total', change: 'gone' }

  test('is shown to operators only, with the body, until they accept it', async () => {
    const { pool } = market.database
    const texts = { before: 'in all of 40 answers', after: 'missing', body: '{"sum":1}' }
    await createDriftStore(pool).raise({ ...drift, ...texts }, 0)
    const visitor = openVisitor(market.url)
    await visitor.call('POST', '/sign-up', { body: { email: 'drift@example.com', password: PASSWORD } })
    const paths = ['/operator/drift', '/operator/drift/1/body'] as const
    for (const path of paths) expect((await visitor.call('GET', path)).status).toBe(403)
    expect((await visitor.call('POST', '/operator/sources/aurelia/learn-again')).status).toBe(403)
    const { account: own } = (await visitor.call('GET', '/session')).body as { account: { id: string } }
    await setOperator(pool, own.id, true)

    const { body } = await visitor.call('GET', '/operator/drift')
    const { drifts } = body as unknown as { drifts: { id: number }[] }
    expect(drifts).toMatchObject([{ ...drift, before: texts.before, after: 'missing', learnt_at: null }])
    const kept = await visitor.call('GET', `/operator/drift/${drifts[0]?.id}/body`)
    expect(kept.body).toEqual({ body: texts.body })
    expect((await visitor.call('GET', '/operator/drift/999/body')).status).toBe(400)
    expect((await visitor.call('POST', '/operator/sources/nobody/learn-again')).status).toBe(400)

    const listed = await command('drift', '--json')
    expect([listed.code, JSON.parse(listed.stdout)]).toMatchObject([1, { drifts: [{ path: '/total' }] }])
    const learnt = await visitor.call('POST', '/operator/sources/aurelia/learn-again')
    expect(learnt.body).toEqual({ source: 'aurelia', accepted: 1 })
    expect(await command('drift')).toMatchObject({ code: 0, stdout: 'Nothing has changed that is read.\n' })
    expect(await command('learn', 'aurelia')).toMatchObject({
      code: 0,
      stdout: 'aurelia is learnt from the beginning. 0 changes accepted.\n',
    })
  })
})

describe('recording a source', () => {
  let folder: string
  let names: string[]
  let recorded: Awaited<ReturnType<typeof command>>

  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'recorded-')), 'castellan')
    const recording = command('record', 'castellan', '--for', '14s', '--into', folder)
    const hotels = ['UNDERCUT', 'SOLDOUT', 'UNKNOWN', 'REFUSED', 'CLOSED']
    const ended = new AbortController()
    void recording.finally(() => ended.abort())
    // A process takes one call per second.
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      await shop({ chain: 'castellan', hotel_code: hotels[turn % hotels.length] })
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
    recorded = await recording
    names = await readdir(folder)
  }, 60_000)

  test('keeps its calls in the form of the conformance suite, without credentials', async () => {
    expect(recorded).toMatchObject({ code: 0, stdout: `${folder}\n${names.length} recorded\n` })
    expect(names.length).toBeGreaterThan(3)
    // The others are answered with faults, as their names say.
    const sold = names.find((name) => name.includes('UNDERCUT')) ?? ''
    const text = await readFile(join(folder, sold), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ family: 'opentravel', answers: [{ status: 200 }] })
    const secrets = Object.entries(market.sandbox.environment).filter(([name]) =>
      name.startsWith('CASTELLAN'),
    )
    expect(secrets.length).toBeGreaterThan(0)
    for (const name of names) {
      const kept = await readFile(join(folder, name), 'utf8')
      expect(secrets.filter(([, secret]) => kept.includes(secret))).toEqual([])
    }
  })

  test('they are read again as they were, and what is read differently is told', async () => {
    const replayed = await command('replay', folder)
    expect(replayed.stdout).toContain(`All of ${names.length} recordings are read as before.`)
    expect(replayed.code).toBe(0)
    const file = join(folder, names.find((name) => name.includes('UNDERCUT')) ?? '')
    const recording = JSON.parse(await readFile(file, 'utf8')) as RecordingFile
    const [key = ''] = Object.keys(recording.expect['rates'] as object)
    const changed = structuredClone(recording)
    const rates = changed.expect['rates'] as Record<string, object>
    Object.assign(rates[key] ?? {}, { total: 1 })
    const added = Object.keys(rates).at(-1) ?? ''
    delete rates[added]
    await writeFile(file, JSON.stringify(changed))
    const told = await command('replay', file)
    expect(told).toMatchObject({ code: 1 })
    expect(told.stdout).toContain(`changed  rates.${key}.total: 0.01 USD → 200.00 USD\n`)
    expect(told.stdout).toContain(`changed  rates.${added}: missing → `)
    const rows = join(folder, '..', 'rows.json')
    const printed = await command('replay', folder, '--json')
    await writeFile(rows, printed.stdout)
    expect(await command('replay', folder, '--against', rows)).toMatchObject({ code: 0 })
  })

  test('against another family: the module of one', async () => {
    const module = join(folder, '..', 'broken.ts')
    await writeFile(
      module,
      `import { API, SourceFailure } from 'vacancy/family'
export default { api: API, name: 'broken', credentials: [], batchSize: null, calendarDays: null, mostRooms: null,
  bind: () => ({ shop: async () => { throw new SourceFailure('broken', 'x') } }) }`,
    )
    const told = await command('replay', folder, '--against', module)
    expect([told.code, told.stdout]).toEqual([
      1,
      expect.stringContaining('changed  failure: "broken" → missing'),
    ])
  })

  test.each([
    [['record', 'castellan', '--for', '1d'], 'must be a time from 1s to 24h'],
    [['record', 'castellan', '--for', '25h'], 'must be a time from 1s to 24h'],
    [['record', 'nobody', '--for', '1s'], 'There is no source nobody.'],
    [['replay', '/nowhere'], '/nowhere'],
  ])('%s is refused', async (args, words) => {
    const { code, stderr } = await command(...args)
    expect(code).not.toBe(0)
    expect(stderr).toContain(words)
  })
})
