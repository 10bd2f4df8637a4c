-- Copies a hotel's country, when it is set or corrected, to the nights already known. Locks in key order, as every writer of cells
-- does.
create or replace function cells_follow_country() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from after a join before b using (id) where a.country is distinct from b.country) then
    return null;
  end if;
  perform 1 from cells c join after a on a.id = c.hotel join before b on b.id = a.id
  where a.country is distinct from b.country and is_ranked(c.kind, c.los, c.occ)
  order by c.hotel, c.kind, c.los, c.occ, c.currency, c.night for update of c;
  update cells c set country = a.country from after a join before b using (id)
  where a.id = c.hotel and a.country is distinct from b.country and is_ranked(c.kind, c.los, c.occ);
  return null;
end
$$;
create or replace trigger cells_follow_country after update on hotels referencing old table as before new table as after
  for each statement execute function cells_follow_country();
