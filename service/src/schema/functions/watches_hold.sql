-- Holds the worst case of a round for each of these watches, in the order given, as far as their accounts can pay and the
-- daily caps of their keys allow. Returns the others. The caller has locked the watches.
create or replace function watches_hold(watch_ids bigint[], payers bigint[], amounts bigint[])
returns table (watch bigint) language plpgsql as $$
declare
  w record;
  m meters%rowtype;
  moment timestamptz;
  touched boolean := false;
  swept boolean;
begin
  perform 1 from meters where account = any(payers) order by account for update;
  moment := ledger_now();
  for w in
    select t.*, k.key from unnest(watch_ids, payers, amounts) with ordinality as t(id, account, amount, n)
      join watches k on k.id = t.id
    order by t.account, t.n
  loop
    if not touched or m.account <> w.account then
      if touched then perform meter_save(m); end if;
      select * into strict m from meters where account = w.account;
      m := meter_open(m, moment);
      touched := true;
      swept := false;
    end if;
    if m.used + m.held + w.amount > m.allowance and not swept then
      m.held := m.held - (select s.amount from holds_sweep(w.account, moment) s);
      swept := true;
    end if;
    if m.used >= m.allowance or m.used + m.held + w.amount > m.allowance or key_room(m, w.key, true) < w.amount then
      watch := w.id;
      return next;
    else
      m.held := m.held + w.amount;
      update watches set held = w.amount where id = w.id;
    end if;
  end loop;
  if touched then perform meter_save(m); end if;
end
$$;
