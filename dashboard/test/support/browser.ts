import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { outsideRun } from '../../../service/test/support/run-folder.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

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
]

/** A real, headless Chromium. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), headless: true, args: FLAGS })
}

/** The configured browser, an installed one, the one in the npm package (without its flags, which are for trusted pages in one process), or else a fresh install. */
async function findChromium(): Promise<string> {
  const named = process.env['CHROMIUM_PATH']
  if (named) return named
  const installed = onPath()
  if (installed) return installed
  if (process.platform === 'linux' && process.arch === 'x64') return fromPackage()
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
    const now = onPath()
    if (now) return now
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

async function fromPackage(): Promise<string> {
  const { default: packed } = await import('@sparticuz/chromium')
  return outsideRun(() => packed.executablePath())
}
