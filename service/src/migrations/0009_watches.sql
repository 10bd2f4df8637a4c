-- Whoever compares two rows must know what an answer could not have shown. Of the rows before this it is not known.
alter table cell_history
  add column member_known boolean not null default false,
  add column points_known boolean not null default false;

-- Cells that somebody wants to hear of: every write of cells looks here. Rows that nobody needs any more are swept away, so that
-- the table is as large as what is watched.
create table watched_places (
  id int generated always as identity primary key,
  hotel int not null,
  kind "char" not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  watchers int not null,
  unique (hotel, kind, los, occ, currency)
);

-- Watched cells that have been seen, changed or not, and that nobody has judged yet: written with the cells themselves. A place is
-- judged by one worker at a time, and all of its rows together.
create table sightings (
  id bigint generated always as identity primary key,
  place int not null,
  -- Null where nothing was seen: somebody shall look again at what is known.
  seen bigint,
  nights date[] not null
);
create index sightings_place on sightings (place);

-- What is asked of the sources again and again, once for all watches on the same nights. A round is one time of asking; its tasks
-- are rows of `tasks`, and `tasks_open` counts those that have not ended.
create table refreshes (
  id int generated always as identity primary key,
  source text not null,
  code text not null,
  kind text not null,
  los smallint not null,
  occ smallint not null,
  currency text not null,
  first date not null,
  last date not null,
  watchers int not null,
  -- Null where nobody waits for it.
  due_at timestamptz,
  tasks_open int not null default 0,
  started_at timestamptz,
  finished_at timestamptz,
  unique (source, code, kind, los, occ, currency, first, last)
);
create index refreshes_due on refreshes (due_at) where tasks_open = 0 and due_at is not null;

create table watches (
  id int generated always as identity primary key,
  public_id text not null unique,
  account int not null,
  -- Who made it, and in which request: its usage lines say so.
  key int not null,
  request_id text not null,
  refresh int not null,
  place int not null,
  channel_place int,
  hook int not null,
  status text not null default 'active',
  condition text not null,
  terms jsonb not null,
  refresh_sec int not null,
  -- Sightings up to this one are from before it began, or began again.
  after_sighting bigint not null,
  -- Until then refreshes are not on its account; null: the next one is.
  pay_after timestamptz,
  -- What is set aside for the round under way, and the request that wanted it where one did.
  held bigint not null default 0 check (held >= 0),
  -- What a round would cost it, where its account could not pay for one.
  needs bigint,
  asked_at timestamptz,
  asked_request text,
  created_at timestamptz not null,
  -- Gone for its owner; the row stays for what is under way.
  deleted_at timestamptz
);
create index watches_key on watches (key, id) where deleted_at is null;
create index watches_account on watches (account) where deleted_at is null;
create index watches_refresh on watches (refresh);
create index watches_place on watches (place) where status = 'active' and deleted_at is null;
create index watches_channel on watches (channel_place) where status = 'active' and deleted_at is null;
create index watches_suspended on watches (account) where status = 'suspended' and deleted_at is null;
create index watches_hook on watches (hook);

-- What of each night was judged last, at the hotel and at the channel, each with when it was seen. `seen` is the place in the
-- history; null: what is seen next is compared with `cell`, whatever has been in between. `holds` is whether the condition held;
-- null: not told yet.
create table watch_nights (
  watch int not null,
  night date not null,
  seen bigint,
  cell jsonb,
  channel_seen bigint,
  channel jsonb,
  holds boolean,
  primary key (watch, night)
) with (fillfactor = 80);

-- A task belongs to a job or to a refresh. The two wait in lines of their own: whoever takes tasks takes from both.
alter table tasks
  alter column job drop not null,
  add column refresh int,
  add column got int,
  add constraint tasks_owner check ((job is null) <> (refresh is null));
drop index tasks_waiting;
create index tasks_waiting on tasks (source, no, id) where state = 'q' and refresh is null;
create index tasks_refreshing on tasks (source, no, id) where state = 'q' and refresh is not null;
create index tasks_refresh on tasks (refresh) where refresh is not null;

-- The first check-in that is not past: it is still yesterday somewhere.
create function earliest_night() returns date language sql volatile as $$
  select (ledger_now() at time zone 'UTC')::date - 1
$$;

-- Sets aside what a round may cost each of these watches, for as far as their accounts can pay: watch by watch, in the order
-- given. Returns those that cannot. The caller has locked the watches.
create function watches_hold(watch_ids int[], payers int[], amounts bigint[]) returns table (watch int) language plpgsql as $$
declare
  w record;
  m meters%rowtype;
  this_period int;
  touched boolean := false;
  swept boolean;
begin
  perform 1 from meters where account = any(payers) order by account for update;
  this_period := ledger_period(ledger_now());
  for w in
    select * from unnest(watch_ids, payers, amounts) with ordinality as t(id, account, amount, n) order by t.account, t.n
  loop
    if not touched or m.account <> w.account then
      if touched then
        update meters set period = m.period, used = m.used, held = m.held, spend = m.spend where account = m.account;
      end if;
      select * into strict m from meters where account = w.account;
      touched := true;
      swept := false;
      if m.period < this_period then
        m.period := this_period;
        m.used := 0;
        m.spend := '{0,0,0,0,0}';
      end if;
    end if;
    if m.used + m.held + w.amount > m.allowance and not swept then
      with gone as (delete from holds where holds.account = w.account and expires_at <= ledger_now() returning amount)
      select m.held - coalesce(sum(gone.amount), 0) into m.held from gone;
      swept := true;
    end if;
    if m.used >= m.allowance or m.used + m.held + w.amount > m.allowance then
      watch := w.id;
      return next;
    else
      m.held := m.held + w.amount;
      update watches set held = w.amount where id = w.id;
    end if;
  end loop;
  if touched then
    update meters set period = m.period, used = m.used, held = m.held, spend = m.spend where account = m.account;
  end if;
end
$$;

-- Charges watches for a round that has ended, gives back the rest of what was set aside, and writes one usage line each. The
-- caller has locked the refresh and the watches: a round ends once.
create function watches_settle(watch_ids int[], charges bigint[], line_ids uuid[], cacheds int[], frees int[])
returns void language plpgsql as $$
declare
  moment timestamptz;
  this_period int;
begin
  perform 1 from meters where account in (select w.account from watches w where w.id = any(watch_ids))
    order by account for update;
  moment := ledger_now();
  this_period := ledger_period(moment);

  insert into usage_lines (account, id, at, period, key, endpoint, request_id, credits, live, cached, free, watch)
  select w.account, s.line, moment, this_period, w.key, 'watch', coalesce(w.asked_request, w.request_id), s.charge, 0, s.cached,
    s.free, w.public_id
  from unnest(watch_ids, charges, line_ids, cacheds, frees) as s(id, charge, line, cached, free)
  join watches w on w.id = s.id where s.charge > 0;

  perform meter_settle(w.account, w.key, this_period, sum(s.charge)::bigint, sum(w.held)::bigint)
  from unnest(watch_ids, charges) as s(id, charge) join watches w on w.id = s.id
  group by w.account, w.key;

  update watches set held = 0, asked_request = null where id = any(watch_ids);
end
$$;
