-- The first check-in that is not past: it is still yesterday somewhere.
create or replace function earliest_night() returns date language sql volatile as $$
  select (ledger_now() at time zone 'UTC')::date - 1
$$;
