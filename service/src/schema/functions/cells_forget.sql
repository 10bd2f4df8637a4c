-- Deletes the cells of some hotels before a night, and keeps when each was last seen. Returns how many.
create or replace function cells_forget(from_hotel bigint, to_hotel bigint, before_night date) returns bigint language plpgsql as $$
declare
  gone bigint;
begin
  with gone as (
    delete from cells where hotel >= from_hotel and hotel < to_hotel and night < before_night
    returning hotel, kind, los, occ, currency, night, seen, steady
  )
  insert into last_looks as l (hotel, kind, los, occ, currency, night, seen, steady) select * from gone
  on conflict (hotel, kind, los, occ, currency, night) do update set seen = greatest(l.seen, excluded.seen),
    steady = excluded.steady;
  get diagnostics gone = row_count;
  return gone;
end
$$;
