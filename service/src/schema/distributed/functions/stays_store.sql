create or replace function stays_store(observed json) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  incoming stays[] := array(select n from json_populate_recordset(null::stays, observed) n);
begin
  perform hotels_take_turns(1, array(select hotel from unnest(incoming)));
  insert into stays as s select * from unnest(incoming)
  on conflict (hotel, los, occ, currency, checkin) do update
    set seen = excluded.seen, figures = excluded.figures, answer = excluded.answer
    where s.seen <= excluded.seen;
end
$$;
