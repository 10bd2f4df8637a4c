-- The cells of one hotel in a range of nights. Statements about many hotels join it laterally. The planner replaces the call by
-- its body, so it costs nothing.
create or replace function cells_of(of_hotel bigint, of_kind "char", of_los int, of_occ int, from_night date, to_night date)
returns setof cells language sql stable parallel safe as $$
  select * from cells
  where hotel = of_hotel and kind = of_kind and los = of_los and occ = of_occ and night between from_night and to_night
$$;
