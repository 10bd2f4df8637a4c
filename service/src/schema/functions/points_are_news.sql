-- Whether points differ from the last ones in the history of this night. See `member_is_news`.
create or replace function points_are_news(
  of_hotel bigint, of_kind "char", of_los int, of_occ int, of_currency int, of_night date, new_points int, new_points_cash int,
  new_copay bigint, new_premium boolean
) returns boolean language plpgsql stable as $$
declare
  last record;
begin
  select h.points, h.points_cash, h.copay, h.premium into last from cell_history h
  where h.hotel = of_hotel and h.kind = of_kind and h.los = of_los and h.occ = of_occ and h.currency = of_currency
    and h.night = of_night and h.points_known
  order by h.seen desc limit 1;
  return not found or (last.points, last.points_cash, last.copay, last.premium)
    is distinct from (new_points, new_points_cash, new_copay, new_premium);
end
$$;
