import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** The tools of others that read the document, in exactly these versions. */
export const LINTERS: Readonly<Record<string, string>> = {
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@stoplight/spectral-owasp-ruleset': '2.0.1',
}

export interface Ran {
  code: number | null
  out: string
}

/** Runs a tool that was installed in the folder. */
export async function run(folder: string, command: readonly string[], env: object = {}): Promise<Ran> {
  const [name = '', ...rest] = command
  const child = spawn(name, rest, {
    cwd: folder,
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: 'off',
      PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [out, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, out }
}

/** They are no part of the project: nobody else needs them, and they bring hundreds of packages. */
export async function install(folder: string, packages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: packages }),
  )
  const { code } = await run(folder, ['npm', 'install', '--no-fund', '--no-audit', '--loglevel=error'])
  if (code !== 0) throw new Error('The tools could not be installed.')
}
