import type { Command } from 'commander'
import { invalid } from '../kernel/errors.ts'
import { wordsFor } from '../sources/store/save.ts'
import type { SourceView } from '../sources/store/source-view.ts'
import { agree, canAsk } from './ask.ts'
import { afterReports, reportJson, reportText } from './check-report.ts'
import { table } from './table.ts'
import { type Output, print } from './with-pool.ts'
import { BY, planDeps, TAKEN, withSources } from './with-sources.ts'

/** Looking at the sources in the database, and switching them. */
export function addReading(sources: Command): void {
  sources
    .command('list')
    .description('list all sources and where they come from')
    .option('--json', 'print JSON')
    .action(async ({ json }: Output) => {
      await withSources(async (deps) => {
        const { listSources } = await import('../sources/store/operating.ts')
        const { stored, sources: all } = await listSources(deps)
        const rows = all.map((source) => ({ ...source, state: stateOf(source) }))
        print(
          json,
          { sources: all, sandbox: stored.sandbox },
          () => table(['id', 'name', 'origin', 'state'], rows),
          'vacancy sources show ID shows the settings of one, vacancy sources add connects another',
        )
      })
    })
  sources
    .command('show')
    .description('show the settings of a source; of secrets only the end')
    .argument('<id>', 'id of a source')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: Output) => {
      await withSources(async (deps) => {
        const { showSource } = await import('../sources/store/operating.ts')
        const view = await showSource(deps, id)
        print(json, view, () => settingsText(view), `vacancy sources test ${id} makes calls with them`)
      })
    })
  sources
    .command('test')
    .description('make the calls of `sources check` with the settings in the database')
    .argument('<id>', 'id of a source')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: Output) => {
      await withSources(async (deps) => {
        const { checkAll } = await import('../sources/checks/check-all.ts')
        const { stored, load } = await planDeps(deps)
        const catalog = load(stored)
        if (![...catalog.sources, ...catalog.searchEngines].some((source) => source.id === id))
          throw invalid(`There is no source ${id.slice(0, 64)}.`)
        const reports = await checkAll(catalog, id, undefined, deps.now, { meter: deps.meter })
        print(json, reportJson(reports), () => reportText(reports), afterReports(reports))
        if (!reports.every(({ works }) => works)) process.exitCode = 1
      })
    })
}

export function addSwitches(sources: Command): void {
  for (const on of [true, false]) {
    sources
      .command(on ? 'enable' : 'disable')
      .description(on ? 'switch a source on again' : 'switch a source off: it is down until it is enabled')
      .argument('<id>', 'id of a source')
      .option('--json', 'print JSON')
      .action(async (id: string, { json }: Output) => {
        await withSources(async (deps) => {
          const { switchSource } = await import('../sources/store/operating.ts')
          await switchSource(deps, id, on, BY)
        })
        print(
          json,
          { id, disabled: !on },
          () => `${id} is ${on ? 'enabled' : 'disabled'}. ${TAKEN}\n`,
          on ? `vacancy sources test ${id}` : `vacancy sources enable ${id} takes it back`,
        )
      })
  }
  sources
    .command('remove')
    .description('remove a source that was added, or take back the changes of a bundled one')
    .argument('<id>', 'id of a source')
    .option('--yes', 'confirm')
    .option('--json', 'print JSON')
    .action(async (id: string, { json, yes }: Output & { yes?: boolean }) => {
      if (!yes && !(canAsk() && (await agree(`Remove ${id}?`))))
        throw invalid('This removes the source and its credentials. Add --yes to confirm.')
      await withSources(async (deps) => {
        const { removeSource } = await import('../sources/store/operating.ts')
        await removeSource(deps, id, BY)
      })
      print(json, { id, removed: true }, () => `${id} is removed. ${TAKEN}\n`, 'vacancy sources list')
    })
  sources
    .command('sandbox')
    .description('switch all invented sources on or off')
    .argument('<on|off>', '`off`: only real sources are left')
    .option('--json', 'print JSON')
    .action(async (word: string, { json }: Output, command: Command) => {
      if (word !== 'on' && word !== 'off') command.error('error: say `on` or `off`')
      await withSources(async (deps) => {
        const { switchSandbox } = await import('../sources/store/operating.ts')
        await switchSandbox(deps, word === 'on', BY)
      })
      print(
        json,
        { sandbox: word === 'on' },
        () => `The sandbox is ${word}. ${TAKEN}\n`,
        word === 'on' ? 'vacancy sources list' : 'vacancy sources add, unless a real source is connected',
      )
    })
}

function stateOf({ disabled, sandbox }: SourceView): string {
  if (disabled) return 'disabled'
  return sandbox ? 'sandbox' : 'live'
}

function settingsText({ fields, changes, budget, ...view }: SourceView): string {
  const lines = [
    ...Object.entries({ ...view, ...fields }).map(
      ([name, value]) => `${name.padEnd(18)} ${String(value ?? '')}`,
    ),
    ...(budget ? [`${'budget'.padEnd(18)} ${JSON.stringify(budget)}`] : []),
    ...changes.map(({ at, by, what }) => `${at}  ${by} ${wordsFor(what)}`),
  ]
  return `${lines.join('\n')}\n`
}
