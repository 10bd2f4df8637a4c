-- Takes the turn of these accounts until the transaction ends, and says what time it is then. Numbers are given out while the turn is
-- held, so an account's events become visible in the order of their numbers: a reader who has seen number 7 never sees a 6 appear.
-- The turn is the row in `accounts`. Every transaction locks it last, so that nobody waits in a circle. (Reading only what is older
-- than every running transaction needs no turn, but then one slow transaction anywhere on the server holds up every list, and a
-- database restored from a dump hides its events as long as its new transaction numbers are smaller than the old ones.)
create or replace function events_begin(writers bigint[]) returns timestamptz language plpgsql as $$
begin
  perform 1 from accounts where id = any(writers) order by id for no key update;
  return ledger_now();
end
$$;
