import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Plain http under another name, which a browser does not treat as secure. */
export const PLAIN_HOST = 'plain.test'

const FLAGS = [
  '--no-sandbox',
  // Maps need WebGL, which is drawn in software here.
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // The pages themselves are drawn without WebGL: through it, in software, that takes more processor time than all else.
  '--disable-gpu-compositing',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name other than localhost, so that the browser applies its limits for plain http.
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
]

/** A real, headless Chromium. */
export async function openBrowser(): Promise<Browser> {
  const { path, flags } = await findChromium()
  return chromium.launch({ executablePath: path, headless: true, args: [...FLAGS, ...flags] })
}

interface Found {
  path: string
  flags: string[]
}

/** The configured browser, an installed one, the one in the npm package, or else a fresh install. */
async function findChromium(): Promise<Found> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return { path: named, flags: [] }
  const installed = onPath()
  if (installed) return { path: installed, flags: [] }
  if (process.platform === 'linux' && process.arch === 'x64') return fromPackage()
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
    const now = onPath()
    if (now) return { path: now, flags: [] }
  }
  throw new Error('the tests need a Chromium: install one, or name it with CHROMIUM_PATH')
}

function onPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Flags of the package for trusted pages. Without the rules of the web, the browser sends no origin, and any page may call ours. */
const UNLIKE_PEOPLE =
  /^--(?:disable-web-security|allow-running-insecure-content|disable-site-isolation-trials)$/

async function fromPackage(): Promise<Found> {
  const { default: packed } = await import('@sparticuz/chromium')
  return {
    path: await packed.executablePath(),
    flags: packed.args.filter((flag) => !UNLIKE_PEOPLE.test(flag)),
  }
}
