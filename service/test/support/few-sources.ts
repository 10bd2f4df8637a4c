import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BUNDLED = join(import.meta.dirname, '..', '..', 'src', 'sources', 'catalog', 'bundled.json')

/** The path of a sources file with these of the bundled sources only: reading the directories of all takes half a minute. */
export async function fewSources(ids: readonly string[]): Promise<string> {
  const { sources } = JSON.parse(await readFile(BUNDLED, 'utf8')) as { sources: { id: string }[] }
  const file = join(await mkdtemp(join(tmpdir(), 'vacancy-sources-')), 'sources.json')
  const few = sources.filter(({ id }) => ids.includes(id))
  await writeFile(file, JSON.stringify({ replace: true, sources: few }))
  return file
}
