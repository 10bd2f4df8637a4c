-- The meter after a charge through one of the account's keys. A revoked key has no slot in the meter: its own row counts it. The
-- caller has locked and opened the meter, and saves it.
create or replace function meter_charge(m meters, payer_key bigint, charge bigint) returns meters language plpgsql as $$
declare
  place int := array_position(m.owners, payer_key);
begin
  m.used := m.used + charge;
  if place is not null then
    m.spend[place] := m.spend[place] + charge;
    m.today[place] := m.today[place] + charge;
  elsif charge > 0 then
    update keys set spent = case when spent_period = m.period then spent else 0 end + charge, spent_period = m.period
    where id = payer_key;
  end if;
  return m;
end
$$;
