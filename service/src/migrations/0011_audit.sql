-- Administrative acts: who did what to the keys, plan, endpoints and sign-ins of an account. Names and addresses are those of that
-- moment. Never a secret. The id starts with the time.
create table acts (
  account bigint not null,
  id uuid not null,
  at timestamptz not null,
  actor text not null check (actor in ('person', 'key', 'operator', 'mail_link')),
  -- The person's e-mail or the key's id.
  actor_id text,
  action text not null,
  -- The public id of what was changed.
  subject text,
  detail jsonb not null,
  primary key (account, id)
);
create index acts_at on acts (at);
