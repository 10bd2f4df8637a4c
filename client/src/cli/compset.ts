import { type Command, Option } from 'commander'
import type { Client } from '../client.ts'
import type { CompsetHotel, CompsetResponse, Market } from '../generated/shapes.ts'
import { ask } from './answer.ts'
import { DATE, date, integer } from './arguments.ts'
import { converted } from './comparable.ts'
import { HOTELS, type HotelAsk, hotelAsks, hotelsOrSet, SET } from './hotel-name.ts'
import { type AskOptions, askedOf, withAsking, withExamples } from './options.ts'
import type { Shell } from './shell.ts'
import { decimal, longDate, money, number, plural, unlessAvailable } from './words.ts'

type CompsetOptions = AskOptions & {
  los?: number
  member?: boolean
  award?: boolean
  subject?: boolean
  set?: string
}

/** What both kinds of answer have, and the market of cash rates. */
type Shown = Pick<CompsetResponse, 'query' | 'hotels'> & Partial<Pick<CompsetResponse, 'market'>>

/** `vacancy compset`: compare hotels for one stay. */
export function add(program: Command, shell: Shell): void {
  const compset = program
    .command('compset')
    .description('compare the lowest rates of up to 25 hotels for one stay')
    .argument('<checkin>', DATE, date)
    .argument('[hotels...]', HOTELS, hotelAsks)
    .option(...SET)
    .option('--los <nights>', 'length of stay in nights (default 1)', integer)
    .option('--member', 'include member rates where they need an extra call')
    .option('--award', 'points instead of cash')
    .addOption(
      new Option('--subject', 'show where the first hotel stands among the others').conflicts('award'),
    )
    .action(async (checkin: string, asked: HotelAsk[], options: CompsetOptions) => {
      const rates = options.member ? ('member' as const) : undefined
      const input = async (client: Client) => ({
        ...(await hotelsOrSet(shell, client, asked, options.set)),
        checkin,
        los: options.los,
        rates,
        ...askedOf(options),
      })
      const sent = { signal: shell.signal }
      await ask<Shown>(shell, options, {
        ask: async (client) => {
          const filled = await input(client)
          if (options.award) return client.compsetAward(filled, sent)
          const subject = options.subject && 'hotels' in filled ? filled.hotels[0] : undefined
          return client.compset({ ...filled, subject }, sent)
        },
        quote: async (client) => {
          const filled = await input(client)
          return options.award ? client.quote.compsetAward(filled, sent) : client.quote.compset(filled, sent)
        },
        show: (data) => showCompset(shell, data),
      })
    })
  withExamples(
    withAsking(compset),
    ['compset +30d aurelia:LONAU brightwater:LONWSBW castellan:LONCA', 1.4],
    ['compset +30d aurelia:LONAU,NEWAU,TOKAU --award', 1],
    ['compset +30d aurelia:LONAU castellan:LONCA brightwater:LONWSBW --subject', 1.4],
    'compset +30d --set set_…',
  )
}

function showCompset(shell: Shell, { query, hotels: rows, market }: Shown): string {
  const inCurrency = (row: CompsetHotel, figure: number | null | undefined) =>
    money(figure, row.currency ?? query.currency)
  return `${longDate(query.checkin)}, ${plural(query.los, 'night')}\n\n${shell.table(
    [
      { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
      { title: 'Name', flexible: true, value: ({ name }) => name ?? '' },
      { title: '', value: ({ currency, lowest }) => (lowest?.bar === null ? '' : (currency ?? '')) },
      { title: 'public', align: 'right', value: (row) => inCurrency(row, row.lowest?.bar) },
      { title: 'after tax', align: 'right', value: (row) => inCurrency(row, row.lowest?.bar_after_tax) },
      { title: 'member', align: 'right', value: (row) => inCurrency(row, row.lowest?.member) },
      { title: `in ${query.currency}`, align: 'right', value: (row) => converted(row) },
      { title: 'points', align: 'right', value: ({ lowest }) => number(lowest?.lowest_points) },
      { title: 'cpp', align: 'right', value: ({ lowest }) => decimal(lowest?.cpp) },
      {
        title: 'Note',
        flexible: true,
        value: ({ status, min_los, error, comparison_note }) =>
          error
            ? { text: error.code.replaceAll('_', ' '), style: 'red' }
            : (comparison_note ?? unlessAvailable(status, min_los)),
      },
    ],
    rows,
  )}${market ? marketLine(shell, market) : ''}`
}

function marketLine({ paint }: Shell, { currency, priced, min, median, mean, max, subject }: Market): string {
  if (priced === 0) return ''
  const shown = (figure: number | null) => money(figure, currency)
  const market = `\n${paint('bold', 'Market')}  ${currency} ${shown(min)} to ${shown(max)}, median ${shown(median)}, mean ${shown(mean)} of ${plural(priced, 'hotel')}\n`
  if (!subject) return market
  const index = subject.rate_index === null ? '' : `, rate index ${decimal(subject.rate_index, 1)}`
  return `${market}${paint('bold', 'Subject')}  ${subject.rank} of ${subject.of} by price${index}\n`
}
