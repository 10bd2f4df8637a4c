import { invalid } from '../../kernel/errors.ts'
import { toDecimal } from '../../kernel/money.ts'
import { readAmount } from './amounts.ts'
import {
  type Basis,
  type ConditionVerdict,
  figureOf,
  onSameBasis,
  onset,
  type Step,
  type Subject,
} from './condition.ts'

export interface PriceBody {
  amount?: number
  basis?: Basis
}

export interface PriceTerms {
  condition: 'price_lte'
  /** Per room and night, in minor units of the watch's currency. */
  amount: number
  basis: Basis
}

export function readPrice(body: PriceBody | undefined, subject: Subject): PriceTerms {
  if (subject.kind !== 'cash') throw invalid('`condition` price_lte requires `kind` cash.')
  if (body?.amount === undefined) {
    throw invalid(
      '`price_lte.amount` is missing. Set it to the highest price per room and night that you want to be notified of.',
    )
  }
  return {
    condition: 'price_lte',
    amount: readAmount('price_lte.amount', body.amount, subject),
    basis: body.basis ?? 'bar_after_tax',
  }
}

/** Fires when the price falls to the threshold or below. */
export function judgePrice(terms: PriceTerms, step: Step, { currency }: Subject): ConditionVerdict {
  const { current, previous } = step
  const isForeign = current.status === 'available' && current.currency !== currency
  const price = isForeign ? null : figureOf(current, terms.basis)
  const truth = price === null ? null : price !== 'none' && price <= terms.amount
  // After-tax prices are always comparable, whether or not the displayed price includes tax.
  const sameBasis = terms.basis === 'bar_after_tax' || onSameBasis(previous, current)
  return onset(truth, step, { atFirst: true, sameBasis }, () =>
    typeof price === 'number'
      ? {
          price_lte: {
            amount: toDecimal(terms.amount, currency),
            current: toDecimal(price, currency),
            basis: terms.basis,
          },
        }
      : null,
  )
}
