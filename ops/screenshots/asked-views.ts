import type { Page } from 'playwright-core'
import type { Made } from './use.ts'
import type { View } from './view.ts'

const call = (path: string, shown: string) => async (page: Page) => {
  await page.getByRole('button', { name: `Call ${path}`, exact: true }).click()
  await confirmed(page, shown)
}

/** A call above 10 credits is confirmed first. */
async function confirmed(page: Page, shown: string): Promise<void> {
  const spend = page.getByRole('button', { name: /^Spend up to/ })
  const first = page.locator(shown).first()
  await spend.or(first).first().waitFor()
  if (await spend.isVisible()) await spend.click()
  await first.waitFor({ timeout: 60_000 })
}

/** Pages whose picture shows what they have answered. */
export function askedViews({ set }: Made): View[] {
  return [
    {
      name: 'explorer-stay',
      path: '/explorer/stay',
      prepare: call('/shop', '.result table'),
      look: 'light',
      height: 1020,
    },
    {
      name: 'explorer-calendar',
      path: '/explorer/calendar',
      prepare: async (page) => {
        const last = page.getByLabel('Last night')
        const day = new Date(Date.parse(await last.inputValue()) + 21 * 86_400_000)
        await last.fill(day.toISOString().slice(0, 10))
        await call('/calendar', '.heat td')(page)
      },
      look: 'dark',
      height: 1010,
    },
    {
      name: 'explorer-compset',
      path: '/explorer/compset',
      prepare: call('/compset', '.bar-price'),
      look: 'light',
      height: 1000,
    },
    {
      name: 'explorer-grid',
      path: '/explorer/grid',
      prepare: call('/matrix', '.grid-cell'),
      look: 'light',
    },
    {
      name: 'explorer-parity',
      path: '/explorer/parity',
      prepare: call('/parity', '.gap'),
      look: 'light',
      height: 1060,
    },
    {
      name: 'explorer-area',
      path: '/explorer/area',
      prepare: async (page) => {
        await call('/area', '.map .pin')(page)
        await page.waitForLoadState('networkidle')
      },
      look: 'dark',
      height: 1180,
    },
    {
      name: 'my-hotels-market',
      path: `/my-hotels/${set}?view=market`,
      prepare: async (page) => await page.locator('.chart .chart-band').first().waitFor(),
      look: 'light',
      height: 1320,
    },
    {
      name: 'my-hotels-parity',
      path: `/my-hotels/${set}?view=parity`,
      prepare: async (page) => await page.locator('.chart .chart-line').first().waitFor(),
      look: 'dark',
      height: 1180,
    },
    {
      name: 'awards',
      path: '/awards?chain=aurelia',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Search' }).click()
        await confirmed(page, '.failures, .award-day')
        await page.getByText('hotels with award nights around').waitFor()
        await page.locator('main .skeleton').first().waitFor({ state: 'detached' })
      },
      look: 'light',
      height: 1500,
    },
    {
      name: 'best-value',
      path: '/awards/value',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Show' }).click()
        await confirmed(page, '.map .pin')
        await page.waitForLoadState('networkidle')
      },
      look: 'light',
      height: 1100,
    },
    {
      name: 'trips',
      path: '/trips?points_aurelia=120000&cert_aurelia_40k=1&radius=5',
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Plan the trip/ }).click()
        await page.locator('.strip-block').first().waitFor({ timeout: 60_000 })
      },
      look: 'light',
      height: 1500,
    },
    {
      name: 'hotel',
      path: '/hotels/aurelia/LONAU',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Judge the price' }).click()
        await page.locator('.judgement').waitFor()
      },
      look: 'light',
      height: 1180,
    },
  ]
}
