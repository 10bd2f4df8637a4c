import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  auth,
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../service/test/support/until.ts'
import { faultsOf, openStage, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

let stage: Stage
/** Where the agent waits for its code, and where its metadata document is. */
let agentUrl: string
const codes: URLSearchParams[] = []
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', agentUrl)
  if (url.pathname === '/callback') codes.push(url.searchParams)
  const document = {
    client_id: `${agentUrl}/client.json`,
    client_name: 'Published agent',
    redirect_uris: [`${agentUrl}/callback`],
    token_endpoint_auth_method: 'none',
  }
  response.setHeader('content-type', url.pathname === '/callback' ? 'text/html' : 'application/json')
  response.end(url.pathname === '/callback' ? '<title>Agent</title>Thank you' : JSON.stringify(document))
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  agentUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  stage = await openStage()
})

afterAll(async () => {
  await stage.stop()
  server.close()
})

type Saved = NonNullable<Awaited<ReturnType<OAuthClientProvider['clientInformation']>>>
type Discovered = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0]
type SavedTokens = NonNullable<Awaited<ReturnType<OAuthClientProvider['tokens']>>>

/** An agent as its official client keeps it: in memory. */
function newAgent() {
  const kept: {
    client?: Saved
    tokens?: SavedTokens
    verifier?: string
    discovered?: Discovered
    asks: URL[]
  } = { asks: [] }
  const provider: OAuthClientProvider = {
    redirectUrl: `${agentUrl}/callback`,
    clientMetadata: {
      client_name: 'Registered agent',
      redirect_uris: [`${agentUrl}/callback`],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-agent',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.asks.push(url)
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    saveDiscoveryState: (discovered) => {
      kept.discovered = discovered
    },
    discoveryState: () => kept.discovered,
    codeVerifier: () => kept.verifier ?? '',
  }
  return { provider, kept }
}

const mcp = () => new URL(`${stage.market.url}/mcp`)

async function connect(provider: OAuthClientProvider): Promise<Client> {
  const client = new Client(
    { name: 'agent', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new StreamableHTTPClientTransport(mcp(), { authProvider: provider }))
  return client
}

const signIn = async (page: Page, email: string) => {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Waits for the browser to reach the agent. */
async function codeOf(seen: number): Promise<URLSearchParams> {
  await until(async () => codes.length > seen)
  return codes.at(-1) ?? new URLSearchParams()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

describe('the official client', () => {
  test('by registration: sign-up on the way, consent, a call, refresh, and revocation on the keys’ page', async () => {
    const page = await stage.newVisitor()
    const { provider, kept } = newAgent()
    await expect(connect(provider)).rejects.toBeInstanceOf(UnauthorizedError)
    const [ask] = kept.asks
    expect(ask?.searchParams.get('resource')).toBe(`${stage.market.url}/mcp`)

    await page.goto(ask?.href ?? '')
    await page.getByText('Registered agent').waitFor()
    await page.getByText('a program on this computer').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Create an account' }).click()
    await signIn(page, 'agents@example.com')
    await page.getByLabel('Your name for it').fill('Trip planner')
    await page.getByLabel('Budget in credits per day').fill('3')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Allow' }).click()
    const answer = await codeOf(0)
    // The client asks faster than the free plan allows.
    await stage.market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
    expect(Object.fromEntries(answer)).toMatchObject({ state: 'state-of-agent', iss: stage.market.url })

    // The client checks who answers.
    const asked = { serverUrl: mcp(), authorizationCode: answer.get('code') ?? '' }
    await expect(auth(provider, { ...asked, iss: 'https://attacker.example' })).rejects.toThrow(/iss/i)
    expect(await auth(provider, { ...asked, iss: answer.get('iss') ?? '' })).toBe('AUTHORIZED')
    const client = await connect(provider)
    const usage = await client.callTool({ name: 'account_usage', arguments: {} })
    expect(usage.structuredContent).toMatchObject({ rows: [{ daily_cap: 3, scopes: ['read', 'spend'] }] })

    // A token that is too old is renewed without asking anybody.
    const before = kept.tokens
    kept.tokens = { ...(before as SavedTokens), access_token: 'va_tooold' }
    expect((await client.listTools()).tools.length).toBe(20)
    expect(kept.tokens.refresh_token).not.toBe(before?.refresh_token)

    await page.waitForURL(({ pathname }) => pathname === '/callback')
    await page.goto('/keys')
    await page.getByText('0 of 5 keys active').waitFor()
    const row = rowOf(page, 'Trip planner')
    await row.getByText('agent from this computer').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await row.getByRole('button', { name: 'Edit Trip planner' }).click()
    await page.getByRole('dialog').getByLabel('Daily cap in credits').fill('7')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await row.getByText('7 credits').waitFor()
    await row.getByRole('button', { name: 'Revoke Trip planner' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke agent' }).click()
    await row.getByText('revoked').waitFor()
    const revokedAtMs = Date.now()
    await until(
      async () =>
        client.listTools().then(
          () => false,
          () => true,
        ),
      10_000,
    )
    expect(Date.now() - revokedAtMs).toBeLessThan(10_000)
    await page.context().close()
  })

  test('by its metadata document: sign-in on the way, free tools only; and it can be refused', async () => {
    const page = await stage.newVisitor()
    const seen = codes.length
    const { provider, kept } = newAgent()
    // The client uses documents on https only, so it is told its id as if it had found it there.
    kept.client = { client_id: `${agentUrl}/client.json`, issuer: stage.market.url }
    await expect(connect(provider)).rejects.toBeInstanceOf(UnauthorizedError)
    await page.goto(kept.asks[0]?.href ?? '')
    await page.getByText('Published agent').waitFor()
    await page.getByText(new URL(agentUrl).host, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('E-mail').fill('agents@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('radio', { name: /^Free tools only/ }).check()
    await page.getByRole('button', { name: 'Allow' }).click()
    const answer = await codeOf(seen)
    await auth(provider, {
      serverUrl: mcp(),
      authorizationCode: answer.get('code') ?? '',
      iss: answer.get('iss') ?? '',
    })
    const client = await connect(provider)
    const paid = {
      name: 'stay_price',
      arguments: { chain: 'aurelia', hotel_code: 'UNDERCUT', checkin: '2030-01-01' },
    }
    expect((await client.callTool(paid)).isError).toBe(true)

    await page.waitForURL(({ pathname }) => pathname === '/callback')
    await page.goto(kept.asks[0]?.href ?? '')
    await page.getByRole('button', { name: 'Refuse' }).click()
    expect((await codeOf(seen + 1)).get('error')).toBe('access_denied')
    await page.context().close()
  })

  test('a client that cannot be sent back is refused on the page, in words', async () => {
    const page = await stage.newVisitor()
    await page.goto('/oauth/authorize?client_id=agent_unknown&redirect_uri=https://attacker.example/')
    await page.getByText('This client is not known here. It must register again.').waitFor()
    expect(new URL(page.url()).host).toBe(new URL(stage.market.url).host)
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })
})
