-- For processes of the version before, which run beside this schema during an upgrade. The next version drops it.
create or replace function cells_write(
  hotel_nos bigint[], lengths int[], occs int[], currencies int[], kinds "char"[], nights date[], seens bigint[],
  statuses "char"[], min_lengths int[], quoteds int[], taxes boolean[], bars bigint[], bars_after_tax bigint[], members bigint[],
  members_after_tax bigint[], members_known boolean[], points_alone int[], premiums boolean[], points_with_cash int[],
  copays bigint[], all_points_known boolean[], cpps int[], cpps_points_cash int[], worths float8[], rateds int[],
  look_hotels bigint[], look_untils bigint[], look_nights bit[]
) returns void language sql as $$
  select cells_store(
    observed => (
      select json_agg(n)
      from unnest(hotel_nos, lengths, occs, currencies, kinds, nights, seens, statuses, min_lengths, quoteds, taxes, bars,
        bars_after_tax, members, members_after_tax, members_known, points_alone, premiums, points_with_cash, copays,
        all_points_known, cpps, cpps_points_cash, worths, rateds)
      as n(hotel, los, occ, currency, kind, night, seen, status, min_los, quoted, tax, bar, bar_after_tax, member,
        member_after_tax, member_known, points, premium, points_cash, copay, points_known, cpp, cpp_points_cash, worth, rated)),
    looks => (
      select coalesce(json_agg(l), '[]')
      from unnest(look_hotels, look_untils, look_nights) as l(hotel, until, nights)),
    worth_band => 0.005)
$$;
