import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** What we start as processes. The sandbox is not part of the service: it imports nothing of ours, and we only start it. */
export const PROGRAMS = {
  vacancy: join(ROOT, 'service', 'src', 'main.ts'),
  sandbox: join(ROOT, 'sandbox', 'src', 'main.ts'),
} as const
export type Program = keyof typeof PROGRAMS

/** Packages that were not joined are found from here. */
export const JOINED_FOLDER = join(ROOT, 'service', 'node_modules', '.joined')
/** The folder that a process found, for its children. Empty if there is none. */
export const JOINED = 'VACANCY_JOINED'

const SOURCES = ['service/src', 'client/src', 'sandbox/src', 'node_modules/.package-lock.json']

/**
 * The file to start a program with: all its modules joined into a few files if `npm run build` has done that for these very
 * sources, else its own module. Reading a thousand modules is more than half of the work of a start.
 */
export function entryOf(program: Program): string {
  process.env[JOINED] ??= currentFolder() ?? ''
  const folder = process.env[JOINED]
  const joined = join(folder, `${program}.mjs`)
  return folder !== '' && existsSync(joined) ? joined : PROGRAMS[program]
}

export function currentFolder(): string | null {
  const folder = join(JOINED_FOLDER, fingerprint())
  return existsSync(folder) ? folder : null
}

/** Names, sizes and times of all sources. Reading them as well would take as long as the start saves. */
export function fingerprint(root = ROOT): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of filesIn(join(root, source))) {
      const { size, mtimeMs } = statSync(path)
      hash.update(`${path} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

function filesIn(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat ? [path] : []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
