import { readFile } from 'node:fs/promises'
import type { GetBoardResponse } from '@vacancy/client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { until } from '../../service/test/support/until.ts'
import { countClicks, spentBy } from './support/counted.ts'
import { tabTo } from './support/keyboard.ts'
import { printed } from './support/printed.ts'
import { faultsOf, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

/** What somebody who looks after a hotel does. The stage must have a worker. */

const HOTEL = 'aurelia UNDERCUT'

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()

/** A free plan makes the page wait between its calls, which these tests are not about. */
async function hurry({ market }: Stage): Promise<void> {
  await market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
}

/** Rows are alike: a few of them show what all would, and are judged in a fraction of the time. */
async function keepFewRows(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rows = [...document.querySelectorAll('.parity-grid tbody tr')]
    for (const row of rows.slice(4)) row.remove()
  })
}

export function myHotelTests(on: () => Stage): void {
  let page: Page
  const email = 'revenue@example.com'

  test('from the sign-up, parity of the next 30 nights takes at most 8 clicks, and costs what was said', async () => {
    page = await on().newVisitor()
    const clicks = await countClicks(page)
    await page.goto('/sign-up')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Create account')
    await page.waitForURL('**/')
    await hurry(on())
    await page.getByRole('link', { name: 'My hotels', exact: true }).click()
    await page.getByRole('combobox', { name: 'Your hotel' }).fill(HOTEL)
    await page.getByRole('option', { name: 'UNDERCUT' }).first().click()
    await page.getByRole('navigation', { name: 'Boards' }).getByRole('link', { name: 'Parity' }).click()
    await press(page, 'Find it at the agencies')
    await page.getByText(/^Costs \d/).waitFor()
    await press(page, 'Check parity')
    const said = (await page.getByRole('dialog').getByRole('heading').textContent()) ?? ''
    await press(page, /^Spend up to/)
    await page.getByText(/^Fetched/).waitFor()
    expect(await clicks()).toBeLessThanOrEqual(8)
    expect(await page.locator('.parity-grid').getByRole('row').count()).toBe(31)
    expect(await page.locator('.parity-cell.lose').count()).toBeGreaterThan(60)
    const most = Number(/[\d.]+/.exec(said)?.[0])
    const spent = await spentBy(on(), email)
    expect(spent).toBeGreaterThan(10)
    expect(spent).toBeLessThanOrEqual(most + 1)
    await page.getByText(new RegExp(`${String(Math.floor(spent - 1))}.*credits spent`)).waitFor()
    await keepFewRows(page)
    expect(await faultsOf(page)).toEqual([])
  })

  test('what was paid for opens again free of charge, as a table and as files', async () => {
    const before = await spentBy(on(), email)
    const { pathname } = new URL(page.url())
    // The sandbox has no two agencies that undercut on equally many nights.
    await page.route('**/v1/boards/*', async (route) => {
      const answer = await route.fetch()
      const board = (await answer.json()) as GetBoardResponse
      for (const agency of board.parity?.undercutters.slice(0, 2) ?? []) agency.nights = 29
      await route.fulfill({ response: answer, json: board })
    })
    await page.goto(`${pathname}?view=parity`)
    await page.getByText(/^Fetched/).waitFor()
    await page.getByText(/^\w+ and \w+ undercut equally often, on 29 nights each\./).waitFor()
    expect(await page.getByText('undercuts most often').count()).toBe(0)
    await page.getByText(/: within 1%, or 2% if converted$/).waitFor()
    await page.unroute('**/v1/boards/*')
    expect(await printed(page, 'parity')).toMatchObject({ pages: 1 })
    await page.getByText('Table', { exact: true }).first().click()
    await page.getByRole('columnheader', { name: 'Verdict', exact: true }).waitFor()
    expect(await printed(page, 'parity-table')).toMatchObject({ pages: 1 })
    const save = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, name)])
      return readFile(await download.path())
    }
    expect(String(await save('CSV')).split('\n')[1]).toMatch(/^\d{4}-\d\d-\d\d,[\d.]+,[A-Z]{3},lose,/)
    expect((await save('Workbook')).subarray(0, 2).toString()).toBe('PK')
    expect(String(await save('CSV of all rates')).split('\n')[0]).toMatch(/^chain,hotel_code,night,/)
    expect((await save('Parquet')).subarray(0, 4).toString()).toBe('PAR1')
    expect(await spentBy(on(), email)).toBe(before)
  })

  test('the market of a set has a rank for every night, which leads to rooms, rates and history', async () => {
    await page.getByRole('link', { name: 'Competitors', exact: true }).click()
    await page.getByRole('combobox', { name: 'Add a competitor' }).fill('aurelia LONAU')
    await page.getByRole('option', { name: 'LONAU' }).first().click()
    await page.getByRole('row', { name: /LONAU/ }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Market', exact: true }).click()
    await page.getByText('14', { exact: true }).click()
    await page.getByText(/^Costs/).waitFor()
    await press(page, 'Fetch the market')
    await page.getByText(/^Fetched/).waitFor()
    expect(await page.locator('.board-heat a').count()).toBe(14)
    expect(await faultsOf(page)).toEqual([])
    await page.locator('.board-heat a').nth(5).click()
    // Of one other hotel, the mean is the median: two figures of one yardstick.
    const factOf = async (name: string) => {
      const fact = page.locator('.board-facts > div', { has: page.getByText(name, { exact: true }) })
      const said = await fact.locator('dd').evaluate((value) => value.firstChild?.textContent ?? '')
      return Number(said.replace('−', '-').replace(/[+%]/g, ''))
    }
    await page.getByText('Rate index', { exact: true }).waitFor()
    expect(Math.abs((await factOf('Rate index')) - 100 - (await factOf('Against the median')))).toBeLessThan(
      1,
    )
    await press(page, 'Show rooms and rates')
    await page.getByRole('columnheader', { name: 'Room', exact: true }).waitFor()
    await press(page, 'Show history')
    await page.getByText(/It has been|It is .* now/).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test('the page of a hotel says whether a price is good, and shows its history as a chart and a table', async () => {
    await page.goto('/hotels/aurelia/UNDERCUT')
    const before = await spentBy(on(), email)
    await page
      .getByText(/^Costs/)
      .nth(1)
      .waitFor()
    expect(await spentBy(on(), email)).toBe(before)
    await press(page, 'Judge the price')
    await page.locator('.judgement').waitFor()
    await page.getByRole('region', { name: 'Will it get cheaper?' }).locator('.badge').waitFor()
    await press(page, 'Show history')
    const history = page.getByRole('figure', { name: 'Prices by night' })
    await history.locator('.axis').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await history.getByText('Table', { exact: true }).click()
    await history.getByRole('columnheader', { name: /^Latest/ }).waitFor()
    // An address that is opened again shows both answers, and makes no call.
    const paid = await spentBy(on(), email)
    await page.reload()
    await page.locator('.judgement').waitFor()
    await history.waitFor()
    expect(await spentBy(on(), email)).toBe(paid)
  })

  test('a schedule is made for the board, run, and its receiver is told, tested and paused', async () => {
    await page.goto('/notifications')
    await press(page, 'Add a receiver')
    await page.getByText('Webhook', { exact: true }).click()
    await page.getByLabel('Address (URL)').fill(on().sink)
    await page.getByLabel('Name (optional)').fill('Revenue team')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Add receiver' }).click()
    await press(page, 'I have copied it')
    await press(page, 'Send a test')
    await page.getByText(/endpoint test, .*, delivered/).waitFor()
    await page.getByRole('link', { name: 'My hotels', exact: true }).click()
    await page.getByRole('link', { name: 'Market', exact: true }).click()
    const boards = page.getByRole('navigation', { name: 'Boards' })
    await boards.getByRole('link', { name: 'Schedules', exact: true }).click()
    // The cost is told late. Nothing may move under the pointer then.
    const late = Promise.withResolvers<void>()
    await page.route('**/matrix', async (route) => {
      await late.promise
      await route.fallback()
    })
    await press(page, 'Market every day')
    await page.getByLabel('Nights ahead').selectOption('7')
    const place = () => page.getByLabel('Revenue team').boundingBox()
    const before = await place()
    late.resolve()
    await page.getByText(/^Up to .* credits per run/).waitFor()
    expect(await place()).toEqual(before)
    await page.unroute('**/matrix')
    await page.getByLabel('Revenue team').check()
    await press(page, 'Create schedule')
    await page.getByRole('link', { name: /^Market of/ }).click()
    await press(page, 'Run now')
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('button', { name: 'Download' }).waitFor()
    await page.getByRole('row').getByText('done').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/notifications')
    await page.getByText(/schedule done, .*, delivered/).waitFor()
    await press(page, 'Change')
    await page.getByText('Only some', { exact: true }).click()
    await page.getByLabel('Schedule ran').check()
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'Save')
    await page.getByText('Gets only: schedule ran.').waitFor()
    await press(page, 'Pause')
    await page.getByText('Paused: nothing is sent. You paused it.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.context().close()
  })

  test('parity of the next 30 nights needs no pointer at all', async () => {
    page = await on().newVisitor()
    const clicks = await countClicks(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await page.goto('/sign-up')
    await tabTo(page, page.getByLabel('E-mail'))
    await page.keyboard.type('keyboard@example.com')
    await tabTo(page, page.getByLabel('Password'))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/')
    await hurry(on())
    await tabTo(page, page.getByRole('link', { name: 'My hotels', exact: true }))
    await page.keyboard.press('Enter')
    const picker = page.getByRole('combobox', { name: 'Your hotel' })
    await tabTo(page, picker)
    await page.keyboard.type(HOTEL)
    await page.getByRole('option', { name: 'UNDERCUT' }).first().waitFor()
    await until(async () => (await picker.getAttribute('data-settled')) === 'true')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('link', { name: 'Parity', exact: true }))
    await page.keyboard.press('Enter')
    // The ids are known since the first journey, if all agencies answered in time on a busy machine.
    await button(/^(Check parity|Find it at the agencies)$/).waitFor()
    if (await button('Find it at the agencies').isVisible()) {
      await tabTo(page, button('Find it at the agencies'))
      await page.keyboard.press('Enter')
    }
    await tabTo(page, button('Check parity'))
    await page.keyboard.press('Enter')
    await tabTo(page, button(/^Spend up to/))
    await page.keyboard.press('Enter')
    await page.getByText(/^(Being fetched|Fetched)/).waitFor()
    expect(await page.locator('.parity-grid').getByRole('row').count()).toBe(31)
    expect(await clicks()).toBe(0)
    await page.context().close()
  })
}
