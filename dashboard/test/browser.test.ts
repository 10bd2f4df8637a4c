import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readBooks } from '../../service/test/support/accounts.ts'
import { until } from '../../service/test/support/until.ts'
import { unzip } from '../../service/test/support/unzip.ts'
import { longestTask } from './support/long-tasks.ts'
import { faultsOf, openStage, pickHotel, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

/** The longest that a page may keep the browser from answering. */
const LONG_TASK_MS = 100
const MAIN_PAGES = ['/', '/explorer/stay', '/awards', '/trips', '/my-hotels', '/requests']

let stage: Stage
let key = ''

beforeAll(async () => {
  stage = await openStage()
})

afterAll(async () => {
  await stage.stop()
})

const go = (path: string) => stage.page.goto(path)
const press = (name: string) => stage.page.getByRole('button', { name, exact: true }).click()
const see = (text: string | RegExp) => stage.page.getByText(text).first().waitFor()
/** Confirms a call that may cost more than 10 credits. */
const spend = () => stage.page.getByRole('button', { name: /^Spend up to/ }).click()
const books = async () => readBooks(stage.market.database.pool, await account())
const account = async () => {
  const { rows } = await stage.market.database.pool.query<{ id: number }>(
    'select account as id from users order by created_at limit 1',
  )
  return rows[0]?.id ?? 0
}
const isThere = async (query: string) => {
  const { rows } = await stage.market.database.pool.query(query)
  return rows.length > 0
}

/** What closes other dialogs, twice: browsers let a second Escape through. */
const tryToLose = async () => {
  await stage.page.keyboard.press('Escape')
  await stage.page.keyboard.press('Escape')
  await stage.page.mouse.click(3, 3)
}

/** Everything the page could have kept: its content, its inputs and its storage. */
const keptByPage = () =>
  stage.page.evaluate(() => {
    const typed = [...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    )
    return [
      document.documentElement.outerHTML,
      ...typed,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      JSON.stringify(history.state),
      document.cookie,
      location.href,
    ].join('\n')
  })

describe('a new user', () => {
  test('is shown in by the overview, and signs up', async () => {
    await go('/')
    await stage.page.waitForURL('**/sign-in')
    expect(await faultsOf(stage.page)).toEqual([])
    await stage.page.getByRole('link', { name: 'Sign up' }).click()
    await stage.page.getByLabel('E-mail').fill('ada@example.com')
    await stage.page.getByLabel('Password').fill('1234567890')
    await press('Create account')
    await see('This password is too common. Choose another one.')
    await stage.page.getByLabel('Password').fill(PASSWORD)
    expect(await faultsOf(stage.page)).toEqual([])
    await press('Create account')
    await see('Make your first call')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('is led to a key, which is shown once and copied', async () => {
    await go('/keys')
    await press('Create your first key')
    await stage.page.getByRole('textbox', { name: 'Name' }).fill('production')
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const shown = stage.page.locator('[data-secret]')
    key = (await shown.textContent()) ?? ''
    expect(key).toMatch(/^vk_[0-9A-Za-z]{36}$/)
    await press('Copy key')
    expect(await stage.page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    expect(await faultsOf(stage.page)).toEqual([])
    await tryToLose()
    expect(await shown.textContent()).toBe(key)
    await press('I have copied it')
    await shown.waitFor({ state: 'detached' })
    expect(await keptByPage()).not.toContain(key.slice(9))
  })

  test('is led to a first call, which is charged as the page says', async () => {
    await go('/')
    await stage.page.getByRole('link', { name: 'Open the explorer' }).click()
    await see('Costs 0 to 1 credits')
    await press('Call /shop')
    await see('Aurelia London Observatory')
    const receipt = await stage.page.locator('.receipt').textContent()
    expect(receipt).toContain('Charged1 credit')
    expect(await readBooks(stage.market.database.pool, await account())).toMatchObject({
      used: 1000,
      lines: 1000,
      lineCount: 1,
    })
    const curl = await stage.page.getByLabel('The request in curl').textContent()
    expect(curl).toContain(`${stage.market.url}/v1/shop`)
    expect(curl).toContain('$VACANCY_API_KEY')
    expect(await faultsOf(stage.page)).toEqual([])
  })
})

describe('the explorer', () => {
  beforeAll(async () => {
    await stage.market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
  })

  test('draws a calendar in cash and in points', async () => {
    await go('/explorer/calendar')
    await press('Call /calendar')
    await see(/Spend up to [\d.]+ credits\?/)
    expect(await faultsOf(stage.page)).toEqual([])
    await press('Cancel')
    expect((await books()).used).toBe(1000)
    await press('Call /calendar')
    await spend()
    await stage.page.locator('.heat td').first().waitFor()
    expect(await stage.page.locator('.heat td:not(.outside)').count()).toBe(14)
    const cash = await stage.page.locator('.legend').textContent()
    await stage.page.getByRole('main').getByText('Points', { exact: true }).click()
    expect(await stage.page.locator('.legend').textContent()).toMatch(/pts.*pts/)
    expect(cash).not.toContain('pts')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('compares hotels with bars, and shows what one could not answer', async () => {
    await go('/explorer/compset')
    await stage.page.getByText('Paste a list').click()
    await stage.page.getByLabel('Hotels as text').fill('aurelia LONAU\nharborline LONHL\ncastellan UNKNOWN')
    await press('Call /compset')
    await stage.page.locator('.bar-price').first().waitFor()
    expect(await stage.page.locator('.bar-price').count()).toBe(2)
    const [csv] = await Promise.all([stage.page.waitForEvent('download'), press('CSV')])
    const table = await readFile(await csv.path(), 'utf8')
    expect(table).toMatch(/^chain,hotel_code,.*lowest_bar,/)
    expect(table.trim().split('\n')).toHaveLength(4)
    const [book] = await Promise.all([stage.page.waitForEvent('download'), press('Workbook')])
    const parts = unzip(await readFile(await book.path()))
    const texts = parts.get('xl/sharedStrings.xml')?.toString() ?? ''
    for (const text of table.split('\n')[0]?.split(',') ?? []) expect(texts).toContain(`>${text}<`)
    expect(parts.get('xl/worksheets/sheet1.xml')?.toString().match(/<row /g)).toHaveLength(4)
    await see('hotel not found')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('tells a refusal in the words of the API, with the id of the request', async () => {
    await go('/explorer/stay')
    await pickHotel(stage.page, 'aurelia UNKNOWN')
    await press('Call /shop')
    const alert = stage.page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/hotel_not_found · request req_\w+/)
    expect(await faultsOf(stage.page)).toEqual([])
  })
})

describe('a job', () => {
  const askForGrid = async () => {
    await go('/explorer/grid')
    await press('Call /matrix')
    await stage.page.getByRole('link', { name: 'Open the job' }).click()
    await stage.page.waitForURL('**/jobs/job_*')
  }

  test('that has not begun can be canceled', async () => {
    await askForGrid()
    await press('Cancel job')
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
    await see('canceled')
    expect(await readBooks(stage.market.database.pool, await account())).toMatchObject({ held: 0 })
    // Tasks under way when it was cancelled still finish, so the page goes on reading.
    await stage.page.waitForRequest(/\/jobs\/job_\w+$/)
  })

  test('shows how far it is without being asked, and can be downloaded', async () => {
    await askForGrid()
    await see('queued')
    await stage.market.startWorker()
    await see('21 of 21 cells')
    await see('done')
    await stage.page.locator('.grid-cell').first().waitFor()
    expect(await faultsOf(stage.page)).toEqual([])
    const [download] = await Promise.all([stage.page.waitForEvent('download'), press('CSV')])
    const file = await readFile(await download.path(), 'utf8')
    expect(file.split('\n')[0]).toMatch(/^chain,hotel_code,night,/)
    expect(file.trim().split('\n')).toHaveLength(22)
    await go('/jobs')
    await see('canceled')
    // Jobs are called by what they are about.
    await stage.page
      .getByRole('link', { name: /^Grid: Aurelia .+ and 2 more, \w+ \d+ – / })
      .first()
      .waitFor()
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('that could not fetch a hotel says which, and why', async () => {
    await go('/explorer/grid')
    await stage.page.getByText('Paste a list').click()
    await stage.page.getByLabel('Hotels as text').fill('aurelia UNKNOWN')
    await press('Call /matrix')
    const failed = stage.page.locator('.failures li')
    await failed.waitFor()
    expect(await failed.allTextContents()).toEqual([
      'aurelia UNKNOWN: hotel not found, 7 cells. Not charged.',
    ])
  })
})

describe('the explorer, with a worker behind it', () => {
  test('sets the channels against the chain itself', async () => {
    await go('/explorer/parity')
    await pickHotel(stage.page, 'aurelia UNDERCUT')
    await press('Call /parity')
    await spend()
    const channels = stage.page.getByRole('region', { name: 'Price by channel' })
    await channels.getByRole('columnheader', { name: 'Gap to direct' }).waitFor()
    expect(await channels.getByRole('row').count()).toBe(6)
    expect(await stage.page.locator('.gap').count()).toBeGreaterThan(0)
    // An agency that undercuts is bad news, in its row and in its bar.
    const worse = stage.page.locator('tr.worse')
    expect(await worse.first().textContent()).toContain('lose')
    expect(await stage.page.locator('tr.best').count()).toBe(0)
    // All five ask the same.
    await see(/^5 channels undercut the direct rate by 10% \(\$19\.20\)\.$/)
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('ranks the hotels of an area and puts them on a map', async () => {
    await go('/explorer/area')
    await stage.page.getByLabel('Chains').fill('aurelia')
    const tile = stage.page.waitForResponse(/\/assets\/map-\w+\/\d+\/\d+\/\d+\.pbf$/)
    await press('Call /area')
    await see('The job is done.')
    expect((await tile).status()).toBe(200)
    await stage.page.locator('.map canvas').waitFor()
    const hotels = (await stage.page.getByRole('row').count()) - 1
    expect(hotels).toBeGreaterThan(2)
    const [pin] = await stage.page.locator('.map .pin').allTextContents()
    expect(pin).toMatch(/\$\d/)
    expect(await faultsOf(stage.page)).toEqual([])
    await stage.page.locator('.map a.pin').first().click()
    await stage.page.waitForURL('**/hotels/aurelia/*?night=*')
    await stage.page.goBack()
    await stage.page.getByRole('row').nth(1).getByRole('link').click()
    await stage.page.waitForURL('**/hotels/aurelia/*')
    await see('Rooms and rates')
    expect(await faultsOf(stage.page)).toEqual([])
  })
})

describe('a watch', () => {
  test('fires when a price drops, and its event can be sent again', async () => {
    await go('/watches')
    await press('New watch')
    await pickHotel(stage.page, 'aurelia UNKNOWN')
    await stage.page.getByLabel('Notify me by').selectOption('webhook')
    await stage.page.getByLabel('Webhook URL').fill(stage.sink)
    await press('Create watch')
    await see('The source aurelia has no hotel UNKNOWN.')
    await pickHotel(stage.page, 'aurelia DROPS')
    await stage.page.getByLabel('Look', { exact: true }).selectOption('once a day')
    await see(/^Costs [\d.]+ credits each time it looks, at most [\d.]+ a month/)
    expect(await faultsOf(stage.page)).toEqual([])
    await press('Create watch')
    const secret = (await stage.page.locator('[data-secret]').textContent()) ?? ''
    expect(secret.length).toBeGreaterThan(20)
    await press('I have copied it')
    await stage.page.locator('[data-secret]').waitFor({ state: 'detached' })
    expect(await keptByPage()).not.toContain(secret)
    await stage.page.getByRole('link', { name: /drops/i }).click()
    await stage.page.waitForURL('**/watches/wat_*')
    const { href: watch } = new URL(stage.page.url())
    // The first refresh is the baseline. Every live answer after it counts.
    await until(() => isThere('select 1 from refreshes where finished_at is not null'))
    await stage.page.reload()
    await see('Last look')
    expect(await stage.page.getByText('not yet').count()).toBe(0)
    await go('/explorer/stay')
    await pickHotel(stage.page, 'aurelia DROPS')
    await stage.page.getByText('Party, currency, cache').click()
    await stage.page.getByLabel('Max. age').fill('0')
    await press('Call /shop')
    await stage.page.locator('.receipt').waitFor()
    await until(() => isThere("select 1 from events where type like 'watch.%'"))
    await stage.page.goto(watch)
    await see('History')
    await see('Changed')
    expect(await faultsOf(stage.page)).toEqual([])
    await go('/events')
    await stage.page.getByRole('button', { name: 'Details' }).first().click()
    await see('"type": "watch.')
    expect(await faultsOf(stage.page)).toEqual([])
    await press('Close')
    await stage.page.getByRole('button', { name: 'Redeliver' }).first().click()
    await see('Sent again')
    await stage.page
      .getByText(/attempts?, last answer 200/)
      .first()
      .click()
    await see(/: 200, \d+ ms/)
    expect(await faultsOf(stage.page)).toEqual([])
  })
})

describe('the account', () => {
  test('its overview adds up to the meter, by day, endpoint and key, down to the lines', async () => {
    await go('/')
    await stage.page.locator('.day').first().waitFor()
    const { used, lineCount } = await readBooks(stage.market.database.pool, await account())
    const figure = await stage.page.locator('.figure').textContent()
    expect(Number.parseFloat(figure ?? '')).toBe(used / 1000)
    const byKey = stage.page.getByRole('button', { name: /^production/ })
    expect(await byKey.textContent()).toContain(`${lineCount} charges`)
    expect(await stage.page.getByRole('row').count()).toBe(lineCount + 1)
    await stage.page.getByRole('button', { name: /^compset/ }).click()
    await stage.page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    expect(await stage.page.getByRole('row').nth(1).textContent()).toContain('compset')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('a key that is revoked is asked about first, and then no longer there to call with', async () => {
    await go('/keys')
    await press('Create key')
    await stage.page.getByRole('textbox', { name: 'Name' }).fill('staging')
    await stage.page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await press('I have copied it')
    await see('2 of 5 keys active')
    // Watches belong to the account, whichever key made them.
    await stage.page.getByLabel('Calls are made with').selectOption({ index: 1 })
    await stage.page.getByRole('link', { name: 'Points', exact: true }).click()
    await stage.page.getByRole('link', { name: 'Watches', exact: true }).click()
    await stage.page.getByRole('link', { name: /drops/i }).waitFor()
    await stage.page.getByRole('link', { name: 'Developer', exact: true }).click()
    await stage.page.getByRole('link', { name: 'API keys', exact: true }).click()
    await press('Revoke staging')
    await press('Revoke key')
    await see('1 of 5 keys active')
    expect(await stage.page.getByLabel('Calls are made with').textContent()).not.toContain('staging')
    expect(await faultsOf(stage.page)).toEqual([])
  })

  test('the page does not say "no key" before the keys are loaded', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const { promise: known, resolve: tell } = Promise.withResolvers<void>()
    await stage.page.route('**/app/api/keys*', async (route) => {
      ask()
      await known
      await route.continue()
    })
    await go('/jobs')
    await asked
    await stage.page.locator('main .skeleton').waitFor()
    expect(await stage.page.getByText(/Create an API key first|No API key yet/).count()).toBe(0)
    tell()
    await see('21 of 21 cells')
    await stage.page.unroute('**/app/api/keys*')
  })

  test('the other pages hold up too', async () => {
    for (const path of ['/watches', '/status']) {
      await go(path)
      await stage.page.locator('main h1').waitFor()
      await stage.page.locator('.skeleton').first().waitFor({ state: 'detached' })
      expect(await faultsOf(stage.page)).toEqual([])
    }
  })

  test('no page blocks the browser for more than a tenth of a second while it loads', async () => {
    // Without axe, which is itself a long script.
    const browser = stage.context.browser()
    if (!browser) throw new Error('the browser is gone')
    const storageState = await stage.context.storageState()
    const newVisit = async () =>
      (await browser.newContext({ baseURL: stage.market.url, storageState })).newPage()
    let page = await newVisit()
    for (const path of MAIN_PAGES) {
      let longest = await longestTask(browser, page, path)
      // On a busy machine the same task may take twice the processor time. What really blocks does so at every first visit.
      for (let again = 0; again < 2 && longest > LONG_TASK_MS; again += 1) {
        await page.context().close()
        page = await newVisit()
        longest = await longestTask(browser, page, path)
      }
      expect(longest, path).toBeLessThanOrEqual(LONG_TASK_MS)
    }
    await page.context().close()
  })

  test('colours can be chosen against the system, and stay chosen', async () => {
    await stage.page.emulateMedia({ colorScheme: 'light' })
    const background = () => stage.page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    const toggle = stage.page.getByRole('button', { name: /^Colours/ })
    await toggle.click()
    await toggle.click()
    const dark = await background()
    expect(dark).not.toBe(light)
    await stage.page.reload()
    await stage.page.locator('main h1').waitFor()
    expect(await background()).toBe(dark)
  })

  test('signing out ends it, also for what the browser still has', async () => {
    await press('Sign out')
    await stage.page.waitForURL('**/sign-in')
    await stage.page.goBack()
    await stage.page.waitForURL('**/sign-in')
    expect(await stage.page.locator('body').textContent()).not.toContain('ada@example.com')
  })
})

test('the key was nowhere after it had been shown: not in the page, not in storage, not in a log', async () => {
  expect(key).not.toBe('')
  expect(await keptByPage()).not.toContain(key.slice(9))
  for (const { log } of [...stage.market.apis, ...stage.market.workers])
    expect(log()).not.toContain(key.slice(9))
  const { rows } = await stage.market.database.pool.query<{ row: string }>(
    'select k::text as row from keys k',
  )
  expect(rows.map(({ row }) => row).join('\n')).not.toContain(key.slice(9))
})

test('the page contacted no other server, and the browser reported no errors', () => {
  expect(stage.complaints).toEqual([])
})
