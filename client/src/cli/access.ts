import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { AwardAccessResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { nights } from './arguments.ts'
import { hotelAndWhen, hotelOf } from './hotel-name.ts'
import { type PriceOptions, withExamples, withPrice } from './options.ts'
import { type StayWords, withHotel } from './rates.ts'
import type { Shell } from './shell.ts'
import { dayOf, number, place } from './words.ts'

/** `vacancy access`: how often a hotel sells its nights for points. */
export function add(program: Command, shell: Shell): void {
  const access = withHotel(program.command('access'), 'nights', 'FROM..TO (inclusive)')
    .description('show how often a hotel sells its nights for points, from the cache')
    .action(async (...[first, second, third, options]: StayWords<PriceOptions>) => {
      const { hotel, when: range } = hotelAndWhen([first, second, third], nights)
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        ...range,
        max_credits: options.maxCredits,
      })
      await ask(shell, options, {
        ask: async (client) => client.awardAccess(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.awardAccess(await input(client), { signal: shell.signal }),
        show: (data) => showAccess(shell, data),
      })
    })
  withExamples(
    withPrice(access),
    ['access aurelia LONAU +30d..+120d', 1],
    ['access aurelia LONAU +30d..+120d --json | jq .blocked', 1],
  )
}

const HOW = {
  no_award: 'no award',
  premium_only: 'only premium awards',
  longer_stay_only: 'only longer stays',
} as const

function showAccess(shell: Shell, answer: AwardAccessResponse): string {
  const { query, hotel, why, by, blocked } = answer
  const lines = [
    `${shell.paint('bold', place(hotel) || query.hotel_code)}  ${shell.paint('dim', `${query.chain}:${query.hotel_code}`)}`,
    why,
  ]
  if (answer.nights === 0) return `${lines.join('\n')}\n`
  const groups = [
    ...by.weekday.map((group) => ({ name: group.weekday, group })),
    ...by.lead.map((group) => ({ name: leadText(group.lead_days), group })),
    ...by.month.map((group) => ({ name: group.month, group })),
  ]
  const table = shell.table(
    [
      { title: '', value: ({ name }) => name },
      { title: 'cash nights', align: 'right', value: ({ group }) => number(group.nights) },
      { title: 'for points', align: 'right', value: ({ group }) => percent(group.share) },
    ],
    groups,
  )
  const listed = blocked.map(
    ({ night, how, min_los: los }) =>
      `${dayOf(night)}: ${HOW[how]}${los === null ? '' : `, from ${los} nights`}`,
  )
  return `${[...lines, '', table, ...listed].join('\n')}\n`
}

function leadText([from, to]: readonly (number | null)[]): string {
  return to === null ? `${from} or more days ahead` : `${from}–${to} days ahead`
}

function percent(share: number | null): string {
  return share === null ? '' : `${Math.round(share * 100)} %`
}
