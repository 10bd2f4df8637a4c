-- One statement for all nights: a statement for each would be a round trip to the worker for each.
create or replace function changes_in_force(
  of_hotel bigint, of_kind "char", of_los int, of_occ int, of_currency int, from_night date, to_night date, at_ms bigint
) returns setof cell_history language plpgsql stable as $$
begin
  return query select distinct on (night) * from cell_history
  where hotel = of_hotel and kind = of_kind and los = of_los and occ = of_occ and currency = of_currency
    and night between from_night and to_night and seen <= at_ms
  order by night, seen desc;
end
$$;
