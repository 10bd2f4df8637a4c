-- Which lanes a worker serves. What waits in a lane that nobody serves, because its source has left every catalog, is given up.
alter table workers add column lanes text[] not null default '{}';
