-- One hotel is in one shard, so a call is one statement on one worker.
create or replace function cells_of(of_hotel bigint, of_kind "char", of_los int, of_occ int, from_night date, to_night date)
returns setof cells language plpgsql stable as $$
begin
  return query select * from cells
  where hotel = of_hotel and kind = of_kind and los = of_los and occ = of_occ and night between from_night and to_night;
end
$$;
