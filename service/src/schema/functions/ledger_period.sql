-- The month of a moment, as 202611.
create or replace function ledger_period(at timestamptz) returns int language sql immutable parallel safe as $$
  select (extract(year from at at time zone 'UTC') * 100 + extract(month from at at time zone 'UTC'))::int
$$;
