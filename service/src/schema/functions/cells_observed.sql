-- Observed cells as rows of the table: `observed` is a list of objects with the names of its columns. Cells that `/award/value` ranks
-- also get the facts of their hotel that its indexes need. In the order of the table's columns. A first look begins
-- to be steady.
create or replace function cells_observed(observed json) returns setof cells language sql stable as $$
  select n.hotel, n.seen, n.bar, n.bar_after_tax, n.member, n.member_after_tax, n.copay, n.night, n.points, n.points_cash, n.cpp,
    n.cpp_points_cash, n.los, n.occ, n.currency, n.min_los, n.quoted, n.kind, n.status, n.tax, n.member_known, n.premium,
    n.points_known, h.source, h.code, h.country, n.worth, n.rated, n.seen as steady
  from json_populate_recordset(null::cells, observed) n
  left join lateral (
    select source, code, country from hotels where id = n.hotel and is_ranked(n.kind, n.los, n.occ) offset 0
  ) h on true
$$;
