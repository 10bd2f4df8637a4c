-- Money set aside for a request that is under way. Gone once settled, voided or expired: each happens at most once
-- because it happens to the row.
create table holds (
  id uuid primary key,
  account int not null,
  key int not null,
  amount bigint not null check (amount > 0),
  expires_at timestamptz not null
);

-- What was charged, for good. The id is the request's own, so a repeated statement cannot write a second line.
-- No foreign keys and one index on purpose: this table takes every charge of the service.
create table usage_lines (
  account int not null,
  id uuid not null,
  at timestamptz not null,
  period int not null,
  key int not null,
  endpoint text not null,
  request_id text not null,
  credits bigint not null check (credits > 0),
  live int not null,
  cached int not null,
  free int not null,
  job text,
  task int,
  watch text,
  primary key (account, id)
);
create unique index usage_lines_task on usage_lines (job, task) where job is not null;

-- An answer that a client may ask for again under the same Idempotency-Key. `status` is null while the first is under way.
create table idempotent_answers (
  account int not null,
  endpoint text not null,
  key text not null,
  body_hash bytea not null,
  claim uuid not null,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  status int,
  headers jsonb,
  body text,
  primary key (account, endpoint, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);

-- What an account owes for work that was set aside for earlier, through one of its keys. The caller has locked its meter.
create function meter_settle(payer int, payer_key int, this_period int, charge bigint, freed bigint)
returns void language plpgsql as $$
declare
  place int;
begin
  update meters m set
    period = greatest(m.period, this_period),
    used = case when m.period < this_period then 0 else m.used end + charge,
    held = m.held - freed,
    spend = case when m.period < this_period then '{0,0,0,0,0}' else m.spend end
  where account = payer
  returning array_position(m.owners, payer_key) into place;
  if charge = 0 then return; end if;
  if place is not null then
    update meters set spend[place] = spend[place] + charge where account = payer;
  else
    update keys set spent = case when spent_period = this_period then spent else 0 end + charge, spent_period = this_period
    where id = payer_key;
  end if;
end
$$;

-- The exact path: decides entry by entry, in the order they came, what the fast statement cannot decide by sums.
-- Kinds: a = admit (costs nothing), c = charge, h = hold, s = settle a hold, v = void a hold.
create function ledger_decide(
  kinds text[], ids uuid[], asked_accounts int[], asked_keys int[], tokens int[], exempts boolean[], amounts bigint[],
  endpoints text[], request_ids text[], lives int[], cacheds int[], frees int[], claims uuid[], statuses int[],
  header_sets jsonb[], bodies text[], hold_ms int
) returns table (entry int, verdict text, remaining bigint, unreserved bigint, ahead_us bigint, emit bigint)
language plpgsql as $$
declare
  e record;
  m meters%rowtype;
  h holds%rowtype;
  place int;
  moment timestamptz;
  now_us bigint;
  this_period int;
  swept boolean;
  touched boolean := false;
begin
  -- In the order of their ids, as everywhere: two batches can wait for one another, but never in a circle.
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
      if touched then
        update meters set period = m.period, used = m.used, held = m.held, tat = m.tat, spend = m.spend
        where account = m.account;
      end if;
      select * into strict m from meters where account = e.account;
      touched := true;
      swept := false;
      if m.period < this_period then
        m.period := this_period;
        m.used := 0;
        m.spend := '{0,0,0,0,0}';
      end if;
    end if;

    entry := e.n;
    verdict := null;
    place := array_position(m.owners, e.key);
    h := null;

    -- Who was away for so long that a repeat of the request has taken its place must not charge beside it.
    if e.kind in ('c', 's') and e.claim is not null then
      perform 1 from idempotent_answers i where i.account = e.account and i.claim = e.claim and i.status is null for update;
      if not found then verdict := 'gone'; end if;
    end if;

    if verdict is not null then
      null;
    elsif e.kind in ('s', 'v') then
      delete from holds where id = e.id returning * into h;
      if not found then verdict := 'gone'; end if;
    elsif place is null then
      verdict := 'revoked';
    elsif greatest(m.tat, now_us) + e.token * m.emit_us > now_us + m.burst * m.emit_us then
      verdict := 'rate';
    elsif not e.exempt and m.used >= m.allowance then
      verdict := 'spent';
    elsif m.used + m.held + e.amount > m.allowance and e.amount > 0 then
      if not swept then
        with gone as (delete from holds where holds.account = e.account and expires_at <= moment returning holds.amount)
        select m.held - coalesce(sum(gone.amount), 0) into m.held from gone;
        swept := true;
      end if;
      if m.used + m.held + e.amount > m.allowance then verdict := 'short'; end if;
    end if;

    if verdict is null then
      if e.kind in ('a', 'c', 'h') then m.tat := greatest(m.tat, now_us) + e.token * m.emit_us; end if;
      if e.kind = 'h' then
        m.held := m.held + e.amount;
        insert into holds values (e.id, e.account, e.key, e.amount, moment + hold_ms * interval '1 ms');
      end if;
      if h.id is not null then m.held := m.held - h.amount; end if;
      if e.kind in ('c', 's') and e.amount > 0 then
        m.used := m.used + e.amount;
        if place is not null then
          m.spend[place] := m.spend[place] + e.amount;
        else
          update keys set spent = case when spent_period = this_period then spent else 0 end + e.amount,
            spent_period = this_period where id = e.key;
        end if;
        insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free)
        values (e.account, e.id, moment, this_period, e.key, e.endpoint, e.request_id, e.amount, e.live, e.cached, e.free);
      end if;
      if e.claim is not null then
        update idempotent_answers i set status = e.status, headers = e.header_set, body = e.body
        where i.account = e.account and i.claim = e.claim;
      end if;
      verdict := 'ok';
    end if;

    remaining := m.allowance - m.used;
    unreserved := m.allowance - m.used - m.held;
    ahead_us := greatest(m.tat - now_us, 0);
    emit := m.emit_us;
    return next;
  end loop;

  if touched then
    update meters set period = m.period, used = m.used, held = m.held, tat = m.tat, spend = m.spend
    where account = m.account;
  end if;
end
$$;

-- Gives back what requests set aside and never settled: their process is gone.
create function ledger_expire(most int) returns int language plpgsql as $$
declare
  expired int;
begin
  with due as (
    select id, account from holds where expires_at <= ledger_now() order by account limit most
  ), locked as materialized (
    select account from meters where account in (select account from due) order by account for update
  ), gone as (
    delete from holds using due where holds.id = due.id and due.account in (select account from locked)
    returning holds.account, holds.amount
  ), sums as (
    select account, sum(amount) as amount, count(*) as holds from gone group by account
  ), given as (
    update meters set held = held - sums.amount from sums where meters.account = sums.account returning sums.holds
  )
  select coalesce(sum(holds), 0) into expired from given;
  return expired;
end
$$;
