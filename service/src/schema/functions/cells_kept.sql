-- The cells that jobs keep. `settled` is a list of objects with the names below. Each cell is looked up by its key, whatever the planner
-- thinks of the size of the list. Points have no currency: of an award night the newest cell serves.
create or replace function cells_kept(settled json) returns table (
  job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint,
  bar_after_tax bigint, member bigint, points int, points_cash int, copay bigint, premium boolean, cpp int, cpp_points_cash int
) language sql stable as $$
  select p.job, c.* from json_to_recordset(settled) as p(job bigint, hotel bigint, kind "char", los int, occ int, currency int, night date)
  cross join lateral (
    select hotel, night, los, seen, status, min_los, quoted, bar, bar_after_tax, member, points, points_cash, copay, premium,
      cpp, cpp_points_cash
    from cells
    where cells.hotel = p.hotel and cells.kind = p.kind and cells.los = p.los and cells.occ = p.occ and cells.night = p.night
      and (p.kind = award_kind() or cells.currency = p.currency)
    order by seen desc, cells.currency limit 1
  ) c
$$;
