-- The award cells that jobs keep. Points have no currency: of each night the newest cell serves.
create or replace function award_cells_kept(
  jobs bigint[], hotel_nos bigint[], lengths int[], occs int[], currencies int[], nights date[]
) returns table (
  job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint,
  bar_after_tax bigint, member bigint, points int, points_cash int, copay bigint, premium boolean, cpp int, cpp_points_cash int
) language sql stable as $$
  select p.job, c.* from unnest(jobs, hotel_nos, lengths, occs, currencies, nights) as p(job, hotel, los, occ, currency, night)
  cross join lateral (
    select hotel, night, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points, points_cash, copay, premium,
      cpp, cpp_points_cash
    from cells
    where cells.hotel = p.hotel and cells.kind = 'a' and cells.los = p.los and cells.occ = p.occ and cells.night = p.night
      order by seen desc, cells.currency limit 1
  ) c
$$;
