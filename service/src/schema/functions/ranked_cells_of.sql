-- The cells of one hotel that `/award/value` ranks, for lateral joins. See `cells_of`.
create or replace function ranked_cells_of(of_hotel bigint, from_night date, to_night date)
returns setof cells language sql stable parallel safe as $$
  select * from cells where hotel = of_hotel and is_ranked(kind, los, occ) and night between from_night and to_night
$$;
