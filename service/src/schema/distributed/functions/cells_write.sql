-- The same in steps, in one distributed transaction with what the caller does. The coordinator compares what comes with what is
-- stored. Rows are inserted as literals, because Citus sends those straight to their shards: an insert from a list takes a detour
-- over files, with a connection for each shard. One connection per worker is enough, and one prepared transaction.
create or replace function cells_write(
  hotel_nos bigint[], lengths int[], occs int[], currencies int[], kinds "char"[], nights date[], seens bigint[],
  statuses "char"[], min_lengths int[], quoteds int[], taxes boolean[], bars bigint[], bars_after_tax bigint[], members bigint[],
  members_after_tax bigint[], members_known boolean[], points_alone int[], premiums boolean[], points_with_cash int[],
  copays bigint[], all_points_known boolean[], cpps int[], cpps_points_cash int[], worths float8[], rateds int[],
  look_hotels bigint[], look_untils bigint[], look_nights bit[]
) returns void language plpgsql set plan_cache_mode = force_custom_plan set citus.max_adaptive_executor_pool_size = 1 as $$
declare
  incoming cells[];
  before cells[];
  news cell_history[];
  changed cell_history[];
  summaries cell_summaries[];
  stored cells;
  added cell_history;
begin
  perform hotels_take_turns(2, hotel_nos);

  -- In the order of the table's columns.
  select array_agg(row(n.hotel, n.seen, n.bar, n.bar_after_tax, n.member, n.member_after_tax, n.copay, n.night, n.points,
    n.points_cash, n.cpp, n.cpp_points_cash, n.los, n.occ, n.currency, n.min_los, n.quoted, n.kind, n.status, n.tax,
    n.member_known, n.premium, n.points_known, h.source, h.code, h.country, n.worth, n.rated)::cells) into incoming
  from unnest(hotel_nos, lengths, occs, currencies, kinds, nights, seens, statuses, min_lengths, quoteds, taxes, bars,
      bars_after_tax, members, members_after_tax, members_known, points_alone, premiums, points_with_cash, copays,
      all_points_known, cpps, cpps_points_cash, worths, rateds)
    as n(hotel, los, occ, currency, kind, night, seen, status, min_los, quoted, tax, bar, bar_after_tax, member,
      member_after_tax, member_known, points, premium, points_cash, copay, points_known, cpp, cpp_points_cash, worth, rated)
    left join lateral (
      select source, code, country from hotels where id = n.hotel and n.kind = 'a' and n.los = 1 and n.occ = 201 offset 0
    ) h on true;

  for stored in
    select c.* from unnest(hotel_nos, kinds, lengths, occs, currencies, nights) as n(hotel, kind, los, occ, currency, night)
    join cells c on c.hotel = any(hotel_nos) and c.hotel = n.hotel and c.kind = n.kind and c.los = n.los and c.occ = n.occ
      and c.currency = n.currency and c.night = n.night
  loop
    before := before || stored;
  end loop;

  execute 'insert into cells as c values ' || values_of(incoming) || $conflict$
  on conflict (hotel, kind, los, occ, currency, night) do update set
    seen = excluded.seen, status = excluded.status, min_los = excluded.min_los, quoted = excluded.quoted,
    tax = excluded.tax, bar = excluded.bar, bar_after_tax = excluded.bar_after_tax, member = excluded.member,
    member_after_tax = excluded.member_after_tax, member_known = excluded.member_known, points = excluded.points,
    premium = excluded.premium, points_cash = excluded.points_cash, copay = excluded.copay,
    points_known = excluded.points_known, cpp = excluded.cpp, cpp_points_cash = excluded.cpp_points_cash,
    worth = case when c.rated = -1 and excluded.rated = -1 and abs(excluded.worth - c.worth) <= 0.005 * c.worth
      then c.worth else excluded.worth end,
    rated = excluded.rated, source = excluded.source, code = excluded.code, country = excluded.country
  where c.seen < excluded.seen $conflict$;

  insert into sightings (place, seen, nights)
    select w.id, n.seen, array_agg(n.night order by n.night)
    from unnest(incoming) n cross join lateral (
      select id from watched_places w where w.hotel = n.hotel and w.kind = n.kind and w.los = n.los and w.occ = n.occ
        and w.currency = n.currency offset 0
    ) w left join unnest(before) b using (hotel, kind, los, occ, currency, night)
    where b.seen is null or b.seen < n.seen
    group by w.id, n.seen;

  -- In the order of the table's columns.
  select array_agg(row(n.hotel, n.seen, n.bar, n.bar_after_tax, n.member, n.copay, n.night, n.points, n.points_cash, n.los, n.occ,
    n.currency, n.min_los, n.quoted, n.kind, n.status, n.tax, n.premium, n.member_known, n.points_known)::cell_history) into news
  from unnest(incoming) n left join unnest(before) b using (hotel, kind, los, occ, currency, night)
  where b.seen is null or (b.seen < n.seen and (
    (b.status, b.min_los, b.quoted, b.tax, b.bar, b.bar_after_tax) is distinct from
      (n.status, n.min_los, n.quoted, n.tax, n.bar, n.bar_after_tax)
    or (n.member_known and case when b.member_known then b.member is distinct from n.member
      else member_is_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.member) end)
    or (n.points_known and case when b.points_known
      then (b.points, b.points_cash, b.copay, b.premium) is distinct from (n.points, n.points_cash, n.copay, n.premium)
      else points_are_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.points, n.points_cash, n.copay, n.premium)
      end)));

  if news is not null then
    for added in execute 'insert into cell_history values ' || values_of(news) || ' on conflict do nothing returning *' loop
      changed := changed || added;
    end loop;
  end if;

  -- In the order of the table's columns.
  select array_agg(row(s.*)::cell_summaries) into summaries from (
    select hotel, min(seen) as first,
      (array_agg(figure order by seen desc) filter (where figure is not null))[1] as figure,
      max(seen) filter (where figure is not null) as seen,
      (array_agg(after_tax order by seen desc) filter (where after_tax is not null))[1] as after_tax,
      max(seen) filter (where after_tax is not null) as after_tax_seen, night, count(figure)::int as changes,
      count(after_tax)::int as after_tax_changes, los, occ, quoted, lead::smallint as lead, kind, tax
    from (
      select hotel, kind, los, occ, night, seen, lead_bucket(night, seen) as lead,
        case kind when 'a' then 0 else quoted end as quoted,
        (case when kind = 'a' or tax is null then 'u' when tax then 'i' else 'e' end)::"char" as tax,
        case kind when 'a' then points else bar end as figure,
        case kind when 'c' then bar_after_tax end as after_tax
      from unnest(changed)) c
    where figure is not null or after_tax is not null
    group by hotel, kind, los, occ, night, lead, quoted, tax
  ) s;
  if summaries is not null then
    execute 'insert into cell_summaries as s values ' || values_of(summaries) || $conflict$
  on conflict (hotel, kind, los, occ, night, lead, quoted, tax) do update set
    first = least(s.first, excluded.first),
    figure = case when excluded.seen > s.seen or s.seen is null then excluded.figure else s.figure end,
    seen = greatest(s.seen, excluded.seen),
    changes = s.changes + excluded.changes,
    after_tax = case when excluded.after_tax_seen > s.after_tax_seen or s.after_tax_seen is null
      then excluded.after_tax else s.after_tax end,
    after_tax_seen = greatest(s.after_tax_seen, excluded.after_tax_seen),
    after_tax_changes = s.after_tax_changes + excluded.after_tax_changes $conflict$;
  end if;
  if cardinality(look_hotels) > 0 then
    insert into value_looks as l (hotel, until, nights, fresh_nights)
    select n.*, n.nights from unnest(look_hotels, look_untils, look_nights) as n(hotel, until, nights)
    on conflict (hotel) do update set until = greatest(l.until, excluded.until), nights = l.nights | excluded.nights,
      fresh_nights = l.fresh_nights | excluded.fresh_nights;
  end if;
end
$$;
