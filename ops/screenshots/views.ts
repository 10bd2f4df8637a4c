import type { Page } from 'playwright-core'
import type { Made } from './use.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The format of a picture. `phone` is light unless stated otherwise. */
export const LOOKS = {
  light: { colorScheme: 'light', width: 1280, height: 860 },
  dark: { colorScheme: 'dark', width: 1280, height: 860 },
  phone: { colorScheme: 'light', width: 390, height: 844 },
} as const

export type Look = keyof typeof LOOKS

/** One page to take a picture of. */
export interface View {
  name: string
  path: string
  /** Steps before the picture. */
  prepare?: (page: Page) => Promise<void>
  /** The format used in the documentation; without it, the page is only pictured for a review. */
  kept?: Look
  /** Height of the picture. */
  height?: number
  isPublic?: true
}

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

export function viewsOf(made: Made): View[] {
  const { doneJob, runningJob, watch, booking, receipt, set, marketJob, schedule, join } = made
  return [
    // First, because it ends.
    { name: 'job-running', path: `/jobs/${runningJob}`, kept: 'phone' },
    { name: 'sign-in', path: '/sign-in', kept: 'light', isPublic: true },
    { name: 'sign-up', path: '/sign-up', kept: 'phone', isPublic: true },
    {
      name: 'request',
      path: '/requests?q=/shop',
      prepare: async (page) => {
        await page.getByRole('link', { name: 'POST /shop' }).first().click()
        await page.getByLabel('What was answered').waitFor()
      },
    },
    { name: 'account', path: '/account' },
    { name: 'members', path: '/members' },
    { name: 'operator-sources', path: '/operator/sources', kept: 'light' },
    { name: 'operator-accounts', path: '/operator/accounts' },
    { name: 'operator-work', path: '/operator/work' },
    { name: 'operator-directory', path: '/operator/directory' },
    { name: 'join', path: join, isPublic: true },
    { name: 'endpoints', path: '/notifications' },
    { name: 'operator-spending', path: '/operator/spending' },
    { name: 'my-hotels', path: '/my-hotels' },
    { name: 'my-hotels-competitors', path: `/my-hotels/${made.newSet}`, kept: 'light', height: 640 },
    { name: 'my-hotels-history', path: `/my-hotels/${set}?view=history` },
    { name: 'my-hotels-schedules', path: `/my-hotels/${set}?view=schedules` },
    { name: 'my-hotels-set', path: `/my-hotels/${set}?view=hotels` },
    { name: 'night', path: `/my-hotels/${set}/${inDays(10)}?job=${marketJob}` },
    { name: 'night-parity', path: `/my-hotels/${set}/${inDays(10)}?parity=${made.parityJob}` },
    {
      name: 'my-hotels-mail',
      path: `/my-hotels/${set}?view=parity`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Mail me this' }).click()
        await page.getByText(/^Up to .* a month/).waitFor()
      },
      kept: 'light',
    },
    { name: 'schedules', path: '/schedules' },
    { name: 'schedule', path: `/schedules/${schedule}` },
    { name: 'shared', path: made.shared, isPublic: true },
    { name: 'receipts', path: '/receipts' },
    { name: 'receipt', path: `/receipts/${receipt}` },
    { name: 'booking', path: `/bookings/${booking}` },
    { name: 'forgot-password', path: '/forgot-password', isPublic: true },
    { name: 'claim', path: '/claim/ended', isPublic: true },
    { name: 'reference', path: '/docs', isPublic: true },
    { name: 'guides', path: '/docs/guides/', isPublic: true },
    { name: 'overview', path: '/', kept: 'light' },
    {
      name: 'explorer-stay',
      path: '/explorer/stay',
      prepare: call('/shop', '.result table'),
      kept: 'light',
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
      kept: 'dark',
      height: 1010,
    },
    {
      name: 'explorer-compset',
      path: '/explorer/compset',
      prepare: call('/compset', '.bar-price'),
      kept: 'light',
      height: 1000,
    },
    {
      name: 'explorer-grid',
      path: '/explorer/grid',
      prepare: call('/matrix', '.grid-cell'),
      kept: 'light',
    },
    {
      name: 'explorer-parity',
      path: '/explorer/parity',
      prepare: call('/parity', '.gap'),
      kept: 'light',
      height: 1060,
    },
    {
      name: 'explorer-area',
      path: '/explorer/area',
      prepare: async (page) => {
        await call('/area', '.map .pin')(page)
        await page.waitForLoadState('networkidle')
      },
      kept: 'dark',
      height: 1180,
    },
    {
      name: 'my-hotels-market',
      path: `/my-hotels/${set}?view=market`,
      prepare: async (page) => await page.locator('.chart .chart-band').first().waitFor(),
      kept: 'light',
      height: 1320,
    },
    {
      name: 'my-hotels-parity',
      path: `/my-hotels/${set}?view=parity`,
      prepare: async (page) => await page.locator('.chart .chart-line').first().waitFor(),
      kept: 'dark',
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
      kept: 'light',
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
      kept: 'light',
      height: 1100,
    },
    {
      name: 'trips',
      path: '/trips?points_aurelia=120000&cert_aurelia_40k=1&radius=5',
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Plan the trip/ }).click()
        await page.locator('.strip-block').first().waitFor({ timeout: 60_000 })
      },
      kept: 'light',
      height: 1500,
    },
    {
      name: 'hotel',
      path: '/hotels/aurelia/LONAU',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Judge the price' }).click()
        await page.locator('.judgement').waitFor()
      },
      kept: 'light',
      height: 1180,
    },
    { name: 'jobs', path: '/jobs', kept: 'light' },
    { name: 'job', path: `/jobs/${doneJob}`, kept: 'light' },
    { name: 'watches', path: '/watches', kept: 'light' },
    {
      name: 'new-watch',
      path: '/watches',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'New watch' }).click()
        await page.getByLabel('Condition').selectOption('rebook')
        await page.getByLabel('Paid per night').fill('189.50')
      },
      kept: 'light',
    },
    { name: 'watch', path: `/watches/${watch}`, kept: 'dark' },
    { name: 'bookings', path: '/bookings', kept: 'light', height: 760 },
    { name: 'events', path: '/events', kept: 'light' },
    {
      name: 'event',
      path: '/events',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Details' }).first().click()
        await page.getByLabel('Attempts').first().waitFor()
      },
      kept: 'light',
    },
    { name: 'keys', path: '/keys', kept: 'phone' },
    { name: 'status', path: '/status', kept: 'light' },
    // Last, because they show the calls of the other pages.
    { name: 'start', path: '/start', kept: 'light' },
    { name: 'requests', path: '/requests', kept: 'light' },
  ]
}
