import type { Pool } from '../../src/db/pool.ts'

export interface NightByHand {
  night: string
  is_sold: boolean
  has_award: boolean
  weekday: string
  month: string
  lead: number
  how: string
  min_los: number | null
}

/** The pairs of a hotel once more, by comparing every cell with every other. */
export async function pairsByHand(pool: Pool, hotel: number): Promise<NightByHand[]> {
  const { rows } = await pool.query<NightByHand>(
    `with newest as (
       select c.*, coalesce(c.points_cash is not null or (c.points is not null and not c.premium), false) as standard from cells c
       where c.hotel = $1 and c.los = 1 and c.occ = 201 and not exists (
         select 1 from cells o where o.hotel = c.hotel and o.kind = c.kind and o.los = 1 and o.occ = 201 and o.night = c.night
           and (o.seen > c.seen or (o.seen = c.seen and o.currency < c.currency)))
     ), pairs as (
       select c.night, c.status = 'a' and (c.bar is not null or c.bar_after_tax is not null) as is_sold, a.standard as has_award,
         a.points is not null and a.premium as premium, a.seen as award_seen, least(a.seen, c.seen) as older
       from newest c, newest a where c.kind = 'c' and a.kind = 'a' and a.night = c.night
         and a.seen <= c.seen + 86400000 and c.seen <= a.seen + 86400000
     )
     select night::text, is_sold, has_award, lower(to_char(night, 'dy')) as weekday, to_char(night, 'YYYY-MM') as month,
       (night - (to_timestamp(older / 1000.0) at time zone 'UTC')::date)::int as lead,
       case when l.los is not null then 'longer_stay_only' when premium then 'premium_only' else 'no_award' end as how, l.los as min_los
     from pairs p left join lateral (
       select min(x.los) as los from cells x where x.hotel = $1 and x.kind = 'a' and x.occ = 201 and x.los > 1 and x.night = p.night
         and (x.points_cash is not null or (x.points is not null and not x.premium))
         and x.seen between p.award_seen - 86400000 and p.award_seen + 86400000
     ) l on true
     order by night`,
    [hotel],
  )
  return rows
}
