-- For processes of the version before, which run beside this schema during an upgrade. The next version drops it.
create or replace function stays_write(
  hotel_nos bigint[], lengths int[], occs int[], currencies int[], checkins date[], seens bigint[], figure_texts text[],
  answer_texts text[]
) returns void language sql as $$
  select stays_store(json_agg(n))
  from unnest(hotel_nos, lengths, occs, currencies, checkins, seens, figure_texts, answer_texts)
    as n(hotel, los, occ, currency, checkin, seen, figures, answer)
$$;
