-- All cells in one statement: each worker looks up its own. The setting lets the server see the list when it plans.
create or replace function cells_kept(settled json) returns table (
  job bigint, hotel bigint, night date, los smallint, seen bigint, status "char", min_los smallint, quoted smallint, bar bigint,
  bar_after_tax bigint, member bigint, points int, points_cash int, copay bigint, premium boolean, cpp int, cpp_points_cash int
) language plpgsql stable set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query select distinct on (p.no) p.job, c.hotel, c.night, c.los, c.seen, c.status, c.min_los, c.quoted, c.bar,
    c.bar_after_tax, c.member, c.points, c.points_cash, c.copay, c.premium, c.cpp, c.cpp_points_cash
  from rows from (
    json_to_recordset(settled) as (job bigint, hotel bigint, kind "char", los int, occ int, currency int, night date)
  ) with ordinality as p(job, hotel, kind, los, occ, currency, night, no)
  join cells c on c.hotel = p.hotel and c.kind = p.kind and c.los = p.los and c.occ = p.occ and c.night = p.night
    and (p.kind = award_kind() or c.currency = p.currency)
  order by p.no, c.seen desc, c.currency;
end
$$;
