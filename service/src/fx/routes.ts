import { Type } from 'typebox'
import { freeRoute, type Route } from '../edge/route.ts'
import { CalendarDate, nullable, withDefault } from '../edge/schemas.ts'
import { served } from '../edge/served.ts'
import { dayAt, parseDay } from '../kernel/dates.ts'
import { invalid } from '../kernel/errors.ts'
import { isCurrency } from '../kernel/money.ts'
import { toNumber } from './decimal.ts'
import { type ReferenceRates, STALE_DAYS } from './reference-rates.ts'

const FxQuery = Type.Object(
  {
    base: withDefault(
      Type.String({
        description: 'ISO 4217, upper case. Rates are for one unit of it.',
        pattern: '^[A-Z]{3}$',
      }),
      'USD',
    ),
    date: Type.Optional(
      CalendarDate('The rates in force on this day (UTC), as for a price observed then. Default: today.'),
    ),
  },
  { additionalProperties: false },
)

const FxTable = Type.Object(
  {
    base: Type.String({ description: 'As requested.', examples: ['USD'] }),
    date: nullable(
      CalendarDate('The newest day among the rates.'),
      'The newest day among the rates. Null if there is none.',
    ),
    source: nullable(Type.String(), 'Who published the rates. Null if there are none.'),
    rates: Type.Record(Type.String(), Type.Number(), {
      description:
        'How much of each currency one unit of `base` buys. A currency without a rate, or with one that is too old, is left out.',
      examples: [{ EUR: 0.8626, GBP: 0.7426 }],
    }),
  },
  { $id: 'FxTable' },
)

export function fxRoutes({ fx, now }: { fx: ReferenceRates; now(): number }): Route[] {
  return [
    freeRoute(
      {
        method: 'GET',
        path: '/fx',
        operationId: 'getFx',
        tag: 'Account',
        summary: 'The reference rates that prices are compared with',
        description: `Exchange rates as published by a central bank, for comparison only. A price is converted with the newest rate dated on or before the day on which it was observed; if that rate is more than ${STALE_DAYS} days older, nothing is converted. Free.`,
        query: FxQuery,
        answers: { 200: { description: 'One rate per currency.', schema: FxTable } },
      },
      ({ query: { base, date } }) => {
        if (!isCurrency(base))
          throw invalid(`\`base\` must be a currency code (ISO 4217, upper case), not ${base}.`)
        const day = date === undefined ? dayAt(now()) : parseDay(date)
        if (day === null) throw invalid(`\`date\` must be a date such as 2026-11-15, not ${date}.`)
        return served(tableOf(fx, base, day))
      },
    ),
  ]
}

function tableOf(rates: ReferenceRates, base: string, day: number) {
  const found = rates
    .currencies()
    .filter((code) => code !== base)
    .toSorted()
    .flatMap((code) => rates.findOn(base, code, day) ?? [])
  const newest = found.reduce<string | null>(
    (latest, { date }) => (latest === null || date > latest ? date : latest),
    null,
  )
  const sources = new Set(found.flatMap(({ source }) => source.split(' + ')))
  return {
    base,
    date: newest,
    source: newest === null ? null : [...sources].toSorted().join(' + '),
    rates: Object.fromEntries(found.map(({ to, rate }) => [to, toNumber(rate)])),
  }
}
