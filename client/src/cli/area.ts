import { type Command, Option } from 'commander'
import type { Client } from '../client.ts'
import type { AreaResponse, AwardSearchResponse, CalendarAreaResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import {
  decimalNumber,
  integer,
  list,
  type Nights,
  nights,
  type PlaceQuery,
  place as placeArgument,
} from './arguments.ts'
import { oneBelowAnother } from './cells.ts'
import { UsageError } from './exit.ts'
import { type AskOptions, askedOf, withAsking, withExamples } from './options.ts'
import { PLACE, placeLine } from './places.ts'
import type { Shell } from './shell.ts'
import { dayOf, decimal, money, number, place, unlessAvailable } from './words.ts'

interface AroundOptions extends AskOptions {
  radius?: number
  los?: number
  chains?: string[]
  maxHotels?: number
  cash?: boolean
  fill?: string
  cert?: string
  maxTopUp?: number
  rank?: string
  limit?: number
}

/** `vacancy area` and `vacancy search`: the hotels around a place, in cash and in points. */
export function add(program: Command, shell: Shell): void {
  const area = around(program.command('area'), 'of several nights: which hotels to ask for in the background')
    .description('the hotels around a place, the cheapest first; over several nights, night by night')
    .argument('<place>', PLACE, placeArgument)
    .argument('<nights>', 'a check-in date, or FROM..TO', nights)
    .option('--max-hotels <n>', 'the nearest so many (50)', integer)
    .option('--cash', 'in cash instead of points')
    .action(async (where: PlaceQuery, range: Nights, options: AroundOptions) => {
      const body = {
        ...where,
        radius: options.radius,
        los: options.los,
        max_hotels: options.maxHotels,
        kind: options.cash ? 'cash' : 'award',
        ...askedOf(options),
      }
      if (range.from === range.to) {
        if (options.fill !== undefined) {
          throw new UsageError(
            'one night has no --fill: hotels that the store does not know are always asked for',
            '--dry-run tells what that could cost, --max-credits sets a limit; over FROM..TO, --fill none asks nobody.',
          )
        }
        return askPlace(
          shell,
          options,
          '/area',
          { ...body, checkin: range.from, chains: options.chains },
          (data) => showArea(shell, data as AreaResponse, options.currency ?? 'USD'),
        )
      }
      const [chain, ...more] = options.chains ?? []
      if (chain === undefined || more.length > 0) {
        throw new UsageError('several nights are asked of one chain: name it with --chains')
      }
      return askPlace(
        shell,
        options,
        '/calendar/area',
        { ...body, chain, nights: range, fill: options.fill },
        (data) =>
          showNights(shell, data as CalendarAreaResponse, options.currency ?? 'USD', options.cash ?? false),
      )
    })
  withExamples(
    withAsking(area),
    'area Lisbon 2027-03-01',
    'area "New York" 2027-03-01 --cash --max-hotels 20',
    'area Lisbon 2027-03-01..2027-03-31 --chains aurelia',
  )

  const search = around(program.command('search'), 'which hotels to ask for in the background')
    .description('award nights around a place, by points, value or certificate')
    .argument('<place>', PLACE, placeArgument)
    .argument('<nights>', 'FROM..TO, both included', nights)
    .option('--cert <id>', 'only nights that this certificate pays for, as 40k')
    .option('--max-top-up <points>', 'how many points you would add to it', integer)
    .addOption(new Option('--rank <by>', 'what comes first').choices(['points', 'cpp', 'nights']))
    .option('--limit <n>', 'how many hotels (25)', integer)
    .action(async (where: PlaceQuery, range: Nights, options: AroundOptions) => {
      const { radius, los, chains, cert, maxTopUp, rank, limit, fill } = options
      const body = {
        ...where,
        radius,
        nights: range,
        los,
        chains,
        cert,
        max_top_up: maxTopUp,
        fill,
        rank,
        limit,
      }
      await askPlace(shell, options, '/award/search', { ...body, ...askedOf(options) }, (data) =>
        showSearch(shell, data as AwardSearchResponse, options.currency ?? 'USD'),
      )
    })
  withExamples(
    withAsking(search),
    'search Lisbon 2027-03-01..2027-03-14',
    'search Lisbon 2027-03-01..2027-03-14 --cert 40k --max-top-up 5000',
    'search 38.72,-9.14 2027-03-01..2027-03-14 --rank cpp --fill none',
  )
}

function around(command: Command, fill: string): Command {
  return command
    .option('--radius <miles>', 'how far around it (25)', decimalNumber)
    .option('--chains <list>', 'only these, separated by commas', list)
    .option('--los <nights>', 'length of the stay (1)', integer)
    .addOption(new Option('--fill <what>', fill).choices(['missing', 'stale', 'none']))
}

async function askPlace(
  shell: Shell,
  options: AroundOptions,
  path: string,
  body: object,
  show: (data: unknown) => string,
): Promise<void> {
  const post = (client: Client, more: object) =>
    client.request({ method: 'POST', path, body: { ...body, ...more } }, { signal: shell.signal })
  await ask(shell, options, {
    ask: async (client) => {
      const answer = await post(client, {})
      const { job, jobs = job ? [job] : [] } = answer.data as {
        job?: { id: string }
        jobs?: { id: string }[]
      }
      for (const { id } of jobs) {
        shell.say(`More is being asked for: \`vacancy jobs wait ${id}\`, then the same again.`)
      }
      return answer
    },
    quote: (client) => post(client, { dry_run: true }),
    show,
  })
}

function showArea(shell: Shell, { place: where, hotels }: AreaResponse, asked: string): string {
  if (hotels.length === 0) return placeLine(shell, where)
  return `${placeLine(shell, where)}\n${shell.table(
    [
      { title: '#', align: 'right', value: ({ rank }) => number(rank) },
      { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
      { title: 'Name', flexible: true, value: (row) => place(row) },
      { title: 'miles', align: 'right', value: ({ distance_mi }) => decimal(distance_mi, 1) },
      { title: 'points', align: 'right', value: ({ cell }) => number(cell.lowest_points) },
      { title: '', value: ({ cell }) => (cell.lowest_bar === null ? '' : cell.currency) },
      { title: 'anybody', align: 'right', value: ({ cell }) => money(cell.lowest_bar, cell.currency) },
      {
        title: 'after tax',
        align: 'right',
        value: ({ cell }) => money(cell.lowest_bar_after_tax, cell.currency),
      },
      { title: 'cpp', align: 'right', value: ({ cell }) => decimal(cell.cpp) },
      { title: 'Certificates', value: ({ cell }) => cell.certs ?? '' },
      { title: 'Note', value: ({ cell }) => unlessAvailable(cell.status, cell.min_los) },
    ],
    hotels,
  )}${otherCurrencies(hotels, asked)}`
}

/** Nothing is converted, so what is priced in another currency than the one asked for has no rank. */
function otherCurrencies(hotels: AreaResponse['hotels'], asked: string): string {
  const other = hotels.find(
    ({ rank, cell }) => rank === null && cell.status === 'available' && cell.currency !== asked,
  )
  if (!other) return ''
  return `\nOnly prices in ${asked} are ranked; --currency ${other.cell.currency} ranks others.\n`
}

function showNights(shell: Shell, answer: CalendarAreaResponse, currency: string, inCash: boolean): string {
  const figure = (value: number | null) => (inCash ? money(value, currency) : number(value))
  return `${placeLine(shell, answer.place)}\n${shell.table(
    [
      { title: 'Night', value: ({ night }) => dayOf(night) },
      { title: 'known', align: 'right', value: ({ hotels_known }) => number(hotels_known) },
      { title: 'available', align: 'right', value: ({ hotels_available }) => number(hotels_available) },
      {
        title: inCash ? `cheapest ${currency}` : 'fewest points',
        align: 'right',
        value: (row) => figure(row.cheapest),
      },
      { title: 'at', flexible: true, value: ({ cheapest_hotel }) => cheapest_hotel?.name ?? '' },
      { title: 'median', align: 'right', value: ({ median }) => figure(median) },
      { title: 'best cpp', align: 'right', value: ({ best_cpp }) => decimal(best_cpp) },
    ],
    answer.nights,
  )}`
}

function showSearch(shell: Shell, { place: where, hotels }: AwardSearchResponse, asked: string): string {
  if (where === null) return placeLine(shell, where)
  if (hotels.length === 0)
    return `${placeLine(shell, where)}No such nights are known in ${asked}; --currency asks for another.\n`
  const found = hotels.map(
    (hotel) =>
      `${shell.paint('bold', hotel.name)}  ${shell.paint('dim', `${decimal(hotel.distance_mi, 1)} miles`)}\n${oneBelowAnother(shell, hotel.nights)}`,
  )
  return `${placeLine(shell, where)}\n${found.join('\n')}`
}
