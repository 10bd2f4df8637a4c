-- What a feed shows may also be a board: its newest finished grid.
alter table feeds add column board bigint;
alter table feeds drop constraint feeds_check;
alter table feeds add constraint feeds_shows check (num_nonnulls(schedule, job, board) = 1);
