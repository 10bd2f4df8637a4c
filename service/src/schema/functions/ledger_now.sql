-- The clock for billing months, rate limits and holds. It is the database's, so all processes agree on it. Tests replace this
-- function.
create or replace function ledger_now() returns timestamptz language sql volatile as $$ select clock_timestamp() $$;
