-- What a watch has reserved credits for, if its terms changed during the round: it pays for what was fetched for it.
alter table watches add column held_for jsonb;
