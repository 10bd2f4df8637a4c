-- Whether a member rate differs from the last one in the history of this night. A separate function, because few writes need it; as
-- part of the statement every write would open all months of the history.
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
