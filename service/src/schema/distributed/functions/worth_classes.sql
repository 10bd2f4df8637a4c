create or replace function worth_classes() returns setof smallint language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  class smallint := -32768;
begin
  loop
    select min(rated) into class from cells where rated > class and is_ranked(kind, los, occ) and worth is not null;
    exit when class is null;
    return next class;
  end loop;
end
$$;
