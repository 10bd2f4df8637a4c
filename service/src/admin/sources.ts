import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { afterReports, reportJson, reportText } from './check-report.ts'
import { conformText } from './conform-report.ts'
import { addConnectCommands } from './connect.ts'
import { addDriftCommands } from './drift.ts'
import { orMisuse } from './or-misuse.ts'
import { readCatalog } from './read-catalog.ts'
import { addRecordingCommands } from './recordings.ts'
import { type Output, print } from './with-pool.ts'

interface CheckOptions extends Output {
  hotel?: string
}

interface ConformOptions extends Output {
  recordings?: string
}

/** Checks whether sources answer as their entries promise, with this environment's credentials. */
export function addSourcesCommands(program: Command): void {
  const sources = program.command('sources').description('the sources that prices come from')
  addConnectCommands(sources)
  addDriftCommands(sources)
  addRecordingCommands(sources)
  sources
    .command('check')
    .description('make the cheapest real calls to each source, or to one, and report what works')
    .argument('[id]', 'id of a source')
    .option('--hotel <code>', 'hotel to ask about; default: the first example in its entry')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Ends with 0 if everything works, 1 if something does not, 2 for a misuse.
Takes sources and credentials from SOURCES_FILE and the environment, as the service does. The vendor may count the calls.

Examples:
  vacancy sources check
  vacancy sources check liteapi --hotel lp1897`,
    )
    .action(async (id: string | undefined, { hotel, json }: CheckOptions, command: Command) => {
      const catalog = await readCatalog()
      const problem = mistakeIn(catalog, id, hotel)
      if (problem !== null) command.error(`error: ${problem}`)
      const { checkAll } = await import('../sources/checks/check-all.ts')
      const reports = await checkAll(catalog, id, hotel, Date.now)
      print(json, reportJson(reports), () => reportText(reports), afterReports(reports))
      if (!reports.every(({ works }) => works)) process.exitCode = 1
    })
  sources
    .command('conform')
    .description('try the rules for families on a module of your own, and say which hold')
    .argument('<path>', 'the module of the family')
    .option(
      '--recordings <folder>',
      'recorded answers of the vendor; without them, only rules that need none',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Ends with 0 if all rules hold, 1 if one does not, 2 for a misuse.

Example:
  vacancy sources conform ./families/acme.ts --recordings ./families/acme-recordings`,
    )
    .action(async (path: string, { recordings, json }: ConformOptions, command: Command) => {
      const { loadFamily } = await import('../sources/catalog/family-module.ts')
      const { readRecordings } = await import('../sources/conformance/recording-file.ts')
      const { conform } = await import('../sources/conformance/conform.ts')
      const family = orMisuse(command, path, () => loadFamily(resolve(path), resolve(path)))
      const files = orMisuse(command, recordings ?? '', () => (recordings ? readRecordings(recordings) : []))
      const rules = await conform(family, files)
      const holds = rules.every((rule) => rule.holds)
      print(
        json,
        { family: family.name, holds, rules },
        () => conformText(family.name, rules),
        conformNext(holds, recordings),
      )
      if (!holds) process.exitCode = 1
    })
}

function conformNext(holds: boolean, recordings: string | undefined): string {
  if (!holds) return 'correct what fails, and run it again'
  return recordings === undefined
    ? 'add --recordings FOLDER to try the rules that read answers of the vendor'
    : 'name the module as `family` in SOURCES_FILE, then run vacancy sources check'
}

function mistakeIn(catalog: Catalog, id: string | undefined, hotel: string | undefined): string | null {
  const known = [...new Set([...catalog.sources, ...catalog.searchEngines].map((source) => source.id))]
  if (id === undefined) {
    return hotel === undefined ? null : '--hotel belongs to one source: name its id as well'
  }
  return known.includes(id)
    ? null
    : `there is no source ${JSON.stringify(id)}; choose one of ${known.join(', ')}`
}
