import { rename } from 'node:fs/promises'
import { KEPT_MANIFEST, MANIFEST } from './manifest.ts'

/** After `npm pack`: the manifest is the repository's own again. */
await rename(KEPT_MANIFEST, MANIFEST)
