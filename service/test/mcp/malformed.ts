import fc from 'fast-check'
import { TOOLS } from '../../src/mcp/tools/tools.ts'
import { inDays } from '../support/market.ts'
import { callOf } from './agents.ts'

/** Arguments that would be right, for the tools that take them. */
const RIGHT: Readonly<Record<string, unknown>> = {
  q: 'London',
  chain: 'aurelia',
  hotel_code: 'LONAU',
  hotels: [{ chain: 'aurelia', hotel_code: 'LONAU' }],
  checkin: inDays(30),
  nights: { from: inDays(30), to: inDays(31) },
  job_id: 'job_0123456789abcdefghijkl',
}
const COMMON = ['limit', 'cursor', 'dry_run', 'max_credits', 'no_such_field']

const value = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('2028-02-30', '\0', '../../etc', '💥', '__proto__', -1, 1e308, 'aurelia', null, [], {}),
)
/** A call that is right but for the fields that are replaced by anything. */
const nearlyRight = fc.constantFrom(...TOOLS).chain(({ name, fields, own = {} }) => {
  const right = Object.fromEntries(Object.entries(RIGHT).filter(([field]) => fields.includes(field)))
  const known = fc.constantFrom(...fields, ...Object.keys(own), ...COMMON)
  return fc.dictionary(known, value, { minKeys: 1 }).map((wrong) => callOf(name, { ...right, ...wrong }))
})
/** The same as a task of the previous revision. */
const nearlyTask = fc.tuple(nearlyRight, value).map(([{ params }, task]) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: params.name, arguments: params.arguments, task },
}))
const quoteId = value.map((args) => {
  const quoted = { tool: 'start_grid', args, createdAt: '2028-02-29' }
  return `quote_${Buffer.from(JSON.stringify(quoted)).toString('base64url')}`
})
const aboutTask = fc
  .tuple(fc.constantFrom('get', 'result', 'cancel', 'update', 'list'), fc.oneof(value, quoteId))
  .map(([verb, taskId]) => ({ jsonrpc: '2.0', id: 1, method: `tasks/${verb}`, params: { taskId } }))
const toolName = fc.constantFrom(...TOOLS.map(({ name }) => name), 'no_such_tool', '__proto__', '', 7)
const message = fc.oneof(
  { weight: 5, arbitrary: nearlyRight },
  { weight: 1, arbitrary: nearlyTask },
  { weight: 1, arbitrary: aboutTask },
  { weight: 2, arbitrary: fc.tuple(toolName, fc.jsonValue()).map(([name, args]) => callOf(name, args)) },
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

/** Messages and headers that no client should send, always the same ones. */
export function malformedCalls(count: number): [message: unknown, headers: Record<string, string>][] {
  return fc.sample(fc.tuple(message, headers), { numRuns: count, seed: 20_260_728 })
}
