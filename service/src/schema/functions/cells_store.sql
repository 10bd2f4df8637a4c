-- Stores observed cells in one batch, records changes in the history, adds them to the summaries, and tells what `/award/value` may
-- look at. `observed` and `looks` are lists of objects with the names of the columns. Rows are locked in key order, looks in hotel order, so writers cannot deadlock.
-- - Works on every supported server: PostgreSQL 18 could return the old row from the upsert itself, 15 to 17 cannot.
-- - A change is a change of status, price or points. Seeing a figure again is none, even if answers in between could not show it.
-- - Of two answers in the same millisecond the first is kept, so that the history ends with what the cell says.
-- - Each change is added to the summaries exactly once, because only inserted rows are. Of two at the same moment the first is kept.
-- - `rated` -1 is a worth in euros: it stays while the new one differs by at most the share `worth_band`, because rates move every day
--   and should not touch the index.
-- - A change keeps when the look before it was (`looked`), and a cell since when its looks were steady: together they say how often
--   prices change, and of which nights a fall would have been seen.
-- - Watched cells record a sighting whether they changed or not.
create or replace function cells_store(observed json, looks json, worth_band float8) returns void language plpgsql as $$
begin
  with incoming as materialized (
    select * from cells_observed(observed)
  ), before as materialized (
    select c.* from cells c join incoming n using (hotel, kind, los, occ, currency, night)
    order by c.hotel, c.kind, c.los, c.occ, c.currency, c.night for update of c
  ), written as (
    insert into cells as c select * from incoming order by hotel, kind, los, occ, currency, night
    on conflict (hotel, kind, los, occ, currency, night) do update set
      seen = excluded.seen, status = excluded.status, min_los = excluded.min_los, quoted = excluded.quoted,
      tax = excluded.tax, bar = excluded.bar, bar_after_tax = excluded.bar_after_tax, member = excluded.member,
      member_after_tax = excluded.member_after_tax, member_known = excluded.member_known, points = excluded.points,
      premium = excluded.premium, points_cash = excluded.points_cash, copay = excluded.copay,
      points_known = excluded.points_known, cpp = excluded.cpp, cpp_points_cash = excluded.cpp_points_cash,
      worth = case when c.rated = -1 and excluded.rated = -1 and abs(excluded.worth - c.worth) <= worth_band * c.worth
        then c.worth else excluded.worth end,
      rated = excluded.rated, source = excluded.source, code = excluded.code, country = excluded.country,
      steady = case when excluded.seen - c.seen <= steady_gap() then coalesce(c.steady, c.seen) else excluded.seen end
    where c.seen < excluded.seen
  ), heard as (
    insert into sightings (place, seen, nights)
    select w.id, n.seen, array_agg(n.night order by n.night)
    from incoming n cross join lateral (
      select id from watched_places w where w.hotel = n.hotel and w.kind = n.kind and w.los = n.los and w.occ = n.occ
        and w.currency = n.currency offset 0
    ) w left join before b using (hotel, kind, los, occ, currency, night)
    where b.seen is null or b.seen < n.seen
    group by w.id, n.seen
  ), changed as (
    insert into cell_history (hotel, kind, los, occ, currency, night, seen, status, min_los, quoted, tax, bar, bar_after_tax,
      member, member_known, points, points_cash, copay, premium, points_known, looked)
    select n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.seen, n.status, n.min_los, n.quoted, n.tax, n.bar,
      n.bar_after_tax, n.member, n.member_known, n.points, n.points_cash, n.copay, n.premium, n.points_known, b.seen
    from incoming n left join before b using (hotel, kind, los, occ, currency, night)
    where b.seen is null or (b.seen < n.seen and (
      (b.status, b.min_los, b.quoted, b.tax, b.bar, b.bar_after_tax) is distinct from
        (n.status, n.min_los, n.quoted, n.tax, n.bar, n.bar_after_tax)
      or (n.member_known and case when b.member_known then b.member is distinct from n.member
        else member_is_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.member) end)
      or (n.points_known and case when b.points_known
        then (b.points, b.points_cash, b.copay, b.premium) is distinct from (n.points, n.points_cash, n.copay, n.premium)
        else points_are_news(n.hotel, n.kind, n.los, n.occ, n.currency, n.night, n.points, n.points_cash, n.copay, n.premium)
        end)))
    on conflict do nothing
    returning *
  )
  insert into cell_summaries as s (hotel, kind, los, occ, night, lead, quoted, tax, first, figure, seen, changes, after_tax,
    after_tax_seen, after_tax_changes)
  select hotel, kind, los, occ, night, lead, quoted, tax, min(seen),
    (array_agg(figure order by seen desc) filter (where figure is not null))[1], max(seen) filter (where figure is not null),
    count(figure),
    (array_agg(after_tax order by seen desc) filter (where after_tax is not null))[1],
    max(seen) filter (where after_tax is not null), count(after_tax)
  from (
    select hotel, kind, los, occ, night, seen, lead_bucket(night, seen) as lead,
      case kind when award_kind() then 0 else quoted end as quoted,
      (case when kind = award_kind() or tax is null then 'u' when tax then 'i' else 'e' end)::"char" as tax,
      case kind when award_kind() then points else bar end as figure,
      case when kind <> award_kind() then bar_after_tax end as after_tax
    from changed) c
  where figure is not null or after_tax is not null
  group by hotel, kind, los, occ, night, lead, quoted, tax
  order by hotel, kind, los, occ, night, lead, quoted, tax
  on conflict (hotel, kind, los, occ, night, lead, quoted, tax) do update set
    first = least(s.first, excluded.first),
    figure = case when excluded.seen > s.seen or s.seen is null then excluded.figure else s.figure end,
    seen = greatest(s.seen, excluded.seen),
    changes = s.changes + excluded.changes,
    after_tax = case when excluded.after_tax_seen > s.after_tax_seen or s.after_tax_seen is null
      then excluded.after_tax else s.after_tax end,
    after_tax_seen = greatest(s.after_tax_seen, excluded.after_tax_seen),
    after_tax_changes = s.after_tax_changes + excluded.after_tax_changes;
  if json_array_length(looks) > 0 then
    insert into value_looks as l (hotel, until, nights, fresh_nights)
    select n.hotel, n.until, n.nights, n.nights from json_populate_recordset(null::value_looks, looks) n order by n.hotel
    on conflict (hotel) do update set until = greatest(l.until, excluded.until), nights = l.nights | excluded.nights,
      fresh_nights = l.fresh_nights | excluded.fresh_nights;
  end if;
end
$$;
