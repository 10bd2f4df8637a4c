import type { Budget, Tried } from '../api/source-queries.ts'
import { Told } from './told.tsx'

const COUNTS = ['requests_per_day', 'requests_per_month', 'reserve_pct'] as const
export const BUDGET_FIELDS: readonly string[] = [...COUNTS, 'price_per_request']

interface BudgetFieldsProps {
  budget: Budget | null
  problemOf(field: string): string | undefined
}

/** What the source may be sent, and what that costs. */
export function BudgetFields({ budget, problemOf }: BudgetFieldsProps) {
  const price = budget?.price_per_request
  return (
    <>
      <Told
        name="requests_per_day"
        label="Requests per day (optional)"
        hint="More are not sent, so that no bill surprises you."
        problem={problemOf('requests_per_day')}
        inputMode="numeric"
        defaultValue={budget?.requests_per_day ?? ''}
      />
      <Told
        name="requests_per_month"
        label="Requests per month (optional)"
        problem={problemOf('requests_per_month')}
        inputMode="numeric"
        defaultValue={budget?.requests_per_month ?? ''}
      />
      <Told
        name="price_per_request"
        label="Price per request (optional)"
        hint="Such as 0.025 USD. It tells what requests cost, here and before watches and jobs are made."
        problem={problemOf('price_per_request')}
        defaultValue={price ? `${price.amount} ${price.currency}` : ''}
      />
      <Told
        name="reserve_pct"
        label="Reserve in percent (optional)"
        hint="Of both limits, for calls that somebody waits for. 20 if left empty."
        problem={problemOf('reserve_pct')}
        inputMode="numeric"
        defaultValue={budget?.reserve_pct ?? ''}
      />
    </>
  )
}

const PRICE = /^(\d+(?:\.\d+)?)\s*([A-Za-z]{3})$/

/** What is no number or price. Whether a number is allowed, the server says. */
export function budgetMistakes(text: (name: string) => string): Tried['problems'] {
  const wrong = COUNTS.filter((name) => !/^\d*$/.test(text(name)))
  const price = text('price_per_request')
  return [
    ...wrong.map((field) => ({ field, problem: 'must be a whole number' })),
    ...(price === '' || PRICE.test(price)
      ? []
      : [{ field: 'price_per_request', problem: 'must be an amount and a currency, such as 0.025 USD' }]),
  ]
}

/** Call it when there is no mistake. Null: nothing was filled in. */
export function budgetOf(text: (name: string) => string): Budget | null {
  const counts = COUNTS.flatMap((name) => (text(name) === '' ? [] : [[name, Number(text(name))] as const]))
  const [, amount, currency = ''] = PRICE.exec(text('price_per_request')) ?? []
  const price =
    amount === undefined
      ? {}
      : { price_per_request: { amount: Number(amount), currency: currency.toUpperCase() } }
  const budget: Budget = { ...Object.fromEntries(counts), ...price }
  return Object.keys(budget).length === 0 ? null : budget
}
