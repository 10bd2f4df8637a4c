import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../test/support/browser.ts'
import { OWNER, openShowroom, type Showroom } from './showroom.ts'
import { useService } from './use.ts'
import { LOOKS, type Look, type View, viewsOf } from './views.ts'

/**
 * `npm run screenshots` takes the pictures of the documentation. `--all FOLDER` takes every page in light, dark and phone format, in
 * full length, to review a change. `--only NAME`, once or more, takes some of them.
 */

const IMAGES = join(import.meta.dirname, '..', '..', 'docs', 'images')
const QUALITY = 70

const { values } = parseArgs({
  options: { all: { type: 'string' }, only: { type: 'string', multiple: true } },
})
const folder = values.all ?? IMAGES
await mkdir(folder, { recursive: true })

const showroom = await openShowroom()
try {
  const made = await useService(showroom)
  const browser = await openBrowser()
  try {
    const views = viewsOf(made).filter(({ name }) => values.only?.includes(name) ?? true)
    for (const view of views) await show(browser, showroom, view)
  } finally {
    await browser.close()
  }
} finally {
  await showroom.stop()
}

/** In a new context, so that no state is left from another page. */
async function show(browser: Browser, { url }: Showroom, view: View): Promise<void> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.setViewportSize(values.all ? LOOKS.light : LOOKS[view.kept])
  if (!view.isPublic) await signIn(page)
  await page.goto(view.path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await view.prepare?.(page)
  for (const look of values.all ? (Object.keys(LOOKS) as Look[]) : [view.kept]) await take(page, view, look)
  await context.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(OWNER.email)
  await page.getByLabel('Password').fill(OWNER.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('/')
}

async function take(page: Page, { name, height: tall }: View, look: Look): Promise<void> {
  const { colorScheme, width, height } = LOOKS[look]
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: tall ?? height })
  // Charts are drawn one frame after their width is known.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const path = join(folder, values.all ? `${name}-${look}` : name)
  if (values.all) return void (await page.screenshot({ path: `${path}.png`, fullPage: true }))
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
  const bytes = Buffer.from(data, 'base64')
  await writeFile(`${path}.webp`, bytes)
  process.stdout.write(`${name}.webp, ${look}, ${Math.round(bytes.length / 1024)} kB\n`)
}
