import { rename, rm } from 'node:fs/promises'
import { KEPT_MANIFEST, LICENSE_COPY, MANIFEST } from './manifest.ts'

/** After `npm pack`: restores the repository's manifest and removes what was only for the package. */
await rm(LICENSE_COPY)
await rename(KEPT_MANIFEST, MANIFEST)
