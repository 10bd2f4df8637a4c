import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTab } from '../../src/billing/tab.ts'
import { createReceipts } from '../../src/receipts/issue.ts'
import { RATE_FAMILIES } from '../../src/sources/registry.ts'
import { newAccount, readBooks, type TestAccount } from '../support/accounts.ts'
import { errorOf, get, post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket({ env: { RECEIPT_ACCOUNT_MB: '1', RECEIPT_SERVER_MB: '3' } })
  account = await newAccount(market.database.pool, 'scale')
})

afterAll(() => market.stop())

let lastNight = 30
const shop = (key: string, receipt = true) => {
  lastNight += 1
  const body = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(lastNight), receipt }
  return post(market.url, '/v1/shop', key, body)
}

describe('the receipts of an account', () => {
  test('end at their bytes: the call is refused, asks nothing, costs nothing, and deletes none', async () => {
    const { pool } = market.database
    const kept = await shop(account.key)
    const { id } = (kept.body as { receipt: { id: string } }).receipt
    const books = await readBooks(pool, account.no)
    const asked = await market.requests('aurelia')
    await pool.query('update receipts set bytes = 1000000 where account = $1', [account.no])
    expect(errorOf(await shop(account.key)).message).toBe(
      '`receipt`: the receipts of this account take 1 MB, their limit.',
    )
    expect(await market.requests('aurelia')).toBe(asked)
    expect(await readBooks(pool, account.no)).toEqual(books)
    expect((await get(market.url, `/v1/receipts/${id}`, account.key)).status).toBe(200)
    expect((await shop(account.key, false)).status).toBe(200)
    const another = await newAccount(pool, 'scale')
    expect((await shop(another.key)).body).toMatchObject({ receipt: { id: expect.any(String) } })
  })
})

describe('the receipts of a server', () => {
  test('end at their bytes, for every account', async () => {
    const full = await openMarket({ env: { RECEIPT_SERVER_MB: '1' } })
    const { pool } = full.database
    await pool.query(
      "insert into receipt_bodies (sha256, body, named_at) values ('full', $1, ledger_now())",
      [randomBytes(1_100_000)],
    )
    const { key, no } = await newAccount(pool, 'scale')
    const body = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(40), receipt: true }
    expect(errorOf(await post(full.url, '/v1/shop', key, body)).message).toBe(
      '`receipt`: this server has no room for more receipts. Only its operator can help.',
    )
    expect(await readBooks(pool, no)).toMatchObject({ used: 0, held: 0 })
    await full.stop()
  })
})

describe('the bodies of one answer', () => {
  test('have no receipt beyond their limit, and none is charged', async () => {
    const warnings: object[] = []
    const receipts = createReceipts({
      pool: market.database.pool,
      families: RATE_FAMILIES,
      currentKey: () => Promise.reject(new Error('nothing is signed')),
      publicUrl: '',
      now: Date.now,
      log: { warn: (fields) => warnings.push(fields) },
      bounds: { bytesOfReceipt: 10, bytesOfAccount: 1000, bytesOfServer: 1000 },
    })
    const reading = { source: 'aurelia', family: 'ohip' } as never
    const evidence = [
      {
        reading,
        bodies: new Map([
          ['a', 'x'.repeat(6)],
          ['b', 'x'.repeat(5)],
        ]),
        row: '',
      },
    ]
    const tab = openTab('shop')
    const sold = await receipts.attach({ endpoint: 'shop', question: {}, view: { nights: 1 }, evidence }, tab)
    if (!('body' in sold)) throw new Error('it is written and paid')
    expect(sold.body.value()).toEqual({ nights: 1, receipt: null })
    expect(tab.total()).toBe(openTab('shop').total())
    expect(warnings).toEqual([{ size: 11 }])
  })
})
