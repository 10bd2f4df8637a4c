create or replace function changes_of(
  of_hotel bigint, of_kind "char", of_los int, of_occ int, of_currency int, of_night date
) returns setof cell_history language plpgsql stable as $$
begin
  return query select * from cell_history
  where hotel = of_hotel and kind = of_kind and los = of_los and occ = of_occ and currency = of_currency and night = of_night;
end
$$;
