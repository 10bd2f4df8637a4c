-- One hotel is in one shard, so a call is one statement on one worker.
create or replace function award_pairs_of(of_hotel bigint, from_night date, to_night date)
returns table (night date, cash_seen bigint, award_seen bigint, is_sold boolean, has_award boolean, has_premium boolean)
language plpgsql stable as $$
begin
  return query select c.night, c.seen, a.seen, c.is_sold, a.has_award, a.has_premium
  from (
    select distinct on (x.night) x.night, x.seen, x.status = 'a' and coalesce(x.bar, x.bar_after_tax) is not null as is_sold
    from cells x
    where x.hotel = of_hotel and x.kind = 'c' and x.los = 1 and x.occ = 201 and x.night between from_night and to_night
    order by x.night, x.seen desc, x.currency
  ) c join (
    select distinct on (x.night) x.night, x.seen, x.points is not null and x.premium as has_premium,
      (x.points is not null and not x.premium) or x.points_cash is not null as has_award
    from cells x
    where x.hotel = of_hotel and x.kind = 'a' and x.los = 1 and x.occ = 201 and x.night between from_night and to_night
    order by x.night, x.seen desc, x.currency
  ) a on a.night = c.night and abs(a.seen - c.seen) <= 86400000;
end
$$;
