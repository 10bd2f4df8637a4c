import type { Made } from './use.ts'
import type { View } from './view.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Pages of people who are not signed in. */
export function publicViews({ links, shared }: Made): View[] {
  const isPublic = true
  return [
    { name: 'sign-in', path: '/sign-in', look: 'light', height: 620, isPublic },
    { name: 'sign-up', path: '/sign-up', look: 'phone', isPublic },
    { name: 'claim', path: links.claim, look: 'light', height: 720, isPublic },
    { name: 'join', path: links.join, look: 'light', height: 620, isPublic },
    { name: 'forgot-password', path: '/forgot-password', look: 'light', height: 520, isPublic },
    { name: 'reset-password', path: '/reset-password?token=shown', look: 'light', height: 620, isPublic },
    { name: 'confirm-email', path: '/confirm-email?token=shown', look: 'light', height: 520, isPublic },
    { name: 'shared', path: shared, look: 'light', height: 1000, isPublic },
    { name: 'reference', path: '/docs', look: 'light', isPublic },
    { name: 'guides', path: '/docs/guides/', look: 'light', isPublic },
  ]
}

/** Pages that show what there is. */
export function openedViews(made: Made): View[] {
  const { doneJob, watch, booking, receipt, set, newSet, marketJob, parityJob, schedule, links } = made
  return [
    { name: 'overview', path: '/', look: 'light' },
    { name: 'my-hotels', path: '/my-hotels', look: 'light', height: 640 },
    { name: 'my-hotels-competitors', path: `/my-hotels/${newSet}`, look: 'light', height: 640 },
    { name: 'my-hotels-set', path: `/my-hotels/${set}?view=hotels`, look: 'light', height: 760 },
    {
      name: 'my-hotels-history',
      path: `/my-hotels/${set}?view=history`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Show history' }).click()
        await page.getByRole('figure', { name: 'Prices by night' }).locator('.axis').first().waitFor()
      },
      look: 'light',
      height: 1000,
    },
    { name: 'my-hotels-schedules', path: `/my-hotels/${set}?view=schedules`, look: 'light', height: 560 },
    {
      name: 'my-hotels-mail',
      path: `/my-hotels/${set}?view=parity`,
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Mail me this' }).click()
        await page.getByText(/^Up to .* a month/).waitFor()
      },
      look: 'light',
    },
    { name: 'night', path: `/my-hotels/${set}/${inDays(10)}?job=${marketJob}`, look: 'light' },
    { name: 'night-parity', path: `/my-hotels/${set}/${inDays(10)}?parity=${parityJob}`, look: 'light' },
    { name: 'schedules', path: '/schedules', look: 'light', height: 480 },
    { name: 'schedule', path: `/schedules/${schedule}`, look: 'light' },
    { name: 'notifications', path: '/notifications', look: 'light', height: 640 },
    { name: 'bookings', path: '/bookings', look: 'light', height: 760 },
    { name: 'booking', path: `/bookings/${booking}`, look: 'light', height: 1000 },
    { name: 'watches', path: '/watches', look: 'light', height: 640 },
    {
      name: 'new-watch',
      path: '/watches',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'New watch' }).click()
        await page.getByLabel('Condition').selectOption('rebook')
        await page.getByLabel('Paid per night').fill('189.50')
      },
      look: 'light',
    },
    { name: 'watch', path: `/watches/${watch}`, look: 'dark' },
    { name: 'jobs', path: '/jobs', look: 'light' },
    { name: 'job', path: `/jobs/${doneJob}`, look: 'light' },
    { name: 'events', path: '/events', look: 'light' },
    {
      name: 'event',
      path: '/events',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Details' }).first().click()
        await page.getByLabel('Attempts').first().waitFor()
      },
      look: 'light',
    },
    { name: 'receipts', path: '/receipts', look: 'light', height: 480 },
    { name: 'receipt', path: `/receipts/${receipt}`, look: 'light', height: 1000 },
    { name: 'keys', path: '/keys', look: 'phone' },
    { name: 'prices', path: '/prices', look: 'light' },
    { name: 'account', path: '/account', look: 'light', height: 1000 },
    { name: 'members', path: '/members', look: 'light', height: 760 },
    { name: 'consent', path: links.consent, look: 'light' },
    { name: 'status', path: '/status', look: 'light' },
    { name: 'operator-sources', path: '/operator/sources', look: 'light' },
    { name: 'operator-health', path: '/operator/health', look: 'light', height: 1100 },
    { name: 'operator-drift', path: '/operator/drift', look: 'light', height: 760 },
    { name: 'operator-spending', path: '/operator/spending', look: 'light' },
    { name: 'operator-accounts', path: '/operator/accounts', look: 'light', height: 560 },
    { name: 'operator-work', path: '/operator/work', look: 'light', height: 760 },
    { name: 'operator-directory', path: '/operator/directory', look: 'light', height: 760 },
  ]
}

/** Pages that show the calls of the others. */
export const LAST_VIEWS: readonly View[] = [
  { name: 'start', path: '/start', look: 'light' },
  { name: 'requests', path: '/requests', look: 'light' },
  {
    name: 'request',
    path: '/requests?q=/shop',
    prepare: async (page) => {
      await page.getByRole('link', { name: 'POST /shop' }).first().click()
      await page.getByLabel('What was answered').waitFor()
    },
    look: 'light',
  },
]
