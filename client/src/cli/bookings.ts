import { readFile, writeFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { bookingsFromCsv, bookingsSheet, bookingsToCsv } from '../bookings-csv.ts'
import { VacancyError } from '../errors.ts'
import type { Booking } from '../generated/shapes.ts'
import type { Input } from '../operation.ts'
import { workbookOf } from '../sheets/in-memory.ts'
import { actionsOf } from './actions.ts'
import { give, printJson } from './answer.ts'
import { currency, DATE, date, dayOrTime, decimalNumber, duration, integer } from './arguments.ts'
import { EXIT, OutcomeError, UsageError } from './exit.ts'
import { hotelAndWhen, hotelOf } from './hotel-name.ts'
import { merged } from './jobs.ts'
import {
  type OutputOptions,
  type PartyOptions,
  partyOf,
  withExamples,
  withOutput,
  withParty,
} from './options.ts'
import { type StayWords, withHotel } from './rates.ts'
import { receiverMissing, sayIfUnheard } from './receivers.ts'
import type { Shell } from './shell.ts'
import { refuseUnknown } from './unknown-command.ts'
import { amount, money, number, plural, shortMoment } from './words.ts'

const STATES = ['watching', 'past_deadline', 'closed'] as const
const SORTS = ['newest', 'checkin', 'cancel_by', 'saving', 'reference'] as const
const MEALS = ['room_only', 'breakfast', 'half_board', 'full_board', 'all_inclusive'] as const
const BASES = ['after_tax', 'bar', 'points'] as const

interface ListOptions {
  account?: boolean
  status?: (typeof STATES)[number]
  search?: string
  sort?: (typeof SORTS)[number]
}

/** What can be said of a booking when it is made and when it is changed. */
interface TermsOptions {
  room?: string
  paid?: number
  basis?: (typeof BASES)[number]
  cancelBy?: string
  meal?: (typeof MEALS)[number]
  minSaving?: number
  every?: number
  endpoint?: string[]
  reference?: string
}

type CreateOptions = OutputOptions &
  PartyOptions &
  TermsOptions & { los?: number; currency?: string; refundable?: boolean }

/** `vacancy bookings`: what was booked, and whether it costs less now. */
export function add(program: Command, shell: Shell): void {
  const bookings = withList(
    withOutput(
      program
        .command('bookings')
        .description('list the bookings that are followed for this key; subcommands manage them'),
    ),
  )
    .allowExcessArguments()
    .action(async (options: OutputOptions & ListOptions) => {
      refuseUnknown(bookings)
      const found = await allBookings(shell, options)
      if (options.json) printJson(shell, { bookings: found, next_cursor: null })
      else shell.print(bookingsTable(shell, found))
    })
  withExamples(
    bookings,
    'bookings --sort saving',
    'bookings create aurelia NEWAU +30d --los 2 --room "Deluxe King" --paid 310 --currency USD --refundable --cancel-by +28d --endpoint end_…',
    'bookings import guests.csv --endpoint end_…',
    'bookings export -o bookings.csv',
    'bookings change bkg_… --cancel-by +27d --min-saving 10',
    'bookings close bkg_…',
  )
  addCreate(bookings, shell)
  addChange(bookings, shell)
  addActions(bookings, shell)
  addImport(bookings, shell)
  addExport(bookings, shell)
}

function withList(command: Command): Command {
  return command
    .option('--account', 'the bookings of all keys of the account, revoked ones too')
    .addOption(new Option('--status <status>', 'only bookings with this status').choices([...STATES]))
    .option('--search <text>', 'only bookings whose reference, hotel, room, check-in or id contains the text')
    .addOption(new Option('--sort <order>', 'the order (default newest)').choices([...SORTS]))
}

function withTerms(command: Command): Command {
  return command
    .option('--room <name>', 'the booked room, as the source names it')
    .option('--paid <amount>', 'what was paid per room and night: money, or points', decimalNumber)
    .addOption(new Option('--basis <basis>', 'what --paid is (default after_tax)').choices([...BASES]))
    .option(
      '--cancel-by <time>',
      'until when it can be canceled, for example 2027-03-01T18:00:00+01:00',
      dayOrTime,
    )
    .addOption(
      new Option('--meal <plan>', 'the meals that were booked (default room_only)').choices([...MEALS]),
    )
    .option('--min-saving <percent>', 'the least saving to be told of (default 5)', decimalNumber)
    .option('--every <time>', 'refresh interval: 900 to 86400 seconds, or 15m, 6h (default 6h)', duration)
    .option('--endpoint <id...>', 'endpoints (end_…) that are told')
    .option('--reference <text>', 'your words for it, such as a guest or a file number')
}

function addCreate(bookings: Command, shell: Shell): void {
  const create = withHotel(withOutput(bookings.command('create')), 'checkin', DATE)
    .description('follow a booking')
    .option('--los <nights>', 'length of stay in nights (default 1)', integer)
    .option('--currency <code>', 'the currency of --paid; not needed for points', currency)
    .option('--refundable', 'a cancellation is refunded until --cancel-by')
    .action(async (...[first, second, third, options]: StayWords<CreateOptions>) => {
      const { hotel, when: checkin } = hotelAndWhen([first, second, third], date)
      const { room, paid, cancelBy, endpoint, basis = 'after_tax' } = options
      for (const [name, value] of Object.entries({ room, paid, 'cancel-by': cancelBy })) {
        if (value === undefined) throw new UsageError(`--${name} is missing.`)
      }
      if (endpoint === undefined) throw receiverMissing('--endpoint is missing.')
      const client = await shell.client()
      const input = {
        ...(await hotelOf(shell, client, hotel)),
        checkin,
        los: options.los,
        ...partyOf(options),
        room_name: room ?? '',
        refundable: options.refundable ?? false,
        meal_plan: options.meal ?? 'room_only',
        paid: { amount: paid ?? 0, basis, ...(options.currency && { currency: options.currency }) },
        cancel_by: cancelBy ?? '',
        min_saving_pct: options.minSaving,
        refresh_sec: options.every,
        endpoints: endpoint,
        reference: options.reference,
      }
      const { data } = await client.createBooking(input, { signal: shell.signal })
      if (merged(bookings, options).json) return printJson(shell, data)
      shell.print(data.id)
      shell.say(`Each refresh costs up to ${amount(data.credits_per_refresh)} credits.`)
      await sayIfUnheard(shell, client, data.endpoints, ['booking.better', 'booking.deadline'])
    })
  withTerms(withParty(create))
}

type ChangeOptions = OutputOptions & TermsOptions & { refundable?: boolean }

function addChange(bookings: Command, shell: Shell): void {
  withTerms(
    withOutput(
      bookings.command('change').description('change a booking; omitted options stay as they are'),
    ).argument('<booking>', 'bkg_…'),
  )
    .option('--refundable', 'a cancellation is refunded')
    .option('--no-refundable', 'a cancellation is not refunded')
    .action(async (id: string, options: ChangeOptions) => {
      const { paid, basis } = options
      const fields: Omit<Input<'changeBooking'>, 'id'> = {
        room_name: options.room,
        refundable: options.refundable,
        meal_plan: options.meal,
        ...((paid !== undefined || basis !== undefined) && { paid: { amount: paid, basis } }),
        cancel_by: options.cancelBy,
        min_saving_pct: options.minSaving,
        refresh_sec: options.every,
        endpoints: options.endpoint,
        reference: options.reference,
      }
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('Nothing to change. Give at least one option.')
      const client = await shell.client()
      const answer = await client.changeBooking({ id, ...fields }, { signal: shell.signal })
      give(shell, merged(bookings, options), answer, (data) => bookingText(shell, data))
    })
}

function addActions(bookings: Command, shell: Shell): void {
  const sent = { signal: shell.signal }
  const addAction = actionsOf(bookings, shell, ['<booking>', 'bkg_…'])
  const show = (data: Booking) => bookingText(shell, data)
  addAction('show', 'show one booking', (client, id) => client.getBooking({ id }, sent), show)
  addAction(
    'close',
    'stop following a booking, for example because it was booked again',
    (client, id) => client.changeBooking({ id, status: 'closed' }, sent),
    show,
  )
  addAction(
    'reopen',
    'follow a closed booking again',
    (client, id) => client.changeBooking({ id, status: 'watching' }, sent),
    show,
  )
  addAction(
    'delete',
    'delete a booking',
    (client, id) => client.deleteBooking({ id }, sent),
    ({ id }) => `${id} was deleted.\n`,
  )
}

interface ImportOptions extends OutputOptions {
  endpoint?: string[]
  check?: boolean
}

function addImport(bookings: Command, shell: Shell): void {
  withOutput(
    bookings
      .command('import')
      .description('follow every booking of a CSV file; importing a file again within a day repeats nothing')
      .argument('<file>', 'one booking per row; the columns are those of `bookings export`'),
  )
    .option('--endpoint <id...>', 'endpoints of the rows that name none')
    .option('--check', 'only read the file, and say what is wrong with it')
    .action(async (file: string, options: ImportOptions) => {
      const rows = bookingsFromCsv(await readFile(file, 'utf8'), options.endpoint)
      const wrong = rows.flatMap((row) => ('problem' in row ? [`Line ${row.line}: ${row.problem}`] : []))
      if (wrong.length > 0) throw new UsageError(`${wrong.join('\n')}\nNothing was imported.`)
      if (options.check) return shell.say(`${plural(rows.length, 'booking')} can be read.`)
      const client = await shell.client()
      const made: Booking[] = []
      const refused: { line: number; message: string }[] = []
      for (const row of rows) {
        if ('problem' in row) continue
        const { line, booking, idempotencyKey } = row
        try {
          const { data } = await client.createBooking(booking, { signal: shell.signal, idempotencyKey })
          made.push(data)
        } catch (error) {
          if (!(error instanceof VacancyError) || error.status === 401) throw error
          refused.push({ line, message: error.message })
        }
      }
      if (merged(bookings, options).json) printJson(shell, { bookings: made, refused })
      else shell.print(bookingsTable(shell, made))
      for (const { line, message } of refused) shell.say(`Line ${line}: ${message}`)
      if (refused.length > 0)
        throw new OutcomeError(
          `${plural(made.length, 'booking')} followed, ${number(refused.length)} refused.`,
          EXIT.error,
        )
    })
}

function addExport(bookings: Command, shell: Shell): void {
  withList(bookings.command('export').description('write the bookings as CSV or as a workbook'))
    .option(
      '-o, --output <file>',
      'the file, a workbook if it ends in .xlsx (default: CSV to standard output)',
    )
    .action(async (_given: unknown, command: Command) => {
      const options = command.optsWithGlobals<ListOptions & { output?: string }>()
      const found = await allBookings(shell, options)
      const { output } = options
      if (output === undefined) shell.print(bookingsToCsv(found))
      else if (!output.toLowerCase().endsWith('.xlsx')) await writeFile(output, bookingsToCsv(found))
      else await writeFile(output, (await workbookOf('Bookings', bookingsSheet(found))).stream())
    })
}

/** All pages. */
async function allBookings(shell: Shell, { account, status, search, sort }: ListOptions): Promise<Booking[]> {
  const client = await shell.client()
  const found: Booking[] = []
  let cursor: string | undefined
  for (;;) {
    const { data } = await client.listBookings(
      { cursor, scope: account ? 'account' : 'key', status, q: search, sort, limit: 1000 },
      { signal: shell.signal },
    )
    found.push(...data.bookings)
    if (data.next_cursor === null) return found
    cursor = data.next_cursor
  }
}

function bookingText(shell: Shell, booking: Booking): string {
  const { best, room_name: room, endpoints } = booking
  const lines = [
    `Booked: ${room}, ${booking.meal_plan.replaceAll('_', ' ')}, ${booking.refundable ? 'refundable' : 'not refundable'}`,
    ...(best
      ? [
          `Now: ${best.offer.room_name}, ${best.offer.rate_name}, ${paidText(booking, best.offer.price)}, seen ${shortMoment(best.seen_at)} UTC`,
          `Saves ${paidText(booking, best.saving_total)} in total`,
        ]
      : []),
    `Events go to ${endpoints.join(', ')}`,
  ]
  return `${bookingsTable(shell, [booking])}\n${lines.join('\n')}\n`
}

function paidText({ paid }: Booking, figure: number): string {
  return paid.basis === 'points'
    ? `${number(figure)} points`
    : `${money(figure, paid.currency)} ${paid.currency}`
}

function bookingsTable(shell: Shell, bookings: readonly Booking[]): string {
  if (bookings.length === 0)
    return 'No bookings. Run `vacancy bookings create --help` to see how to follow one.\n'
  return shell.table(
    [
      { title: 'Booking', value: ({ id }) => id },
      { title: 'Reference', flexible: true, value: ({ reference }) => reference ?? '' },
      { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
      { title: 'Check-in', value: ({ checkin }) => checkin },
      { title: 'los', align: 'right', value: ({ los }) => String(los) },
      { title: 'Paid', align: 'right', value: (booking) => paidText(booking, booking.paid.amount) },
      {
        title: 'Saving',
        align: 'right',
        value: ({ best }) => (best ? { text: `${best.saving_pct.toFixed(2)} %`, style: 'green' } : ''),
      },
      { title: 'Cancel by (UTC)', value: ({ cancel_by }) => shortMoment(cancel_by) },
      {
        title: 'Status',
        value: ({ status, attention }) =>
          attention === null
            ? { text: status.replaceAll('_', ' '), style: status === 'watching' ? 'green' : 'yellow' }
            : { text: attention.replaceAll('_', ' '), style: 'red' },
      },
    ],
    bookings,
  )
}
