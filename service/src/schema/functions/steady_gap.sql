-- How far apart two looks at a night may be, in milliseconds, so that a fall of its price between them counts as seen.
create or replace function steady_gap() returns bigint language sql immutable parallel safe as $$
  select 172800000
$$;
