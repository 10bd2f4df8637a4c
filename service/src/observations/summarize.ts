import { KIND_LETTER } from './store.ts'

const IS_AWARD = `kind = '${KIND_LETTER.award}'`

/**
 * A change in `cell_history` as the summaries count it, by lead time and basis, in SQL. Points have no currency and no tax. The
 * function `cells_store` writes the summaries in the same way.
 */
export const SUMMARIZED = {
  lead: 'lead_bucket(night, seen)',
  quoted: `case when ${IS_AWARD} then 0 else quoted end`,
  tax: `(case when ${IS_AWARD} or tax is null then 'u' when tax then 'i' else 'e' end)::"char"`,
  figure: `case when ${IS_AWARD} then points else bar end`,
  afterTax: `case when not ${IS_AWARD} then bar_after_tax end`,
} as const
