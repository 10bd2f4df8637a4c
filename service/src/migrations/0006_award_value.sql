-- A name as people compare it: without case and accents. Letters that Unicode does not take apart are spelled out.
create function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select btrim(replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), 'ıøłđð', 'ioldd'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$$;

create index hotels_city on hotels (fold_name(city), country);

-- Whose award night it is, on the cells that /award/value ranks (one night, default occupancy); null on all others, where it
-- takes no room. A btree cannot reach into another table, and the ranking lives on walking one.
alter table cells
  add column source text collate "C",
  add column code text collate "C",
  add column country text collate "C";

update cells c set source = h.source, code = h.code, country = h.country
from hotels h where h.id = c.hotel and c.kind = 'a' and c.los = 1 and c.occ = 201;

-- The best hotels of each night, in the very order of the answer. None of the columns changes while the price stays: a refresh
-- that only saw the same figures again leaves both indexes alone.
create index cells_value_country on cells (country, quoted, night, cpp desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and cpp is not null;
create index cells_value on cells (quoted, night, cpp desc, code, source) include (hotel)
  where kind = 'a' and los = 1 and occ = 201 and cpp is not null;

-- A country that is told, or corrected, later reaches the nights that are known already. Locked in the order of the key, as
-- every writer of cells does.
create function cells_follow_country() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from after a join before b using (id) where a.country is distinct from b.country) then
    return null;
  end if;
  perform 1 from cells c join after a on a.id = c.hotel join before b on b.id = a.id
  where a.country is distinct from b.country and c.kind = 'a' and c.los = 1 and c.occ = 201
  order by c.hotel, c.kind, c.los, c.occ, c.currency, c.night for update of c;
  update cells c set country = a.country from after a join before b using (id)
  where a.id = c.hotel and a.country is distinct from b.country and c.kind = 'a' and c.los = 1 and c.occ = 201;
  return null;
end
$$;
create trigger cells_follow_country after update on hotels referencing old table as before new table as after
  for each statement execute function cells_follow_country();
