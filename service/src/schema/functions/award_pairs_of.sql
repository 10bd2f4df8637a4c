-- The nights of a hotel whose cash rate and award for one night and `DEFAULT_OCCUPANCY` were both seen within 24 hours, each by its newest
-- cell. `is_sold`: there is a public cash room. `has_award`: a standard award, with or without a cash part.
create or replace function award_pairs_of(of_hotel bigint, from_night date, to_night date)
returns table (night date, cash_seen bigint, award_seen bigint, is_sold boolean, has_award boolean, has_premium boolean)
language sql stable parallel safe as $$
  select c.night, c.seen, a.seen, c.is_sold, a.has_award, a.has_premium
  from (
    select distinct on (night) night, seen, status = 'a' and coalesce(bar, bar_after_tax) is not null as is_sold
    from cells_of(of_hotel, 'c', 1, 201, from_night, to_night) order by night, seen desc, currency
  ) c join (
    select distinct on (night) night, seen, points is not null and premium as has_premium,
      (points is not null and not premium) or points_cash is not null as has_award
    from cells_of(of_hotel, 'a', 1, 201, from_night, to_night) order by night, seen desc, currency
  ) a on a.night = c.night and abs(a.seen - c.seen) <= 86400000
$$;
