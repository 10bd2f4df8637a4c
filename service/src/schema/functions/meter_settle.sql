-- Charges an account for work with reserved credits, and releases the rest. The caller has locked the meter.
create or replace function meter_settle(payer bigint, payer_key bigint, moment timestamptz, charge bigint, freed bigint)
returns void language plpgsql as $$
declare
  m meters%rowtype;
begin
  select * into strict m from meters where account = payer;
  m := meter_charge(meter_open(m, moment), payer_key, charge);
  m.held := m.held - freed;
  perform meter_save(m);
end
$$;
