-- What judging a price needs, kept small: of each night, as it was seen at a certain lead time, the newest figures and how often they
-- changed. Written by the statement that writes `cell_history`, in the order of the key, so that writers cannot deadlock. Partitioned
-- like it, so that a month is dropped with its changes.
create table cell_summaries (
  hotel bigint not null,
  -- When the first change with a figure was seen at this lead time.
  first bigint not null,
  -- The newest public rate, or points for award cells, and when it was seen.
  figure bigint,
  seen bigint,
  -- The newest public rate with all taxes and fees.
  after_tax bigint,
  after_tax_seen bigint,
  night date not null,
  -- The number of changes with each figure.
  changes int not null,
  after_tax_changes int not null,
  los smallint not null,
  occ smallint not null,
  -- The currency of the figures; 0 for points, which have none.
  quoted smallint not null,
  -- The lead time when it was seen, as the number of a bucket (observations/lead-buckets.ts).
  lead smallint not null,
  kind "char" not null,
  -- Whether the public rate includes tax: i = included, e = excluded, u = unknown or points.
  tax "char" not null,
  primary key (hotel, kind, los, occ, night, lead, quoted, tax)
) partition by range (night);
create table cell_summaries_rest partition of cell_summaries default;

-- When a past night was last seen. Its cell is deleted; its changes do not tell.
create table last_looks (
  hotel bigint not null,
  seen bigint not null,
  night date not null,
  los smallint not null,
  occ smallint not null,
  currency smallint not null,
  kind "char" not null,
  primary key (hotel, kind, los, occ, currency, night)
) partition by range (night);
create table last_looks_rest partition of last_looks default;

-- The months that the history has.
do $$
declare
  starts date;
  parent text;
begin
  foreach parent in array array['cell_summaries', 'last_looks'] loop
    for starts in
      select to_date(right(c.relname, 7), 'YYYY_MM') from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'cell_history'::regclass and c.relname ~ '_\d{4}_\d{2}$'
    loop
      execute format('create table %I (like %I including all)', parent || to_char(starts, '_YYYY_MM'), parent || '_rest');
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, parent || to_char(starts, '_YYYY_MM'), starts, (starts + interval '1 month')::date);
    end loop;
  end loop;
end
$$;

-- What is known already.
insert into cell_summaries (hotel, kind, los, occ, night, lead, quoted, tax, first, seen, figure, changes, after_tax, after_tax_seen,
  after_tax_changes)
select hotel, kind, los, occ, night, lead, quoted, tax, min(seen), max(seen) filter (where figure is not null),
  (array_agg(figure order by seen desc) filter (where figure is not null))[1], count(figure),
  (array_agg(after_tax order by seen desc) filter (where after_tax is not null))[1], max(seen) filter (where after_tax is not null),
  count(after_tax)
from (
  select hotel, kind, los, occ, night, seen,
    width_bucket(greatest(night - date '1970-01-01' - (seen / 86400000)::int, 0), array[0, 2, 4, 8, 15, 31, 61, 121]) as lead,
    case kind when 'a' then 0 else quoted end as quoted,
    case when kind = 'a' or tax is null then 'u' when tax then 'i' else 'e' end as tax,
    case kind when 'a' then points else bar end as figure,
    case kind when 'c' then bar_after_tax end as after_tax
  from cell_history
) h
where figure is not null or after_tax is not null
group by hotel, kind, los, occ, night, lead, quoted, tax;

-- Finds the hotels around another.
create index hotels_where on hotels (lat, lng) where lat is not null and lng is not null;

-- Hotels whose past was made by the sandbox, so that newcomers see curves: what was seen in this stretch was not observed.
create table made_pasts (
  hotel bigint primary key,
  since bigint not null,
  until bigint not null,
  made_at timestamptz not null default now()
);
