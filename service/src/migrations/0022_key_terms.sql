-- Keys have an end, scopes and a daily cap. The cap counts what a key spends in any way, so it replaces the one for tools.
alter table keys
  add column scopes text[] not null default '{read,spend,manage}',
  add column expires_at timestamptz,
  -- When its owners were told that it ends soon.
  add column end_told_at timestamptz,
  -- The most that it may spend per day (UTC).
  add column daily_cap bigint check (daily_cap > 0);
create index keys_ending on keys (expires_at) where expires_at is not null and revoked_at is null;

-- The end of a key is listed in the audit log: the service ends it. Processes of an older version write no such act.
alter table acts drop constraint acts_actor_check;
alter table acts add constraint acts_actor_check
  check (actor in ('person', 'key', 'operator', 'mail_link', 'visitor', 'service'));

-- The caps of the active keys by slot, null if none has one; and what each key has spent on a day (UTC).
alter table meters
  add column caps bigint[],
  add column day date not null default (now() at time zone 'UTC')::date,
  add column today bigint[] not null default '{0,0,0,0,0}';

update keys k set daily_cap = c.credits from mcp_caps c where c.key = k.id;
with capped as (
  select m.account, array_agg(k.daily_cap order by o.slot) as caps, array_agg(coalesce(s.spent, 0) order by o.slot) as spent
  from meters m cross join unnest(m.owners) with ordinality as o(key, slot)
    left join keys k on k.id = o.key
    left join (
      select u.key, sum(u.credits)::bigint as spent from usage_lines u
      where u.at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' group by u.key
    ) s on s.key = o.key
  where m.account in (select c.account from keys c where c.daily_cap is not null)
  group by m.account
)
update meters m set caps = c.caps, today = c.spent from capped c where c.account = m.account;

-- `mcp_caps` and `mcp_calls` stay for processes of version 1.0, which still read them while the next version takes over.
