import { type Command, Option } from 'commander'
import { give } from './answer.ts'
import { currency, decimalNumber, durationOrAuto, integer, type Nights, nights } from './arguments.ts'
import { converted } from './comparable.ts'
import { type OutputOptions, withExamples, withOutput } from './options.ts'
import type { Shell } from './shell.ts'
import { dayOf, decimal, money, number, place } from './words.ts'

interface ValueOptions extends OutputOptions {
  chains?: string
  country?: string
  city?: string
  currency?: string
  minCpp?: number
  minNights?: number
  minAccess?: number
  rank?: 'best' | 'avg'
  limit?: number
  maxAge?: number | 'auto'
}

/** `vacancy value`: where points are worth most. */
export function add(program: Command, shell: Shell): void {
  const value = withOutput(
    program.command('value').description('find where points are worth most, from cached nights'),
  )
    .argument('[nights]', 'FROM..TO, inclusive (default: the next 60 nights)', nights)
    .option('--chains <list>', 'only these chains, separated by commas')
    .option('--country <code>', 'only this country, for example PT')
    .option('--city <name>', 'only this city')
    .option('--currency <code>', 'compare in this currency (default USD)', currency)
    .option('--min-cpp <cents>', 'minimum value of a point in cents', decimalNumber)
    .option('--min-nights <n>', 'minimum number of matching nights per hotel (default 1)', integer)
    .option('--min-access <share>', 'minimum share of cash nights sold for points, 0 to 1', decimalNumber)
    .addOption(new Option('--rank <by>', 'rank by the best night or the average').choices(['best', 'avg']))
    .option('--limit <n>', 'number of hotels (default 25)', integer)
    .option(
      '--max-age <time>',
      'maximum age of cached nights: seconds, or 30m, 6h, 7d (default 7d); auto: as long as prices of the hotel stay the same',
      durationOrAuto,
    )
    .action(async (range: Nights | undefined, options: ValueOptions) => {
      const client = await shell.client()
      const {
        chains,
        country,
        city,
        currency: asked,
        rank,
        limit,
        minCpp,
        minNights,
        minAccess,
        maxAge,
      } = options
      const query = {
        chains,
        country,
        city,
        currency: asked,
        rank,
        limit,
        ...range,
        min_cpp: minCpp,
        min_nights: minNights,
        min_access: minAccess,
        max_age: maxAge,
      }
      const answer = await client.awardValue(query, { signal: shell.signal })
      give(shell, options, answer, ({ hotels }) =>
        hotels.length === 0
          ? 'No matching nights in the cache. `vacancy matrix … --award` and `vacancy search` fetch some.\n'
          : shell.table(
              [
                { title: 'best cpp', align: 'right', value: ({ best_cpp }) => decimal(best_cpp) },
                { title: 'avg cpp', align: 'right', value: ({ avg_cpp }) => decimal(avg_cpp) },
                { title: 'nights', align: 'right', value: (row) => number(row.nights) },
                { title: 'Hotel', value: ({ chain, hotel_code }) => `${chain}:${hotel_code}` },
                { title: 'Name', flexible: true, value: (row) => place(row) },
                { title: 'Best night', value: ({ best }) => dayOf(best.night) },
                { title: 'points', align: 'right', value: ({ best }) => number(best.lowest_points) },
                {
                  title: 'cash',
                  align: 'right',
                  value: ({ best }) => money(best.lowest_bar_after_tax ?? best.lowest_bar, best.currency),
                },
                { title: '', value: ({ best }) => best.currency },
                { title: `in ${asked ?? 'USD'}`, align: 'right', value: (row) => converted(row) },
                { title: 'Certificates', value: ({ best }) => best.certs ?? '' },
              ],
              hotels,
            ),
      )
    })
  withExamples(
    value,
    ['value --country PT --min-cpp 0.8', 1],
    ['value +30d..+60d --chains aurelia --rank avg', 1],
  )
}
