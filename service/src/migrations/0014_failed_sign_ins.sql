-- Failed sign-ins are listed in the audit log. Nobody knows who tried: a visitor. Processes of an older version write none.
alter table acts drop constraint acts_actor_check;
alter table acts add constraint acts_actor_check check (actor in ('person', 'key', 'operator', 'mail_link', 'visitor'));
