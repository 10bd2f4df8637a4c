-- Where events stood that are forgotten: whoever had dealt with one goes on after it, however long nothing has happened since.
create table forgotten_events (
  public_id text primary key,
  account int not null,
  no bigint not null,
  forgotten_at timestamptz not null
);
create index forgotten_events_no on forgotten_events (no);
