import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
export const MANIFEST = join(ROOT, 'package.json')

/** Where the repository's manifest is kept during packing. */
export const KEPT_MANIFEST = join(ROOT, 'package.repository.json')

/** The licence, for the time of packing. */
export const LICENSE_COPY = join(ROOT, 'LICENSE')
