create or replace function ranked_cells_of(of_hotel bigint, from_night date, to_night date)
returns setof cells language plpgsql stable as $$
begin
  return query select * from cells
  where hotel = of_hotel and is_ranked(kind, los, occ) and night between from_night and to_night;
end
$$;
