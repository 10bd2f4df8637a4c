-- Since when a night was looked at without a longer break (`steady_gap`), until `seen`. Null if that is not known.
alter table cells add column steady bigint;
alter table last_looks add column steady bigint;
-- When the cell was seen before this change, which it did not show yet. Null for a first look.
alter table cell_history add column looked bigint;

-- What became of the prices of past nights: how far each fell after a day of each bucket of lead time, in thousandths, until one day
-- before arrival. From the second bucket on; null where it was not looked at often enough, or had no price.
create table outlook_nights (
  hotel bigint not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  -- The currency of the figures; 0 for points, which have none.
  quoted smallint not null,
  kind "char" not null,
  -- As in `cell_summaries`.
  tax "char" not null,
  falls smallint[] not null,
  falls_after_tax smallint[] not null,
  primary key (hotel, kind, los, occ, night, quoted, tax)
);

-- The same of all hotels of a market, counted: per bucket the nights, and those that fell by each of the shares that are told.
create table outlook_markets (
  market text not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  kind "char" not null,
  counts int[] not null,
  primary key (market, kind, los, occ, night)
);

-- The last night that was settled.
create table outlook_settled (id int primary key default 1 check (id = 1), night date not null);
insert into outlook_settled (night) values ((now() at time zone 'utc')::date - 1);
