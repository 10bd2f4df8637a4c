-- Since when nothing new is sent there, because its watch or its job is over. It is kept as long as its events are.
alter table hooks add column retired_at timestamptz;
create index hooks_retired on hooks (retired_at) where retired_at is not null;
update hooks h set retired_at = ledger_now()
where not exists (select 1 from watches w where w.hook = h.id and w.deleted_at is null)
  and not exists (select 1 from jobs j where j.hook = h.id and j.told_at is null);
