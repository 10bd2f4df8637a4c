-- Reserves the worst case of a job and charges part of it at once, or says why not. The caller has written the job with what it
-- holds. The account's meter stays locked until the caller's transaction ends.
create or replace function ledger_reserve(payer bigint, payer_key bigint, worst bigint, charged bigint, standing boolean default false)
returns table (verdict text, remaining bigint, unreserved bigint) language plpgsql as $$
declare
  m meters%rowtype;
  moment timestamptz;
  room bigint;
begin
  select * into strict m from meters where account = payer for update;
  moment := ledger_now();
  m := meter_open(m, moment);
  verdict := reserve_verdict(m, payer_key, worst, standing);
  -- The room for the whole job: what it holds is taken off already.
  room := key_room(m, payer_key, true) + worst - charged;
  if verdict = 'short' or room < worst then
    m.held := m.held - (select s.amount from holds_sweep(payer, moment) s);
    verdict := reserve_verdict(m, payer_key, worst, standing);
    room := key_room(m, payer_key, true) + worst - charged;
  end if;
  if verdict = 'ok' and room < worst then verdict := 'capped'; end if;
  if verdict = 'ok' then
    m := meter_charge(m, payer_key, charged);
    m.held := m.held + worst - charged;
  end if;
  perform meter_save(m);
  remaining := m.allowance - m.used;
  unreserved := case when verdict = 'capped' then room else m.allowance - m.used - m.held end;
  return next;
end
$$;
