-- The meter at a moment: a new month and a new day (UTC) start at zero, and holds stay. Does not save.
create or replace function meter_open(m meters, moment timestamptz) returns meters language plpgsql as $$
declare
  this_period int := ledger_period(moment);
  this_day date := (moment at time zone 'UTC')::date;
begin
  if m.period < this_period then
    m.period := this_period;
    m.used := 0;
    m.spend := array_fill(0::bigint, array[cardinality(m.owners)]);
  end if;
  if m.day < this_day then
    m.day := this_day;
    m.today := array_fill(0::bigint, array[cardinality(m.owners)]);
  end if;
  return m;
end
$$;
