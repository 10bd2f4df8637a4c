import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { vacancy } from '../support/processes.ts'
import { CLIENT, type OpenIdProvider, openOpenIdProvider } from './openid-provider.ts'

let database: TestDatabase
let provider: OpenIdProvider

beforeAll(async () => {
  database = await createTestDatabase()
  provider = await openOpenIdProvider(['http://127.0.0.1/app/api/sign-in/oidc/callback'])
})
afterAll(async () => {
  await provider.stop()
  await database.drop()
})

const settingsOf = (issuer: string) => ({
  SECRET_KEY: 'cd'.repeat(32),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Acme Login',
})

const good = { ...settingsOf('https://login.example'), DATABASE_URL: 'postgres://127.0.0.1:9/none' }
test.for([
  [{ OIDC_ISSUER: 'http://login.example' }, 'OIDC_ISSUER must be an https address'],
  [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.'],
  [
    { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', PASSWORDS: 'off' },
    'PASSWORDS=off needs OIDC_ISSUER',
  ],
  [
    { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '', OIDC_ALLOW: '*' },
    'OIDC_ALLOW needs OIDC_ISSUER.',
  ],
  [{ OIDC_ALLOW: 'example.com,me@example.com' }, 'OIDC_ALLOW must be domains with commas between them'],
  [{ OIDC_ROLES: 'groups=admins:king' }, 'OIDC_ROLES must be claim=value:role'],
  [{ PASSWORDS: 'no' }, 'PASSWORDS must be on or off'],
  [{ HOST: '0.0.0.0' }, 'OIDC_ISSUER needs PUBLIC_URL'],
] as const)('%j stop the start with one line: %s', async ([change, line]) => {
  const { code, stderr } = await vacancy(['api'], { ...good, ...change })
  expect([code, stderr.trim().split('\n').length]).toEqual([78, 1])
  expect(stderr).toContain(line)
  expect(stderr).not.toContain(CLIENT.secret)
})

test('`vacancy doctor` asks the provider who it is', async () => {
  const findings = async (issuer: string, more: Record<string, string> = {}) => {
    const { stdout } = await vacancy(['doctor', '--json'], {
      ...settingsOf(issuer),
      ...more,
      DATABASE_URL: database.url,
    })
    const { findings: all } = JSON.parse(stdout) as {
      findings: { check: string; state: string; found: string; advice?: string }[]
    }
    return all.find(({ check }) => check === 'provider')
  }
  expect(await findings(provider.issuer)).toMatchObject({
    state: 'good',
    found: expect.stringContaining('Acme Login'),
  })
  expect(await findings(provider.issuer, { OIDC_ROLES: 'groups=admins:owner' })).toMatchObject({
    state: 'warning',
    advice: expect.stringContaining('OIDC_ROLES without OIDC_ACCOUNT'),
  })
  expect(await findings('http://127.0.0.1:9')).toMatchObject({ state: 'problem' })
  expect(await findings(`${provider.issuer}/elsewhere`)).toMatchObject({ state: 'problem' })
})
