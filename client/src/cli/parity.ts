import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { Comparable, ParityResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { list, pairs } from './arguments.ts'
import { converted } from './comparable.ts'
import { hotelOf } from './hotel-name.ts'
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
import { readStay, receiptLine, type StayWords, stayCommand } from './rates.ts'
import type { Shell } from './shell.ts'
import { decimal, longDate, money, number, percent, place, plural } from './words.ts'

type ParityOptions = AskOptions &
  SaleOptions &
  ReceiptOptions & {
    los?: number
    channels?: string[]
    id?: Record<string, string>
    resolve: boolean
    meta?: boolean
  }

/** `vacancy parity`: the direct rate compared with the travel agencies. */
export function add(program: Command, shell: Shell): void {
  const parity = stayCommand(program, 'parity')
    .description("compare the hotel's direct rate with the travel agencies")
    .option('--channels <list>', 'only these agencies, separated by commas', list)
    .option('--id <source=id>', "the hotel's id at an agency (can be repeated)", pairs)
    .option('--no-resolve', 'do not look up missing ids')
    .option('--meta', 'add the sellers that only the metasearch engine knows, for one more shop')
    .action(async (...words: StayWords<ParityOptions>) => {
      const { hotel, checkin, options } = readStay(words)
      const { los, channels, id: ids, resolve, meta } = options
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        checkin,
        los,
        channels,
        ids,
        resolve,
        meta,
        ...askedOf(options),
        ...saleOf(options),
        ...receiptOf(options),
      })
      const sent = { signal: shell.signal }
      await ask(shell, options, {
        ask: async (client) => client.parity(await input(client), sent),
        quote: async (client) => client.quote.parity(await input(client), sent),
        show: (data) => showParity(shell, data, checkin, los ?? 1) + receiptLine(data),
      })
    })
  withExamples(
    withReceipt(withSale(withAsking(parity))),
    ['parity aurelia LONAU +30d', 12],
    ['parity aurelia LONAU +30d --channels lodgista,ostello --id lodgista=11770389', 6],
    ['parity aurelia LONAU +30d --meta', 13],
    ['parity google_hotels ChoIfqsM4YXP6sTGVeDVtOCZWqGpfNNg +30d', 1],
  )
}

interface Row {
  comparable: Comparable | null
  verdict: string
  channel: string
  /** As the metasearch engine names it. */
  seller?: string
  currency: string
  lowest: { bar: number | null; bar_after_tax: number | null; member: number | null } | null
  gap: number | null
  gap_pct: number | null
  note: string
}

function rowsOf({ direct, channels }: ParityResponse): Row[] {
  const nothing = { comparable: null, verdict: '', gap: null, gap_pct: null }
  const own = {
    ...nothing,
    channel: 'direct',
    currency: direct?.currency ?? '',
    lowest: direct,
    note: direct ? points(direct) : 'no offer',
  }
  const others = channels.map((row) => ({
    channel: row.channel,
    seller: sellerOf(row),
    currency: row.currency ?? '',
    lowest: row.lowest,
    gap: row.gap,
    gap_pct: row.gap_pct,
    comparable: row.comparable,
    verdict: row.verdict ?? 'not compared',
    note: row.skipped?.replaceAll('_', ' ') ?? row.comparison_note ?? '',
  }))
  return [own, ...others]
}

function sellerOf({ seller, via }: ParityResponse['channels'][number]): string {
  const name = seller?.name ?? ''
  return via === null || name === '' ? name : `${name} (${via})`
}

function showParity(shell: Shell, answer: ParityResponse, checkin: string, los: number): string {
  const { hotel, cheapest, channels } = answer
  const currency = currencyOf(answer)
  const compared = shell.table(
    [
      {
        title: 'Channel',
        value: ({ channel }) => (channel === cheapest ? { text: channel, style: 'green' } : channel),
      },
      ...(channels.some(({ seller }) => seller !== null)
        ? [{ title: 'Seller', flexible: true, value: ({ seller }: Row) => seller ?? '' }]
        : []),
      { title: '', value: (row) => row.currency },
      { title: 'public', align: 'right', value: (row) => money(row.lowest?.bar, row.currency) },
      { title: 'after tax', align: 'right', value: (row) => money(row.lowest?.bar_after_tax, row.currency) },
      { title: 'member', align: 'right', value: (row) => money(row.lowest?.member, row.currency) },
      { title: `in ${currency}`, align: 'right', value: (row) => converted(row) },
      { title: 'gap', align: 'right', value: ({ gap }) => money(gap, currency) },
      {
        title: '',
        align: 'right',
        value: ({ gap_pct }) =>
          (gap_pct ?? 0) < 0 ? { text: percent(gap_pct), style: 'red' } : percent(gap_pct),
      },
      { title: 'Verdict', value: ({ verdict }) => verdictCell(verdict) },
      { title: 'Note', flexible: true, value: ({ note }) => note },
    ],
    rowsOf(answer),
  )
  const head = `${shell.paint('bold', place(hotel))}\n${longDate(checkin)}, ${plural(los, 'night')}`
  return `${head}\n\n${compared}\n${summaryOf(answer)}\n${likeForLike(shell, answer)}`
}

/** What everything is compared in: the currency of direct, else the requested one. */
function currencyOf({ direct, query }: ParityResponse): string {
  return direct?.currency ?? query.currency
}

/** Claims nothing about channels that were not compared. */
function summaryOf({ deepest_undercut: undercut, score, comparison_note: note }: ParityResponse): string {
  const { compared, channels } = score
  if (note !== null) return note
  if (compared === 0) return 'Not compared: no agency has a rate that can be compared with the direct rate.'
  const worst = undercut
    ? `${undercut.channel} undercuts the direct rate by ${decimal(undercut.diff_pct)} %.`
    : `No agency undercuts the direct rate: ${compared} compared.`
  const others = channels - compared
  return others === 0 ? worst : `${worst} ${plural(others, 'agency', 'agencies')} not compared.`
}

function verdictCell(verdict: string) {
  return verdict === 'lose' ? { text: verdict, style: 'red' as const } : verdict
}

interface LikeRow {
  kind: string
  channel: string
  rate: number
  gap: number | null
  gap_pct: number | null
  verdict: string
  name: string
}

/** The direct rate of one kind, and those of the channels. */
function likeRows({
  refundable,
  meal_plan,
  direct,
  channels,
}: ParityResponse['like_for_like'][number]): LikeRow[] {
  const own: LikeRow = {
    kind: `${refundable ? 'refundable' : 'non-refundable'}, ${meal_plan.replaceAll('_', ' ')}`,
    channel: 'direct',
    rate: direct.rate,
    gap: null,
    gap_pct: null,
    verdict: '',
    name: `${direct.room_name}, ${direct.rate_name}`,
  }
  const others = channels.map((row) => ({
    kind: '',
    channel: row.channel,
    rate: row.rate,
    gap: row.gap,
    gap_pct: row.gap_pct,
    verdict: row.verdict ?? 'not compared',
    name: `${row.room_name}, ${row.rate_name}`,
  }))
  return [own, ...others]
}

/** The second table: rates with the same conditions. Empty if no agency sells any. */
function likeForLike(shell: Shell, answer: ParityResponse): string {
  const { like_for_like: kinds } = answer
  const currency = currencyOf(answer)
  if (kinds.length === 0) return ''
  const rows = kinds.flatMap(likeRows)
  const compared = shell.table(
    [
      { title: 'Like for like', value: ({ kind }) => kind },
      { title: 'Channel', value: ({ channel }) => channel },
      { title: `after tax, ${currency}`, align: 'right', value: ({ rate }) => money(rate, currency) },
      { title: 'gap', align: 'right', value: ({ gap }) => money(gap, currency) },
      { title: '', align: 'right', value: ({ gap_pct }) => percent(gap_pct) },
      { title: 'Verdict', value: ({ verdict }) => verdictCell(verdict) },
      { title: 'Room and rate', flexible: true, value: ({ name }) => name },
    ],
    rows,
  )
  return `\n${compared}`
}

function points({ lowest_points }: NonNullable<ParityResponse['direct']>): string {
  return lowest_points === null ? '' : `or ${number(lowest_points)} points`
}
