-- The same for one country, which has an index of its own. See `worth_listed`.
create or replace function worth_listed_in(
  of_country text, nights date[], classes int[], factors float8[], adds float8[], least_cpp bigint, of_sources text[], most int
) returns table (hotel bigint, source text, code text, class int, bound bigint, place bigint) language sql stable as $$
  select e.hotel, e.source, e.code, k.class::int, floor((e.worth + k.add) * k.factor + 0.5)::bigint, e.place
  from unnest(nights) as n(night)
  cross join unnest(classes, factors, adds) with ordinality as k(rated, factor, add, class)
  cross join lateral (
    select hotel, worth, code, source, row_number() over (order by worth desc, code, source) as place from cells
    where country = of_country and rated = k.rated and night = n.night and worth >= (least_cpp - 0.5) / k.factor - k.add - 0.000001
      and is_ranked(kind, los, occ) and worth is not null
      and (of_sources is null or array_position(of_sources, source) is not null)
    order by worth desc, code, source limit most) e
$$;
