import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../../../service/test/support/until.ts'
import { countClicks } from './counted.ts'
import { tabTo } from './keyboard.ts'
import { faultsOf, type Stage } from './stage.ts'
import { PASSWORD } from './visitor.ts'

/** What somebody with points comes for, timed in clicks. */
export function describeJourney(stageOf: () => Stage): void {
  describe('from the sign-up to a mail about award nights of a hotel', () => {
    /** The conditions of the watches of somebody who got the first mail and has followed its link. */
    const watchesOf = async (email: string) => {
      const { mails, market } = stageOf()
      const mailOf = () => mails.find(({ to }) => JSON.stringify(to).includes(email))
      await until(async () => mailOf() !== undefined)
      const [link = ''] = /http\S+verify\S+/.exec(mailOf()?.text ?? '') ?? []
      expect(await (await fetch(link, { method: 'POST' })).text()).toContain(`Alerts go to ${email}`)
      const { rows } = await market.database.pool.query<{ condition: string }>(
        'select w.condition from watches w join users u on u.account = w.account where u.email = $1',
        [email],
      )
      return rows.map(({ condition }) => condition)
    }

    test('takes at most 5 clicks', async () => {
      const page = await stageOf().newVisitor()
      let clicks = 0
      const click = async (locator: Locator) => {
        clicks += 1
        await locator.click()
      }
      await page.goto('/sign-up')
      await page.getByLabel('E-mail').fill('grace@example.com')
      await page.getByLabel('Password').fill(PASSWORD)
      await click(page.getByRole('button', { name: 'Create account' }))
      await click(page.getByRole('link', { name: 'Awards' }))
      await page.getByRole('combobox', { name: 'Hotel' }).fill('observatory')
      await click(page.getByRole('option', { name: 'Aurelia London Observatory' }))
      await page.getByLabel('Points per night, at most').fill('40000')
      await click(page.getByRole('button', { name: 'Create alert' }))
      await page.getByText('can be booked for 40,000 points or fewer').waitFor()
      expect(await watchesOf('grace@example.com')).toEqual(['points_lte'])
      expect(clicks).toBeLessThanOrEqual(5)
      expect(await faultsOf(page)).toEqual([])
    })

    test('works with the keyboard alone', async () => {
      const page = await stageOf().newVisitor()
      const { keyboard } = page
      await page.goto('/sign-up')
      await tabTo(page, page.getByLabel('E-mail'))
      await keyboard.type('lin@example.com')
      await keyboard.press('Tab')
      await keyboard.type(PASSWORD)
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('link', { name: 'Awards' }))
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('combobox', { name: 'Hotel' }))
      await keyboard.type('observatory')
      await page.getByRole('option', { name: 'Aurelia London Observatory' }).waitFor()
      await page.locator('[data-settled=true]').waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowUp')
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('button', { name: 'Create alert' }))
      await keyboard.press('Enter')
      await page.getByText('can be booked for 40,000 points or fewer').waitFor()
      expect(await watchesOf('lin@example.com')).toEqual(['points_lte'])
    })

    test('a search for award nights and an alert about a hotel of it need no pointer at all', async () => {
      const page = await stageOf().newVisitor()
      const clicks = await countClicks(page)
      const { keyboard } = page
      const enter = async (wanted: Locator) => {
        await tabTo(page, wanted)
        await keyboard.press('Enter')
      }
      const type = async (label: string, text: string) => {
        await tabTo(page, page.getByLabel(label))
        await keyboard.type(text)
      }
      await page.goto('/sign-up')
      await type('E-mail', 'noor@example.com')
      await type('Password', PASSWORD)
      await tabTo(page, page.getByRole('radio', { name: 'Points and free nights' }))
      await keyboard.press('Space')
      await keyboard.press('Enter')
      await page.waitForURL('**/awards')
      await type('Place', 'Tokyo')
      await type('Month', 'April 2027')
      await enter(page.locator('.wallet > summary'))
      await type('Aurelia Hotels points', '120000')
      await type('Aurelia Hotels 40k certificates', '2')
      await page.getByRole('button', { name: 'Search for at most 60 credits' }).waitFor()
      await keyboard.press('Enter')
      const night = page.getByRole('button', { name: /Apr.* 2027: from [\d,]+ points/ }).first()
      await enter(night)
      expect(await night.getAttribute('aria-pressed')).toBe('true')
      const alert = page.getByRole('button', { name: /^Alert me about Aurelia/ }).first()
      await enter(alert)
      await enter(page.getByRole('button', { name: 'Create alert' }))
      await page.getByText(/^You will get a mail at noor@example.com/).waitFor()
      await enter(page.getByRole('button', { name: 'Close' }))
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      // The next key goes on from where the dialog was opened.
      expect(await alert.evaluate((button) => button === document.activeElement)).toBe(true)
      expect(await watchesOf('noor@example.com')).toEqual(['points_lte'])
      expect(await clicks()).toBe(0)
      await page.context().close()
    })
  })
}
