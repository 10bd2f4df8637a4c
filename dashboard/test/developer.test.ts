import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildDownloads, DOWNLOADS } from '../../client/scripts/downloads.ts'
import { PYTHON, WITHOUT } from '../../client-python/test/python.ts'
import { inDays } from '../../service/test/support/market.ts'
import { countClicks } from './support/counted.ts'
import { describeEvidence } from './support/evidence-pages.ts'
import { describeFrame } from './support/frame.ts'
import { createKey, signUp } from './support/newcomer.ts'
import { faultsOf, openStage, pickHotel, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

/** The command line tool. */
const CLIENT = join(import.meta.dirname, '..', '..', 'client', 'src', 'cli', 'main.ts')

let stage: Stage

beforeAll(async () => {
  if (!existsSync(DOWNLOADS)) await buildDownloads()
  stage = await openStage()
  await stage.market.startWorker()
})

afterAll(async () => {
  await stage.stop()
})

const go = (path: string) => stage.page.goto(path)
const press = (name: string) => stage.page.getByRole('button', { name, exact: true }).click()
const see = (text: string | RegExp) => stage.page.getByText(text).first().waitFor()

/** From the sign-up to the install line and the code, as somebody copies them. */
async function copied(language: string, email: string) {
  const page = await stage.newVisitor()
  const clicks = await countClicks(page)
  const copy = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Call it from your code').click()
  await page.getByRole('button', { name: 'Create your first key' }).click()
  await page.locator('[data-secret]').waitFor()
  await page.getByText(language, { exact: true }).click()
  const install = await copy('Copy install line')
  const code = await copy('Copy')
  expect(await clicks()).toBeLessThanOrEqual(6)
  const arrived = () =>
    page
      .getByRole('status')
      .filter({ hasText: /\/shop.*200.*cost (1|0.25) credit/ })
      .waitFor()
  return { install, code, arrived, close: () => page.context().close() }
}

describe('a newcomer makes the own call with what the server gives, in at most six clicks and for at most one credit', () => {
  let folder: string
  const run = (line: string, args: string[], env = {}) =>
    promisify(execFile)(line, args, { cwd: folder, env: { ...process.env, ...env } })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vacancy-newcomer-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('in TypeScript', async () => {
    const { install, code, arrived, close } = await copied('TypeScript', 'ts@example.com')
    await writeFile(join(folder, 'package.json'), '{}')
    await writeFile(join(folder, 'call.mjs'), code)
    const [npm = '', ...args] = install.split(' ')
    await run(npm, [...args, '--registry', 'http://127.0.0.1:1', '--no-audit', '--no-fund'])
    expect((await run('node', ['call.mjs'])).stdout).toContain('Aurelia London Observatory')
    await arrived()
    await close()
  })

  test.skipIf(PYTHON === null)(`in Python (${WITHOUT})`, async () => {
    const { install, code, arrived, close } = await copied('Python', 'py@example.com')
    await writeFile(join(folder, 'call.py'), code)
    const target = join(folder, 'python')
    await run(PYTHON ?? '', ['-m', ...install.split(' '), '--no-deps', '--quiet', '--target', target])
    const { stdout } = await run(PYTHON ?? '', ['call.py'], { PYTHONPATH: target })
    expect(stdout).toContain('Aurelia London Observatory')
    await arrived()
    await close()
  })
})

describe('a developer', () => {
  let page: Page
  const tell = (name: string | RegExp) => page.getByText(name).first().waitFor()
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()

  /** Moves the focus by Tab to a button or link, and uses it. */
  const reach = async (name: string) => {
    for (let step = 0; step < 80; step += 1) {
      await page.keyboard.press('Tab')
      const text = await page.evaluate(() => document.activeElement?.textContent?.trim())
      if (text === name) return page.keyboard.press('Enter')
    }
    throw new Error(`the keyboard does not reach ${name}`)
  }

  test('makes the first own call from code in five steps after the form, by keyboard alone', async () => {
    page = await stage.newVisitor()
    await page.goto('/sign-up')
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type('grace@example.com')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await tell('Make your first call')
    await reach('Call it from your code')
    await tell('Create an API key')
    await reach('Create your first key')
    const secret = (await page.locator('[data-secret]').textContent()) ?? ''
    await page.keyboard.press('Escape')
    expect(await page.locator('[data-secret]').textContent()).toBe(secret)
    await page.getByRole('radio', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowLeft')
    await reach('Copy')
    const code = await page.evaluate(() => navigator.clipboard.readText())
    expect(code).toContain(secret)
    const shell = `vacancy() { "${process.execPath}" "${CLIENT}" "$@"; }\n${code}`
    const { stdout } = await promisify(execFile)('sh', ['-c', shell])
    expect(stdout).toContain('Aurelia London Observatory')
    await tell(/^POST \/shop$/)
    expect(await page.getByRole('status').filter({ hasText: '/shop' }).textContent()).toMatch(/200.*cost/)
    expect(await faultsOf(page)).toEqual([])
  })

  test('gets every call of the explorer in four languages', async () => {
    await page.goto('/explorer/stay')
    for (const [language, part] of [
      ['TypeScript', 'await client.shop({'],
      ['Python', 'answer = client.shop('],
      ['Command line', 'vacancy shop '],
      ['curl', 'curl -s'],
    ] as const) {
      await page.getByText(language, { exact: true }).click()
      expect(await page.getByLabel(/^The request in/).textContent()).toContain(part)
    }
  })

  test('asks for children with ages, and for the point of sale that a source takes', async () => {
    await page.goto('/explorer/stay?chain=lodgista&hotel_code=UNDERCUT-castellan')
    await page.getByText('Party, currency, cache, point of sale').click()
    expect(await page.getByLabel(/^Age of child/).count()).toBe(0)
    await page.getByLabel('Children').fill('2')
    await page.getByLabel('Age of child 1').fill('4')
    await page.getByLabel('Guest’s country').fill('de')
    await page.getByLabel('Guest’s device').selectOption('mobile')
    await page.getByText('Command line', { exact: true }).click()
    expect(await page.getByLabel(/^The request in/).textContent()).toContain(
      '--children-ages 4,8 --country DE --device mobile',
    )
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/explorer/stay?chain=aurelia&hotel_code=UNDERCUT&country=de')
    await page.getByLabel('Children').waitFor({ state: 'attached' })
    expect(await page.getByLabel(/^Guest’s/).count()).toBe(0)
    await page.getByText('curl', { exact: true }).click()
    expect(await page.getByLabel(/^The request in/).textContent()).not.toContain('point_of_sale')
  })

  test('looks into a request, failed or not, and sends it again knowing the cost', async () => {
    await page.goto('/explorer/stay')
    await pickHotel(page, 'aurelia UNKNOWN')
    await click('Call /shop')
    await page.getByRole('alert').waitFor()
    await page.goto('/requests?outcome=failed')
    await page.getByRole('link', { name: 'POST /shop' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await tell('404 hotel not found')
    expect(await faultsOf(page)).toEqual([])
    await page.getByText('All', { exact: true }).click()
    await page.getByRole('link', { name: 'POST /shop' }).nth(1).click()
    await page.waitForURL('**/requests/*')
    expect(await page.getByLabel('What was sent').textContent()).toContain('"hotel_code": "LONAU"')
    expect(await page.getByLabel('What was answered').textContent()).toContain('"cached"')
    expect(await faultsOf(page)).toEqual([])
    await click('Send again')
    await page.getByRole('button', { name: /^Spend up to/ }).click()
    await page.getByLabel('The new answer').waitFor()
    expect(await page.locator('.receipt').textContent()).toContain('Charged0.25')
  })

  test('finds requests by hotel, status and time, and reads why a body is not kept', async () => {
    const keys = (await page.evaluate(() => fetch('/app/api/keys').then((answer) => answer.json()))) as {
      keys: { id: string }[]
    }
    await page.evaluate(
      (id) =>
        fetch('/app/api/v1/shopp', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-key-id': id },
          body: '{}',
        }),
      keys.keys[0]?.id ?? '',
    )
    await page.goto('/requests')
    await page
      .getByText(/^Aurelia London Observatory, /)
      .first()
      .waitFor()
    await page.getByLabel('Path, hotel code or request id').fill('lonau')
    await page.getByLabel('Status').fill('200')
    await page.getByRole('row').nth(1).waitFor()
    await page.getByRole('row').filter({ hasText: 'shopp' }).waitFor({ state: 'detached' })
    await page.getByLabel('Until').fill('2020-01-01T00:00')
    await tell('No request matches')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Show all requests' }).click()
    await page.getByRole('link', { name: 'POST /shopp' }).click()
    await tell('The API has no such call, so the body is not kept.')
  })

  test('downloads the charges, goes from one to its request, and reads the prices and the plans', async () => {
    await page.goto('/')
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await (await downloaded).path()
    expect(await readFile(file, 'utf8')).toMatch(/^at,endpoint,key_id,credits,.*\n.*,shop,key_/)
    const book = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Workbook' }).click()
    expect((await book).suggestedFilename()).toMatch(/^charges-.*\.xlsx$/)
    expect((await readFile(await (await book).path())).subarray(0, 2).toString()).toBe('PK')
    await page.getByRole('region', { name: 'Charges' }).getByRole('link').last().click()
    await page.waitForURL('**/requests/*')
    expect(await page.getByLabel('What was sent').textContent()).toContain('"hotel_code"')
    await page.goto('/start')
    await page.getByRole('link', { name: 'prices', exact: true }).click()
    await page.getByRole('row', { name: /^free yours 250 2 250 1,000$/ }).waitFor()
    await page.getByRole('row', { name: /^A stay at a travel agency .* 2 0.5/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/start')
    await page.getByRole('link', { name: 'Guides', exact: true }).click()
    await page.getByRole('link', { name: 'Credits' }).click()
    await tell('The rules')
  })

  test('tries a call in the API reference with the session', async () => {
    await page.goto('/docs#tag/account/GET/usage')
    expect(await page.title()).toBe('Vacancy API')
    await page.getByRole('button', { name: /^Test Request\s*\(get \/usage\)$/ }).click()
    const answered = page.waitForResponse((response) => response.url().endsWith('/app/api/v1/usage'))
    await page.getByRole('button', { name: /^Send/ }).first().click()
    expect((await answered).status()).toBe(200)
  })
})

describe('the people of an account', () => {
  beforeAll(async () => {
    await signUp(stage.page, 'ada@example.com')
    await createKey(stage.page)
  })

  test('an owner sees plan, sessions and members, and invites somebody by a link', async () => {
    const { page } = stage
    await go('/account')
    await see('too little usage for a forecast')
    await see('this browser')
    expect(await faultsOf(page)).toEqual([])
    await go('/members')
    await press('Invite somebody')
    await page.getByLabel('E-mail').fill('vera@example.com')
    await page.getByLabel('Role', { exact: true }).selectOption('viewer')
    await press('Invite')
    const link = (await page.locator('[data-secret]').textContent()) ?? ''
    await page.keyboard.press('Escape')
    expect(await page.locator('[data-secret]').textContent()).toBe(link)
    await press('Done')
    await page.getByRole('button', { name: 'Withdraw the invitation of vera@example.com' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    const vera = await stage.newVisitor()
    await vera.goto(link)
    await vera.getByLabel('Choose a password').fill(PASSWORD)
    expect(await faultsOf(vera)).toEqual([])
    await vera.getByRole('button', { name: 'Join' }).click()
    await vera.getByRole('heading', { name: 'Overview' }).waitFor()
    await vera.goto('/explorer/stay')
    await vera.getByRole('button', { name: 'Call /shop' }).click()
    await vera.getByText('not spend or change anything').waitFor()
  })

  test('an operator sees the server and tests a source; others see no such pages', async () => {
    const { page } = stage
    await go('/operator/sources')
    await see('Only for the operator of this server')
    await stage.market.database.pool.query('update accounts set operator = true')
    await go('/operator/sources')
    await press('Test Aurelia Hotels')
    await see('works')
    expect(await faultsOf(page)).toEqual([])
    for (const [part, shown] of [
      ['health', 'Database connections'],
      ['accounts', 'ada@example.com'],
      ['work', 'Workers'],
      ['directory', 'Pages read'],
    ] as const) {
      await go(`/operator/${part}`)
      await see(shown)
      expect(await faultsOf(page)).toEqual([])
    }
  })

  test('a source that fails says so on every page about it, with the reason and since when', async () => {
    const { page, market } = stage
    await market.sandbox.control('/sources/kestrel', { fault: '500' })
    await market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
    const shop = async (hotel_code: string) => {
      const { keys } = (await (await page.request.get('/app/api/keys')).json()) as { keys: { id: string }[] }
      const answer = await page.request.post('/app/api/v1/shop', {
        headers: { 'x-key-id': keys[0]?.id ?? '', origin: market.url },
        data: { chain: 'kestrel', hotel_code, checkin: inDays(40) },
      })
      return answer.status()
    }
    for (let call = 0; call < 6; call += 1) expect(await shop(`FAIL${call}`)).toBeGreaterThanOrEqual(500)
    const row = page.getByRole('row', { name: /Kestrel/ })
    for (const path of ['/status', '/operator/sources']) {
      await go(path)
      await row.getByText('down', { exact: true }).waitFor()
      await row.getByText(/It answers with errors, or cannot be reached\. Since /).waitFor()
      expect(await page.getByText('All sources are up').count()).toBe(0)
    }
    await market.sandbox.control('/reset', {})
  })

  test('an operator changes a plan, reads a directory and cancels a job, each after a question', async () => {
    const { page } = stage
    const dialog = page.getByRole('dialog')
    await go('/operator/accounts')
    await press('Change grace@example.com')
    await dialog.getByLabel('Plan').selectOption('pro')
    await see(/so 49,99\d.* are left\./)
    expect(await faultsOf(page)).toEqual([])
    await press('Change account')
    await page.getByRole('row', { name: /grace@example.com.* pro / }).waitFor()
    await press('Change ada@example.com')
    await see('Only another operator can remove this right from your account.')
    await page.keyboard.press('Escape')

    // Directories are not read in this market.
    await stage.market.database.pool.query(
      "insert into directory_syncs (source, due_at) values ('aurelia', now() + interval '1 day') on conflict do nothing",
    )
    await go('/operator/directory')
    await press('Read now: aurelia')
    await see('The requests count against each source’s budget.')
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Read now' }).click()
    await dialog.waitFor({ state: 'detached' })

    await stage.market.database.pool.query(
      `insert into jobs (public_id, account, key, kind, endpoint, request_id, status, request, cells_total, tasks_total,
         reserved, held, created_at)
       select 'job_stuck', account, id, 'matrix', 'matrix', 'r', 'queued', '{}', 1, 1, 0, 0, now() from keys limit 1`,
    )
    await go('/operator/work')
    await press('Cancel job_stuck')
    expect(await faultsOf(page)).toEqual([])
    await press('Cancel job')
    await page.getByText('job_stuck').waitFor({ state: 'detached' })
    await stage.market.database.pool.query('update accounts set operator = false')
  })
})

describeEvidence(() => stage)

describeFrame(() => stage)

test('the page contacted no other server, and the browser reported no errors', () => {
  expect(stage.complaints).toEqual([])
})
