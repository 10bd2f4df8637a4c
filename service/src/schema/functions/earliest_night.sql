-- The first valid check-in: it is still yesterday in some time zones.
create or replace function earliest_night() returns date language sql volatile as $$
  select (ledger_now() at time zone 'UTC')::date - 1
$$;
