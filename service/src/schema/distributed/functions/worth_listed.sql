-- Every shard lists its own best, and the coordinator takes the best of these.
create or replace function worth_listed(
  nights date[], classes int[], factors float8[], adds float8[], least_cpp bigint, of_sources text[], most int
) returns table (hotel bigint, source text, code text, class int, bound bigint, place bigint)
language plpgsql stable set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  k record;
begin
  for k in
    select n.night, c.* from unnest(nights) as n(night)
    cross join unnest(classes, factors, adds) with ordinality as c(rated, factor, add, class)
  loop
    return query select e.hotel, e.source, e.code, k.class::int, floor((e.worth + k.add) * k.factor + 0.5)::bigint,
      row_number() over (order by e.worth desc, e.code, e.source)
    from (
      select hotel, worth, code, source from cells
      where rated = k.rated and night = k.night and worth >= (least_cpp - 0.5) / k.factor - k.add - 0.000001
        and kind = 'a' and los = 1 and occ = 201 and worth is not null
        and (of_sources is null or array_position(of_sources, source) is not null)
      order by worth desc, code, source limit most) e;
  end loop;
end
$$;
