-- Whether a member rate differs from the last one that the history of this night tells. A function, because hardly any write needs it,
-- and as a part of the statement all months of the history would be opened for every write.
create or replace function member_is_news(
  of_hotel bigint, of_kind "char", of_los int, of_occ int, of_currency int, of_night date, new_member bigint
) returns boolean language plpgsql stable as $$
declare
  last record;
begin
  select h.member into last from cell_history h
  where h.hotel = of_hotel and h.kind = of_kind and h.los = of_los and h.occ = of_occ and h.currency = of_currency
    and h.night = of_night and h.member_known
  order by h.seen desc limit 1;
  return not found or last.member is distinct from new_member;
end
$$;
