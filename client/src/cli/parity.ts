import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { ParityResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { list, pairs } from './arguments.ts'
import { hotelOf } from './hotel-name.ts'
import { type AskOptions, askedOf, withAsking, withExamples } from './options.ts'
import { readStay, type StayWords, stayCommand } from './rates.ts'
import type { Shell } from './shell.ts'
import { decimal, longDate, money, number, percent, place, plural } from './words.ts'

type ParityOptions = AskOptions & {
  los?: number
  channels?: string[]
  id?: Record<string, string>
  resolve: boolean
}

/** `vacancy parity`: the direct rate compared with the travel agencies. */
export function add(program: Command, shell: Shell): void {
  const parity = stayCommand(program, 'parity')
    .description("compare the hotel's direct rate with the travel agencies")
    .option('--channels <list>', 'only these agencies, separated by commas', list)
    .option('--id <source=id>', "the hotel's id at an agency (can be repeated)", pairs)
    .option('--no-resolve', 'do not look up missing ids')
    .action(async (...words: StayWords<ParityOptions>) => {
      const { hotel, checkin, options } = readStay(words)
      const { los, channels, id: ids, resolve } = options
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        checkin,
        los,
        channels,
        ids,
        resolve,
        ...askedOf(options),
      })
      const sent = { signal: shell.signal }
      await ask(shell, options, {
        ask: async (client) => client.parity(await input(client), sent),
        quote: async (client) => client.quote.parity(await input(client), sent),
        show: (data) => showParity(shell, data, checkin, los ?? 1),
      })
    })
  withExamples(
    withAsking(parity),
    'parity aurelia LONAU 2027-03-01',
    'parity aurelia LONAU 2027-03-01 --channels lodgista,ostello --id lodgista=11770389',
  )
}

interface Row {
  channel: string
  currency: string
  lowest: { bar: number | null; bar_after_tax: number | null; member: number | null } | null
  gap: number | null
  gap_pct: number | null
  note: string
}

function rowsOf({ direct, channels }: ParityResponse): Row[] {
  const { currency } = direct
  const own = { channel: 'direct', currency, lowest: direct, gap: null, gap_pct: null, note: points(direct) }
  const others = channels.map((row) => ({
    channel: row.channel,
    currency: row.currency ?? '',
    lowest: row.lowest,
    gap: row.gap,
    gap_pct: row.gap_pct,
    note: row.skipped?.replaceAll('_', ' ') ?? row.comparison_note ?? '',
  }))
  return [own, ...others]
}

function showParity(shell: Shell, answer: ParityResponse, checkin: string, los: number): string {
  const { hotel, cheapest, deepest_undercut: undercut } = answer
  const compared = shell.table(
    [
      {
        title: 'Channel',
        value: ({ channel }) => (channel === cheapest ? { text: channel, style: 'green' } : channel),
      },
      { title: '', value: ({ currency }) => currency },
      { title: 'public', align: 'right', value: ({ lowest, currency }) => money(lowest?.bar, currency) },
      { title: 'after tax', align: 'right', value: (row) => money(row.lowest?.bar_after_tax, row.currency) },
      { title: 'member', align: 'right', value: ({ lowest, currency }) => money(lowest?.member, currency) },
      { title: 'gap', align: 'right', value: ({ gap, currency }) => money(gap, currency) },
      {
        title: '',
        align: 'right',
        value: ({ gap_pct }) =>
          (gap_pct ?? 0) < 0 ? { text: percent(gap_pct), style: 'red' } : percent(gap_pct),
      },
      { title: 'Note', flexible: true, value: ({ note }) => note },
    ],
    rowsOf(answer),
  )
  const worst = undercut
    ? `${undercut.channel} undercuts the direct rate by ${decimal(undercut.diff_pct)} %.`
    : 'No agency undercuts the direct rate.'
  return `${shell.paint('bold', place(hotel))}\n${longDate(checkin)}, ${plural(los, 'night')}\n\n${compared}\n${worst}\n`
}

function points({ lowest_points }: ParityResponse['direct']): string {
  return lowest_points === null ? '' : `or ${number(lowest_points)} points`
}
