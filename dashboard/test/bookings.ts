import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inDays } from '../../service/test/support/market.ts'
import { until } from '../../service/test/support/until.ts'
import { faultsOf, pickHotel, type Stage } from './support/stage.ts'
import { PASSWORD } from './support/visitor.ts'

/** What people do with what they have booked, and what an agency does. The stage must have a worker and mail. */

const EMAIL = 'agency@example.com'
/** Each live call at this hotel is 5 % cheaper than the one before, and less than 500 dollars. */
const HOTEL = 'aurelia DROPS'
const HEAD =
  'reference,chain,hotel_code,checkin,los,room_name,refundable,meal_plan,paid_amount,paid_currency,paid_basis,cancel_by'

/** A row of a table of bookings, a night of its own each. */
const rowOf = (file: number, changed: Record<string, string> = {}) => {
  const fields: Record<string, string> = {
    reference: `File ${file}`,
    chain: 'aurelia',
    hotel_code: 'DROPS',
    checkin: inDays(50 + file),
    los: '2',
    room_name: 'Standard Queen',
    refundable: 'true',
    meal_plan: 'room_only',
    paid_amount: '500',
    paid_currency: 'USD',
    paid_basis: 'after_tax',
    cancel_by: inDays(40 + file),
    ...changed,
  }
  return Object.values(fields).join(',')
}

export function bookingTests(on: () => Stage): void {
  let page: Page
  const press = (name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .last()
      .click()
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
  const rows = () => page.getByRole('region', { name: 'Bookings' }).locator('tbody tr')
  const shows = (count: number) => until(async () => (await rows().count()) === count)
  const choose = async (...lines: string[]) =>
    page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'guests.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([HEAD, ...lines].join('\n')),
    })

  test('a booking takes a hotel, a room, an amount and a deadline, and its page says what costs less', async () => {
    page = await on().newVisitor()
    await page.goto('/sign-up')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await press('Create account')
    await page.waitForURL('**/')
    await on().market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
    await page.getByRole('link', { name: 'Bookings', exact: true }).click()
    await press('Add your first booking')
    await pickHotel(page, HOTEL)
    await page.getByLabel('Room', { exact: true }).fill('Standard Queen')
    await page.getByLabel('Paid per night').fill('500')
    await page.getByLabel('Cancel by').fill(`${inDays(20)}T18:00`)
    await page.getByLabel('Reference').fill('Ms Novak')
    expect(await page.getByLabel('Notify me by').inputValue()).toBe('mail')
    await page.getByText('Guests, least saving, how often').click()
    expect(await page.getByLabel('Least saving (%)').inputValue()).toBe('5')
    await see(/Costs up to 0\.25 credits each time it looks/)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Add booking' }).click()
    await page.waitForURL('**/bookings/bkg_*')
    await see(/^saves \$/)
    await see('Standard Queen (the same room)')
    await see('Better offer for a booking')
    await see(/^\$500\.00 → \$/)
    expect(await faultsOf(page)).toEqual([])
  })

  test('it is edited, closed and followed again', async () => {
    await press('Edit')
    expect(await page.getByLabel('Currency').isDisabled()).toBe(true)
    await page.getByLabel('Paid per night').fill('0')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('paid.amount').waitFor()
    await page.getByLabel('Paid per night').fill('90.5')
    await page.getByLabel('Reference').fill('Ms Novak, 2nd')
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await see('$90.50, with all taxes and fees')
    await see(/^Ms Novak, 2nd/)
    await press('Close')
    await press('Close booking')
    await press('Follow again')
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor()
  })

  test('a table is imported only if every row can be read, and errors are told at the line and the column', async () => {
    await page.getByRole('link', { name: 'Bookings', exact: true }).click()
    await press('Import')
    await choose(rowOf(1), rowOf(2, { paid_amount: 'much', meal_plan: 'dinner' }), rowOf(3, { los: 'two' }))
    await see('Nothing is imported until this is right')
    const told = await page.getByRole('region', { name: 'Problems' }).locator('tbody tr').allInnerTexts()
    expect(told.map((row) => row.split('\t').slice(0, 2))).toEqual([
      ['3', 'meal_plan'],
      ['3', 'paid_amount'],
      ['4', 'los'],
    ])
    const send = page.getByRole('dialog').getByRole('button', { name: /^Import/ })
    expect(await send.isDisabled()).toBe(true)
    expect(await faultsOf(page)).toEqual([])
    // What only the service can know is told in the same way, and the other rows are added.
    const soon = new Date(Date.now() + 40 * 3_600_000).toISOString()
    const good = [rowOf(1), rowOf(2, { cancel_by: soon, paid_amount: '95' })]
    await choose(...good, rowOf(3, { chain: 'nowhere' }))
    await send.click()
    await see('2 bookings added.')
    await see('1 row refused')
    const [refused] = await page.getByRole('region', { name: 'Problems' }).locator('tbody tr').allInnerTexts()
    expect(refused?.split('\t').slice(0, 2)).toEqual(['4', 'chain'])
    expect(await faultsOf(page)).toEqual([])
    await press('Done')
    // The corrected file adds only what was refused.
    await press('Import')
    await choose(...good, rowOf(3))
    await send.click()
    await see('3 bookings added.')
    await press('Done')
    await shows(4)
    expect(await faultsOf(page)).toEqual([])
  })

  test('an agency finds a guest by the reference, and the highest saving first', async () => {
    await page.getByLabel('Reference, hotel or room').fill('file 2')
    await shows(1)
    expect(await rows().first().innerText()).toContain('File 2')
    await page
      .getByRole('link', { name: /DROPS|Aurelia/ })
      .last()
      .click()
    // Its deadline is near, so it is reminded of after its first look.
    await page.getByRole('rowheader', { name: 'Cancel by' }).waitFor()
    await page.goBack()
    await page.getByLabel('Reference, hotel or room').fill('')
    await page.getByLabel('Order').selectOption('saving')
    await until(async () => (await rows().first().innerText()).includes('saves'))
    await page.getByRole('radio', { name: 'Closed' }).check({ force: true })
    await see('No booking matches')
    await page.getByRole('radio', { name: 'All' }).check({ force: true })
  })

  test('what is exported has every booking with what was found, and can be imported again', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), press('Export')])
    const csv = await readFile(await download.path(), 'utf8')
    const [book] = await Promise.all([page.waitForEvent('download'), press('Workbook')])
    expect(book.suggestedFilename()).toMatch(/^bookings-.*\.xlsx$/)
    const [head = '', ...lines] = csv.trim().split('\r\n')
    expect(head).toContain('reference,chain,hotel_code')
    expect(head).toContain('saving_pct')
    expect(lines).toHaveLength(4)
    expect(lines.some((line) => line.startsWith('"Ms Novak, 2nd",aurelia,DROPS'))).toBe(true)
    await press('Import')
    await page.getByLabel('File', { exact: true }).setInputFiles(await download.path())
    await page.getByRole('button', { name: 'Import 4 bookings' }).waitFor()
    await press('Cancel')
  })

  test('a booking is added without a pointer', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    const tabTo = async (isThere: () => Promise<boolean>) => {
      for (let presses = 0; presses < 80; presses += 1) {
        await page.keyboard.press('Tab')
        if (await isThere()) return
      }
      throw new Error('the Tab key does not lead there')
    }
    const field = async (label: string) =>
      tabTo(() =>
        page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement),
      )
    await page.goto('/bookings')
    await rows().first().waitFor()
    await tabTo(async () => (await focused()) === 'Add booking')
    await page.keyboard.press('Enter')
    const hotel = page.getByRole('combobox', { name: 'Hotel', exact: true })
    await hotel.waitFor()
    if (!(await hotel.evaluate((element) => element === document.activeElement))) await field('Hotel')
    await page.keyboard.type(HOTEL)
    await page.getByRole('option', { name: 'DROPS' }).first().waitFor()
    await until(async () => (await hotel.getAttribute('data-settled')) === 'true')
    await page.keyboard.press('Enter')
    await field('Room')
    await page.keyboard.type('Standard Queen')
    await field('Paid per night')
    await page.keyboard.type('480')
    await field('Reference')
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/bookings/bkg_*')
    await see(/^By keyboard/)
    expect(await faultsOf(page)).toEqual([])
    await press('Delete')
    await press('Delete booking')
    await page.waitForURL('**/bookings')
    await shows(4)
    await page.getByRole('checkbox', { name: /File 3/ }).check()
    await press('Close')
    await press('Close 1 booking')
    await see('1 booking closed.')
    await rows().getByText('closed', { exact: true }).waitFor()
    await page.getByLabel('Select all bookings in this list').check()
    await press('Delete')
    await press('Delete 4 bookings')
    await see('4 bookings deleted.')
    await page.context().close()
  })
}
