import { closureOf, type Lockfile, nameAt } from './lockfile.ts'

interface Packed {
  name: string
  version: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

/** A package and all that it needs, each with its exact version: not every npm follows the shrinkwrap of a file. */
export function exactly(lockfile: Lockfile, name: string): Record<string, string> {
  const places = closureOf(lockfile, [`node_modules/${name}`])
  return Object.fromEntries(places.map((place) => [nameAt(place), lockfile[place]?.version ?? '']))
}

/** The lockfile of the packed product, which `npm ci` follows in its unpacked folder. */
export function shrinkwrapOf(lockfile: Lockfile, packed: Packed): object {
  const { name, version, dependencies, optionalDependencies } = packed
  const direct = Object.keys({ ...dependencies, ...optionalDependencies }).map(
    (each) => `node_modules/${each}`,
  )
  const missing = direct.filter((place) => !(place in lockfile))
  if (missing.length > 0) throw new Error(`the lockfile does not have ${missing.join(', ')}`)
  const packages = closureOf(lockfile, direct).map((place) => {
    const { dev: _dev, ...entry } = lockfile[place] ?? {}
    return [place, entry] as const
  })
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name, version, dependencies, optionalDependencies },
      ...Object.fromEntries(packages),
    },
  }
}
