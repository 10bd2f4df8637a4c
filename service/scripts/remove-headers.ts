import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const MODULES = join(import.meta.dirname, '..', '..', 'node_modules')

/** The pinned Node comes with C headers for addons: 70 MB, a third of its package. Nothing here compiles addons. */
for (const name of await readdir(MODULES)) {
  if (!/^node-(bin-)?(darwin|linux|win)-/.test(name)) continue
  await rm(join(MODULES, name, 'include'), { recursive: true, force: true })
}
