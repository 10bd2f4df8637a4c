import type { Lowest, MatrixCell } from '../generated/shapes.ts'
import type { Shell } from './shell.ts'
import { ago, dayOf, decimal, money, number, unlessAvailable } from './words.ts'

interface Night {
  night: string
  status: MatrixCell['status'] | null
  min_los: number | null
  lowest: Lowest | null
  cached?: boolean | null
  cache_age_sec?: number | null
  error?: { code: string; message: string } | undefined
}

/** One row per night, with its lowest rates or the reason why there are none. */
export function nightsTable(shell: Shell, nights: readonly Night[], currency: string): string {
  return shell.table(
    [
      { title: 'Night', value: ({ night }) => dayOf(night) },
      { title: currency, align: 'right', value: ({ lowest }) => money(lowest?.bar, currency) },
      { title: 'after tax', align: 'right', value: ({ lowest }) => money(lowest?.bar_after_tax, currency) },
      { title: 'member', align: 'right', value: ({ lowest }) => money(lowest?.member, currency) },
      { title: 'points', align: 'right', value: ({ lowest }) => number(lowest?.lowest_points) },
      { title: 'cpp', align: 'right', value: ({ lowest }) => decimal(lowest?.cpp) },
      {
        title: 'Note',
        value: ({ status, min_los, error }) =>
          error ? { text: error.code.replaceAll('_', ' '), style: 'red' } : unlessAvailable(status, min_los),
      },
      {
        title: 'Age',
        align: 'right',
        value: ({ cached, cache_age_sec }) => (cached ? ago(cache_age_sec) : ''),
      },
    ],
    nights,
  )
}
