import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../../dashboard/test/support/browser.ts'
import { longestTaskOf } from '../../dashboard/test/support/long-tasks.ts'
import { OWNER, openShowroom, type Showroom } from './showroom.ts'
import { useService } from './use.ts'
import { LOOKS, type Look, type View } from './view.ts'
import { viewsOf } from './views.ts'

/**
 * `npm run screenshots` takes the pictures of the documentation. `--all FOLDER` takes every page in light, dark and phone format, in
 * full length, to review a change. `--only NAME`, once or more, takes some of them. `--slow` takes
 * none: it opens each page, and prints how long its longest task blocks a processor that is four times as slow as this one.
 */

const IMAGES = join(import.meta.dirname, '..', '..', 'docs', 'images')
const QUALITY = 70
/** How much slower than this processor the one is that long tasks are told for. */
const SLOWED = 4
const ALL_LOOKS = ['light', 'dark', 'phone'] as const satisfies Look[]

/** Cookies and storage of somebody who is signed in. */
type Kept = Awaited<ReturnType<BrowserContext['storageState']>>

const { values } = parseArgs({
  options: { all: { type: 'string' }, only: { type: 'string', multiple: true }, slow: { type: 'boolean' } },
})
const folder = values.all ?? IMAGES
await mkdir(folder, { recursive: true })

const showroom = await openShowroom()
try {
  const made = await useService(showroom)
  const browser = await openBrowser()
  try {
    const views = viewsOf(made).filter(({ name }) => values.only?.includes(name) ?? true)
    const signedIn = await signIn(browser, showroom)
    for (const view of views) {
      // The other pictures are worth having without this one.
      await show(browser, showroom, view, signedIn).catch((error: unknown) => {
        process.stderr.write(`${view.name}: ${String(error)}\n`)
        process.exitCode = 1
      })
    }
  } finally {
    await browser.close()
  }
} finally {
  await showroom.stop()
}

/** In a new context, so that no state is left from another page. */
async function show(browser: Browser, { url }: Showroom, view: View, signedIn: Kept): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(!view.isPublic && { storageState: signedIn }),
  })
  const page = await context.newPage()
  const looks: readonly [Look, ...Look[]] = values.all ? ALL_LOOKS : [view.look]
  await page.setViewportSize(LOOKS[looks[0]])
  const open = async () => {
    await page.goto(view.path)
    await page.locator('h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    await view.prepare?.(page)
  }
  if (values.slow) {
    const longest = await longestTaskOf(browser, page, open)
    process.stdout.write(`${view.name}: ${Math.round(longest * SLOWED)} ms\n`)
  } else {
    await open()
    for (const look of looks) await take(page, view, look)
  }
  await context.close()
}

/** Once for all pages: sign-ins are throttled. */
async function signIn(browser: Browser, { url }: Showroom): Promise<Kept> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/')
  const kept = await context.storageState()
  await context.close()
  return kept
}

async function take(page: Page, { name, height: tall }: View, look: Look): Promise<void> {
  const { colorScheme, width, height } = LOOKS[look]
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: tall ?? height })
  // Charts are drawn one frame after their width is known.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await page.locator('.map-canvas:not([data-drawn])').waitFor({ state: 'detached' })
  await page.evaluate('scrollTo(0, 0)')
  const path = join(folder, values.all ? `${name}-${look}` : name)
  if (values.all) return void (await page.screenshot({ path: `${path}.png`, fullPage: true }))
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const bytes = Buffer.from(data, 'base64')
  await writeFile(`${path}.webp`, bytes)
  process.stdout.write(`${name}.webp, ${look}, ${Math.round(bytes.length / 1024)} kB\n`)
}
