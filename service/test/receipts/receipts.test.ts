import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { chanceOf } from '../../../proof/soak/chance.ts'
import { compareAnswer } from '../../src/admin/compare-answer.ts'
import { migrate } from '../../src/db/migrate.ts'
import { LIMITS } from '../../src/kernel/limits.ts'
import type { Receipt } from '../../src/receipts/receipt.ts'
import { findShared } from '../../src/receipts/store.ts'
import { type ReceiptFile, readKeys, readReceiptFile, verifyReceipt } from '../../src/receipts/verify.ts'
import { hashOfToken } from '../../src/secrets/link-tokens.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { everywhere } from '../parity/parity-body.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { type Answer, call, errorOf, get, post } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { vacancy } from '../support/processes.ts'
import { tablesWith } from '../support/tables-with.ts'
import { until } from '../support/until.ts'
import { checksOfAnswer, verifyChanged } from './changed-files.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ processes: 3, env: { PUBLIC_URL: 'https://rates.example.com' } })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})

afterAll(() => market.stop())

const HOTEL = { chain: 'aurelia', hotel_code: 'LONAU' }
let lastNight = 30
/** Every test has a night of its own. */
function freshNight(): string {
  lastNight += 1
  return inDays(lastNight)
}

async function ask(path: string, body: object, headers = {}): Promise<Answer> {
  return post(market.url, `/v1${path}`, account.key, body, headers)
}

function receiptIn({ body }: Answer): { id: string; url: string } | null {
  return (body as { receipt: { id: string; url: string } | null }).receipt
}

/** As a client saves it. */
async function fileOf(id: string): Promise<ReceiptFile> {
  const receipt = (await get(market.url, `/v1/receipts/${id}`, account.key)).body as Receipt
  const { bodies } = (await get(market.url, `/v1/receipts/${id}/bodies`, account.key)).body as ReceiptFile
  return { receipt, bodies }
}

async function keysNow(): Promise<string> {
  return JSON.stringify((await get(market.url, '/.well-known/vacancy-receipts.json')).body)
}

async function verify(file: ReceiptFile, keys: string) {
  const settings = { keys: readKeys(keys), families: RATE_FAMILIES, compare: compareAnswer }
  return verifyReceipt(readReceiptFile(JSON.stringify(file)), settings)
}

const ALL_HOLD = ['signature', 'bodies', 'answer'].map((check) => ({ check, holds: true, why: null }))

describe('a live answer with a receipt', () => {
  test.each([
    ['/shop', HOTEL, 1],
    ['/shop', { chain: 'lodgista', hotel_code: 'UNDERCUT-aurelia' }, 2],
    ['/shop', { chain: 'castellan', hotel_code: 'SOLDOUT' }, 1],
    ['/award', { ...HOTEL, los: 2, elite: true }, 1],
    ['/parity', { chain: 'castellan', hotel_code: 'UNDERCUT', ids: everywhere('UNDERCUT-castellan') }, 11],
  ] as const)('%s of %o costs half a credit more and can be verified', async (path, body, price) => {
    const stay = { ...body, checkin: freshNight() }
    const { body: quoted } = await ask(path, { ...stay, receipt: true, dry_run: true })
    expect(quoted).toMatchObject({ quote: { credits_max: price + 0.5 } })
    const answer = await ask(path, { ...stay, receipt: true })
    expect(answer).toMatchObject({ status: 200, charged: price + 0.5 })
    const receipt = receiptIn(answer)
    expect(receipt?.id).toMatch(/^rcp_[0-9A-Za-z]{22}$/)
    expect(receipt?.url).toBe(`https://rates.example.com/receipts/${receipt?.id}`)
    const file = await fileOf(receipt?.id ?? '')
    expect(file.receipt.answer).toEqual(answer.body)
    expect(file.receipt.question).toMatchObject(stay)
    expect(await verify(file, await keysNow())).toEqual(ALL_HOLD)
  })

  test('from the cache has none, and costs a quarter', async () => {
    const stay = { ...HOTEL, checkin: freshNight() }
    expect(await ask('/shop', stay)).toMatchObject({ charged: 1 })
    expect((await ask('/shop', { ...stay, receipt: true, dry_run: true })).body).toMatchObject({
      quote: { credits_max: 0.25 },
    })
    const cached = await ask('/shop', { ...stay, receipt: true })
    expect(cached).toMatchObject({ charged: 0.25, body: { cached: true, receipt: null } })
  })

  test('that did not ask for one says nothing about it', async () => {
    const answer = await ask('/shop', { ...HOTEL, checkin: freshNight() })
    expect(answer.body).not.toHaveProperty('receipt')
  })

  test('is repeated with the same receipt, and charged once', async () => {
    const stay = { ...HOTEL, checkin: freshNight(), receipt: true }
    const key = { 'idempotency-key': `receipt-${lastNight}` }
    const first = await ask('/shop', stay, key)
    const again = await ask('/shop', stay, key)
    expect(again.body).toEqual(first.body)
    expect([first.charged, again.charged]).toEqual([1.5, 0])
  })

  test('is refused before anything is asked, if it costs more than max_credits', async () => {
    const stay = { ...HOTEL, checkin: freshNight(), receipt: true }
    const refused = await ask('/shop', { ...stay, max_credits: 1.4 })
    expect(errorOf(refused).message).toContain('1.5 credits')
  })
})

describe('a receipt', () => {
  let id: string

  beforeAll(async () => {
    id = receiptIn(await ask('/shop', { ...HOTEL, checkin: freshNight(), receipt: true }))?.id ?? ''
  })

  test('of another account is as unknown as one that does not exist', async () => {
    const other = await newAccount(market.database.pool, 'scale')
    for (const path of [`/v1/receipts/${id}`, `/v1/receipts/${id}/bodies`])
      expect(errorOf(await get(market.url, path, other.key)).message).toBe(
        `There is no receipt ${id}. It may be too old.`,
      )
    for (const method of ['POST', 'DELETE'] as const) {
      const refused = await call(market.url, method, `/v1/receipts/${id}/link`, { key: other.key })
      expect(refused.status).toBe(400)
    }
  })

  test('is in the list of its account, newest first, without prices', async () => {
    const own = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
    const made: string[] = []
    for (const hotel of ['LONAU', 'UNDERCUT', 'SOLDOUT']) {
      const stay = { chain: 'aurelia', hotel_code: hotel, checkin: freshNight(), receipt: true }
      made.unshift(receiptIn(await post(market.url, '/v1/shop', own.key, stay))?.id ?? '')
    }
    interface List {
      receipts: { id: string; shared: boolean }[]
      next_cursor: string | null
    }
    const list = async (query: string) =>
      (await get(market.url, `/v1/receipts${query}`, own.key)).body as List
    const all = await list('')
    expect(all.receipts.map((one) => one.id)).toEqual(made)
    expect(all.receipts[1]).toEqual({
      id: made[1],
      made_at: expect.any(String),
      endpoint: 'shop',
      chain: 'aurelia',
      hotel_code: 'UNDERCUT',
      hotel_name: expect.any(String),
      checkin: inDays(lastNight - 1),
      los: 1,
      shared: false,
    })
    const first = await list('?limit=2')
    const rest = await list(`?limit=2&cursor=${first.next_cursor ?? ''}`)
    expect([...first.receipts, ...rest.receipts].map((one) => one.id)).toEqual(made)
    expect(rest.next_cursor).toBeNull()
    expect((await get(market.url, '/v1/receipts?cursor=x', own.key)).status).toBe(400)
    const at = `/v1/receipts/${made[0] ?? ''}/link`
    expect((await get(market.url, at, own.key)).body).toEqual({ shared: false, url: null })
    const { body } = await call(market.url, 'POST', at, { key: own.key })
    expect((await get(market.url, at, own.key)).body).toEqual({ shared: true, ...(body as object) })
    expect((await list('?limit=1')).receipts).toMatchObject([{ shared: true }])
    const other = await newAccount(market.database.pool, 'scale')
    expect((await get(market.url, at, other.key)).status).toBe(400)
    const { body: none } = await get(market.url, `/v1/receipts?cursor=${made[0] ?? ''}`, other.key)
    expect(none).toEqual({ receipts: [], next_cursor: null })
  })

  test('is opened by its link until its owner ends it', async () => {
    const shared = await call(market.url, 'POST', `/v1/receipts/${id}/link`, { key: account.key })
    const { url } = shared.body as { url: string }
    expect(url).toMatch(/^https:\/\/rates\.example\.com\/receipts\/shared\/[0-9A-Za-z]{32}$/)
    const again = await call(market.url, 'POST', `/v1/receipts/${id}/link`, { key: account.key })
    expect(again.body).toEqual({ url })
    // A backup would tell it to whoever has it.
    expect(await tablesWith(market.database.pool, url.slice(-32))).toEqual([])
    const path = new URL(url).pathname
    const page = await fetch(market.url + path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('LONAU')
    const file = await fetch(`${market.url}${path}/receipt.json`)
    expect(await verify((await file.json()) as ReceiptFile, await keysNow())).toEqual(ALL_HOLD)
    await call(market.url, 'DELETE', `/v1/receipts/${id}/link`, { key: account.key })
    expect((await fetch(market.url + path)).status).toBe(404)
    expect((await fetch(`${market.url}${path}/receipt.json`)).status).toBe(404)
    const next = await call(market.url, 'POST', `/v1/receipts/${id}/link`, { key: account.key })
    expect(next.body).not.toEqual({ url })
  })

  test('that was shared before links were encrypted stays open by its link, and gets a new one to show', async () => {
    const database = await createTestDatabase({ template: 'template0' })
    onTestFinished(database.drop)
    const { pool } = database
    await migrate(database.url, { upTo: 36 })
    const { rows } = await market.database.pool.query<{ document: Buffer }>(
      'select document from receipts where id = $1',
      [id],
    )
    const link = 'a'.repeat(32)
    await pool.query(
      "insert into accounts (public_id, email, plan, created_at) values ('acc', 'a@example.com', 'pro', now())",
    )
    await pool.query(
      `insert into receipts (id, account, made_at, document, bytes, link)
       select x.id, a.id, now(), $1, 1, x.link from accounts a, (values ('one', $2), ('two', null)) x(id, link)`,
      [rows[0]?.document, link],
    )
    await migrate(database.url)
    expect(await findShared(pool, hashOfToken(link))).toMatchObject({ id: 'one' })
    const { rows: left } = await pool.query<{ kept: string }>('select r::text as kept from receipts r')
    expect(left.filter(({ kept }) => kept.includes(link))).toEqual([])
    const { rows: links } = await pool.query(
      'select id, token_hash is null as none, token from receipts order by id',
    )
    expect(links).toEqual([
      { id: 'one', none: false, token: null },
      { id: 'two', none: true, token: null },
    ])
    // An account takes its receipts with it.
    await pool.query('delete from accounts')
    expect((await pool.query('select 1 from receipts')).rowCount).toBe(0)
    // In the state that such a link has, and one whose key was lost.
    const at = `/v1/receipts/${id}/link`
    await market.database.pool.query('update receipts set token_hash = $2, token = null where id = $1', [
      id,
      hashOfToken(link),
    ])
    expect((await get(market.url, at, account.key)).body).toEqual({ shared: true, url: null })
    expect((await fetch(`${market.url}/receipts/shared/${link}`)).status).toBe(200)
    const { body } = await call(market.url, 'POST', at, { key: account.key })
    expect((await get(market.url, at, account.key)).body).toEqual({ shared: true, ...(body as object) })
    expect((await fetch(`${market.url}/receipts/shared/${link}`)).status).toBe(404)
  })

  test('is read by many at once up to a limit, however slowly they read', async () => {
    const { pool } = market.database
    const body = randomBytes(8_000_000)
    const sha256 = createHash('sha256').update(body).digest()
    await pool.query('insert into receipt_bodies (sha256, body, named_at) values ($1, $2, ledger_now())', [
      sha256,
      brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }),
    ])
    await pool.query('insert into receipt_parts (receipt, sha256) values ($1, $2)', [id, sha256])
    onTestFinished(async () => {
      await pool.query('delete from receipt_parts where sha256 = $1', [sha256])
    })
    const { url } = (await call(market.url, 'POST', `/v1/receipts/${id}/link`, { key: account.key }))
      .body as {
      url: string
    }
    const page = market.url + new URL(url).pathname
    const slow: IncomingMessage[] = []
    for (let reader = 0; reader < LIMITS.receiptReads; reader += 1) {
      const [response] = (await once(request(`${page}/receipt.json`).end(), 'response')) as [IncomingMessage]
      expect(response.statusCode).toBe(200)
      slow.push(response)
    }
    const refused = await fetch(`${page}/receipt.json`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    // They keep neither its owner nor the page of another account's receipt waiting.
    expect((await get(market.url, `/v1/receipts/${id}`, account.key)).status).toBe(200)
    for (const response of slow) response.destroy()
    await until(async () => (await fetch(page)).status === 200)
    const file = readReceiptFile(await (await fetch(`${page}/receipt.json`)).text())
    const own = file.bodies.find((one) => one.sha256 === sha256.toString('hex'))
    expect(own?.base64 === body.toString('base64')).toBe(true)
    const { bodies } = (await get(market.url, `/v1/receipts/${id}/bodies`, account.key)).body as ReceiptFile
    expect(file.bodies.map((one) => one.sha256)).toEqual(bodies.map((one) => one.sha256))
  })

  test('shares bodies with others, which go when no receipt names them', async () => {
    const { pool } = market.database
    const { rows } = await pool.query<{ count: number }>(
      'select count(*) from receipt_parts p where receipt = $1',
      [id],
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
    await pool.query("update receipts set made_at = made_at - interval '91 days' where id = $1", [id])
    await pool.query("update receipt_bodies set named_at = named_at - interval '91 days'")
    const { forgetOldReceipts } = await import('../../src/receipts/store.ts')
    expect(await forgetOldReceipts(pool, 90)).toBe(1)
    const left = await pool.query(
      'select 1 from receipt_bodies b where not exists (select 1 from receipt_parts p where p.sha256 = b.sha256)',
    )
    expect(left.rowCount).toBe(0)
    expect((await get(market.url, `/v1/receipts/${id}`, account.key)).status).toBe(400)
  })
})

describe('what can be kept', () => {
  test('ends at a number per account, and the call is refused before anything is asked', async () => {
    const { pool } = market.database
    const full = await newAccount(pool, 'scale', { rps: 100_000 })
    await pool.query(
      `insert into receipts (id, account, made_at, document, bytes)
       select 'full ' || n, $1, ledger_now(), '', 1 from generate_series(1, 20000) n`,
      [full.no],
    )
    const before = await market.requests('aurelia')
    const body = { ...HOTEL, checkin: freshNight(), receipt: true }
    const refused = await post(market.url, '/v1/shop', full.key, body)
    expect(errorOf(refused).message).toBe('`receipt`: an account can have at most 20000 receipts.')
    expect(await market.requests('aurelia')).toBe(before)
  })

  test('has room again on a server that was full, once receipts are deleted', async () => {
    const { pool } = market.database
    const { createRoomOfServer } = await import('../../src/receipts/store.ts')
    const before = await createRoomOfServer(pool)()
    await pool.query(
      "insert into receipt_bodies (sha256, body, named_at) values ('full', $1, ledger_now())",
      [randomBytes(8_000_000)],
    )
    const full = await createRoomOfServer(pool)()
    await pool.query("delete from receipt_bodies where sha256 = 'full'")
    expect(full - before).toBeGreaterThanOrEqual(3_000_000)
    expect(await createRoomOfServer(pool)()).toBe(before)
  })

  test('is whole or absent when a process is killed, and charged only if whole', async () => {
    const { pool } = market.database
    const killed = await newAccount(pool, 'scale', { rps: 100_000 })
    const night = freshNight()
    for (const [index, api] of market.apis.slice(1).entries()) {
      const calls = Array.from({ length: 16 }, (_, adults) => {
        const party = { adults: 1 + (adults % 8), rooms: 1 + index * 2 + Math.floor(adults / 8) }
        const body = { ...HOTEL, checkin: night, ...party, receipt: true }
        return post(api.url, '/v1/shop', killed.key, body).catch(() => null)
      })
      await Promise.race(calls)
      await api.stop('SIGKILL')
      await Promise.all(calls)
    }
    const { rows } = await pool.query<{ receipts: number; whole: number; charged: number }>(
      `select (select count(*) from receipts where account = $1) as receipts,
         (select count(distinct r.id) from receipts r join receipt_parts p on p.receipt = r.id
            join receipt_bodies b using (sha256) where r.account = $1) as whole,
         (select count(*) from usage_lines where account = $1 and credits = 1500) as charged`,
      [killed.no],
    )
    const [{ receipts, whole, charged } = { receipts: 0, whole: 0, charged: 0 }] = rows
    expect(receipts).toBeGreaterThan(0)
    expect([whole, charged]).toEqual([receipts, receipts])
  })
})

describe('verification', () => {
  let file: ReceiptFile
  let keys: string

  beforeAll(async () => {
    const id = receiptIn(await ask('/shop', { ...HOTEL, checkin: freshNight(), receipt: true }))?.id ?? ''
    file = await fileOf(id)
    keys = await keysNow()
  })

  test('fails for every change of one byte', async () => {
    const chance = chanceOf(20_261)
    const text = Buffer.from(JSON.stringify(file))
    const settings = { keys: readKeys(keys), families: RATE_FAMILIES, compare: compareAnswer }
    const missed: string[] = []
    for (let number = 0; number < Number(process.env['RECEIPT_CHANGES'] ?? 1000); number += 1) {
      const at = chance.below(text.length)
      const changed = Buffer.from(text)
      changed[at] = (text[at] ?? 0) ^ (1 + chance.below(255))
      const verdict = await verifyChanged(changed.toString(), settings)
      if (verdict) missed.push(`${at}: ${text.subarray(at - 20, at + 20).toString()}`)
    }
    expect(missed).toEqual([])
  })

  test('holds offline with an old key after rotation, from the command line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'receipts-'))
    const [path, keysPath] = [join(folder, 'receipt.json'), join(folder, 'keys.json')]
    const env = { DATABASE_URL: market.database.url, ...market.sandbox.environment }
    const rotated = await vacancy(['receipts', 'rotate-key', '--json'], env)
    expect(rotated).toMatchObject({ code: 0 })
    const { key } = JSON.parse(rotated.stdout) as { key: string }
    expect(key).not.toBe(file.receipt.signature.key)
    const list = JSON.parse(await keysNow()) as { keys: { kid: string; retired_at: string | null }[] }
    expect(list.keys.map(({ kid, retired_at }) => [kid, retired_at === null])).toEqual([
      [file.receipt.signature.key, false],
      [key, true],
    ])
    await writeFile(path, JSON.stringify(file, null, 2))
    await writeFile(keysPath, JSON.stringify(list))
    const offline = { ...market.sandbox.environment, VACANCY_URL: 'http://127.0.0.1:1' }
    const verified = await vacancy(['receipts', 'verify', path, '--keys', keysPath], offline)
    expect(verified.stderr).toBe('Next: keep the file with its bodies: they are the proof\n')
    expect(verified).toMatchObject({ code: 0 })
    expect(verified.stdout.split('\n').slice(1, 4)).toEqual([
      'holds   signature',
      'holds   bodies',
      'holds   answer',
    ])
    const forged = structuredClone(file)
    Object.assign(forged.receipt.answer, { status: 'sold_out' })
    await writeFile(path, JSON.stringify(forged))
    const refused = await vacancy(['receipts', 'verify', path, '--keys', keysPath], offline)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stdout).toContain('broken  signature: it was not signed with this key')
  })

  test('takes what the command line has saved, with the keys of the service', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'receipts-')), 'receipt.json')
    const env = { ...market.sandbox.environment, VACANCY_URL: market.url, VACANCY_API_KEY: account.key }
    const shop = ['shop', HOTEL.chain, HOTEL.hotel_code, freshNight(), '--receipt']
    const { stdout } = await vacancy(shop, env)
    const id = /^Receipt (rcp_\w+)$/m.exec(stdout)?.[1] ?? ''
    const listed = await vacancy(['receipts', 'list'], env)
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(id) })
    expect(await vacancy(['receipts', 'save', id, '-o', path], env)).toMatchObject({ code: 0 })
    expect(await vacancy(['receipts', 'verify', path], env)).toMatchObject({ code: 0 })
    expect((await vacancy(shop, env)).stdout).toContain('No receipt: the answer came from the cache.')
  })

  test('says so, if the bodies do not bear the answer out though all is signed', async () => {
    const { bodies, receipt } = file
    const answer = { ...receipt.answer, lowest: { ...(receipt.answer as { lowest: object }).lowest, bar: 1 } }
    const [check] = await checksOfAnswer({ bodies, receipt: { ...receipt, answer } })
    expect(check).toBe('the answer has another lowest than the bodies')
  })
})

test('the books agree', async () => {
  const { used, lines, keys, held } = await readBooks(market.database.pool, account.no)
  expect([lines, keys, held]).toEqual([used, used, 0])
})
