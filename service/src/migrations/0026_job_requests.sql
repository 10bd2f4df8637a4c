-- The requests to sources that a job was expected to make, and their cost.
alter table jobs add column upstream jsonb;
