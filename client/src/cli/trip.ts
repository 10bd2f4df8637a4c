import { type Command, Option } from 'commander'
import type { TripResponse } from '../generated/shapes.ts'
import { askWhole, give } from './answer.ts'
import {
  DATE,
  date,
  decimalNumber,
  type HotelRef,
  hotels,
  integer,
  list,
  type PlaceQuery,
  place as placeArgument,
} from './arguments.ts'
import { UsageError } from './exit.ts'
import { merged } from './jobs.ts'
import {
  type AskOptions,
  askedOf,
  type FillOptions,
  fillOf,
  withAsking,
  withExamples,
  withFill,
  withOutput,
} from './options.ts'
import { PLACE, placeLine } from './places.ts'
import type { Shell } from './shell.ts'
import { amountsOf, type Held, withHeld } from './wallet.ts'
import { money, number, plural } from './words.ts'

interface TripOptions extends AskOptions, FillOptions, Held {
  wallet?: 'saved'
  value?: Record<string, number>
  moves?: number
  radius?: number
  chains?: string[]
  maxHotels?: number
  stars?: number
  wait: boolean
}

/** `vacancy trip`: the best mix of cash, points and certificates. */
export function add(program: Command, shell: Shell): void {
  const trip = program
    .command('trip')
    .description('find the best mix of cash, points and certificates for a trip')
    .argument('<place>', `${PLACE}; or hotels of one chain as CHAIN:CODE,CODE`, placeOrHotels)
    .argument('<checkin>', `the first night: ${DATE}`, date)
    .argument('<nights>', 'how many nights, up to 14', integer)
  withHeld(trip)
    .addOption(new Option('--wallet <which>', 'use the saved wallet (`vacancy wallet`)').choices(['saved']))
    .option(
      '--value <chain=cents>',
      'what a point is worth to you in cents (default 0.7)',
      amountsOf(decimalNumber),
    )
    .option('--moves <n>', 'how often you would change the hotel, up to 2 (default 0)', integer)
    .option('--radius <miles>', 'search radius in miles (default 25)', decimalNumber)
    .option('--chains <list>', 'only these chains, separated by commas', list)
    .option('--max-hotels <n>', 'look at the nearest n hotels, up to 50 (default 25)', integer)
    .option('--stars <n>', 'only hotels with at least so many stars', decimalNumber)
    .action((where: PlaceQuery | HotelRef[], checkin: string, los: number, options: TripOptions) =>
      planTrip(shell, where, { checkin, los }, options),
    )
  withOutput(
    trip
      .command('again')
      .description(
        'plan the trip of ended jobs again, with the points, certificates, status, values and moves that you give now; free',
      )
      .argument('<jobs...>', 'job_…, as the trip named them'),
  ).action((jobs: string[], options: TripOptions) => planAgain(shell, jobs, merged(trip, options)))
  withExamples(
    withAsking(withFill(trip)),
    ['trip London +30d 5 --points aurelia=120000 --cert aurelia:40k', 161],
    ['trip London +30d 5 --wallet saved', 161],
    ['trip Lisbon +30d 7 --points aurelia=90000 --points castellan=200000 --elite castellan --moves 1', 361],
    ['trip aurelia:LONAU,NEWAU +30d 3 --currency GBP', 2.2],
  )
}

async function planTrip(
  shell: Shell,
  where: PlaceQuery | HotelRef[],
  when: { checkin: string; los: number },
  options: TripOptions,
): Promise<void> {
  const { value, moves, radius, chains, maxHotels, stars } = options
  const input = {
    ...(Array.isArray(where) ? { hotels: where } : { ...where, radius, chains, max_hotels: maxHotels }),
    ...when,
    ...heldIn(options),
    point_value: value,
    max_moves: moves,
    min_stars: stars,
    ...fillOf(options),
    ...askedOf(options),
  }
  const sent = { signal: shell.signal }
  await askWhole(shell, options, {
    ask: (client) => client.trip(input, sent),
    whole: (client, waiting) => client.waitFor.trip(input, waiting),
    quote: (client) => client.quote.trip(input, sent),
    show: (data) => showTrip(shell, data, Array.isArray(where)),
  })
}

/** From what jobs of the account have fetched. */
async function planAgain(shell: Shell, jobs: string[], options: TripOptions): Promise<void> {
  const input = { jobs, ...heldIn(options), point_value: options.value, max_moves: options.moves }
  const client = await shell.client()
  const answer = await client.tripAgain(input, { signal: shell.signal })
  give(shell, options, answer, (data) => showTrip(shell, data, true))
}

/** What to pay with: the saved wallet, or what the options name. */
function heldIn({ wallet, points, bank, cert, elite }: TripOptions) {
  const held = { points, banks: bank, certificates: cert, elite }
  if (wallet !== undefined && Object.values(held).some((given) => given !== undefined))
    throw new UsageError('Use either --wallet saved, or --points, --bank, --cert and --elite.')
  return { wallet: wallet ?? held }
}

type TripOption = TripResponse['options'][number]
type Block = TripOption['blocks'][number]

const SYMBOLS: Readonly<Record<Block['pay'], string>> = {
  cash: '$',
  points: 'P',
  points_cash: '+',
  certificate: 'C',
}
const LEGEND = '$ cash   P points   + points and cash   C certificate   [ ] one hotel'

function showTrip(shell: Shell, answer: TripResponse, isList: boolean): string {
  const head = isList ? '' : placeLine(shell, answer.place)
  if (!isList && answer.place === null) return head
  const unknown =
    answer.nights_unknown > 0
      ? `${plural(answer.nights_unknown, 'night')} of hotels ${answer.nights_unknown === 1 ? 'is' : 'are'} not known; better options may be among them.\n`
      : ''
  if (answer.options.length === 0) return `${head}No way to pay for all nights is known.\n${unknown}`
  const options = answer.options.map((option) => showOption(shell, option, answer.query.currency))
  return `${head}\n${options.join('\n')}\n${shell.paint('dim', LEGEND)}\n${unknown}`
}

function showOption(shell: Shell, option: TripOption, currency: string): string {
  const { rank, cost, saving_vs_cash: saving, why } = option
  const saves = saving !== null && saving > 0 ? `, saves ${money(saving, currency)}` : ''
  const title = `${`#${rank}`.padEnd(4)}${shell.paint('bold', `${money(cost, currency)} ${currency}`)}${saves}`
  const { days, strip } = stripOf(option.blocks)
  return [
    `${title}  ${shell.paint('dim', partsOf(option, currency))}`,
    shell.paint('dim', `    ${days}`),
    `    ${strip}`,
    `    ${why}`,
    '',
  ].join('\n')
}

/** What the cost is made of. */
function partsOf({ cash_total, points, certificates: used }: TripOption, currency: string): string {
  return [
    ...(cash_total > 0 ? [`${money(cash_total, currency)} cash`] : []),
    ...Object.entries(points).map(([chain, count]) => `${number(count)} ${chain} points`),
    ...used.map(({ chain, id, count }) => plural(count, `${chain} ${id} certificate`)),
  ].join(' + ')
}

/** One column per night: the day of the month, and below it how it is paid. Brackets hold the nights at one hotel. */
export function stripOf(blocks: readonly Block[]): { days: string; strip: string } {
  const nights = blocks.flatMap((block) =>
    Array.from({ length: block.los }, (_, at) => ({
      day: new Date(Date.parse(block.checkin) + at * 86_400_000).getUTCDate(),
      hotel: `${block.chain}:${block.hotel_code}`,
      symbol: SYMBOLS[block.pay],
    })),
  )
  const isEdge = (at: number) => nights[at]?.hotel !== nights[at - 1]?.hotel
  const strip = nights.map(
    ({ symbol }, at) => `${isEdge(at) ? '[' : ' '}${symbol.padStart(2)}${isEdge(at + 1) ? ']' : ' '}`,
  )
  const days = nights.map(({ day }) => ` ${String(day).padStart(2)} `)
  return { days: days.join('').trimEnd(), strip: strip.join('').trimEnd() }
}

/** A place, or hotels of one chain. */
function placeOrHotels(text: string): PlaceQuery | HotelRef[] {
  return /^[a-z][a-z0-9_]+:[\w.,-]+$/.test(text) && !text.startsWith('id:')
    ? hotels(text)
    : placeArgument(text)
}
