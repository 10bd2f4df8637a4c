-- In two steps. A cell that is seen again in between stays until the next time.
create or replace function cells_forget(from_hotel bigint, to_hotel bigint, before_night date)
returns bigint language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  gone bigint;
begin
  insert into last_looks as l (hotel, kind, los, occ, currency, night, seen, steady)
  select hotel, kind, los, occ, currency, night, seen, steady from cells
  where hotel >= from_hotel and hotel < to_hotel and night < before_night
  on conflict (hotel, kind, los, occ, currency, night) do update set seen = greatest(l.seen, excluded.seen),
    steady = excluded.steady;
  delete from cells c using last_looks l
  where c.hotel >= from_hotel and c.hotel < to_hotel and c.night < before_night and l.hotel = c.hotel and l.kind = c.kind
    and l.los = c.los and l.occ = c.occ and l.currency = c.currency and l.night = c.night and l.seen >= c.seen;
  get diagnostics gone = row_count;
  return gone;
end
$$;
