import type { Command } from 'commander'
import type { Act } from '../generated/shapes.ts'
import { give, sayMore } from './answer.ts'
import { integer } from './arguments.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { shortMoment } from './words.ts'

interface AuditOptions extends OutputOptions {
  limit?: number
  after?: string
}

/** `vacancy audit`: who changed keys, plan and endpoints, and who signed in. */
export function add(program: Command, shell: Shell): void {
  const audit = withOutput(
    program
      .command('audit')
      .description('list who changed keys, plan and endpoints, and who signed in (free)'),
  )
    .option('--limit <n>', 'number of acts to list (default 20)', integer)
    .option('--after <cursor>', 'continue after a page: its next_cursor')
    .action(async ({ limit = 20, after, ...options }: AuditOptions) => {
      const client = await shell.client()
      const answer = await client.listActs({ limit, cursor: after }, { signal: shell.signal })
      give(shell, options, answer, ({ acts }) => actsTable(shell, acts))
      if (!options.json) sayMore(shell, answer.data, 'Use --limit (up to 1,000).')
    })
  withExamples(audit, 'audit', 'audit --limit 100 --json')
}

function actsTable(shell: Shell, acts: readonly Act[]): string {
  if (acts.length === 0) return 'Nothing has been done yet.\n'
  return shell.table(
    [
      { title: 'At (UTC)', value: ({ at }) => shortMoment(at) },
      { title: 'Who', value: ({ actor }) => actor.id ?? actor.kind.replace('_', ' ') },
      { title: 'Action', value: ({ action }) => action },
      { title: 'Of', value: ({ subject }) => subject ?? '' },
      { title: 'Detail', flexible: true, value: ({ detail }) => detailText(detail) },
    ],
    acts,
  )
}

function detailText(detail: Act['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${[value].flat().join(' ')}`)
    .join(', ')
}
