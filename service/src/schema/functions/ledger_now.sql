-- The one clock of everything that is counted: months, rate limits, expiring holds. It is the database's, so all processes on all
-- machines agree on it. Tests replace this function.
create or replace function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
