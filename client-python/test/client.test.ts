import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount, readBooks, type TestAccount } from '../../service/test/support/accounts.ts'
import { type Market, openMarket } from '../../service/test/support/market.ts'
import { PYTHON, runTests, WITHOUT } from './python.ts'

describe.skipIf(PYTHON === null)(`the Python client (${WITHOUT})`, () => {
  let market: Market
  let account: TestAccount
  let other: TestAccount

  beforeAll(async () => {
    market = await openMarket({ workers: 1 })
    account = await newAccount(market.database.pool, 'scale')
    other = await newAccount(market.database.pool, 'scale')
  })

  afterAll(() => market.stop())

  const environment = () => ({
    VACANCY_URL: market.url,
    VACANCY_KEY: account.key,
    VACANCY_KEY_ASYNC: other.key,
  })

  test.each(['Sync', 'Async'])('%s: calls, jobs, schedules and errors of the real service', async (kind) => {
    expect(await runTests(`test_service.${kind}`, environment())).toBe('OK')
  })

  test('the books of both accounts agree, and are the same', async () => {
    const books = await Promise.all([account, other].map(({ no }) => readBooks(market.database.pool, no)))
    for (const { used, lines, keys, held, holds, jobs } of books) {
      expect([lines, keys]).toEqual([used, used])
      expect([held, holds, jobs]).toEqual([0, 0, 0])
      expect(used).toBeGreaterThan(0)
    }
    expect(books[1]).toEqual(books[0])
  })

  test.each(['Sync', 'Async'])('%s: the end of whatever an answer began', async (kind) => {
    const { key, no } = await newAccount(market.database.pool, 'scale')
    const own = { VACANCY_URL: market.url, VACANCY_KEY: key }
    expect(await runTests(`test_waiting.${kind}`, own)).toBe('OK')
    const { used, lines } = await readBooks(market.database.pool, no)
    expect([lines, used > 0]).toEqual([used, true])
  })

  test.each(['Sync', 'Async'])('%s: retries, pages, files and errors of a faulty server', async (kind) => {
    expect(await runTests(`test_retries.${kind}`)).toBe('OK')
  })

  test('answers become records and frames, and both clients have the same methods', async () => {
    expect(await runTests('test_records')).toBe('OK')
  })
})
