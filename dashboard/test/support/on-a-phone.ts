import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isTo, linkIn } from '../../../service/test/endpoints/mail-server.ts'
import { until } from '../../../service/test/support/until.ts'
import { countClicks, spentBy } from './counted.ts'
import { faultsOf, type Stage } from './stage.ts'
import { PASSWORD } from './visitor.ts'

const WIDTH = 390
const HEIGHT = 844
const EMAIL = 'kei@example.com'
/** A free account has as many a month. */
const CREDITS = 250

/** Somebody with points, on a phone. The tests follow one another. */
export function describePhone(stageOf: () => Stage): void {
  describe('somebody with points, on a phone', () => {
    let page: Page
    let taps: () => Promise<number>
    /** Choosing in a select is a tap that is not counted by itself. */
    let selected = 0
    const spent = () => spentBy(stageOf(), EMAIL)
    const isCut = (element: Locator) =>
      element.evaluateAll((cells) => cells.some((cell) => cell.scrollWidth > cell.clientWidth))
    const topOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top)
    const bottomOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().bottom)
    const sizeOfPage = () =>
      page.evaluate(() => {
        const { scrollWidth: width, scrollHeight: height } = document.documentElement
        return { width, height }
      })
    /** What the page says to have cost is what was booked. */
    const readsTheCost = async () => {
      const line = page.getByText(/^Cost [\d.,]+ credits, [\d.,]+ left this month\.$/)
      await until(async () => {
        const words = (await line.textContent())?.match(/[\d.]+\d/g) ?? []
        return Number(words[1]) === Math.round((CREDITS - (await spent())) * 1000) / 1000
      })
    }

    test('finds award nights for Tokyo in April, from the sign-up, in 6 taps and 60 credits', async () => {
      page = await stageOf().newPhone()
      taps = await countClicks(page)
      await page.goto('/sign-up')
      await page.getByText('Points and free nights').tap()
      await page.getByLabel('E-mail').tap()
      await page.keyboard.type(EMAIL)
      // The keys Next and Go of the keyboard on the screen.
      await page.keyboard.press('Tab')
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByLabel('Place').tap()
      await page.keyboard.type('Tokyo')
      await page.getByLabel('Month').selectOption('2027-04')
      selected += 1
      await page.getByText('Your points and certificates').tap()
      await page.getByLabel('Aurelia Hotels points').tap()
      await page.keyboard.type('120000')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      expect(await page.getByLabel('Aurelia Hotels 40k certificates').evaluate(isFocused)).toBe(true)
      await page.keyboard.type('2')
      await page.getByRole('button', { name: 'Search for at most 60 credits' }).waitFor()
      await page.keyboard.press('Enter')
      await page
        .getByRole('button', { name: /Apr.* 2027: from [\d,]+ points/ })
        .first()
        .waitFor()
      expect(await page.getByLabel('Place').inputValue()).toBe('Tokyo')
      expect((await taps()) + selected).toBeLessThanOrEqual(6)
      expect(await spent()).toBeLessThanOrEqual(60)
      expect(await spent()).toBeGreaterThan(10)
      await readsTheCost()
    })

    test('has the result in view, whole cells and a short page', async () => {
      const calendar = page.getByRole('region', { name: 'Award calendar' })
      expect(await topOf(calendar)).toBeGreaterThanOrEqual(0)
      expect(await bottomOf(calendar)).toBeLessThanOrEqual(HEIGHT)
      expect(await isCut(calendar.locator('td, td span:not(.unseen)'))).toBe(false)
      const { width, height } = await sizeOfPage()
      expect(width).toBe(WIDTH)
      expect(height).toBeLessThan(3000)
    })

    test('reads values of Tokyo in the own currency, and filters by them', async () => {
      const values = await page.locator('.award-value').allTextContents()
      expect(values.length).toBeGreaterThan(20)
      for (const value of values) expect(value).toMatch(/^\d+(\.\d+)? [¢p]$/)
      await page.getByText('What is the value per point?').click()
      await page.getByText(/costs [$£][\d.]+ or [\d,]+ points: each point saves [\d.]+ [¢p]/).waitFor()
      const least = page.getByLabel(/^Minimum value per point/)
      // Eighty sen are less than a cent.
      await least.fill('1')
      await page.getByText('No award night matches.').waitFor()
      await least.fill('')
    })

    let results = ''
    test('is told what the limit left out, and searches on', async () => {
      await page.getByText(/^Not looked at yet: \d+ nights at \d+ hotels? \(Aurelia Hotels\)/).waitFor()
      const before = await page.getByRole('link', { name: /^Aurelia .*Tokyo/ }).count()
      await page.getByRole('button', { name: 'Search on for at most 60 credits' }).click()
      await until(async () => (await page.getByRole('link', { name: /^Aurelia .*Tokyo/ }).count()) > before)
      expect(await spent()).toBeLessThanOrEqual(120)
      await readsTheCost()
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
      results = page.url()
    })

    test('finds the wallet again, stacked', async () => {
      await page.goto('/trips')
      await page.getByText('120,000 Aurelia Hotels points, 2 Aurelia Hotels 40k certificates').click()
      expect(await page.getByLabel('Aurelia Hotels points').inputValue()).toBe('120000')
      expect(await page.getByLabel('Aurelia Hotels 40k certificates').inputValue()).toBe('2')
      expect(await isCut(page.locator('.programmes, .programme'))).toBe(false)
      expect(await faultsOf(page)).toEqual([])
    })

    test('plans a trip: three ways to pay in view, on a short page, for what was said', async () => {
      const before = await spent()
      await page.goto('/trips?q=Tokyo&checkin=2027-04-05&los=4')
      const said = page.getByText(/^Costs [\d.]+ to [\d.]+ credits/)
      await said.waitFor()
      const most = Number(/to ([\d.]+)/.exec((await said.textContent()) ?? '')?.[1])
      await page.getByRole('button', { name: 'Plan the trip for at most 60 credits' }).tap()
      const first = page.getByRole('article', { name: 'Option 1' })
      await page.getByRole('article', { name: 'Option 3' }).waitFor()
      expect(await topOf(first)).toBeGreaterThanOrEqual(0)
      expect(await bottomOf(first)).toBeLessThanOrEqual(HEIGHT)
      expect(await isCut(page.locator('.strip-block'))).toBe(false)
      expect(await sizeOfPage()).toMatchObject({ width: WIDTH })
      expect((await sizeOfPage()).height).toBeLessThan(3200)
      await readsTheCost()
      expect((await spent()) - before).toBeLessThanOrEqual(most)
      await page.getByText('How are the options compared?').tap()
      await page
        .getByText(/0\.7 ¢ for each point.*At Aurelia Hotels, you pay points for only 4 of 5 nights in a row/)
        .waitFor()
      expect(await faultsOf(page)).toEqual([])
    })

    test('sees the nights of a hotel on its page, with the night that led there, free', async () => {
      await page.goto(results)
      const before = await spent()
      await page
        .getByRole('link', { name: /^Aurelia .*Tokyo/ })
        .first()
        .tap()
      await page.getByRole('heading', { name: 'Award nights', exact: true }).waitFor()
      const night = new URL(page.url()).searchParams.get('night') ?? ''
      expect(night).toMatch(/^2027-04-/)
      const chosen = page.getByRole('region', { name: 'Award calendar' }).locator('[aria-pressed=true]')
      expect(await chosen.locator('.heat-day').textContent()).toBe(String(Number(night.slice(8))))
      await page.getByRole('button', { name: 'Show access' }).waitFor()
      expect(await page.getByLabel('Price in').inputValue()).toBe('award')
      await page.reload()
      await chosen.waitFor()
      expect(await spent()).toBe(before)
      // What was looked for comes first, before the forms about other things.
      const calendar = page.getByRole('region', { name: 'Award calendar' })
      expect(await topOf(calendar)).toBeLessThan(HEIGHT)
      expect(await sizeOfPage()).toMatchObject({ width: WIDTH })
      expect(await faultsOf(page)).toEqual([])
    })

    test('gets an alert in 3 taps more, for less than a credit a day, and its mail', async () => {
      await page.goBack()
      const before = await taps()
      await page
        .getByRole('button', { name: /^Alert me about Aurelia/ })
        .first()
        .tap()
      await page.getByText(/^Looks once a day for 0\.75 credits, about 23 a month\./).waitFor()
      const points = page.getByLabel('Points per night, at most')
      expect(await points.inputValue()).toBe('29000')
      expect(await page.getByLabel('Nights', { exact: true }).inputValue()).toBe('3')
      await points.tap()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('60000')
      await page.getByRole('button', { name: 'Create alert' }).tap()
      await page.getByText(/^You will get a mail at kei@example.com/).waitFor()
      expect((await taps()) - before).toBeLessThanOrEqual(3)
      expect(await faultsOf(page)).toEqual([])
      const { mails } = stageOf()
      const own = () => mails.filter((mail) => isTo(mail, EMAIL))
      await until(async () => own().length > 0)
      const [first] = own()
      if (first) await fetch(linkIn(first, 'verify'), { method: 'POST' })
      await until(async () => own().length > 1)
      const text = own().at(-1)?.text ?? ''
      expect(own().at(-1)?.subject).toMatch(/^Aurelia .*Tokyo.*, 3 nights for 30,000 points a night$/)
      expect(text).toMatch(/ – \w{3} \d+ Apr 2027, 3 nights: 30,000 points per night/)
      expect(text).toContain('Find it at Aurelia Hotels')
      expect(text).not.toContain('UTC')
    })

    test('reads the list of alerts without scrolling sideways', async () => {
      await page.goto('/watches')
      await page.getByRole('link', { name: /Tokyo/ }).first().waitFor()
      expect(await isCut(page.locator('.table-scroll, .table-scroll :is(th, td)'))).toBe(false)
      expect(await faultsOf(page)).toEqual([])
    })
  })
}

const isFocused = (element: Element) => element === document.activeElement
