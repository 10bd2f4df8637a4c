import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLS } from '../../src/mcp/tools/tools.ts'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { type Market, openMarket } from '../support/market.ts'
import { callOf, send } from './agents.ts'

/** `MCP_MALFORMED=2000` is the long form. */
const CALLS = Number(process.env['MCP_MALFORMED'] ?? 200)
const AT_ONCE = 10

let market: Market
let account: TestAccount

beforeAll(async () => {
  market = await openMarket()
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
})

afterAll(() => market.stop())

const name = fc.constantFrom(...TOOLS.map((tool) => tool.name), 'no_such_tool', '__proto__', '', 7)
const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('2028-02-30', '\0', '../../etc', '💥', -1, 1e308, 'aurelia', null, [], {}),
)
const FIELDS = [
  'q',
  'chain',
  'chains',
  'hotel_code',
  'checkin',
  'nights',
  'cursor',
  'limit',
  'max_credits',
  'job_id',
]
const args = fc.oneof(
  fc.dictionary(fc.constantFrom(...FIELDS, 'dry_run', 'radius', 'x'), value),
  fc.jsonValue(),
)
const message = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(name, args).map(([tool, given]) => callOf(tool, given)) },
  { weight: 2, arbitrary: fc.record({ jsonrpc: value, id: value, method: value, params: value }) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string() },
)
const headers = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2026-07-28', '2025-11-25', '1999-01-01', 'x'),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'x'),
    'mcp-name': fc.constantFrom('find_hotels', 'x'),
    accept: fc.constantFrom('text/html', 'application/json', '*/*'),
  },
  { requiredKeys: [] },
)

test(`none of ${CALLS} malformed calls is a fault of the server`, { timeout: 300_000 }, async () => {
  const calls = fc.sample(fc.tuple(message, headers), { numRuns: CALLS, seed: 20_260_728 })
  const faults: unknown[] = []
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    await Promise.all(
      calls.slice(at, at + AT_ONCE).map(async ([body, extra]) => {
        const answer = await send(`${market.url}/mcp`, body, { 'x-api-key': account.key, ...extra })
        const text = await answer.text()
        if (answer.status >= 500 || text.includes('-32603'))
          faults.push({ status: answer.status, body, extra, text })
      }),
    )
  }
  expect(faults).toEqual([])
  expect(market.apis[0]?.log()).toBe('')
})
