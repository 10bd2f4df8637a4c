import { invalid } from '../../kernel/errors.ts'
import { toDecimal } from '../../kernel/money.ts'
import { readAmount, readPercent } from './amounts.ts'
import {
  type Basis,
  type ConditionVerdict,
  type Figure,
  figureOf,
  hundredthsOf,
  onSameBasis,
  onset,
  reaches,
  type Step,
  type Subject,
} from './condition.ts'

export interface RebookBody {
  paid?: number
  basis?: Basis
  min_saving_pct?: number
}

export interface RebookTerms {
  condition: 'rebook'
  /** Per room and night: minor units, or points. */
  paid: number
  /** Ignored for awards. */
  basis: Basis
  /** Hundredths of a percent. */
  minSaving: number
}

export function readRebook(
  body: RebookBody | undefined,
  subject: Subject,
  nights: readonly string[],
): RebookTerms {
  if (body === undefined) throw invalid('`rebook` is missing. Set the price you paid and the minimum saving.')
  if (nights.length !== 1) {
    throw invalid('`condition` rebook watches one stay: `nights.from` and `nights.to` must be the same.')
  }
  if (body.paid === undefined)
    throw invalid('`rebook.paid` is missing. Set it to the price you paid per room and night.')
  return {
    condition: 'rebook',
    paid: readAmount('rebook.paid', body.paid, subject),
    basis: body.basis ?? 'bar',
    minSaving: readPercent('rebook.min_saving_pct', body.min_saving_pct ?? 0),
  }
}

/** Fires when the stay is available for less than was paid. */
export function judgeRebook(terms: RebookTerms, step: Step, subject: Subject): ConditionVerdict {
  const now = priceNow(terms, step, subject)
  if (now === null) return onset(null, step, { atFirst: true })
  const truth = now !== 'none' && reaches(terms.paid - now, terms.paid, terms.minSaving)
  // After-tax prices are always comparable, whether or not the displayed price includes tax.
  const sameBasis =
    subject.kind === 'award' || terms.basis === 'bar_after_tax' || onSameBasis(step.previous, step.current)
  return onset(truth, step, { atFirst: true, sameBasis }, () =>
    now === 'none' ? null : { rebook: savingOf(terms.paid, now, subject) },
  )
}

function priceNow({ basis }: RebookTerms, { current }: Step, { kind, currency }: Subject): Figure {
  if (kind === 'award') return current.pointsKnown ? (current.points ?? 'none') : null
  return current.status === 'available' && current.currency !== currency ? null : figureOf(current, basis)
}

export function savingOf(paid: number, current: number, { kind, currency, los, rooms }: Subject) {
  const shown = (amount: number) => (kind === 'award' ? amount : toDecimal(amount, currency))
  const saving = paid - current
  return {
    paid: shown(paid),
    current: shown(current),
    saving: shown(saving),
    saving_pct: hundredthsOf(saving, paid) / 100,
    saving_total: shown(saving * los * rooms),
  }
}
