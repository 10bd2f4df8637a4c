-- What a job fills for an endpoint about a place, as a digest: who asks for the same meanwhile is shown that job. Two requests
-- of one account make their jobs one after the other, with the account's row locked; the index says so once more.
alter table jobs add column fill text;
create unique index jobs_filling on jobs (account, fill) where fill is not null and status in ('queued', 'running');
