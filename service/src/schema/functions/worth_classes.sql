-- Which classes of worth exist: a jump along the index from each to the next.
create or replace function worth_classes() returns setof smallint language sql stable as $$
  with recursive classes as (
    select min(rated) as rated from cells where is_ranked(kind, los, occ) and worth is not null
    union all select (
      select min(rated) from cells where rated > c.rated and is_ranked(kind, los, occ) and worth is not null)
    from classes c where c.rated is not null)
  select rated from classes where rated is not null
$$;
