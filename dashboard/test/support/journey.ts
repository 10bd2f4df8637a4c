import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { until } from '../../../service/test/support/until.ts'
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
      const tabTo = async (locator: Locator) => {
        await locator.waitFor()
        for (let tabs = 0; tabs < 60; tabs += 1) {
          if (await locator.evaluate((element) => element === document.activeElement)) return
          await keyboard.press('Tab')
        }
        throw new Error('The keyboard does not reach it.')
      }
      await page.goto('/sign-up')
      await tabTo(page.getByLabel('E-mail'))
      await keyboard.type('lin@example.com')
      await keyboard.press('Tab')
      await keyboard.type(PASSWORD)
      await keyboard.press('Enter')
      await tabTo(page.getByRole('link', { name: 'Awards' }))
      await keyboard.press('Enter')
      await tabTo(page.getByRole('combobox', { name: 'Hotel' }))
      await keyboard.type('observatory')
      await page.getByRole('option', { name: 'Aurelia London Observatory' }).waitFor()
      await page.locator('[data-settled=true]').waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('ArrowUp')
      await keyboard.press('Enter')
      await tabTo(page.getByRole('button', { name: 'Create alert' }))
      await keyboard.press('Enter')
      await page.getByText('can be booked for 40,000 points or fewer').waitFor()
      expect(await watchesOf('lin@example.com')).toEqual(['points_lte'])
    })
  })
}
