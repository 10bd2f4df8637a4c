-- One statement per hotel: a transition table exists on the coordinator only.
create or replace function cells_follow_country() returns trigger language plpgsql as $$
declare
  moved bigint[] := array(
    select a.id from after a join before b using (id) where a.country is distinct from b.country order by a.id);
  hotel_no bigint;
  new_country text;
begin
  perform hotels_take_turns(2, moved);
  foreach hotel_no in array moved loop
    select a.country into new_country from after a where a.id = hotel_no;
    update cells set country = new_country where hotel = hotel_no and is_ranked(kind, los, occ);
  end loop;
  return null;
end
$$;
create or replace trigger cells_follow_country after update on hotels referencing old table as before new table as after
  for each statement execute function cells_follow_country();
