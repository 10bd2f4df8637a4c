-- What a task is: `cells` and `ids` of jobs, `refresh` of watches. Each kind is one file in the room that owns it.
alter table tasks add column kind text;
update tasks set kind = case when refresh is not null then 'refresh' when source = '#ids' then 'ids' else 'cells' end;
-- Ids are looked for at the hotel's own source.
update tasks set source = ask ->> 'chain' where kind = 'ids';
alter table tasks alter column kind set not null;

-- Whose a task is follows from its kind: a job's, a refresh's, or nobody's.
alter table tasks drop constraint tasks_owner;
alter table tasks add constraint tasks_owner check (num_nonnulls(job, refresh) <= 1);
alter table tasks
  alter column first_cell set default 0,
  alter column cells set default 0,
  alter column worst set default 0;

-- Every kind waits in lines of its own, one for each source: whoever takes tasks of a source takes from all of them.
drop index tasks_waiting;
drop index tasks_refreshing;
create index tasks_waiting on tasks (kind, source, no, id) where state = 'q';

-- What a worker can do, as kind/source. What nobody serves, because its source has left every catalog, is given up.
alter table workers rename column lanes to serves;
