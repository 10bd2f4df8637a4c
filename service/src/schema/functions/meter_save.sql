-- Saves the changeable part of a meter. The caller has locked it.
create or replace function meter_save(m meters) returns void language plpgsql as $$
begin
  update meters set period = m.period, used = m.used, held = m.held, tat = m.tat, spend = m.spend, day = m.day, today = m.today
  where account = m.account;
end
$$;
