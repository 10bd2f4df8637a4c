-- The bucket of lead time, from 1, of an observation made at `seen` (UTC, in milliseconds). A night that is yesterday in UTC
-- counts as today.
create or replace function lead_bucket(night date, seen bigint) returns int language sql immutable parallel safe as $$
  select width_bucket(greatest(night - date '1970-01-01' - (seen / 86400000)::int, 0), array[0, 2, 4, 8, 15, 31, 61, 121])
$$;
