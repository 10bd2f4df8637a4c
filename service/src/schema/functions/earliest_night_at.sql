-- The first night of a hotel that is not past: yesterday by its own day where its time zone is known, but never before the first
-- valid check-in.
create or replace function earliest_night_at(of_source text, of_code text) returns date language sql volatile as $$
  select greatest(earliest_night(), (
    select (ledger_now() at time zone h.timezone)::date - 1 from hotels h
    where h.source = of_source and h.code = of_code and h.timezone is not null))
$$;
