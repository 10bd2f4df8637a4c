create or replace function stays_write(
  hotel_nos bigint[], lengths int[], occs int[], currencies int[], checkins date[], seens bigint[], figure_texts text[],
  answer_texts text[]
) returns void language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform hotels_take_turns(1, hotel_nos);
  insert into stays as s (hotel, los, occ, currency, checkin, seen, figures, answer)
  select * from unnest(hotel_nos, lengths, occs, currencies, checkins, seens, figure_texts, answer_texts)
  on conflict (hotel, los, occ, currency, checkin) do update
    set seen = excluded.seen, figures = excluded.figures, answer = excluded.answer
    where s.seen <= excluded.seen;
end
$$;
