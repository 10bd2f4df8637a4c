import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSerpApi, type SerpApi } from '../../service/test/sources/serpapi-vendor.ts'
import { createKey, signUp } from './support/newcomer.ts'
import { faultsOf, openStage, type Stage } from './support/stage.ts'

/** From one SerpApi key to a parity table of a hotel that was found by its name, with nothing bundled. */

const folder = mkdtempSync(join(tmpdir(), 'vacancy-one-key-'))
let stage: Stage
let vendor: SerpApi

beforeAll(async () => {
  const file = join(folder, 'sources.json')
  writeFileSync(file, JSON.stringify({ replace: true, sources: [] }))
  vendor = await openSerpApi()
  stage = await openStage({ env: { SOURCES_FILE: file } })
})
afterAll(async () => {
  await stage.stop()
  vendor.stop()
  rmSync(folder, { recursive: true })
})

/** Moves the focus by Tab to what has this name. */
async function reach(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab')
    const named = await page.evaluate(() => {
      const at = document.activeElement
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent
      return at?.getAttribute('aria-label') ?? label?.trim() ?? ''
    })
    if (name.test(named)) return
  }
  throw new Error(`the keyboard does not reach ${String(name)}`)
}

test('a new operator connects SerpApi by keyboard alone', async () => {
  const { page } = stage
  await signUp(page, 'ada@example.com')
  await stage.market.database.pool.query('update accounts set operator = true')
  await createKey(page)
  await page.goto('/')
  await page.getByText('This server has no source of prices yet.').waitFor()
  await reach(page, /^Connect a source$/)
  await page.keyboard.press('Enter')
  await page.getByText('No source yet').waitFor()
  expect(await page.getByText(/sandbox/i).count()).toBe(0)
  await reach(page, /^Add a source$/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /any hotel that Google Hotels shows/ }).waitFor()
  await reach(page, /any hotel that Google Hotels shows/)
  await page.keyboard.press('Enter')
  await page.getByLabel('API key').waitFor()
  await reach(page, /^Id, name, address/)
  await page.keyboard.press('Enter')
  await reach(page, /^Address$/)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(vendor.url)
  await reach(page, /^Requests per month/)
  await page.keyboard.type('many')
  await page.keyboard.press('Enter')
  await page.getByText('This must be a whole number.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('250')
  await reach(page, /^Price per request/)
  await page.keyboard.type('0.025 USD')
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('API key').focus()
  await page.keyboard.type(vendor.apiKey)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('works', { exact: true }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('is connected.').waitFor()
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(vendor.apiKey)
})

test('and compares the prices of a hotel that is found by its name', async () => {
  const { page } = stage
  expect(await page.getByText(/sandbox/i).count()).toBe(0)
  await page.getByRole('link', { name: 'Compare the sellers of a hotel' }).click()
  const field = page.getByRole('combobox', { name: 'Hotel', exact: true })
  await field.fill('Millennium Gloucester London')
  const list = page.getByRole('listbox', { name: 'Hotels' })
  await list.getByText('No hotel found.', { exact: true }).waitFor()
  await list.getByRole('option', { name: /Ask Google Hotels, by SerpApi for/ }).click()
  await list.getByRole('option', { name: vendor.hotel.name }).click()
  // All sellers are in the engine's answer, so asking for them as well changes nothing.
  await page.getByLabel('Sellers').selectOption('all')
  await page.getByRole('button', { name: /^Call \/parity/ }).click()
  const row = (seller: string) => page.getByRole('row').filter({ hasText: seller })
  await row('Booking.com').waitFor()
  expect(await row('Booking.com').textContent()).toMatch(/168\.00.*202\.00/)
  expect(await row('Tripening Hotels').textContent()).toMatch(/177\.00.*204\.00/)
  expect(await row('Wego').textContent()).toContain('182.00')
  // Two ask the same. A price that may be with taxes or without is compared with none.
  await page
    .getByText('2 channels undercut the direct rate by 10.9% ($22.00). 5 of 44 channels not compared.')
    .waitFor()
  expect(await page.getByText('invented').count()).toBe(0)
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const gap = await row('Vio.com').getByText('-10.9%').boundingBox()
  expect((gap?.x ?? 0) + (gap?.width ?? 390)).toBeLessThanOrEqual(390)
  await page.goto('/operator/spending')
  await page.getByText('$0.025 per request').waitFor()
  expect(stage.complaints).toEqual([])
})
