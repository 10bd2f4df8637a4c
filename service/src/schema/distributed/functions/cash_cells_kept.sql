-- All cells in one statement: each worker looks up its own. The setting lets the server see the lists when it plans.
create or replace function cash_cells_kept(
  jobs bigint[], hotel_nos bigint[], lengths int[], occs int[], currencies int[], nights date[]
) returns table (
  job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint,
  bar_after_tax bigint, member bigint, points int, points_cash int, copay bigint, premium boolean, cpp int, cpp_points_cash int
) language plpgsql stable set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select p.job, c.hotel, c.night, c.los, c.seen, c.status, c.min_los, c.quoted, c.bar, c.bar_after_tax, c.member,
    c.points, c.points_cash, c.copay, c.premium, c.cpp, c.cpp_points_cash
  from unnest(jobs, hotel_nos, lengths, occs, currencies, nights) as p(job, hotel, los, occ, currency, night)
  join cells c on c.hotel = p.hotel and c.kind = 'c' and c.los = p.los and c.occ = p.occ and c.currency = p.currency
    and c.night = p.night;
end
$$;
