-- The requests of a source that count against its budget on a day and in its month: those sent, and those that processes hold. Without
-- those of one process, if it is given.
create or replace function source_used(of_source text, today date, without uuid, out day_used bigint, out month_used bigint)
language sql stable as $$
  select coalesce(sum(n) filter (where day = today), 0)::bigint, coalesce(sum(n), 0)::bigint
  from (
    select s.day, s.requests as n from source_spending s
    where s.source = of_source and s.day >= date_trunc('month', today)::date and s.day < (date_trunc('month', today) + interval '1 month')::date
    union all
    select l.day, l.held from source_leases l
    where l.source = of_source and l.day >= date_trunc('month', today)::date and l.day < (date_trunc('month', today) + interval '1 month')::date
      and l.process is distinct from without
  ) used
$$;
