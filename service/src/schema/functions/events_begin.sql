-- Takes the turn of these accounts until the transaction ends, and returns the time. Numbers are assigned while the turn is held, so
-- an account's events become visible in order: a reader who has seen number 7 never sees a 6 appear later.
-- The turn is a lock on the row in `accounts`. Every transaction takes it last, to avoid deadlocks. (Reading only events older than
-- every running transaction needs no turn, but then one slow transaction on the server delays every list, and a database restored
-- from a dump hides its events while its new transaction ids are smaller than the old ones.)
create or replace function events_begin(writers bigint[]) returns timestamptz language plpgsql as $$
begin
  perform 1 from accounts where id = any(writers) order by id for no key update;
  return ledger_now();
end
$$;
