import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../../service/test/support/csv.ts'
import { ordinaryHotels } from '../../service/test/support/grids.ts'
import { until } from '../../service/test/support/until.ts'
import { bookingTests } from './bookings.ts'
import { countClicks } from './support/counted.ts'
import { tabTo } from './support/keyboard.ts'
import { printed } from './support/printed.ts'
import { faultsOf, openStage, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

/** What a revenue manager does with boards, from the sign-up on. */

const EMAIL = 'revenue@example.com'
let stage: Stage
let page: Page
let clicks: () => Promise<number>

beforeAll(async () => {
  stage = await openStage({ hasMail: true })
  await stage.market.startWorker()
  const { pool } = stage.market.database
  // A street of hotels, as a directory tells it: one is far away, one is of another class.
  const hotels = ordinaryHotels('aurelia', 9)
  await pool.query(
    `insert into hotels (source, code, name, city, country, lat, lng, stars, currency, status)
     select 'aurelia', code, 'Aurelia ' || (array['Strand','Temple','Aldwych','Covent','Savoy','Soho','Mayfair','Hostel','Faraway'])[n], 'London', 'GB',
       51.5 + n * 0.002 + case when n = 9 then 1 else 0 end, -0.12, case when n = 8 then 1 else 4 end, 'GBP', 'open'
     from unnest($1::text[]) with ordinality as h(code, n)
     on conflict (source, code) do update set name = excluded.name, lat = excluded.lat, lng = excluded.lng, stars = excluded.stars, currency = excluded.currency`,
    [hotels.map(({ hotel_code: code }) => code)],
  )
  page = await stage.newVisitor()
  clicks = await countClicks(page)
})
afterAll(async () => {
  await stage.stop()
})

const press = (name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
/** What a spreadsheet reads from the link that two clicks make. */
async function linkedRows(): Promise<number> {
  const before = await clicks()
  await press('Link for a spreadsheet')
  await press('Create link')
  const formula = (await page.getByText(/^=IMPORTDATA/).textContent()) ?? ''
  expect((await clicks()) - before).toBe(2)
  const [, url = ''] = /^=IMPORTDATA\("(.*\.csv)"\)$/.exec(formula) ?? []
  const lines = await page.locator('.feed-line').allTextContents()
  const pasted = lines.map((line) => line.replace(/ Copy$/, ''))
  expect(pasted).toEqual([
    `Google Sheets: paste into a cell${formula}`,
    `Excel: Data → From Web${url}`,
    `LibreOffice: Sheet → External Links, then choose “cells”${url.replace('.csv', '.xlsx')}`,
  ])
  expect(await faultsOf(page)).toEqual([])
  expect((await fetch(url.replace('.csv', '.xlsx'))).headers.get('content-type')).toContain('spreadsheetml')
  return parseCsv(await (await fetch(url)).text()).length
}

const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

test('from the sign-up, a board of 60 nights with five suggested competitors takes at most 8 clicks', async () => {
  await page.goto('/sign-up')
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await press('Create account')
  await page.waitForURL('**/')
  await stage.market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
  await page.getByRole('link', { name: 'My hotels', exact: true }).click()
  await page.getByRole('combobox', { name: 'Your hotel' }).fill('Aurelia Strand')
  await page.getByRole('option', { name: 'Aurelia Strand' }).first().click()
  await see('Who does this hotel compete with?')
  // Nearest first; neither the hostel nor what is far away.
  await page.locator('.suggested li').first().waitFor()
  const suggested = await page.locator('.suggested li').allTextContents()
  expect(suggested).toHaveLength(6)
  expect(suggested[0]).toContain('Aurelia Temple')
  expect(await page.locator('.suggested input:checked').count()).toBe(5)
  expect(await faultsOf(page)).toEqual([])
  await press('Compare with 5 hotels')
  await page.getByText(/^Costs \d/).waitFor()
  await press('Fetch the market')
  await press(/^Spend up to/)
  await page.getByText(/^Fetched/).waitFor()
  expect(await clicks()).toBeLessThanOrEqual(8)
  expect(await page.locator('.board-heat a').count()).toBe(60)
  await see('Nights that stand out')
  await see('the board was not fetched 1 day ago')
  expect(await faultsOf(page)).toEqual([])
})

test('a line per competitor, and weekdays in the table', async () => {
  await page.getByText('Each competitor', { exact: true }).click()
  const legend = page.locator('.chart-legend').first()
  await legend.getByText('Aurelia Savoy').waitFor()
  expect(await legend.locator('li').count()).toBe(6)
  await page.getByText('Table', { exact: true }).first().click()
  await page.getByRole('columnheader', { name: 'Weekday', exact: true }).waitFor()
  await page.getByText('Chart', { exact: true }).first().click()
})

test('the link of a board for spreadsheets is two clicks away, with what to paste, and ends with another', async () => {
  expect(await linkedRows()).toBe(1 + 6 * 60)
  const [link = ''] = await page
    .locator('.feed-text')
    .getByText(/\.csv$/)
    .allTextContents()
  await press('End this link')
  await page.getByRole('button', { name: 'Create link' }).waitFor()
  expect((await fetch(link)).status).toBe(404)
  await press('Close')
})

/** The link of the first mail that has one like it. */
async function linkIn(wanted: RegExp): Promise<string> {
  const linkOf = () =>
    stage.mails.flatMap(({ text }) => text?.match(/http\S+/g) ?? []).find((url) => wanted.test(url))
  await until(async () => linkOf() !== undefined)
  return linkOf() ?? ''
}

test('a daily mail with the workbook takes at most 4 clicks more, and says what matters', async () => {
  const before = await clicks()
  await press('Mail me this')
  await page.getByText(/Up to [\d.,]+ credits per run, [\d.,]+ a month/).waitFor()
  expect(await page.getByLabel('E-mail address').inputValue()).toBe(EMAIL)
  expect(await faultsOf(page)).toEqual([])
  await see('Your plan has 250 credits a month.')
  await press('Mail it every morning')
  await see(/^Every day at 07:00 to revenue@example.com/)
  const board = page.url()
  // The link in the mail is a click too.
  await page.goto(await linkIn(/verify/))
  await page.getByRole('button').click()
  await see(`go to ${EMAIL}`)
  expect((await clicks()) + 1 - before).toBeLessThanOrEqual(4)
  await page.goto(board)
  // The run by hand would cost more than is left of a free month.
  await stage.market.database.pool.query('update meters set allowance = 1000000')
  await press('Mail me this')
  await see(/^Every day at 07:00, /)
  await page.getByRole('link', { name: 'Change when it runs and who gets it' }).click()
  await press('Run now')
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('row').getByText('done').waitFor()
  await until(async () => stage.mails.some(({ subject }) => subject?.includes('rank')), 30_000)
  const mail = stage.mails.find(({ subject }) => subject?.includes('rank'))
  expect(mail?.subject).toMatch(/^Aurelia Strand: average rank [\d.]+ of [\d.]+, rate index [\d.]+/)
  expect(mail?.text).toContain('Aurelia Strand')
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.xlsx$/)])
})

test('a schedule is edited in its page', async () => {
  await press('Edit')
  await page.getByLabel('How often').selectOption('week')
  await page.getByRole('checkbox', { name: 'Friday' }).check()
  await page.getByLabel('At', { exact: true }).fill('08:15')
  expect(await faultsOf(page)).toEqual([])
  await press('Save')
  await see(/^Every Monday and Friday at 08:15/)
})

test('the link of a schedule for spreadsheets is two clicks away, with what to paste', async () => {
  expect(await linkedRows()).toBe(1 + 6 * 60)
  await see(/is your own computer: programs on it can read the link, Google Sheets cannot/)
  await press('Close')
})

test('another browser shows the same board, a German one in the same English, and what was missing', async () => {
  const { pool } = stage.market.database
  await page.getByRole('link', { name: 'My hotels', exact: true }).click()
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await page.getByText(/^Fetched/).waitFor()
  const [state, address] = [await page.context().storageState(), page.url()]
  const elsewhere = await stage.newVisitor('de-DE')
  await elsewhere.context().addCookies(state.cookies)
  await elsewhere.goto(address)
  await elsewhere.getByText(/^Fetched/).waitFor()
  expect(await elsewhere.locator('.board-heat a').count()).toBe(60)
  const said = await elsewhere.locator('main').innerText()
  expect(said).toMatch(/Fetched (now|\d+ \w+ ago), [\d,]+(\.\d+)? credits spent/)
  expect(said).toMatch(/[−+-]\d+\.\d%/)
  expect(said).not.toMatch(/vor \d|jetzt|\bMo\b|\bDi\b|\bMi\b|\d[ \u00a0][€£]|\d,\d\s?%/)
  await elsewhere.context().close()
  await pool.query(
    `insert into job_failures (job, source, hotel_code, code, cells)
     select id, 'aurelia', $1, 'source_unavailable', 29 from jobs order by id desc limit 1`,
    [ordinaryHotels('aurelia', 2)[1]?.hotel_code],
  )
  await page.reload()
  await see('29 rates could not be fetched.')
  await see(/Aurelia Temple.*: 29 rates, the source did not answer/)
  expect(await faultsOf(page)).toEqual([])
})

test('a shared board needs no account, and ends with a click', async () => {
  await press('Share')
  await press('Create link')
  const url = (await page.locator('.feed-text code').textContent()) ?? ''
  const guest = await stage.newVisitor()
  await guest.goto(url)
  await guest.getByText(/^Fetched/).waitFor()
  expect(await guest.locator('.board-heat .night').count()).toBe(60)
  expect(await guest.getByRole('link').count()).toBe(0)
  expect(await faultsOf(guest)).toEqual([])
  expect(await printed(guest, 'shared')).toMatchObject({ pages: 1 })
  await press('End this link')
  await page.getByLabel('The link ends').waitFor()
  await press('Cancel')
  await guest.reload()
  await guest.getByText('There is no such board. The link may have ended.').waitFor()
  await guest.context().close()
})

test('the board and its daily mail need no pointer at all', async () => {
  const own = await stage.newVisitor()
  const pressed = await countClicks(own)
  const button = (name: string | RegExp) => own.getByRole('button', { name }).first()
  const enter = async (wanted: Locator) => {
    await tabTo(own, wanted)
    await own.keyboard.press('Enter')
  }
  await own.goto('/sign-up')
  await tabTo(own, own.getByLabel('E-mail'))
  await own.keyboard.type('keyboard@example.com')
  await tabTo(own, own.getByLabel('Password'))
  await own.keyboard.type(PASSWORD)
  await own.keyboard.press('Enter')
  await own.waitForURL('**/')
  await stage.market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
  await enter(own.getByRole('link', { name: 'My hotels', exact: true }))
  const picker = own.getByRole('combobox', { name: 'Your hotel' })
  await tabTo(own, picker)
  await own.keyboard.type('Aurelia Strand')
  await own.getByRole('option', { name: 'Aurelia Strand' }).first().waitFor()
  await until(async () => (await picker.getAttribute('data-settled')) === 'true')
  await own.keyboard.press('Enter')
  await enter(button('Compare with 5 hotels'))
  await own.getByText(/^Costs \d/).waitFor()
  await enter(button('Fetch the market'))
  // What others fetched is known, and may cost less than what is asked about.
  const board = own.getByText(/^Fetched/)
  await board.or(button(/^Spend up to/)).waitFor()
  if (!(await board.isVisible())) await enter(button(/^Spend up to/))
  await board.waitFor()
  await enter(button('Mail me this'))
  await enter(button('Mail it every morning'))
  await own.getByText(/^Every day at 07:00 to keyboard@example.com/).waitFor()
  await enter(button('Close'))
  await own.locator('dialog').waitFor({ state: 'detached' })
  expect(await pressed()).toBe(0)
  await own.context().close()
})

/** As a call that was made two days ago would have seen the same hotels: higher prices, and a month of nights more. */
async function seeMoreNights(): Promise<void> {
  for (const table of ['cells', 'cell_history'])
    await stage.market.database.pool.query(
      `insert into ${table} select (jsonb_populate_record(c, jsonb_build_object('night', c.night + 60))).* from ${table} c`,
    )
  await stage.market.database.pool.query(
    `insert into cell_history select (jsonb_populate_record(c, jsonb_build_object(
       'seen', c.seen - 172800000, 'bar', c.bar * 11 / 10, 'bar_after_tax', c.bar_after_tax * 11 / 10))).* from cell_history c`,
  )
}

test('every view of a board is printed on one page', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    expect(await printed(page, `market-${theme}`)).toMatchObject({ pages: 1 })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByText('Each competitor', { exact: true }).click()
  await page.locator('.chart-legend').first().waitFor()
  expect(await printed(page, 'competitors')).toMatchObject({ pages: 1 })
  await page.getByText('Table', { exact: true }).first().click()
  await page.getByRole('columnheader', { name: 'Weekday', exact: true }).waitFor()
  const { pages, text } = await printed(page, 'table')
  const nights = text?.match(/^ *\d{4}-\d\d-\d\d /gm)
  // Every night is there, and not only those that fit on the screen.
  expect([pages, text === null ? 60 : nights?.length]).toEqual([1, 60])

  await seeMoreNights()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  const last = new Date(Date.now() + 89 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Last night').fill(last)
  await press('Show history')
  const history = page.getByRole('figure', { name: 'Prices by night' })
  await history.locator('.axis').first().waitFor()
  expect(await printed(page, 'history')).toMatchObject({ pages: 1 })
  await history.getByText('Table', { exact: true }).click()
  await history.getByRole('columnheader', { name: /^Latest/ }).waitFor()
  const told = await printed(page, 'history-table')
  const seen = told.text?.match(/^ *\d{4}-\d\d-\d\d /gm)
  expect([told.pages, told.text === null ? 90 : seen?.length]).toEqual([1, 90])
})

test('links for spreadsheets are listed with the schedules, and ended there when theirs is deleted', async () => {
  await page.goto('/schedules')
  const links = page.getByRole('region', { name: 'Links for spreadsheets' })
  await links.getByRole('link', { name: 'a schedule' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await links.getByRole('button').click()
  const [link = ''] = await page
    .locator('.feed-text')
    .getByText(/\.xlsx$/)
    .allTextContents()
  expect((await fetch(link)).status).toBe(200)
  await press('Close')
  await links.getByRole('link', { name: 'a schedule' }).click()
  await press('Delete')
  await press('Delete schedule')
  await links.getByText('nothing, it was deleted').waitFor()
  expect((await fetch(link)).status).toBe(410)
  await links.getByRole('button').click()
  await see('What this link showed was deleted.')
  expect(await faultsOf(page)).toEqual([])
  await press('End this link')
  await links.waitFor({ state: 'detached' })
  expect((await fetch(link)).status).toBe(404)
})

// With the same processes, which take longer to start than these take.
describe('bookings', () => {
  bookingTests(() => stage)
})
