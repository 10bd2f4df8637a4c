import type { Command } from 'commander'
import type { Client } from '../client.ts'
import type { HistoryNight, HistoryResponse } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { currency, integer, moment, nights } from './arguments.ts'
import { hotelAndWhen, hotelOf } from './hotel-name.ts'
import {
  type PartyOptions,
  type PriceOptions,
  partyOf,
  withExamples,
  withParty,
  withPrice,
} from './options.ts'
import { type StayWords, withHotel } from './rates.ts'
import type { Shell } from './shell.ts'
import { sparkline } from './sparkline.ts'
import { dayOf, money, number, plural, unlessAvailable } from './words.ts'

interface HistoryOptions extends PriceOptions, PartyOptions {
  los?: number
  award?: boolean
  currency?: string
  since?: string
  until?: string
}

const WIDTH = 24

/** `vacancy history`: how the price of each night changed. */
export function add(program: Command, shell: Shell): void {
  const history = withHotel(program.command('history'), 'nights', 'FROM..TO (inclusive), also past')
    .description('show how the price of up to 93 nights changed')
    .option('--los <nights>', 'length of stay in nights (default 1)', integer)
    .option('--award', 'points instead of cash')
    .option('--currency <code>', 'preferred currency (default USD)', currency)
    .option('--since <time>', 'nothing from before, such as 2026-11-01 or 2026-11-01T09:30:00Z', moment)
    .option('--until <time>', 'nothing from after', moment)
    .action(async (...[first, second, third, options]: StayWords<HistoryOptions>) => {
      const { hotel, when: range } = hotelAndWhen([first, second, third], nights)
      const input = async (client: Client) => ({
        ...(await hotelOf(shell, client, hotel)),
        nights: range,
        los: options.los,
        kind: options.award ? ('award' as const) : undefined,
        ...partyOf(options),
        currency: options.currency,
        since: options.since,
        until: options.until,
        max_credits: options.maxCredits,
      })
      await ask(shell, options, {
        ask: async (client) => client.history(await input(client), { signal: shell.signal }),
        quote: async (client) => client.quote.history(await input(client), { signal: shell.signal }),
        show: (data) => showHistory(shell, data),
      })
    })
  withExamples(
    withPrice(withParty(history)),
    ['history aurelia LONAU +30d..+60d', 0.775],
    ['history "Aurelia London Observatory" --award -- -30d..-1d', 0.75],
    ['history aurelia LONAU +30d..+36d --since -14d --json | jq .nights[0].observations', 0.175],
  )
}

function showHistory(shell: Shell, answer: HistoryResponse): string {
  const { query, hotel, nights: known, count } = answer
  const name = hotel ? `${hotel.name}  ` : ''
  const title = `${shell.paint('bold', `${name}${query.chain}:${query.hotel_code}`)}, ${plural(count, 'night')}`
  if (count === 0) return `${title}\nNothing was seen of these nights.\n`
  const isAward = query.kind === 'award'
  const shown = (night: HistoryNight, value: number | null | undefined) => {
    const quoted = night.observations.at(-1)?.currency ?? query.currency
    return isAward ? number(value) : money(value, quoted)
  }
  const table = shell.table(
    [
      { title: 'Night', value: ({ night }) => dayOf(night) },
      { title: 'Price', value: (night) => lineOf(night, isAward) },
      { title: 'first', align: 'right', value: (night) => shown(night, pricesOf(night, isAward)[0]) },
      { title: 'lowest', align: 'right', value: (night) => shown(night, least(pricesOf(night, isAward))) },
      { title: 'last', align: 'right', value: (night) => shown(night, pricesOf(night, isAward).at(-1)) },
      { title: '', value: ({ observations }) => (isAward ? '' : (observations.at(-1)?.currency ?? '')) },
      { title: 'changes', align: 'right', value: ({ changes }) => number(changes) },
      {
        title: 'Note',
        value: ({ observations }) => {
          const last = observations.at(-1)
          return last ? unlessAvailable(last.status, last.min_los) : ''
        },
      },
    ],
    known,
  )
  return `${title}\n\n${table}`
}

function priceOf(observation: HistoryNight['observations'][number], isAward: boolean): number | null {
  return isAward ? observation.lowest_points : (observation.bar_after_tax ?? observation.bar)
}

function pricesOf({ observations }: HistoryNight, isAward: boolean): number[] {
  return observations.map((one) => priceOf(one, isAward)).filter((price) => price !== null)
}

function least(prices: readonly number[]): number | null {
  return prices.length === 0 ? null : Math.min(...prices)
}

function lineOf({ observations, last_seen: lastSeen }: HistoryNight, isAward: boolean): string {
  const steps = observations.map((one) => ({
    fromMs: Date.parse(one.observed_at),
    value: priceOf(one, isAward),
  }))
  return sparkline(steps, Date.parse(lastSeen), WIDTH)
}
