-- For processes of the version before, which run beside this schema during an upgrade. The next version drops it.
create or replace function cash_cells_kept(
  jobs bigint[], hotel_nos bigint[], lengths int[], occs int[], currencies int[], nights date[]
) returns table (
  job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint,
  bar_after_tax bigint, member bigint, points int, points_cash int, copay bigint, premium boolean, cpp int, cpp_points_cash int
) language sql stable as $$
  select * from cells_kept((
    select json_agg(p) from (
      select 'c' as kind, n.*
      from unnest(jobs, hotel_nos, lengths, occs, currencies, nights) as n(job, hotel, los, occ, currency, night)) p))
$$;
