import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { ParityResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { list, pairs } from './arguments.ts'
import { type AskOptions, askedOf, withAsking, withExamples } from './options.ts'
import { stayCommand } from './rates.ts'
import type { Shell } from './shell.ts'
import { decimal, longDate, money, number, percent, place, plural } from './words.ts'

type ParityOptions = AskOptions & {
  los?: number
  channels?: string[]
  id?: Record<string, string>
  resolve: boolean
}

/** `vacancy parity`: the chain's own price against what travel agencies ask. */
export function add(program: Command, shell: Shell): void {
  const parity = stayCommand(program, 'parity')
    .description("the hotel's own price against every travel agency's")
    .option('--channels <list>', 'only these agencies, separated by commas', list)
    .option('--id <source=id>', "the hotel's id there, where you know better; as often as needed", pairs)
    .option('--no-resolve', 'do not look for ids that are not known')
    .action(async (chain: string, code: string, checkin: string, options: ParityOptions) => {
      const { los, channels, id: ids, resolve } = options
      const body = { chain, hotel_code: code, checkin, los, channels, ids, resolve, ...askedOf(options) }
      const post = (client: Client, more: object) =>
        client.request(
          { method: 'POST', path: '/parity', body: { ...body, ...more } },
          { signal: shell.signal },
        )
      await ask(shell, options, {
        ask: (client) => post(client, {}),
        quote: (client) => post(client, { dry_run: true }),
        show: (data) => showParity(shell, data as ParityResponse, checkin, los ?? 1),
      })
    })
  withExamples(
    withAsking(parity),
    'parity aurelia LONAU 2027-03-01',
    'parity aurelia LONAU 2027-03-01 --channels lodgista,ostello --id lodgista=3056113',
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
      { title: 'anybody', align: 'right', value: ({ lowest, currency }) => money(lowest?.bar, currency) },
      { title: 'after tax', align: 'right', value: (row) => money(row.lowest?.bar_after_tax, row.currency) },
      { title: 'members', align: 'right', value: ({ lowest, currency }) => money(lowest?.member, currency) },
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
    ? `${undercut.channel} undercuts the hotel itself by ${decimal(undercut.diff_pct)} %.`
    : 'Nobody undercuts the hotel itself.'
  return `${shell.paint('bold', place(hotel))}\n${longDate(checkin)}, ${plural(los, 'night')}\n\n${compared}\n${worst}\n`
}

function points({ lowest_points }: ParityResponse['direct']): string {
  return lowest_points === null ? '' : `or ${number(lowest_points)} points`
}
