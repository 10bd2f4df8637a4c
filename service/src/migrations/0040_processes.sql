-- The processes of the service, as they tell of themselves every few seconds, and how their last mails went.
create table processes (
  id uuid primary key,
  role text not null,
  host text not null,
  pid int not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  mailed_at timestamptz,
  mail_failed_at timestamptz,
  mail_error text
);
