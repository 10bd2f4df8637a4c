import type { Command } from 'commander'
import type { Event as EventRow } from '../generated/shapes.ts'
import { give, printJson } from './answer.ts'
import { integer } from './arguments.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import type { Cell } from './table.ts'
import { moment, money, number, statusCell } from './words.ts'

interface EventsOptions extends OutputOptions {
  after?: string
  watch?: string
  type?: string
  limit?: number
  follow?: boolean
}

/** `vacancy events`: what webhooks have told, or failed to tell. */
export function add(program: Command, shell: Shell): void {
  const events = withOutput(
    program.command('events').description('what has happened, oldest first; with --json a line each'),
  )
    .option('--after <event>', 'only those after evt_…')
    .option('--watch <watch>', 'only of wat_…')
    .option('--type <type>', 'only of this type, as watch.available')
    .option('--limit <n>', 'at most so many (200; with --follow without end)', integer)
    .option('-f, --follow', 'go on and wait for more, until Ctrl-C')
    .action(async ({ after, watch: watch_id, type, limit, follow, json }: EventsOptions) => {
      const most = limit ?? (follow ? Number.POSITIVE_INFINITY : 200)
      const client = await shell.client()
      const pages = client.events({ after, watch_id, type, follow, signal: shell.signal })
      const rows: EventRow[] = []
      let seen = 0
      for await (const row of pages) {
        if (json) shell.print(JSON.stringify(row))
        else if (follow) shell.print(line(row))
        else rows.push(row)
        seen += 1
        if (seen >= most) break
      }
      if (!json && !follow)
        shell.print(rows.length === 0 ? 'Nothing has happened.' : eventsTable(shell, rows))
      if (!follow && seen >= most)
        shell.say('There may be more: --after with the last id, or a larger --limit.')
    })
  withExamples(events, 'events --type watch.available', 'events --after evt_… --json', 'events --follow')

  withOutput(
    events
      .command('redeliver')
      .description('send an event to its webhook once more')
      .argument('<event>', 'evt_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    const answer = await client.request(
      { method: 'POST', path: `/events/${encodeURIComponent(id)}/redeliver`, isIdempotent: false },
      { signal: shell.signal },
    )
    if (merged(events, options).json) printJson(shell, answer.data)
    else give(shell, {}, answer, () => `${id} is on its way again\n`)
  })
}

function subjectOf({ chain, hotel_code, night, job_id }: EventRow): string {
  return job_id ?? [`${chain ?? ''}:${hotel_code ?? ''}`, night].filter(Boolean).join(' ')
}

function whatOf({ job, rebook, undercut, kind, current, previous }: EventRow): Cell {
  if (job) return { text: `${job.status}, ${number(job.cells_done)} cells` }
  const currency = current?.currency ?? ''
  if (rebook) return { text: `${money(rebook.current, currency)} instead of ${money(rebook.paid, currency)}` }
  if (undercut)
    return { text: `${money(undercut.channel_rate, currency)} against ${money(undercut.direct, currency)}` }
  if (!current) return { text: '' }
  const figure = (cell: typeof current) =>
    cell.status === 'available'
      ? kind === 'award'
        ? `${number(cell.lowest_points) || 'no'} points`
        : `${cell.currency} ${money(cell.lowest_bar, cell.currency)}`
      : statusCell(cell.status, cell.min_los).text
  return { text: `${previous ? `${figure(previous)} → ` : ''}${figure(current)}` }
}

function line(row: EventRow): string {
  return [moment(row.created_at), row.id, row.type, subjectOf(row), whatOf(row).text].join('  ')
}

function eventsTable(shell: Shell, rows: readonly EventRow[]): string {
  return shell.table(
    [
      { title: 'At (UTC)', value: ({ created_at }) => moment(created_at) },
      { title: 'Event', value: ({ id }) => id },
      { title: 'Type', value: ({ type }) => type },
      { title: 'Of', value: subjectOf },
      { title: 'What', flexible: true, value: whatOf },
      {
        title: 'Delivery',
        value: ({ delivery: { status, attempts } }) => ({
          text: attempts > 1 ? `${status}, ${attempts} attempts` : status,
          style: status === 'delivered' ? 'green' : status === 'failed' ? 'red' : 'yellow',
        }),
      },
    ],
    rows,
  )
}
