-- Queues hotels for the search index when their words have changed.
create or replace function hotels_queue_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into unindexed_hotels select id from after where name is not null order by id on conflict do nothing;
  else
    insert into unindexed_hotels select a.id from after a join before b using (id)
    where a.name is not null
      and (a.name, a.city, a.brand, a.country, a.status) is distinct from (b.name, b.city, b.brand, b.country, b.status)
    order by a.id on conflict do nothing;
  end if;
  return null;
end
$$;
