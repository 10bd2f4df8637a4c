import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type MailServer, openMailServer } from '../../../service/test/endpoints/mail-server.ts'
import { type Market, openMarket } from '../../../service/test/support/market.ts'
import { openBrowser } from './browser.ts'

/** The whole product with the dashboard built, and a browser. */
export interface Stage {
  market: Market
  context: BrowserContext
  page: Page
  /** Requests to other servers, and errors of the browser. */
  complaints: string[]
  /** A webhook that works. */
  sink: string
  /** A page in a browser that nobody has used yet, in English unless it is another language. */
  newVisitor(locale?: string): Promise<Page>
  /** The same on a phone, with touches. */
  newPhone(): Promise<Page>
  /** The mails that were sent. */
  mails: MailServer['mails']
  stop(): Promise<void>
}

const BUILD = join(import.meta.dirname, '..', '..', 'build.ts')

/** Without mail, the dashboard offers nothing that needs one. */
export async function openStage({
  hasMail = false,
  env = {},
}: {
  hasMail?: boolean
  env?: Record<string, string>
} = {}): Promise<Stage> {
  const sink = createServer((_request, response) => response.end('thank you')).listen(0, '127.0.0.1')
  await once(sink, 'listening')
  const mail = await openMailServer()
  // Links in mails, and the check of where a call comes from, need the address before it is taken.
  const port = await freePort()
  const mailEnv = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'vacancy@example.com',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    PORT: String(port),
  }
  const [market, browser] = await Promise.all([
    openMarket({ env: { ALLOW_PRIVATE_WEBHOOKS: 'loopback', ...(hasMail && mailEnv), ...env } }),
    openBrowser(),
    promisify(execFile)(process.execPath, [BUILD]),
  ])
  const complaints: string[] = []
  const context = await newContext(browser, market.url)
  const page = await openPage(context, market.url, complaints)
  return {
    market,
    context,
    page,
    complaints,
    mails: mail.mails,
    newVisitor: async (locale = 'en-US') =>
      openPage(await newContext(browser, market.url, { locale }), market.url, complaints),
    newPhone: async () => openPage(await newContext(browser, market.url, PHONE), market.url, complaints),
    sink: `http://127.0.0.1:${(sink.address() as AddressInfo).port}/hook`,
    stop: async () => {
      await browser.close()
      await market.stop()
      await mail.stop()
      sink.close()
    },
  }
}

async function openPage(context: BrowserContext, url: string, complaints: string[]): Promise<Page> {
  const page = await context.newPage()
  // Long enough for a busy machine, short enough that one broken step does not delay the rest.
  page.setDefaultTimeout(45_000)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (line) => {
    // The page shows errors of our API itself; the browser logs them again here.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
      complaints.push(line.text())
  })
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(`${url}/`) && !address.startsWith('blob:')) complaints.push(address)
  })
  return page
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

async function newContext(
  browser: Browser,
  url: string,
  device: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    ...device,
    // What moves is drawn again and again, in software.
    reducedMotion: 'reduce',
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  return context
}

/** Chooses a hotel by its source and code, such as `aurelia LONAU`, as a person does: typing, then the list. */
export async function pickHotel(page: Page, hotel: string): Promise<void> {
  const [, code = hotel] = hotel.split(' ')
  const field = page.getByRole('combobox', { name: 'Hotel', exact: true })
  // Selects have options too.
  const option = page.getByRole('listbox', { name: 'Hotels' }).getByRole('option', { name: code }).first()
  const picker = page.locator('.picker', { has: field })
  const chosen = picker.locator('.hint code').getByText(code, { exact: true })
  const pick = async () => {
    await field.fill(hotel)
    await option.waitFor({ timeout: 10_000 })
    // What the directory knows comes above what was typed: until it has, another hotel may slip below the pointer.
    await picker.locator('[data-settled=true]').waitFor()
    await option.click()
    await chosen.waitFor({ timeout: 5000 })
  }
  // On a busy machine the page may take the focus while it still loads, which closes the list: then a person types again.
  for (let again = 0; again < 3; again += 1) {
    try {
      return await pick()
    } catch {
      await field.fill('')
    }
  }
  await pick()
}

interface AxeResults {
  violations: { id: string; impact: string | null; nodes: { html: string }[] }[]
}

/** Dark mode differs only in its colours. */
const SCHEMES: readonly ['light' | 'dark', string[]][] = [
  ['light', []],
  ['dark', ['color-contrast']],
]

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Serious ones, unless every finding counts. */
interface Strictness {
  isEvery?: boolean
}

/** Accessibility problems of the page in light mode, in dark mode and on a phone. */
export async function faultsOf(page: Page, strictness: Strictness = {}): Promise<string[]> {
  const faults: string[] = []
  for (const [scheme, rules] of SCHEMES) faults.push(...(await findingsOf(page, scheme, rules, strictness)))
  const before = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 360) faults.push(`${new URL(page.url()).pathname} is ${width} wide on a phone`)
  if (before) await page.setViewportSize(before)
  return faults
}

/** What axe finds on the page as it is, by all rules or some of them. */
export async function findingsOf(
  page: Page,
  colorScheme: 'light' | 'dark' = 'light',
  rules: readonly string[] = [],
  { isEvery = false }: Strictness = {},
): Promise<string[]> {
  // Only here: every page that is opened would have to read it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'))
  await page.emulateMedia({ colorScheme })
  const { violations } = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
    // No rule here reads style sheets, so they are not loaded again.
    return axe.run({
      resultTypes: ['violations'],
      preload: false,
      ...(only.length > 0 && { runOnly: only }),
    })
  }, rules)
  const { pathname } = new URL(page.url())
  return violations
    .filter(({ impact }) => isEvery || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${pathname} ${colorScheme} ${id}: ${nodes[0]?.html.slice(0, 200)}`)
}
