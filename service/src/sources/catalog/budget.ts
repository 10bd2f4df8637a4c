import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isCurrency } from '../../kernel/money.ts'

/** How many requests of a source its operator wants to pay for. In a source's entry, in the file and in the database. */

const exact = { additionalProperties: false } as const

/** At most what a counter of a year can hold. */
const MOST_REQUESTS = 1_000_000_000

/** How much of it is for calls that somebody waits for, unless the entry says otherwise. */
const DEFAULT_RESERVE_PCT = 20

const requests = (period: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: MOST_REQUESTS }), Type.Null()], {
      description: `The most requests of one ${period}, in UTC. Null or left out: no limit.`,
    }),
  )

export const BudgetSchema = Type.Object(
  {
    requests_per_day: requests('day'),
    requests_per_month: requests('month'),
    price_per_request: Type.Optional(
      Type.Union([
        Type.Object(
          {
            /** A request costs a fraction of a cent at many vendors. */
            amount: Type.Number({ minimum: 0, maximum: 1000 }),
            currency: Type.String({ pattern: '^[A-Z]{3}$' }),
          },
          exact,
        ),
        Type.Null(),
      ]),
    ),
    reserve_pct: Type.Optional(Type.Integer({ minimum: 0, maximum: 90 })),
  },
  exact,
)

export type BudgetEntry = Static<typeof BudgetSchema>

const COUNT_FORM = `must be a whole number from 1 to ${MOST_REQUESTS}; leave it out for no limit`
const FORMS: Readonly<Record<string, string>> = {
  requests_per_day: COUNT_FORM,
  requests_per_month: COUNT_FORM,
  price_per_request:
    'must have an amount from 0 to 1000 and a currency of three capital letters, such as USD',
  reserve_pct: 'must be a whole number from 0 to 90',
}

/** Every mistake, by field. */
export function budgetProblems(budget: BudgetEntry | undefined): { field: string; problem: string }[] {
  if (budget === undefined) return []
  const mistakes = Value.Errors(BudgetSchema, budget)
  const wrong = new Set(mistakes.map(({ instancePath }) => instancePath.split('/')[1] ?? ''))
  return [...wrong].map((field) => ({ field: field || 'budget', problem: FORMS[field] ?? 'is not valid' }))
}

/** A budget as the service uses it. */
export interface Budget {
  /** Null: no limit. */
  requestsPerDay: number | null
  requestsPerMonth: number | null
  /** In millionths of the currency's main unit; null: not known. */
  pricePerRequest: { micro: number; currency: string } | null
  /** Percent of each limit that only calls somebody waits for may use. */
  reservePct: number
}

export function readBudget(entry: BudgetEntry | undefined, fail: (problem: string) => never): Budget | null {
  if (entry === undefined) return null
  return {
    requestsPerDay: entry.requests_per_day ?? null,
    requestsPerMonth: entry.requests_per_month ?? null,
    pricePerRequest: readPrice(entry.price_per_request ?? null, fail),
    reservePct: entry.reserve_pct ?? DEFAULT_RESERVE_PCT,
  }
}

function readPrice(
  price: NonNullable<BudgetEntry['price_per_request']> | null,
  fail: (problem: string) => never,
): Budget['pricePerRequest'] {
  if (price === null) return null
  const { amount, currency } = price
  const micro = Math.round(amount * 1_000_000)
  if (micro / 1_000_000 !== amount)
    return fail('budget.price_per_request.amount: must have at most 6 decimals')
  if (!isCurrency(currency))
    return fail(`budget.price_per_request.currency: "${currency}" is not an ISO 4217 code`)
  return { micro, currency }
}
