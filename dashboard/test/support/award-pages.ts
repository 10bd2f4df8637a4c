import { beforeAll, describe, expect, test } from 'vitest'
import { setPlan } from '../../../service/src/accounts/store.ts'
import { until } from '../../../service/test/support/until.ts'
import { faultsOf, type Stage } from './stage.ts'

const press = ({ page }: Stage, name: string) => page.getByRole('button', { name, exact: true }).click()
const spend = ({ page }: Stage) => page.getByRole('button', { name: /^Spend up to/ }).click()

async function usedBy({ market }: Stage): Promise<number> {
  const { rows } = await market.database.pool.query<{ used: number }>(
    'select coalesce(sum(credits), 0)::float as used from usage_lines',
  )
  return rows[0]?.used ?? 0
}

/** Awards, best value and trips. */
export function describeAwards(stageOf: () => Stage): void {
  describe('somebody with points', () => {
    beforeAll(async () => {
      const { rows } = await stageOf().market.database.pool.query<{ id: string }>(
        'select public_id as id from accounts order by id limit 1',
      )
      await setPlan(stageOf().market.database.pool, rows[0]?.id ?? '', 'pro')
      await stageOf().market.database.pool.query('update meters set emit_us = 1000, burst = 1000')
    })

    test('sees a month around a place as a calendar of points and of what they are worth', async () => {
      await stageOf().page.goto('/awards')
      await stageOf().page.getByLabel('Chain').selectOption('aurelia')
      await stageOf().page.getByText('More options').click()
      await stageOf().page.getByLabel('Within (miles)').fill('1')
      await press(stageOf(), 'Search for at most 60 credits')
      const day = stageOf().page.getByRole('button', { name: /from [\d,]+ points, up to [\d.]+ ¢ per point/ })
      await day.first().waitFor()
      await day.first().click()
      await stageOf().page.getByRole('region', { name: 'Hotels with award nights' }).waitFor()
      const used = await usedBy(stageOf())
      await stageOf().page.reload()
      await day.first().waitFor()
      expect(await usedBy(stageOf())).toBe(used)
      expect(await faultsOf(stageOf().page)).toEqual([])
    })

    test('asks for a hotel of the result whether it sells its nights for points, when told so', async () => {
      const { page } = stageOf()
      const list = page.getByRole('region', { name: 'Hotels with award nights' })
      const before = await usedBy(stageOf())
      await list
        .getByRole('button', { name: /^Sold for points\? ./ })
        .first()
        .click()
      await list.getByText(/^Costs [\d.]+ credits?, from prices that are known$/).waitFor()
      expect(await usedBy(stageOf())).toBe(before)
      await press(stageOf(), 'Show access')
      const said = list.getByText(/^Sells \d+% of its \d+ known cash nights for points/)
      await said.waitFor()
      const used = await usedBy(stageOf())
      expect(used).toBeGreaterThanOrEqual(before + 1000)
      expect(await faultsOf(page)).toEqual([])
      await page.reload()
      await said.waitFor()
      expect(await usedBy(stageOf())).toBe(used)
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      expect(await faultsOf(page)).toEqual([])
      await page.setViewportSize({ width: 1280, height: 900 })
    })

    test('asks on the page of a hotel whether it sells its nights for points, once', async () => {
      await stageOf().page.goto('/hotels/aurelia/UNDERCUT')
      const before = await usedBy(stageOf())
      await press(stageOf(), 'Show access')
      const said = stageOf().page.locator('.award-access')
      await said.getByText(/^(Sells|No night)/).waitFor()
      expect(await usedBy(stageOf())).toBe(before + 1000)
      await stageOf().page.reload()
      await said.waitFor()
      expect(await usedBy(stageOf())).toBe(before + 1000)
      expect(await faultsOf(stageOf().page)).toEqual([])
    })

    test('finds the best value on a map', async () => {
      await stageOf().page.goto('/awards/value')
      await press(stageOf(), 'Show')
      await spend(stageOf())
      const { page } = stageOf()
      await page.locator('.map .pin').first().waitFor()
      expect(await faultsOf(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      const cells = page.getByRole('region', { name: 'Best values', exact: true }).locator('.stacked, td, th')
      const isCut = await cells.evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth))
      expect(isCut).toBe(false)
      await page.setViewportSize({ width: 1280, height: 900 })
    })

    test('plans a trip, drawn as strips of nights', async () => {
      const { page } = stageOf()
      const before = await usedBy(stageOf())
      await page.goto(
        '/trips?q=Tokyo&los=3&points_aurelia=120000&points_brightwater=90000&cert_aurelia_40k=1',
      )
      await press(stageOf(), 'Plan the trip for at most 60 credits')
      await page.locator('.strip-block').first().waitFor()
      expect((await usedBy(stageOf())) - before).toBeLessThanOrEqual(60_000)
      // Three that differ, and the others folded.
      const shown = page.getByRole('article', { name: /^Option/ })
      const hotels = await shown.evaluateAll((options) =>
        options.map((option) =>
          [...option.querySelectorAll('a, .strip-pay')].map((node) => node.textContent).join(),
        ),
      )
      expect(hotels.length).toBeGreaterThan(1)
      expect(hotels.length).toBeLessThanOrEqual(3)
      expect(new Set(hotels).size).toBe(hotels.length)
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)
      expect(await faultsOf(page)).toEqual([])
    })

    test('plans the same nights again with another wallet, free, and finds that plan again', async () => {
      const { page } = stageOf()
      const before = await usedBy(stageOf())
      const options = () => page.getByRole('article', { name: /^Option/ }).allTextContents()
      const first = await options()
      expect(first.join()).toContain('points')
      await page.getByText('Your points and certificates').click()
      for (const chain of ['Aurelia', 'Brightwater'])
        await page.getByLabel(new RegExp(`^${chain}.* points$`)).fill('')
      await page.getByLabel(/^Aurelia.* 40k certificates$/).fill('')
      await press(stageOf(), 'Plan again, free')
      await page.getByText('Planned again from the prices that were fetched for you. Free.').waitFor()
      await page.locator('.strip-block').first().waitFor()
      const second = await options()
      expect(second.join()).not.toMatch(/points|certificate/)
      expect(await faultsOf(page)).toEqual([])
      await page.reload()
      await page.locator('.strip-block').first().waitFor()
      expect(await options()).toEqual(second)
      expect(await usedBy(stageOf())).toBe(before)
    })

    test('plans other wishes from what is known, for the smallest cost, and reads so', async () => {
      const { page } = stageOf()
      const before = await usedBy(stageOf())
      const los = page.getByLabel('Nights', { exact: true })
      await los.fill('2')
      await page.getByText(/^Costs [\d.]+( to [\d.]+)? credits, from prices that are known/).waitFor()
      await press(stageOf(), 'Plan from known prices')
      await until(async () => (await usedBy(stageOf())) > before)
      expect((await usedBy(stageOf())) - before).toBeLessThan(5000)
    })

    test('saves a wallet with points of banks, and searches within it', async () => {
      const { page } = stageOf()
      await page.goto('/trips?points_aurelia=40000')
      await page.getByText('Your points and certificates').click()
      await page.getByLabel('meridian points').fill('30000')
      await press(stageOf(), 'Save wallet')
      await page.getByText(/^Saved /).waitFor()
      await page.goto('/trips?points_castellan=5')
      await page.getByText('Your points and certificates').click()
      await press(stageOf(), 'Use the saved one')
      await until(async () => (await page.getByLabel('meridian points').inputValue()) === '30000')
      expect(page.url()).not.toContain('castellan')
      await page.goto('/awards?radius=1')
      await page.getByText('40,000 Aurelia Hotels points, 30,000 meridian points').waitFor()
      await press(stageOf(), 'Search for at most 60 credits')
      await page.getByRole('region', { name: 'Award nights', exact: true }).waitFor()
      expect(await faultsOf(page)).toEqual([])
    })
  })
}
