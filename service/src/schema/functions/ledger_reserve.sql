-- Reserves the worst case of a job and charges part of it at once, or says why not. The account's meter stays locked until the
-- caller's transaction ends.
create or replace function ledger_reserve(payer bigint, payer_key bigint, worst bigint, charged bigint, standing boolean default false)
returns table (verdict text, remaining bigint, unreserved bigint) language plpgsql as $$
declare
  m meters%rowtype;
  moment timestamptz;
begin
  select * into strict m from meters where account = payer for update;
  moment := ledger_now();
  m := meter_open(m, ledger_period(moment));
  verdict := reserve_verdict(m, payer_key, worst, standing);
  if verdict = 'short' then
    m.held := m.held - (select s.amount from holds_sweep(payer, moment) s);
    verdict := reserve_verdict(m, payer_key, worst, standing);
  end if;
  if verdict = 'ok' then
    m := meter_charge(m, payer_key, charged);
    m.held := m.held + worst - charged;
  end if;
  perform meter_save(m);
  remaining := m.allowance - m.used;
  unreserved := m.allowance - m.used - m.held;
  return next;
end
$$;
