-- Every property that a source has told us of. Elsewhere it is its number: four bytes instead of a source and a code.
create table hotels (
  id int generated always as identity primary key,
  source text not null,
  code text not null,
  name text,
  city text,
  country text,
  lat double precision,
  lng double precision,
  updated_at timestamptz not null default now(),
  unique (source, code)
);

-- The newest full answer of a source to one stay. `figures` is its summary, so that a calendar of sixty nights need not
-- read sixty matrices. `occ` and `currency` are numbers of ours (see kernel); `currency` is what was asked for.
create table stays (
  hotel int not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  checkin date not null,
  seen bigint not null,
  figures text not null,
  answer text not null,
  primary key (hotel, los, occ, currency, checkin)
) with (fillfactor = 85);

-- The newest figures of one night, whichever answer brought them: what grids, rows and rankings are made of.
-- Never index `seen`: every refresh would then rewrite the index, where now it stays in the page.
create table cells (
  hotel int not null,
  kind "char" not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  night date not null,
  seen bigint not null,
  status "char" not null,
  min_los smallint,
  quoted smallint not null,
  tax boolean,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  member_after_tax bigint,
  member_known boolean not null,
  points int,
  points_cash int,
  copay bigint,
  premium boolean not null,
  points_known boolean not null,
  cpp int,
  cpp_points_cash int,
  primary key (hotel, kind, los, occ, currency, night)
) with (fillfactor = 75);

-- What each cell was, from each change on.
create table cell_history (
  hotel int not null,
  kind "char" not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  night date not null,
  seen bigint not null,
  status "char" not null,
  min_los smallint,
  quoted smallint not null,
  tax boolean,
  bar bigint,
  bar_after_tax bigint,
  member bigint,
  points int,
  points_cash int,
  copay bigint,
  premium boolean not null,
  primary key (hotel, kind, los, occ, currency, night, seen)
);
