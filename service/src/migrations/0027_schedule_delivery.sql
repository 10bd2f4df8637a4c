-- Whether mails about a run have its file, or lead to it. Processes of an older version send links.
alter table schedules add column deliver text not null default 'link' check (deliver in ('link', 'attachment'));
