-- The meter for the current month: a new month starts at zero, and holds stay. Does not save.
create or replace function meter_open(m meters, this_period int) returns meters language plpgsql as $$
begin
  if m.period < this_period then
    m.period := this_period;
    m.used := 0;
    m.spend := '{0,0,0,0,0}';
  end if;
  return m;
end
$$;
