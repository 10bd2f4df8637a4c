-- The full answer for one stay, for lateral joins. See `cells_of`.
create or replace function stay_of(of_hotel bigint, of_los int, of_occ int, of_currency int, of_checkin date)
returns setof stays language sql stable parallel safe as $$
  select * from stays
  where hotel = of_hotel and los = of_los and occ = of_occ and currency = of_currency and checkin = of_checkin
$$;
