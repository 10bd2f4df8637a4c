import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
export const MANIFEST = join(ROOT, 'package.json')

/** Where the manifest of the repository waits while the package is made. */
export const KEPT_MANIFEST = join(ROOT, 'package.repository.json')
