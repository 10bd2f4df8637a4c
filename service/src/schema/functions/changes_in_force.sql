-- Of each night the last change at or before a moment: one lookup per night in the key of the history, so its time does not grow
-- with the number of changes.
create or replace function changes_in_force(
  of_hotel bigint, of_kind "char", of_los int, of_occ int, of_currency int, from_night date, to_night date, at_ms bigint
) returns setof cell_history language sql stable parallel safe as $$
  select h.* from generate_series(from_night, to_night, interval '1 day') n(day) cross join lateral (
    select * from cell_history c
    where c.hotel = of_hotel and c.kind = of_kind and c.los = of_los and c.occ = of_occ and c.currency = of_currency
      and c.night = n.day::date and c.seen <= at_ms
    order by c.seen desc limit 1) h
$$;
