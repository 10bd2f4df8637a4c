import type { Command } from 'commander'
import type { Catalog } from '../sources/catalog/catalog.ts'
import { reportJson, reportText } from './check-report.ts'
import { readCatalog } from './read-catalog.ts'
import { type Output, print } from './with-pool.ts'

interface CheckOptions extends Output {
  hotel?: string
}

/** Checks whether sources answer as their entries promise, with this environment's credentials. */
export function addSourcesCommands(program: Command): void {
  const sources = program.command('sources').description('the sources that prices come from')
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
      print(json, reportJson(reports), () => reportText(reports))
      if (!reports.every(({ works }) => works)) process.exitCode = 1
    })
}

function mistakeIn(catalog: Catalog, id: string | undefined, hotel: string | undefined): string | null {
  const known = [...catalog.sources, ...catalog.searchEngines].map((source) => source.id)
  if (id === undefined) {
    return hotel === undefined ? null : '--hotel belongs to one source: name its id as well'
  }
  return known.includes(id)
    ? null
    : `there is no source ${JSON.stringify(id)}; choose one of ${known.join(', ')}`
}
