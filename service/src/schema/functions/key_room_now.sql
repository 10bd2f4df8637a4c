-- What a key may still spend today, for reading only; null if it has no daily cap.
create or replace function key_room_now(payer bigint, payer_key bigint) returns bigint language plpgsql as $$
declare
  m meters%rowtype;
begin
  select * into strict m from meters where account = payer;
  return key_room(meter_open(m, ledger_now()), payer_key, true);
end
$$;
