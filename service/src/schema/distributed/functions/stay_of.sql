create or replace function stay_of(of_hotel bigint, of_los int, of_occ int, of_currency int, of_checkin date)
returns setof stays language plpgsql stable as $$
begin
  return query select * from stays
  where hotel = of_hotel and los = of_los and occ = of_occ and currency = of_currency and checkin = of_checkin;
end
$$;
