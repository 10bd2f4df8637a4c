import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { StayResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { DATE, integer, nights } from './arguments.ts'
import { hotelAndWhen, hotelOf } from './hotel-name.ts'
import { nightsTable } from './nights.ts'
import { type AskOptions, askedOf, withAsking, withExamples } from './options.ts'
import { lowestLine, readStay, type StayWords, withHotel } from './rates.ts'
import type { Shell } from './shell.ts'
import { dayOf, longDate, money, plural, statusCell } from './words.ts'

/** `vacancy stay` and `vacancy calendar`: one hotel, night by night. */
export function add(program: Command, shell: Shell): void {
  const stay = withHotel(program.command('stay'), 'checkin', DATE)
    .description('compare one stay with booking each night separately')
    .requiredOption('--los <nights>', 'length of stay, 2 to 14 nights', integer)
    .action(async (...words: StayWords<AskOptions & { los: number }>) => {
      const { hotel, checkin, options } = readStay(words)
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        checkin,
        los: options.los,
        ...askedOf(options),
      })
      await ask(shell, options, {
        ask: async (client) => client.stay(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.stay(await input(client), { signal: shell.signal }),
        show: (data) => showStay(shell, data),
      })
    })
  withExamples(withAsking(stay), ['stay aurelia LONAU +30d --los 4', 1.4])

  const calendar = withHotel(program.command('calendar'), 'nights', 'FROM..TO (inclusive)')
    .description('show up to 60 nights of one hotel, each priced as a one-night stay')
    .action(async (...[first, second, third, options]: StayWords<AskOptions>) => {
      const { hotel, when: range } = hotelAndWhen([first, second, third], nights)
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        nights: range,
        ...askedOf(options),
      })
      await ask(shell, options, {
        ask: async (client) => client.calendar(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.calendar(await input(client), { signal: shell.signal }),
        show: (data) => {
          const { chain: source, hotel_code } = data.query
          const name = data.hotel ? `${data.hotel.name}  ` : ''
          const title = `${shell.paint('bold', `${name}${source}:${hotel_code}`)}, ${plural(data.nights.length, 'night')}`
          return `${title}\n\n${nightsTable(shell, data.nights, data.currency ?? data.query.currency)}`
        },
      })
    })
  withExamples(
    withAsking(calendar),
    ['calendar aurelia LONAU +30d..+60d', 31],
    'calendar aurelia LONAU +30d..+60d --dry-run',
  )
}

function showStay(
  shell: Shell,
  { query, currency, stay, nights: single, totals, split }: StayResponse,
): string {
  const { paint } = shell
  const { text, style = 'dim' } = statusCell(stay.status, stay.min_los)
  const sums = shell.table(
    [
      { title: `total ${currency}`, value: ({ name }) => name },
      { title: 'public', align: 'right', value: ({ sum }) => money(sum?.bar, currency) },
      { title: 'after tax', align: 'right', value: ({ sum }) => money(sum?.bar_after_tax, currency) },
      { title: 'member', align: 'right', value: ({ sum }) => money(sum?.member, currency) },
      { title: 'after tax', align: 'right', value: ({ sum }) => money(sum?.member_after_tax, currency) },
    ],
    [
      { name: 'as one stay', sum: totals.stay },
      { name: 'separate nights', sum: totals.nights },
    ],
  )
  return [
    `${paint('bold', `${query.chain}:${query.hotel_code}`)}  ${longDate(query.checkin)}, ${plural(query.los, 'night')}: ${paint(style, text)}`,
    lowestLine(shell, stay.lowest, currency),
    '',
    nightsTable(shell, single, currency),
    sums,
    verdict(split, currency),
    '',
  ].join('\n')
}

function verdict(split: StayResponse['split'], currency: string): string {
  const { cheaper, saving, possible, blocked_by } = split
  const blocked = possible
    ? ''
    : ` Booking each night separately is not possible${blocked_by.length > 0 ? `: ${blocked_by.map(dayOf).join(', ')}` : ''}.`
  if (cheaper === null) return `There is not enough data to tell which is cheaper.${blocked}`
  if (cheaper === 'equal') return `Both cost the same.${blocked}`
  const which = cheaper === 'stay' ? 'One stay' : 'Booking each night separately'
  const saved = saving === null ? '' : ` by ${currency} ${money(saving, currency)}`
  return `${which} is cheaper${saved}.${blocked}`
}
