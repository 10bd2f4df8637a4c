/** Changes as the summaries count them: by lead time and basis. Points have no currency and no tax. */
export const summarized = (changes: string) => `
  select hotel, kind, los, occ, night, seen, lead_bucket(night, seen) as lead,
    case kind when 'a' then 0 else quoted end as quoted,
    (case when kind = 'a' or tax is null then 'u' when tax then 'i' else 'e' end)::"char" as tax,
    case kind when 'a' then points else bar end as figure,
    case kind when 'c' then bar_after_tax end as after_tax
  from ${changes}`
