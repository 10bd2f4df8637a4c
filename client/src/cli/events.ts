import type { Command } from 'commander'
import type { BookedStay, BookingOffer, Event as EventRow } from '../generated/shapes.ts'
import { give } from './answer.ts'
import { integer } from './arguments.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import type { Cell } from './table.ts'
import { refuseUnknown } from './unknown-command.ts'
import { credits, moment, money, number, statusCell } from './words.ts'

interface EventsOptions extends OutputOptions {
  after?: string
  watch?: string
  booking?: string
  type?: string
  limit?: number
  follow?: boolean
  newest?: boolean
}

/** `vacancy events`: the events behind the webhooks, delivered or not. */
export function add(program: Command, shell: Shell): void {
  const events = withOutput(
    program
      .command('events')
      .description('list events, oldest first unless --newest (with --json, one per line)'),
  )
    .option('--after <event>', 'only events after evt_…')
    .option('--watch <watch>', 'only events of wat_…')
    .option('--booking <booking>', 'only events of bkg_…')
    .option('--type <type>', 'only events of this type, for example watch.available')
    .option('--limit <n>', 'maximum number of events (default 200, unlimited with --follow)', integer)
    .option('--newest', 'newest first; --after then continues with older events')
    .option('-f, --follow', 'keep waiting for new events until Ctrl-C')
    .allowExcessArguments()
    .action(
      async ({
        after,
        watch: watch_id,
        booking: booking_id,
        type,
        limit,
        follow,
        newest,
        json,
      }: EventsOptions) => {
        refuseUnknown(events)
        if (newest && follow) throw new UsageError('--newest and --follow exclude each other.')
        const most = limit ?? (follow ? Number.POSITIVE_INFINITY : 200)
        const client = await shell.client()
        const pages = client.events({
          after,
          watch_id,
          booking_id,
          type,
          order: newest ? 'desc' : undefined,
          follow,
          signal: shell.signal,
        })
        const rows: EventRow[] = []
        let seen = 0
        for await (const row of pages) {
          if (json) shell.print(JSON.stringify(row))
          else if (follow) shell.print(eventLine(row))
          else rows.push(row)
          seen += 1
          if (seen >= most) break
        }
        if (!json && !follow) shell.print(rows.length === 0 ? 'No events.' : eventsTable(shell, rows))
        if (!follow && seen >= most)
          shell.say('There may be more. Use --after with the last id, or a larger --limit.')
      },
    )
  withExamples(events, 'events --type watch.available', 'events --after evt_… --json', 'events --follow')

  withOutput(
    events
      .command('redeliver')
      .description('send an event to its receivers again')
      .argument('<event>', 'evt_…'),
  ).action(async (id: string, options: OutputOptions) => {
    const client = await shell.client()
    const answer = await client.redeliverEvent({ id }, { signal: shell.signal })
    give(shell, merged(events, options), answer, () => `${id} is being sent again.\n`)
  })
}

function subjectOf({ chain, hotel_code, night, job_id, endpoint, schedule }: EventRow): string {
  const hotel = [`${chain ?? ''}:${hotel_code ?? ''}`, night].filter(Boolean).join(' ')
  return schedule?.name ?? job_id ?? endpoint?.id ?? hotel
}

function whatOf(event: EventRow): Cell {
  const { job, schedule, rebook, undercut, kind, current, previous, price_lte: limit, best, booking } = event
  if (schedule) {
    const { status, cells, credits: cost, message } = schedule
    return { text: message ?? `${status}, ${counted(cells, 'cell')}, ${credits(cost)}` }
  }
  if (job) return { text: `${job.status}, ${counted(job.cells_done, 'cell')}` }
  const currency = current?.currency ?? ''
  if (rebook) return { text: `${money(rebook.current, currency)} instead of ${money(rebook.paid, currency)}` }
  if (undercut)
    return { text: `${money(undercut.channel_rate, currency)}, direct ${money(undercut.direct, currency)}` }
  if (limit) return { text: `${money(limit.current, currency)}, limit ${money(limit.amount, currency)}` }
  if (booking) return { text: offerOf(booking, best ?? null) }
  if (!current) return { text: '' }
  const figure = (cell: typeof current) =>
    cell.status === 'available'
      ? kind === 'award'
        ? `${number(cell.lowest_points) || 'no'} points`
        : `${cell.currency} ${money(cell.lowest_bar, cell.currency)}`
      : statusCell(cell.status, cell.min_los).text
  return { text: `${previous ? `${figure(previous)} → ` : ''}${figure(current)}` }
}

/** What could replace a booking. */
function offerOf({ paid }: BookedStay, best: BookingOffer | null): string {
  if (best === null) return 'nothing better'
  return `${money(best.offer.price, paid.currency)} instead of ${money(paid.amount, paid.currency)}, ${best.offer.room_name}`
}

function counted(count: number, thing: string): string {
  return `${number(count)} ${thing}${count === 1 ? '' : 's'}`
}

/** The worst of its deliveries. */
function deliveryCell({ delivery, deliveries = [] }: EventRow): Cell {
  const all = delivery ? [delivery] : deliveries
  const worst = (['failed', 'pending', 'delivered'] as const).find((state) =>
    all.some(({ status }) => status === state),
  )
  if (worst === undefined) return { text: 'to nobody' }
  const of = all.filter(({ status }) => status === worst)
  const attempts = Math.max(...of.map((one) => one.attempts_made))
  const text = all.length === 1 ? worst : `${worst} at ${of.length} of ${all.length}`
  return {
    text: attempts > 1 ? `${text}, ${attempts} attempts` : text,
    style: worst === 'delivered' ? 'green' : worst === 'failed' ? 'red' : 'yellow',
  }
}

/** An event in one line. */
export function eventLine(row: EventRow): string {
  return [moment(row.created_at), row.id, row.type, subjectOf(row), whatOf(row).text].join('  ')
}

function eventsTable(shell: Shell, rows: readonly EventRow[]): string {
  return shell.table(
    [
      { title: 'At (UTC)', value: ({ created_at }) => moment(created_at) },
      { title: 'Event', value: ({ id }) => id },
      { title: 'Type', value: ({ type }) => type },
      { title: 'Subject', value: subjectOf },
      { title: 'Change', flexible: true, value: whatOf },
      {
        title: 'Delivery',
        value: deliveryCell,
      },
    ],
    rows,
  )
}
