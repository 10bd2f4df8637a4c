-- An endpoint of the account is a hook with a public id. The address of a single watch or job has none.
alter table hooks rename column url to address;
alter table hooks
  add column public_id text unique,
  add column kind text not null default 'webhook' check (kind in ('webhook', 'slack', 'email')),
  add column description text,
  -- The types of events that it gets. Null: all.
  add column events text[],
  -- An e-mail address whose owner has not agreed yet, or no longer does.
  add column unverified boolean not null default false,
  add column pause_reason text check (pause_reason in ('requested', 'gone', 'failing', 'unsubscribed')),
  -- The first failed attempt since the last success. Endpoints only.
  add column failing_since timestamptz;
create index hooks_endpoints on hooks (account, id) where public_id is not null and retired_at is null;

-- A watch has its own address or endpoints.
alter table watches alter column hook drop not null;
alter table watches
  add column endpoints bigint[] not null default '{}',
  add constraint watches_receivers check ((hook is null) = (cardinality(endpoints) > 0));

alter table jobs
  add column endpoints bigint[] not null default '{}';
drop index jobs_untold;
create index jobs_untold on jobs (id) where (hook is not null or cardinality(endpoints) > 0) and told_at is null;

-- Null for events that went to endpoints: their deliveries tell.
alter table events alter column hook drop not null;

-- One delivery per event and receiver.
alter table deliveries drop constraint deliveries_pkey;
alter table deliveries add column id bigint generated always as identity primary key;
create unique index deliveries_event on deliveries (event, hook);

alter table delivery_attempts drop constraint delivery_attempts_pkey;
alter table delivery_attempts add column delivery bigint;
update delivery_attempts a set delivery = d.id from deliveries d where d.event = a.event;
delete from delivery_attempts where delivery is null;
alter table delivery_attempts drop column event;
alter table delivery_attempts add primary key (delivery, no);

-- The last mail about a watch to an endpoint, and the delivery that sent it: the next one is an hour later.
create table mail_turns (
  hook bigint not null,
  watch text not null,
  delivery bigint not null,
  taken_at timestamptz not null,
  primary key (hook, watch)
);
create index mail_turns_taken on mail_turns (taken_at);
