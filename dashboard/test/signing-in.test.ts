import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../service/src/accounts/keys.ts'
import { createAccount } from '../../service/src/accounts/store.ts'
import { newClaimLink } from '../../service/src/sessions/claim-link.ts'
import { codeAt, stepAt } from '../../service/src/sessions/factors/totp.ts'
import { type MailServer, openMailServer } from '../../service/test/endpoints/mail-server.ts'
import {
  CLIENT,
  type OpenIdProvider,
  openOpenIdProvider,
} from '../../service/test/sessions/openid-provider.ts'
import { createTestDatabase, type TestDatabase } from '../../service/test/support/database.ts'
import { type ApiProcess, startApi } from '../../service/test/support/processes.ts'
import { until } from '../../service/test/support/until.ts'
import { openBrowser } from './support/browser.ts'
import { faultsOf } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

/** Browsers keep passkeys for names, so the page is opened as localhost. */
let origin: string
let database: TestDatabase
let provider: OpenIdProvider
let mail: MailServer
let api: ApiProcess
let browser: Browser
const pages: Page[] = []
const complaints: string[] = []

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  database = await createTestDatabase()
  mail = await openMailServer()
  provider = await openOpenIdProvider([`${origin}/app/api/sign-in/oidc/callback`])
  ;[api, browser] = await Promise.all([
    startApi(database.url, {
      SECRET_KEY: 'fa'.repeat(32),
      PORT: String(port),
      PUBLIC_URL: origin,
      SMTP_URL: mail.url,
      MAIL_FROM: 'vacancy@example.com',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Acme Login',
      OIDC_ALLOW: 'acme.example',
      SIGN_UP: 'open',
    }),
    openBrowser(),
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', 'build.ts')]),
  ])
})
afterAll(async () => {
  await browser.close()
  await api.stop('SIGKILL')
  await provider.stop()
  await mail.stop()
  await database.drop()
})

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => complaints.push(String(error)))
  pages.push(page)
  return page
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Make your first call').waitFor()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signInThere(page: Page, name: string): Promise<void> {
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** In the folder that somebody names to look at them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage: true })
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: join(folder, `${name}-phone.png`), fullPage: true })
  await page.setViewportSize({ width: 1280, height: 900 })
}

const code = (secret: string, offset = 0) => codeAt(secret, stepAt(Date.now() / 1000) + offset)
const hasMail = (subject: string) => until(async () => mail.mails.some((each) => each.subject === subject))

test('the owner of a new server comes by its link, with the keyboard, and their page opens at each sign-in', async () => {
  const { pool } = database
  const demo = await createAccount(pool, 'demo', 'pro')
  await createKey(pool, demo.id, 'first key')
  const link = `/claim/${(await newClaimLink(pool))?.token}`
  const page = await newPage()
  await page.goto('/claim/mistyped')
  await page.getByText('To print a new one, run on the server: npx vacancy accounts claim').waitFor()
  await picture(page, 'claim-unknown')
  await page.goto(link)
  await page.getByText('50,000 credits a month').waitFor()
  await picture(page, 'claim')
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('E-mail').focus()
  await page.keyboard.type('owner@acme.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'Prices of my hotels' }).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/my-hotels')
  await page.getByText('pro plan').waitFor()
  await page.getByLabel('Calls are made with').waitFor()
  await page.getByRole('link', { name: 'Server', exact: true }).click()
  await page.waitForURL('**/operator')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  await signIn(page, 'owner@acme.example')
  await page.waitForURL('**/my-hotels')
  await page.goto('/account')
  await page.getByRole('radio', { name: 'Points and free nights' }).check()
  await page.getByText('Saved. Its page opens when you sign in.').waitFor()
  await page.getByRole('link', { name: 'Vacancy' }).click()
  await page.waitForURL('**/awards')
  await page.goto(link)
  await page.getByText('This server has an owner already').waitFor()
})

test('somebody signs up for points, on a phone, and can search at once: their key is made unseen', async () => {
  const page = await newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill('points@nowhere.example')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('radio', { name: 'Points and free nights' }).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/awards')
  await page.getByRole('combobox', { name: 'Hotel' }).waitFor()
  await picture(page, 'first-page-of-points')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/keys')
  await page.getByRole('row', { name: 'Dashboard' }).waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
})

test('somebody signs in by the provider, and lands on the page that they asked for', async () => {
  provider.people.set('ada', { email: 'ada@acme.example', email_verified: true })
  const page = await newPage()
  await page.goto('/keys')
  await page.waitForURL('**/sign-in')
  await picture(page, 'sign-in')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with Acme Login' }).click()
  await signInThere(page, 'ada')
  await page.waitForURL(`${origin}/keys`)
  await page.getByRole('heading', { name: 'API keys' }).first().waitFor()
  await page.goto('/account')
  await page.getByText('You sign in with Acme Login.').waitFor()
  expect(await page.getByRole('heading', { name: 'Password' }).count()).toBe(0)
  await picture(page, 'account-provider')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/sign-in')
})

test('a refusal of the provider is told on the sign-in page', async () => {
  provider.people.set('eve', { email: 'eve@acme.example', email_verified: false })
  const page = await newPage()
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Sign in with Acme Login' }).click()
  await signInThere(page, 'eve')
  await page.getByText('Acme Login has not verified your e-mail address.').waitFor()
  await picture(page, 'refused')
  expect(await faultsOf(page)).toEqual([])
})

test('somebody sets up one-time codes, signs in with one, and with a recovery code', async () => {
  const email = 'bob@example.com'
  const page = await newPage()
  await signUp(page, email)
  await page.goto('/account')
  await picture(page, 'account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await picture(page, 'qr-code')
  const secret = (await page.locator('.secret code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code that the app shows now').fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('The code is wrong.').waitFor()
  await page.getByLabel('Code that the app shows now').fill(code(secret, -1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const recovery = (await page.locator('.recovery-codes').innerText()).split('\n')
  expect(recovery).toHaveLength(10)
  await picture(page, 'recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes left').waitFor()
  await picture(page, 'account-codes')
  expect(await faultsOf(page)).toEqual([])
  await hasMail('One-time codes are on')

  const other = await newPage()
  await other.goto('/notifications')
  await other.waitForURL('**/sign-in')
  await other.getByLabel('E-mail').fill(email)
  await other.getByLabel('Password').fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await faultsOf(other)).toEqual([])
  await picture(other, 'second-step')
  await other.getByLabel('Code').fill(code(secret, 0))
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL('**/notifications')

  const third = await newPage()
  await signIn(third, email)
  await third.getByLabel('Code').fill(recovery[0] ?? '')
  await third.getByRole('button', { name: 'Sign in', exact: true }).click()
  await third.waitForURL(`${origin}/`)
  await third.goto('/account')
  await third.getByText('9 recovery codes left').waitFor()
  await hasMail('A recovery code was used')
  await third.getByRole('button', { name: 'Turn off' }).click()
  await third.getByLabel('Your password').fill(PASSWORD)
  await third.getByRole('textbox', { name: 'Code' }).fill(recovery[1] ?? '')
  await third.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await third.getByRole('button', { name: 'Set up' }).waitFor()
})

test('somebody adds a passkey, signs in with it alone, and removes it', async () => {
  const page = await newPage()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  await signUp(page, 'cyd@example.com')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('My laptop')
  await page.getByLabel('Your password').fill(PASSWORD)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey “My laptop”').waitFor()
  await picture(page, 'account-passkey')
  await hasMail('A passkey was added')

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('Make your first call').waitFor()
  const { rows } = await database.pool.query<{ way: string; used: boolean }>(
    `select s.way, p.used_at is not null as used from user_sessions s join passkeys p using (user_id)`,
  )
  expect(rows).toEqual([{ way: 'passkey', used: true }])

  // Somebody who does not unlock it gets nowhere.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const stolen = await page.evaluate(async () => {
    const ask = (path: string, body?: object) =>
      fetch(`/app/api${path}`, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
    const options = (await (
      await ask('/sign-in/passkey/options')
    ).json()) as PublicKeyCredentialRequestOptionsJSON
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      ...options,
      userVerification: 'discouraged',
    })
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
    return (await ask('/sign-in/passkey', { credential: credential.toJSON() })).status
  })
  expect(stolen).toBe(400)
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })

  // An answer is good once.
  const twice = await page.evaluate(async () => {
    const ask = (path: string, body?: object) =>
      fetch(`/app/api${path}`, {
        method: 'POST',
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
    const options = (await (
      await ask('/sign-in/passkey/options')
    ).json()) as PublicKeyCredentialRequestOptionsJSON
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON()
    const first = (await ask('/sign-in/passkey', { credential })).status
    return [first, (await ask('/sign-in/passkey', { credential })).status]
  })
  expect(twice).toEqual([200, 400])

  await page.goto('/account')
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Passkey “My laptop”', { exact: true }).waitFor({ state: 'detached' })
  await hasMail('A passkey was removed')
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('This passkey does not sign in here.').waitFor()
})

test('an account that requires a second factor shows nothing else until it is set up', async () => {
  const page = await newPage()
  const email = 'dan@example.com'
  await signUp(page, email)
  await page.goto('/members')
  await page.getByLabel('Everybody who signs in with a password needs a second factor').click()
  await page.getByText('Set up a second factor of your own first.').waitFor()
  await picture(page, 'members')
  expect(await faultsOf(page)).toEqual([])
  await database.pool.query(
    'update accounts set require_second_factor = true where id = (select account from users where email = $1)',
    [email],
  )
  await page.goto('/keys')
  await page.getByRole('heading', { name: 'One thing first' }).waitFor()
  await picture(page, 'enrol')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  const secret = (await page.locator('.secret code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code that the app shows now').fill(code(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('heading', { name: 'API keys' }).first().waitFor()
})

test('no page threw an error', () => {
  expect(complaints).toEqual([])
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
