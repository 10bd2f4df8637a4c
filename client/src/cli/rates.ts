import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { AwardResponse, Lowest, Rate, ShopResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { DATE, date, integer } from './arguments.ts'
import { type HotelAsk, hotelAndWhen, hotelOf } from './hotel-name.ts'
import {
  type AskOptions,
  askedOf,
  type ReceiptOptions,
  receiptOf,
  type SaleOptions,
  saleOf,
  withAsking,
  withExamples,
  withReceipt,
  withSale,
} from './options.ts'
import type { Shell } from './shell.ts'
import { ago, decimal, longDate, money, number, place, plural, shortDate, statusCell } from './words.ts'

/** `vacancy shop` and `vacancy award`: one hotel, one stay. */
export function add(program: Command, shell: Shell): void {
  const shop = stayCommand(program, 'shop')
    .description('list every room and rate of one hotel for one stay')
    .action(async (...words: StayWords<StayOptions & SaleOptions & ReceiptOptions>) => {
      const { options, ...asked } = readStay(words)
      const input = async (client: Client) => ({
        ...(await stayInput(shell, client, asked, options)),
        ...saleOf(options),
        ...receiptOf(options),
      })
      await ask(shell, options, {
        ask: async (client) => client.shop(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.shop(await input(client), { signal: shell.signal }),
        show: (data) => showShop(shell, data) + receiptLine(data),
      })
    })
  withExamples(
    withReceipt(withSale(withAsking(shop))),
    ['shop aurelia LONAU +30d', 1],
    ['shop "Aurelia London Observatory" +30d', 1],
    ['shop aurelia LONAU +30d --los 2 --adults 1 --currency GBP', 1],
    ['shop lodgista 11770389 +30d --live', 2],
    ['shop aurelia LONAU +30d --children-ages 4,9', 1],
    ['shop lodgista 11770389 +30d --country DE --device mobile', 2],
    ['shop aurelia LONAU +30d --json | jq .lowest', 1],
  )

  const award = stayCommand(program, 'award')
    .description('price one stay in points and compare it with cash')
    .action(async (...words: StayWords<StayOptions & ReceiptOptions>) => {
      const { options, ...asked } = readStay(words)
      const input = async (client: Client) => ({
        ...(await stayInput(shell, client, asked, options)),
        ...receiptOf(options),
      })
      await ask(shell, options, {
        ask: async (client) => client.award(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.award(await input(client), { signal: shell.signal }),
        show: (data) => showAward(shell, data) + receiptLine(data),
      })
    })
  withExamples(
    withReceipt(withAsking(award)),
    ['award aurelia LONAU +30d', 1],
    ['award aurelia NEWAU +30d --los 3', 1],
  )
}

/** Says where the receipt is, if one was asked for. */
export function receiptLine({
  receipt,
}: {
  receipt?: { id: string; url: string } | null | undefined
}): string {
  if (receipt === undefined) return ''
  return receipt
    ? `\nReceipt ${receipt.id}\n`
    : '\nNo receipt: the answer came from the cache. --live asks the source.\n'
}

export type StayOptions = AskOptions & { los?: number }

/** What commander passes for `CHAIN CODE CHECKIN` or `NAME CHECKIN`, then the options. */
export type StayWords<Options = StayOptions> = [
  first: string,
  second: string,
  third: string | undefined,
  options: Options,
]

export function readStay<Options>([first, second, third, options]: StayWords<Options>) {
  const { hotel, when: checkin } = hotelAndWhen([first, second, third], date)
  return { hotel, checkin, options }
}

export async function stayInput(
  shell: Shell,
  client: Client,
  { hotel, checkin }: { hotel: HotelAsk; checkin: string },
  options: StayOptions,
) {
  return { ...(await hotelOf(shell, client, hotel)), checkin, los: options.los, ...askedOf(options) }
}

export function stayCommand(program: Command, name: string): Command {
  return withHotel(program.command(name), 'checkin', DATE).option(
    '--los <nights>',
    'length of stay in nights (default 1)',
    integer,
  )
}

/** Takes the hotel by its chain and code, or by its name, and then when. */
export function withHotel(command: Command, when: string, about: string): Command {
  return command
    .usage(`[options] <chain> <code> <${when}>\n       ${pathOf(command)} [options] <name> <${when}>`)
    .argument('<chain>', "a source (see `vacancy chains`), or the hotel's name")
    .argument('<code>', `the hotel's code there; left out after a name`)
    .argument(`[${when}]`, about)
}

/** `vacancy watch create`. */
function pathOf(command: Command): string {
  return command.parent === null ? 'vacancy' : `${pathOf(command.parent)} ${command.name()}`
}

/** Who asked. */
function saleWords({ point_of_sale: sale }: ShopResponse['query']): string {
  return [sale?.country && `, from ${sale.country}`, sale?.device && `, on ${sale.device}`]
    .filter(Boolean)
    .join('')
}

type Heading = Pick<ShopResponse, 'query' | 'hotel' | 'status' | 'min_los' | 'cached' | 'cache_age_sec'>

export function heading({ paint }: Shell, answer: Heading): string {
  const { query, hotel, status, min_los, cached, cache_age_sec } = answer
  const name = place(hotel) || query.hotel_code
  const guests = [
    plural(query.adults, 'adult'),
    ...(query.children > 0 ? [plural(query.children, 'child', 'children')] : []),
  ]
  const ages = query.children_ages?.length ? ` (${query.children_ages.join(', ')})` : ''
  const rooms = query.rooms > 1 ? `, ${plural(query.rooms, 'room')}` : ''
  const stay = `${longDate(query.checkin)}, ${plural(query.los, 'night')}, ${guests.join(' and ')}${ages}${rooms}${saleWords(query)}`
  const { text, style = 'dim' } = statusCell(status, min_los)
  const source = cached ? `cached ${ago(cache_age_sec)} ago` : 'live'
  return `${paint('bold', name)}  ${paint('dim', `${query.chain}:${query.hotel_code}`)}\n${stay}: ${paint(style, text)}, ${source}\n`
}

function showShop(shell: Shell, answer: ShopResponse): string {
  const { currency, lowest } = answer
  const rows = answer.rooms.flatMap((room): { name: string; rate: Rate | null }[] => [
    { name: room.name, rate: null },
    ...room.rates.map((rate) => ({ name: `  ${rate.name}`, rate })),
  ])
  const head = heading(shell, answer)
  if (rows.length === 0) return head
  const rates = shell.table(
    [
      {
        title: 'Room and rate',
        flexible: true,
        value: ({ name, rate }) => (rate ? name : { text: name, style: 'bold' }),
      },
      {
        title: `${currency}/night`,
        align: 'right',
        value: ({ rate }) => rateMoney(rate, rate?.price_per_night, currency),
      },
      {
        title: 'after tax',
        align: 'right',
        value: ({ rate }) => rateMoney(rate, rate?.price_per_night_after_tax, currency),
      },
      { title: 'points', align: 'right', value: ({ rate }) => number(rate?.points_per_night) },
      {
        title: '+ cash',
        align: 'right',
        value: ({ rate }) => rateMoney(rate, rate?.cash_copay_per_night, currency),
      },
      { title: 'Terms', flexible: true, value: ({ rate }) => (rate ? termsOf(rate) : '') },
    ],
    rows,
  )
  return `${head}\n${rates}\n${lowestLine(shell, lowest, currency)}\n`
}

/** A rate in another currency than the table's names its own. */
function rateMoney(rate: Rate | null, amount: number | null | undefined, currency: string): string {
  const text = money(amount, rate?.currency ?? currency)
  return rate && text !== '' && rate.currency !== currency ? `${rate.currency} ${text}` : text
}

function termsOf({
  member_only,
  restricted,
  package: packaged,
  refundable,
  cancel_by,
  meal_plan,
}: Rate): string {
  const cancel = refundable
    ? cancel_by
      ? `cancel by ${shortDate(cancel_by)}`
      : 'free cancellation'
    : 'non-refundable'
  const meals = meal_plan === null || meal_plan === 'room_only' ? '' : meal_plan.replaceAll('_', ' ')
  const buyers = [
    member_only ? 'members only' : '',
    restricted ? 'with identification' : '',
    packaged ? 'package' : '',
  ]
  return [...buyers, meals, refundable === null ? '' : cancel].filter(Boolean).join(', ')
}

export function lowestLine({ paint }: Shell, lowest: Lowest, currency: string): string {
  const { bar, bar_after_tax, member, lowest_points, lowest_points_cash, cash_copay, cpp } = lowest
  const parts = [
    ...(bar === null ? [] : [`${currency} ${money(bar, currency)} public`]),
    ...(bar_after_tax === null || bar_after_tax === bar
      ? []
      : [`${money(bar_after_tax, currency)} after tax`]),
    ...(member === null ? [] : [`${money(member, currency)} member`]),
    ...(lowest_points === null
      ? []
      : [`${number(lowest_points)} points${cpp === null ? '' : ` (${decimal(cpp)} cpp)`}`]),
    ...(lowest_points_cash === null
      ? []
      : [`${number(lowest_points_cash)} points + ${money(cash_copay, currency)}`]),
  ]
  return `${paint('bold', 'Lowest')}  ${parts.length === 0 ? 'none' : parts.join(', ')}`
}

function showAward(shell: Shell, answer: AwardResponse): string {
  const { currency, award_rates, cash_comparison: cash, cpp } = answer
  const head = heading(shell, answer)
  if (award_rates.length === 0) return `${head}No award nights.\n`
  const rates = shell.table(
    [
      { title: 'Room', flexible: true, value: (rate) => rate.room_name },
      { title: 'Rate', flexible: true, value: ({ name }) => name },
      { title: 'points/night', align: 'right', value: (rate) => number(rate.points_per_night) },
      { title: `+ ${currency}`, align: 'right', value: (rate) => money(rate.cash_copay_per_night, currency) },
      { title: 'total points', align: 'right', value: (rate) => number(rate.points_total) },
      { title: 'cpp', align: 'right', value: (rate) => decimal(rate.cpp) },
      { title: 'Award', value: ({ standard }) => (standard ? 'standard' : 'premium') },
      { title: 'Certificates', value: ({ certs }) => certs ?? '' },
    ],
    award_rates,
  )
  const inCash = cash.bar_after_tax ?? cash.bar
  const against =
    inCash === null ? '' : `${shell.paint('bold', 'In cash')}  ${currency} ${money(inCash, currency)}`
  const worth = cpp === null ? '' : `, ${decimal(cpp)} cpp`
  return `${head}\n${rates}\n${against}${worth}\n`
}
