import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, type TestAccount } from '../support/accounts.ts'
import { get, post } from '../support/client.ts'
import { inDays, type Market, openMarket } from '../support/market.ts'
import { until } from '../support/until.ts'
import { type Agent, currentAgent, type Outcome } from './agents.ts'
import { type Hands, MARCH, TASKS } from './tasks.ts'

const MOST = { calls: 4, tokens: 4000, credits: 10, callsOfImpossible: 2 }
/** A token of English or JSON has about four characters. */
const TOKEN_CHARACTERS = 4

let market: Market
let account: TestAccount
let agent: Agent
let endpoint: string
const transcript: string[] = []

const INTRODUCTION = `What a scripted client called and read, through the tools alone, in the bundled sandbox. Each task
takes at most ${MOST.calls} calls, fewer than ${MOST.tokens.toLocaleString('en-US')} tokens of answers (text and structured data together, four characters each) and fewer than
${MOST.credits} credits. The last four are impossible: they end with the reason after at most ${MOST.callsOfImpossible} calls.
Another account had looked at Evergrand's award nights in Lisbon before, so they were cached; everything else was fetched.
[mcp.md](mcp.md) describes the tools. \`service/test/mcp/tasks.test.ts\` runs these tasks and writes this page.`

beforeAll(async () => {
  market = await openMarket({ workers: 1 })
  account = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  agent = await currentAgent(`${market.url}/mcp`, { 'x-api-key': account.key })
  const webhook = { kind: 'webhook', url: 'https://example.com/agents' }
  const { body } = await post(market.url, '/v1/endpoints', account.key, webhook)
  endpoint = (body as { id: string }).id
  await lookBefore()
}, 120_000)

afterAll(async () => {
  await agent.close()
  await market.stop()
  if (process.env['MCP_TASKS'] === 'write') {
    const page = join(import.meta.dirname, '..', '..', '..', 'docs', 'mcp-tasks.md')
    await writeFile(
      page,
      `# Twenty tasks through the tools\n\n${INTRODUCTION}\n\n${transcript.join('\n\n')}\n`,
    )
  }
})

/** Another account looks at what the tasks expect to be known: the award nights of March, and a hotel's name. */
async function lookBefore(): Promise<void> {
  const { key } = await newAccount(market.database.pool, 'scale', { rps: 100_000 })
  const stay = { chain: 'aurelia', hotel_code: 'LONAU', checkin: inDays(3) }
  const march = { q: 'Lisbon', chains: ['evergrand'], nights: MARCH, fill: 'missing' }
  const [shopped, searched] = await Promise.all([
    post(market.url, '/v1/shop', key, stay),
    post(market.url, '/v1/award/search', key, march),
  ])
  expect([shopped.status, searched.status]).toEqual([200, 202])
  const { jobs } = searched.body as { jobs: { id: string }[] }
  await jobsEnd(jobs.map(({ id }) => id))
  await until(async () => {
    const { structuredContent } = await agent.call('find_hotels', { q: 'LONAU', limit: 1 })
    return structuredContent?.rows.length === 1
  })
}

async function jobsEnd(ids: readonly string[]): Promise<void> {
  await until(async () => {
    const { rows } = await market.database.pool.query(
      'select 1 from jobs where public_id = any($1) and finished_at is null',
      [ids],
    )
    return rows.length === 0
  })
}

async function used(): Promise<number> {
  const { body } = await get(market.url, '/v1/usage', account.key)
  return (body as { credits_used: number }).credits_used
}

test('there are twenty tasks', () => expect(TASKS).toHaveLength(20))

test.each(TASKS)('$words', async ({ words, run, reason }) => {
  const calls: { text: string; outcome: Outcome }[] = []
  const hands: Hands = {
    call: async (tool, args = {}) => {
      const outcome = await agent.call(tool, args)
      calls.push({ text: `${tool} ${JSON.stringify(args)}`, outcome })
      return outcome
    },
    endpoint,
    wait: ({ structuredContent }) => jobsEnd((structuredContent?.jobs ?? []).map(({ job_id }) => job_id)),
  }
  const before = await used()
  const answer = await run(hands)
  const credits = Math.round(((await used()) - before) * 1000) / 1000
  const tokens = JSON.stringify(calls.map(({ outcome }) => outcome)).length / TOKEN_CHARACTERS
  const { rows = [], why_empty: whyEmpty } = answer.structuredContent ?? {}
  const failed = calls.filter(({ outcome }) => outcome.isError).length
  const isSolved = reason ? rows.length === 0 : rows.length > 0 && failed === 0
  expect(isSolved, whyEmpty ?? answer.content[0]?.text).toBe(true)
  expect(answer.content[0]?.text).toMatch(reason ?? /^/)
  expect(calls.length).toBeLessThanOrEqual(reason ? MOST.callsOfImpossible : MOST.calls)
  expect(tokens).toBeLessThan(MOST.tokens)
  expect(credits).toBeLessThan(MOST.credits)
  const steps = calls.map(
    ({ text, outcome }) => `\`${text}\`\n\n\`\`\`text\n${outcome.content[0]?.text}\n\`\`\``,
  )
  const sum = `Calls: ${calls.length}. Tokens: ${Math.ceil(tokens)}. Credits: ${credits}.`
  transcript.push(`## ${words}\n\n${sum}\n\n${steps.join('\n\n')}`)
})
