-- What ledger_reserve would say after a payment of the request itself, without a lock and without any change. Holds of requests in
-- flight are not counted: they may be released, and the caller's own is one of them.
create or replace function ledger_foresee(payer bigint, payer_key bigint, worst bigint, paying bigint, standing boolean)
returns table (verdict text, unreserved bigint) language plpgsql stable as $$
declare
  m meters%rowtype;
  room bigint;
begin
  select * into strict m from meters where account = payer;
  m := meter_open(m, ledger_now());
  m.used := m.used + paying;
  m.held := m.held - (select coalesce(sum(h.amount), 0) from holds h where h.account = payer);
  verdict := reserve_verdict(m, payer_key, worst, standing);
  unreserved := m.allowance - m.used - m.held;
  if verdict = 'ok' then
    room := key_room(m, payer_key, false) - paying;
    if room < worst then
      verdict := 'capped';
      unreserved := room;
    end if;
  end if;
  return next;
end
$$;
