-- What the search engine made of a place's name or id, best first; empty where nobody knows it. `asked` is a digest: what
-- people type may be longer than an index takes.
create table place_lookups (
  asked bytea primary key,
  places jsonb not null,
  created_at timestamptz not null
);
create index place_lookups_age on place_lookups (created_at);

-- The hotels of a chain around a point (ten-thousandths of a degree), as the chain listed them. How far each is, its
-- coordinates say.
create table hotel_lookups (
  source text not null,
  lat int not null,
  lng int not null,
  radius_mi double precision not null,
  hotels int[] not null,
  created_at timestamptz not null,
  primary key (source, lat, lng, radius_mi)
);
create index hotel_lookups_age on hotel_lookups (created_at);
