/**
 * A change in `cell_history` as the summaries count it, by lead time and basis, in SQL. Points have no currency and no tax. The
 * function `cells_write` writes the summaries in the same way.
 */
export const SUMMARIZED = {
  lead: 'lead_bucket(night, seen)',
  quoted: "case kind when 'a' then 0 else quoted end",
  tax: `(case when kind = 'a' or tax is null then 'u' when tax then 'i' else 'e' end)::"char"`,
  figure: "case kind when 'a' then points else bar end",
  afterTax: "case kind when 'c' then bar_after_tax end",
} as const
