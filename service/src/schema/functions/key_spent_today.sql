-- What an active key has spent today (UTC), for reading only. A revoked key has no slot: zero.
create or replace function key_spent_today(payer bigint, payer_key bigint) returns bigint language plpgsql as $$
declare
  m meters%rowtype;
begin
  select * into strict m from meters where account = payer;
  m := meter_open(m, ledger_now());
  return coalesce(m.today[array_position(m.owners, payer_key)], 0);
end
$$;
