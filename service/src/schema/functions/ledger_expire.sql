-- Releases holds whose process died, for up to the given number of accounts. Returns the number of holds.
create or replace function ledger_expire(most int) returns int language plpgsql as $$
declare
  payer bigint;
  swept record;
  expired int := 0;
begin
  for payer in
    select distinct h.account from holds h where h.expires_at <= ledger_now() order by h.account limit most
  loop
    perform 1 from meters where account = payer for update;
    select * into swept from holds_sweep(payer, ledger_now());
    update meters set held = held - swept.amount where account = payer;
    expired := expired + swept.holds;
  end loop;
  return expired;
end
$$;
