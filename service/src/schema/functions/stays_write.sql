-- Stores full answers, unless a newer one is stored. Rows are locked in key order, so writers cannot deadlock.
create or replace function stays_write(
  hotel_nos bigint[], lengths int[], occs int[], currencies int[], checkins date[], seens bigint[], figure_texts text[],
  answer_texts text[]
) returns void language plpgsql as $$
begin
  insert into stays as s (hotel, los, occ, currency, checkin, seen, figures, answer)
  select * from unnest(hotel_nos, lengths, occs, currencies, checkins, seens, figure_texts, answer_texts)
    as n(hotel, los, occ, currency, checkin, seen, figures, answer)
  order by n.hotel, n.los, n.occ, n.currency, n.checkin
  on conflict (hotel, los, occ, currency, checkin) do update
    set seen = excluded.seen, figures = excluded.figures, answer = excluded.answer
    where s.seen <= excluded.seen;
end
$$;
