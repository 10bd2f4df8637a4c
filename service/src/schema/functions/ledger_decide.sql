-- The exact path: decides entry by entry, in order of arrival, what the fast statement cannot decide by sums.
-- Kinds: a = admit (costs nothing), c = charge, h = hold, s = settle a hold, v = void a hold.
create or replace function ledger_decide(
  kinds text[], ids uuid[], asked_accounts bigint[], asked_keys bigint[], tokens int[], exempts boolean[], amounts bigint[],
  endpoints text[], request_ids text[], lives int[], cacheds int[], frees int[], claims uuid[], statuses int[],
  header_sets jsonb[], bodies text[], hold_ms int
) returns table (entry int, verdict text, remaining bigint, unreserved bigint, ahead_us bigint, emit bigint)
language plpgsql as $$
declare
  e record;
  m meters%rowtype;
  stored meters%rowtype;
  h holds%rowtype;
  moment timestamptz;
  now_us bigint;
  this_period int;
  swept boolean;
  room bigint;
  touched boolean := false;
begin
  -- Meters are always locked in account order, so that two batches cannot deadlock.
  perform 1 from meters where account = any(asked_accounts) order by account for update;
  moment := ledger_now();
  now_us := (extract(epoch from moment) * 1000000)::bigint;
  this_period := ledger_period(moment);

  for e in
    select * from unnest(kinds, ids, asked_accounts, asked_keys, tokens, exempts, amounts, endpoints, request_ids, lives,
      cacheds, frees, claims, statuses, header_sets, bodies) with ordinality
      as t(kind, id, account, key, token, exempt, amount, endpoint, request_id, live, cached, free, claim, status,
        header_set, body, n)
    order by t.account, t.n
  loop
    if not touched or m.account <> e.account then
      if touched and m is distinct from stored then perform meter_save(m); end if;
      select * into strict m from meters where account = e.account;
      stored := m;
      m := meter_open(m, moment);
      -- After a step back of the clock the account waits for one burst, not until the old time is reached again.
      m.tat := least(m.tat, now_us + m.burst * m.emit_us);
      touched := true;
      swept := false;
    end if;

    entry := e.n;
    verdict := null;
    h := null;
    room := null;

    -- A request whose claim was taken over by a retry must not charge as well.
    if e.kind in ('c', 's') and e.claim is not null then
      perform 1 from idempotent_answers i where i.account = e.account and i.claim = e.claim and i.status is null for update;
      if not found then verdict := 'gone'; end if;
    end if;

    if verdict is not null then
      null;
    elsif e.kind in ('s', 'v') then
      delete from holds where id = e.id returning * into h;
      if not found then verdict := 'gone'; end if;
    elsif array_position(m.owners, e.key) is null then
      verdict := 'revoked';
    elsif greatest(m.tat, now_us) + e.token * m.emit_us > now_us + m.burst * m.emit_us then
      verdict := 'rate';
    elsif not e.exempt and m.used >= m.allowance then
      verdict := 'spent';
    elsif m.used + m.held + e.amount > m.allowance and e.amount > 0 then
      if not swept then
        m.held := m.held - (select s.amount from holds_sweep(e.account, moment) s);
        swept := true;
      end if;
      if m.used + m.held + e.amount > m.allowance then verdict := 'short'; end if;
    end if;

    -- Settling needs no room: the hold had it.
    if verdict is null and e.kind in ('c', 'h') and e.amount > 0 and m.caps is not null then
      room := key_room(m, e.key, true);
      if room < e.amount and not swept then
        m.held := m.held - (select s.amount from holds_sweep(e.account, moment) s);
        swept := true;
        room := key_room(m, e.key, true);
      end if;
      if room < e.amount then verdict := 'capped'; end if;
    end if;

    if verdict is null then
      if e.kind in ('a', 'c', 'h') then m.tat := greatest(m.tat, now_us) + e.token * m.emit_us; end if;
      if e.kind = 'h' then
        m.held := m.held + e.amount;
        insert into holds (id, account, key, amount, expires_at)
        values (e.id, e.account, e.key, e.amount, moment + hold_ms * interval '1 ms');
      end if;
      if h.id is not null then m.held := m.held - h.amount; end if;
      if e.kind in ('c', 's') then
        m := meter_charge(m, e.key, e.amount);
        perform usage_add(e.account, e.id, moment, this_period, e.key, e.endpoint, e.request_id, e.amount, e.live, e.cached, e.free);
      end if;
      if e.claim is not null then
        update idempotent_answers i set status = e.status, headers = e.header_set, body = e.body
        where i.account = e.account and i.claim = e.claim;
      end if;
      verdict := 'ok';
    end if;

    remaining := m.allowance - m.used;
    unreserved := case when verdict = 'capped' then room else m.allowance - m.used - m.held end;
    ahead_us := greatest(m.tat - now_us, 0);
    emit := m.emit_us;
    return next;
  end loop;

  -- Refusals change nothing, so they need no commit to disk.
  if touched and m is distinct from stored then perform meter_save(m); end if;
end
$$;
