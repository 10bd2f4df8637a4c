import { LEAD_BUCKET_SQL } from './lead-buckets.ts'

/** Changes as the summaries count them: by lead time and basis. Points have no currency and no tax. */
export const summarized = (changes: string) => `
  select hotel, kind, los, occ, night, seen, ${LEAD_BUCKET_SQL} as lead,
    case kind when 'a' then 0 else quoted end as quoted,
    (case when kind = 'a' or tax is null then 'u' when tax then 'i' else 'e' end)::"char" as tax,
    case kind when 'a' then points else bar end as figure,
    case kind when 'c' then bar_after_tax end as after_tax
  from ${changes}`

/**
 * Adds changes to the summaries: `changes` names a query result with the columns of `cell_history`. Each change is added
 * exactly once, because only rows that were inserted are passed. Of two changes at the same moment the first is kept.
 */
export const ADD_TO_SUMMARIES = (
  changes: string,
) => `insert into cell_summaries as s (hotel, kind, los, occ, night, lead,
  quoted, tax, first, figure, seen, changes, after_tax, after_tax_seen, after_tax_changes)
select hotel, kind, los, occ, night, lead, quoted, tax, min(seen),
  (array_agg(figure order by seen desc) filter (where figure is not null))[1], max(seen) filter (where figure is not null),
  count(figure),
  (array_agg(after_tax order by seen desc) filter (where after_tax is not null))[1],
  max(seen) filter (where after_tax is not null), count(after_tax)
from (${summarized(changes)}) c
where figure is not null or after_tax is not null
group by hotel, kind, los, occ, night, lead, quoted, tax
order by hotel, kind, los, occ, night, lead, quoted, tax
on conflict (hotel, kind, los, occ, night, lead, quoted, tax) do update set
  first = least(s.first, excluded.first),
  figure = case when excluded.seen > s.seen or s.seen is null then excluded.figure else s.figure end,
  seen = greatest(s.seen, excluded.seen),
  changes = s.changes + excluded.changes,
  after_tax = case when excluded.after_tax_seen > s.after_tax_seen or s.after_tax_seen is null
    then excluded.after_tax else s.after_tax end,
  after_tax_seen = greatest(s.after_tax_seen, excluded.after_tax_seen),
  after_tax_changes = s.after_tax_changes + excluded.after_tax_changes`
