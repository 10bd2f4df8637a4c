import { type Command, Option } from 'commander'
import type { AreaResponse, AwardSearchResponse, CalendarAreaResponse } from '../generated/shapes.ts'
import { askWhole } from './answer.ts'
import {
  decimalNumber,
  integer,
  list,
  type Nights,
  nights,
  type PlaceQuery,
  place as placeArgument,
} from './arguments.ts'
import { oneRowEach } from './cells.ts'
import { converted } from './comparable.ts'
import { UsageError } from './exit.ts'
import {
  type AskOptions,
  askedOf,
  type FillOptions,
  fillOf,
  withAsking,
  withExamples,
  withFill,
} from './options.ts'
import { PLACE, placeLine } from './places.ts'
import type { Shell } from './shell.ts'
import { dayOf, decimal, money, number, place, unlessAvailable } from './words.ts'

interface AroundOptions extends AskOptions, FillOptions {
  radius?: number
  los?: number
  chains?: string[]
  maxHotels?: number
  cash?: boolean
  wait: boolean
  cert?: string
  maxTopUp?: number
  minAccess?: number
  rank?: 'points' | 'cpp' | 'nights'
  wallet?: 'saved'
  withinWallet?: boolean
  limit?: number
}

/** `vacancy area` and `vacancy search`: hotels around a place, in cash and in points. */
export function add(program: Command, shell: Shell): void {
  const area = around(program.command('area'))
    .description('list the cheapest hotels around a place for one night, or night by night')
    .argument('<place>', PLACE, placeArgument)
    .argument('<nights>', 'a check-in date, or FROM..TO', nights)
    .option('--max-hotels <n>', 'look at the nearest n hotels (default 50)', integer)
    .option('--cash', 'cash instead of points')
    .action(async (where: PlaceQuery, range: Nights, options: AroundOptions) =>
      range.from === range.to
        ? oneNight(shell, where, range.from, options)
        : nightByNight(shell, where, range, options),
    )
  withExamples(
    withAsking(area),
    ['area Lisbon +30d', 106],
    ['area "New York" +30d --cash --max-hotels 20', 30],
    ['area Lisbon +30d..+36d --chains aurelia --max-hotels 5', 36],
  )

  const search = around(program.command('search'))
    .description('find award nights around a place, by points, value or certificate')
    .argument('<place>', PLACE, placeArgument)
    .argument('<nights>', 'FROM..TO (inclusive)', nights)
    .option('--cert <id>', 'only nights that this certificate covers, for example 40k')
    .option('--max-top-up <points>', 'how many points you would add to the certificate', integer)
    .addOption(
      new Option('--wallet <which>', 'only chains of the saved wallet (`vacancy wallet`)').choices(['saved']),
    )
    .option('--within-wallet', 'only nights that the saved wallet can pay')
    .option('--min-access <share>', 'minimum share of cash nights sold for points, 0 to 1', decimalNumber)
    .addOption(new Option('--rank <by>', 'how to sort').choices(['points', 'cpp', 'nights']))
    .option('--limit <n>', 'number of hotels (default 25)', integer)
    .action((where: PlaceQuery, range: Nights, options: AroundOptions) =>
      searchAwards(shell, where, range, options),
    )
  withExamples(
    withAsking(search),
    ['search Lisbon +30d..+36d --chains aurelia', 351],
    ['search Lisbon +30d..+36d --chains aurelia --cert 40k --max-top-up 5000', 351],
    ['search Lisbon +30d..+36d --within-wallet', 351],
    ['search 38.72,-9.14 +30d..+43d --rank cpp --fill none', 31],
  )
}

function around(command: Command): Command {
  const placed = command
    .option('--radius <miles>', 'search radius in miles (default 25)', decimalNumber)
    .option('--chains <list>', 'only these chains, separated by commas', list)
    .option('--los <nights>', 'length of stay in nights (default 1)', integer)
  return withFill(placed)
}

/** The fields that both forms of `vacancy area` share. */
function areaOf(where: PlaceQuery, options: AroundOptions) {
  const kind: 'cash' | 'award' = options.cash ? 'cash' : 'award'
  const { radius, los, maxHotels: max_hotels } = options
  return { ...where, radius, los, max_hotels, kind, ...askedOf(options) }
}

async function oneNight(shell: Shell, where: PlaceQuery, checkin: string, options: AroundOptions) {
  const { fill, fillBudget: fill_budget } = options
  if (fill === 'stale')
    throw new UsageError('For one night, `--fill missing` fetches everything that is not fresh.')
  const input = { ...areaOf(where, options), checkin, chains: options.chains, fill, fill_budget }
  const sent = { signal: shell.signal }
  await askWhole(shell, options, {
    ask: (client) => client.area(input, sent),
    whole: (client, waiting) => client.waitFor.area(input, waiting),
    quote: (client) => client.quote.area(input, sent),
    show: (data) => showArea(shell, data, options.currency ?? 'USD'),
  })
}

async function nightByNight(shell: Shell, where: PlaceQuery, range: Nights, options: AroundOptions) {
  const [chain, ...more] = options.chains ?? []
  if (chain === undefined || more.length > 0) {
    throw new UsageError('Several nights work with one chain only. Name it with --chains.')
  }
  const input = { ...areaOf(where, options), chain, nights: range, ...fillOf(options) }
  const sent = { signal: shell.signal }
  await askWhole(shell, options, {
    ask: (client) => client.calendarArea(input, sent),
    whole: (client, waiting) => client.waitFor.calendarArea(input, waiting),
    quote: (client) => client.quote.calendarArea(input, sent),
    show: (data) => showNights(shell, data, options.currency ?? 'USD', options.cash ?? false),
  })
}

async function searchAwards(shell: Shell, where: PlaceQuery, range: Nights, options: AroundOptions) {
  const { radius, los, chains, cert, maxTopUp, minAccess, withinWallet, rank, limit } = options
  const wallet = withinWallet ? 'saved' : options.wallet
  const own = { wallet, within_wallet: withinWallet, min_access: minAccess }
  const filter = { radius, los, chains, cert, max_top_up: maxTopUp, ...own, ...fillOf(options), rank, limit }
  const input = { ...where, nights: range, ...filter, ...askedOf(options) }
  const sent = { signal: shell.signal }
  await askWhole(shell, options, {
    ask: (client) => client.awardSearch(input, sent),
    whole: (client, waiting) => client.waitFor.awardSearch(input, waiting),
    quote: (client) => client.quote.awardSearch(input, sent),
    show: (data) => showSearch(shell, data),
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
      { title: 'public', align: 'right', value: ({ cell }) => money(cell.lowest_bar, cell.currency) },
      {
        title: 'after tax',
        align: 'right',
        value: ({ cell }) => money(cell.lowest_bar_after_tax, cell.currency),
      },
      { title: `in ${asked}`, align: 'right', value: (row) => converted(row) },
      {
        title: 'cpp',
        align: 'right',
        value: ({ cell, comparable }) => decimal(comparable ? comparable.cpp : cell.cpp),
      },
      { title: 'Certificates', value: ({ cell }) => cell.certs ?? '' },
      {
        title: 'Note',
        flexible: true,
        value: ({ cell, comparison_note }) => comparison_note ?? unlessAvailable(cell.status, cell.min_los),
      },
    ],
    hotels,
  )}`
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
      {
        title: 'Note',
        value: ({ not_compared }) =>
          not_compared > 0 ? `${not_compared} not compared: no reference rate` : '',
      },
    ],
    answer.nights,
  )}`
}

function showSearch(shell: Shell, { place: where, hotels }: AwardSearchResponse): string {
  if (where === null) return placeLine(shell, where)
  if (hotels.length === 0) return `${placeLine(shell, where)}No matching nights are known.\n`
  const found = hotels.map(
    (hotel) =>
      `${shell.paint('bold', hotel.name)}  ${shell.paint('dim', `${decimal(hotel.distance_mi, 1)} miles${bestIn(hotel)}`)}\n${oneRowEach(shell, hotel.nights)}`,
  )
  return `${placeLine(shell, where)}\n${found.join('\n')}`
}

/** The cash price of the best night in the requested currency, if it was converted. */
function bestIn({ comparable }: AwardSearchResponse['hotels'][number]): string {
  if (!comparable?.fx) return ''
  const { currency, bar_after_tax, bar, cpp } = comparable
  return `, best night ≈ ${money(bar_after_tax ?? bar, currency)} ${currency}${cpp === null ? '' : `, cpp ${decimal(cpp)}`}`
}
