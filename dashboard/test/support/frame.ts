import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { faultsOf, findingsOf, pickHotel, type Stage } from './stage.ts'
import { PASSWORD } from './visitor.ts'

/** Every page that the navigation must reach. */
const PAGES =
  '/ /awards /trips /bookings /watches /my-hotels /schedules /notifications /start /keys /requests /jobs /receipts /events /explorer /docs/guides/ /docs /operator /status /account /prices /members'.split(
    ' ',
  )

/** Pages that others lead to. */
const WITHIN =
  '/awards/value /operator/spending /operator/accounts /operator/directory /operator/work /operator/drift /operator/health'.split(
    ' ',
  )

/** How far a page may move while it loads, as browsers measure it (CLS). */
const MOST_MOVED = 0.05

/** The links of the navigation that are seen whole, by their address. */
const seenLinks = (page: Page) =>
  page.locator('#pages').evaluate((nav) => {
    const frame = nav.getBoundingClientRect()
    return [...nav.querySelectorAll('a')].flatMap((link) => {
      const { top, bottom, left, right, width } = link.getBoundingClientRect()
      const isWhole =
        width > 0 &&
        top >= frame.top &&
        bottom <= frame.bottom + 0.5 &&
        left >= 0 &&
        right <= innerWidth &&
        link.scrollWidth <= link.clientWidth
      return isWhole ? [new URL(link.href).pathname] : []
    })
  })

/** Saves what a page looks like, in the folder that somebody names. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

/** What surrounds every page. */
export function describeFrame(stageOf: () => Stage): void {
  let page: Page

  /** When its turn comes: other tests take the operator's role from everybody. */
  const signUp = async () => {
    page = await stageOf().newVisitor()
    await page.goto('/sign-up')
    await page.getByLabel('E-mail').fill('hana@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('radio', { name: 'Prices of my hotels' }).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/my-hotels')
    await stageOf().market.database.pool.query(
      "update accounts set operator = true where email = 'hana@example.com'",
    )
  }

  describe('the navigation', () => {
    beforeAll(signUp)
    test('begins with what the person comes for, and reaches every page with no link cut at 1280 × 720', async () => {
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto('/my-hotels')
      await page.getByRole('link', { name: 'Server', exact: true }).waitFor()
      const heads = page.locator('.nav-group > a')
      expect(await heads.allTextContents()).toEqual(['My hotels', 'Points', 'Developer', 'Server', 'Account'])
      await picture(page, 'navigation')
      const reached = new Set<string>()
      for (const title of await heads.allTextContents()) {
        await heads.getByText(title, { exact: true }).click()
        await page.locator('.nav-group.current > a').getByText(title, { exact: true }).waitFor()
        const offered = await page
          .locator('#pages a:visible')
          .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
        expect(await seenLinks(page), title).toEqual(offered)
        for (const path of offered) reached.add(path)
        if (title === 'Developer') await picture(page, 'navigation-developer')
      }
      expect([...reached].toSorted()).toEqual(PAGES.toSorted())
    })

    test('reaches every page on a phone, too', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/my-hotels')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('link', { name: 'This server' }).waitFor()
      await picture(page, 'navigation-phone')
      expect([...new Set(await seenLinks(page))].toSorted()).toEqual(PAGES.toSorted())
      expect(await faultsOf(page)).toEqual([])
    })

    test('the former address of the notifications leads to them', async () => {
      await page.goto('/endpoints')
      await page.getByRole('heading', { name: 'Notifications' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/notifications')
    })
  })

  test('nothing moves while a page loads, and axe finds nothing, on the desk and on a phone', {
    timeout: 240_000,
  }, async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.addInitScript(() => {
      const moved = window as unknown as { moved: number; what: string[] }
      moved.moved = 0
      moved.what = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources: { node: Node | null }[]
        })[]) {
          if (entry.hadRecentInput) continue
          moved.moved += entry.value
          moved.what.push(
            ...entry.sources.map(({ node }) => `${node?.nodeName}.${(node as Element | null)?.className}`),
          )
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const moves: Record<string, unknown> = {}
    const faults: string[] = []
    for (const path of [...PAGES, ...WITHIN]) {
      await page.goto(path)
      await page.locator('h1').first().waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      const { moved, what } = await page.evaluate(() => {
        const { moved: sum, what: names } = window as unknown as { moved: number; what: string[] }
        return { moved: sum, what: names }
      })
      // The reference is a package of others, which draws its parts one by one.
      if (moved > MOST_MOVED && path !== '/docs') moves[path] = { moved, what }
      faults.push(...(await faultsOf(page, { isEvery: true })))
      await page.setViewportSize({ width: 390, height: 844 })
      faults.push(...(await findingsOf(page, 'light', [], { isEvery: true })))
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    expect(faults).toEqual([])
    expect(moves).toEqual({})
  })

  describe('while the server restarts', () => {
    test('a click keeps the page, says what is wrong, and is followed as soon as the server is back', async () => {
      const note = page.getByText('The server cannot be reached. It may be restarting')
      await page.setViewportSize({ width: 1280, height: 720 })
      await page.goto('/start')
      await page.getByRole('link', { name: 'API reference' }).first().waitFor()
      await stageOf().market.restartApi(async () => {
        // A page whose code was never loaded.
        await page.getByRole('link', { name: 'Receipts', exact: true }).click()
        await note.waitFor()
        await picture(page, 'restart')
        expect(await faultsOf(page)).toEqual([])
        await page.getByRole('link', { name: 'API reference' }).first().click()
        await page.getByRole('button', { name: 'Try now' }).click()
        expect(await note.isVisible()).toBe(true)
      })
      await page.getByRole('heading', { name: 'Receipts', exact: true }).waitFor()
      await note.waitFor({ state: 'detached' })
    })

    test('offline, a call and the hotel field say so in words', async () => {
      await page.goto('/explorer/stay')
      await pickHotel(page, 'aurelia LONAU')
      await page.context().setOffline(true)
      await page.getByRole('combobox', { name: 'Hotel', exact: true }).fill('Aurelia Strand')
      await page.getByRole('listbox').getByText('The server cannot be reached.').waitFor()
      await page.keyboard.press('Escape')
      expect(await page.getByText('Failed to fetch').count()).toBe(0)
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try now' }).click()
      await page.getByText('The server cannot be reached').first().waitFor({ state: 'detached' })
    })
  })
}
