-- Which classes of worth exist: a jump along the index from each to the next.
create or replace function worth_classes() returns setof smallint language sql stable as $$
  with recursive classes as (
    select min(rated) as rated from cells where kind = 'a' and los = 1 and occ = 201 and worth is not null
    union all select (
      select min(rated) from cells where rated > c.rated and kind = 'a' and los = 1 and occ = 201 and worth is not null)
    from classes c where c.rated is not null)
  select rated from classes where rated is not null
$$;
