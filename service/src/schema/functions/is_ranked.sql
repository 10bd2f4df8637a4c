-- Whether `/award/value` ranks a cell: an award for one night and `DEFAULT_OCCUPANCY`. The planner replaces the call by its body, which
-- is the condition of the indexes `cells_worth` and `cells_worth_country`.
create or replace function is_ranked(of_kind "char", of_los smallint, of_occ smallint) returns boolean
language sql immutable parallel safe as $$
  select of_kind = award_kind() and of_los = 1 and of_occ = 201
$$;
