import type { Command } from 'commander'
import { inTransaction } from '../db/pool.ts'
import { counted } from '../kernel/counted.ts'
import { table } from './table.ts'
import { type Output, print, withPool } from './with-pool.ts'

/** What vendors have changed, and that it is right. */
export function addDriftCommands(sources: Command): void {
  sources
    .command('drift')
    .description('list what vendors have changed in the answers that are read')
    .argument('[id]', 'id of a source')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, { json }: Output) => {
      const { readDrifts } = await import('../sources/drift/reports.ts')
      const { driftView } = await import('../operator/drift.ts')
      const drifts = (await withPool((pool) => readDrifts(pool, id ?? null))).map(driftView)
      const open = drifts.filter(({ learnt_at }) => learnt_at === null)
      const [first] = open
      print(
        json,
        { drifts },
        () =>
          first
            ? table(['source', 'first_seen', 'path', 'change', 'before', 'after'], open.map(short))
            : 'Nothing has changed that is read.\n',
        first
          ? `vacancy sources learn ${first.source} accepts what is right`
          : 'vacancy sources check asks the sources themselves',
      )
      if (open.length > 0) process.exitCode = 1
    })
  sources
    .command('learn')
    .description('accept what a vendor has changed: its answers are learnt from the beginning')
    .argument('<id>', 'id of a source')
    .option('--json', 'print JSON')
    .action(async (id: string, { json }: Output) => {
      const { learnAgain } = await import('../sources/drift/store.ts')
      const accepted = await withPool((pool) =>
        inTransaction(pool, (client) => learnAgain(client, id, 'command line')),
      )
      print(
        json,
        { source: id, accepted },
        () => `${id} is learnt from the beginning. ${counted(accepted, 'change')} accepted.\n`,
        `vacancy sources test ${id} asks it again`,
      )
    })
}

const MOST_CHARS = 40

function short<Row extends { before: string; after: string }>(row: Row): Row {
  const cut = (text: string) => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text)
  return { ...row, before: cut(row.before), after: cut(row.after) }
}
