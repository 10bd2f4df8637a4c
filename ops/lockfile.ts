import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../service/src/joined.ts'

/** One installed package, as npm's lockfile describes it. */
export interface Locked {
  name?: string
  version: string
  integrity: string
  license?: string
  dev?: boolean
  link?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Packages by their places: `node_modules/pbf`, `node_modules/a/node_modules/b`. */
export type Lockfile = Readonly<Record<string, Locked>>

export async function readLockfile(): Promise<Lockfile> {
  const text = await readFile(join(ROOT, 'package-lock.json'), 'utf8')
  return (JSON.parse(text) as { packages: Lockfile }).packages
}

/** `node_modules/a/node_modules/@b/c` → `@b/c`. */
export const nameAt = (place: string) =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Where Node finds a package from a place: in its own folder, or in one above. Undefined if it was left out as optional. */
export function placeOf(lockfile: Lockfile, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in lockfile) return place
    if (folder === '') return undefined
  }
}

/** The places of what a package needs itself. */
export function neededAt(lockfile: Lockfile, place: string): string[] {
  const { dependencies, optionalDependencies } = lockfile[place] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
    (name) => placeOf(lockfile, name, place) ?? [],
  )
}

/** These places and everything that they need, whatever its depth. */
export function closureOf(lockfile: Lockfile, places: readonly string[]): string[] {
  const found = new Set(places)
  // A set gives what is added while it is walked.
  for (const place of found) for (const needed of neededAt(lockfile, place)) found.add(needed)
  return [...found].toSorted()
}
