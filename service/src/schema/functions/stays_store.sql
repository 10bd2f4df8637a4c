-- Stores full answers, unless a newer one is stored. `observed` is a list of objects with the names of the columns. Rows are locked in
-- key order, so writers cannot deadlock.
create or replace function stays_store(observed json) returns void language plpgsql as $$
begin
  if json_array_length(observed) = 0 then return; end if;
  insert into stays as s
  select * from json_populate_recordset(null::stays, observed) order by hotel, los, occ, currency, checkin
  on conflict (hotel, los, occ, currency, checkin) do update
    set seen = excluded.seen, figures = excluded.figures, answer = excluded.answer
    where s.seen <= excluded.seen;
end
$$;
