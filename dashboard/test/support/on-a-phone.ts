import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../../../service/test/support/until.ts'
import { faultsOf, type Stage } from './stage.ts'
import { PASSWORD } from './visitor.ts'

const PHONE = { width: 390, height: 844 }
const EMAIL = 'kei@example.com'

/** Somebody with points, on a phone. The tests follow one another. */
export function describePhone(stageOf: () => Stage): void {
  describe('somebody with points, on a phone', () => {
    let page: Page
    let taps = 0
    const tap = async (locator: Locator) => {
      taps += 1
      await locator.click()
    }
    const usedBy = async (email: string) => {
      const { rows } = await stageOf().market.database.pool.query<{ used: number }>(
        `select coalesce(sum(credits), 0)::float / 1000 as used from usage_lines
         where account = (select account from users where email = $1)`,
        [email],
      )
      return rows[0]?.used ?? 0
    }
    const isCut = (element: Locator) =>
      element.evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth))

    test('finds award nights for Tokyo in April, from the sign-up, in 6 taps and 60 credits', async () => {
      page = await stageOf().newVisitor()
      await page.setViewportSize(PHONE)
      await page.goto('/sign-up')
      await page.getByLabel('E-mail').fill(EMAIL)
      await page.getByLabel('Password').fill(PASSWORD)
      await tap(page.getByText('Points and free nights'))
      await tap(page.getByRole('button', { name: 'Create account' }))
      await page.getByLabel('Place').fill('Tokyo')
      taps += 1
      await page.getByLabel('Month').selectOption('2027-04')
      await tap(page.getByText('Your points and certificates'))
      await page.getByLabel('Aurelia Hotels points').fill('120000')
      await page.getByLabel('Aurelia Hotels 40k certificates').fill('2')
      await tap(page.getByRole('button', { name: 'Search for at most 60 credits' }))
      const night = page.getByRole('button', { name: /Apr.* 2027: from [\d,]+ points/ }).first()
      await night.waitFor()
      expect(taps).toBeLessThanOrEqual(6)
      expect(await usedBy(EMAIL)).toBeLessThanOrEqual(60)
      expect(await usedBy(EMAIL)).toBeGreaterThan(10)
    })

    test('has the result in view, whole cells and a short page', async () => {
      const calendar = page.getByRole('region', { name: 'Award calendar' })
      expect(await calendar.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(844)
      expect(await isCut(calendar.locator('td, td span:not(.unseen)'))).toBe(false)
      const [width, height] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement
        return [scrollWidth, scrollHeight]
      })
      expect(width).toBe(PHONE.width)
      expect(height).toBeLessThan(4000)
    })

    test('reads values of Tokyo in the own currency, and filters by them', async () => {
      const values = await page.locator('.award-value').allTextContents()
      expect(values.length).toBeGreaterThan(20)
      for (const value of values) expect(value).toMatch(/^\d+(\.\d+)? [¢p]$/)
      await page.getByText('What is the value per point?').click()
      await page.getByText(/costs [$£][\d.]+ or [\d,]+ points: each point saves [\d.]+ [¢p]/).waitFor()
      const least = page.getByLabel(/^Minimum value per point/)
      await least.fill('99')
      await page.getByText('No award night matches.').waitFor()
      await least.fill('')
    })

    test('is told what the limit left out, and searches on', async () => {
      await page.getByText(/^Not looked at yet: \d+ nights at \d+ hotels? \(Aurelia Hotels\)/).waitFor()
      const before = await page.getByRole('link', { name: /^Aurelia .*Tokyo/ }).count()
      await page.getByRole('button', { name: 'Search on for at most 60 credits' }).click()
      await until(async () => (await page.getByRole('link', { name: /^Aurelia .*Tokyo/ }).count()) > before)
      expect(await usedBy(EMAIL)).toBeLessThanOrEqual(120)
    })

    test('cannot spend more than is left, and reads why', async () => {
      await page.getByLabel('Credits, at most').fill('500')
      const search = page.getByRole('button', { name: 'Search for at most 500 credits' })
      expect(await search.isDisabled()).toBe(true)
      await page
        .getByText(/^Only [\d.,]+ credits are left this month\.$/)
        .first()
        .waitFor()
      await page.getByLabel('Credits, at most').fill('60')
    })

    test('finds the wallet again, stacked', async () => {
      await page.goto('/trips')
      await page.getByText('120,000 Aurelia Hotels points, 2 Aurelia Hotels 40k certificates').click()
      expect(await page.getByLabel('Aurelia Hotels points').inputValue()).toBe('120000')
      expect(await isCut(page.locator('.programmes, .programme'))).toBe(false)
      expect(await faultsOf(page)).toEqual([])
      await page.setViewportSize(PHONE)
    })

    test('sees the nights of a hotel on its page, with the night that led there, free', async () => {
      await page.goBack()
      const before = await usedBy(EMAIL)
      await page
        .getByRole('link', { name: /^Aurelia .*Tokyo/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Award nights' }).waitFor()
      const night = new URL(page.url()).searchParams.get('night') ?? ''
      expect(night).toMatch(/^2027-04-/)
      const chosen = page.getByRole('region', { name: 'Award calendar' }).locator('[aria-pressed=true]')
      expect(await chosen.locator('.heat-day').textContent()).toBe(String(Number(night.slice(8))))
      await page.getByRole('button', { name: 'Show access' }).waitFor()
      expect(await page.getByLabel('Price in').inputValue()).toBe('award')
      await page.reload()
      await chosen.waitFor()
      expect(await usedBy(EMAIL)).toBe(before)
      expect(await faultsOf(page)).toEqual([])
      await page.setViewportSize(PHONE)
    })

    test('gets an alert in 3 taps more, for less than a credit a day', async () => {
      taps = 0
      await page.goBack()
      await tap(page.getByRole('button', { name: /^Alert me about Aurelia/ }).first())
      await page.getByText(/^Looks once a day for 0\.75 credits, about 23 a month\./).waitFor()
      await tap(page.getByRole('button', { name: 'Create alert' }))
      await page.getByText(/^You will get a mail at kei@example.com/).waitFor()
      expect(taps).toBeLessThanOrEqual(3)
      expect(await faultsOf(page)).toEqual([])
    })
  })
}
