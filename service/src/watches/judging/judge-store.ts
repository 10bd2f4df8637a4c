import type { Client } from '../../db/pool.ts'
import type { Night } from '../../kernel/dates.ts'
import { CHANGE_COLUMNS } from '../../observations/changes.ts'
import { type CellRecord, toFigures } from '../../observations/store.ts'
import type { Leg, Mark, NightState } from './walk.ts'

/** An observation of a watched place that has not been judged. */
export interface Sighting {
  id: number
  place: number
  /** Null if it only marks the end of a round. */
  seen: number | null
  nights: Night[]
}

const PLACES_AT_ONCE = 100

/**
 * Takes all sightings of some places, or with `singly` of one random place. The places stay locked until the transaction
 * ends, so that sightings of a night are judged in order.
 */
export async function takeSightings(client: Client, singly: boolean): Promise<Sighting[]> {
  const { rows: waiting } = await client.query<{ place: number }>({
    name: singly ? 'sightings_waiting_singly' : 'sightings_waiting',
    text: `select place from sightings order by ${singly ? 'random()' : 'id'} limit $1`,
    values: [singly ? 1 : PLACES_AT_ONCE],
  })
  if (waiting.length === 0) return []
  const { rows: mine } = await client.query<{ place: number }>(TAKE_TURNS, [
    waiting.map(({ place }) => place),
  ])
  if (mine.length === 0) return []
  const { rows } = await client.query<Sighting>(
    'delete from sightings where place = any($1::bigint[]) returning id, place, seen, nights::text[] as nights',
    [mine.map(({ place }) => place)],
  )
  return rows.toSorted((a, b) => a.id - b.id)
}

/** The places that no other worker has locked, and those no longer watched, whose sightings are just deleted. */
const TAKE_TURNS = `
with plain as materialized (
  select place from place_turns where place = any($1::bigint[]) order by place for update skip locked
), booked as materialized (
  select place from booked_turns where place = any($1::bigint[]) order by place for update skip locked
)
select place from plain where place not in (select b.place from booked_turns b where b.place = any($1::bigint[]))
union
select place from booked
union
select place from unnest($1::bigint[]) as place where not exists (select 1 from watched_places p where p.id = place)`

/** One night of one watch, at one of its two places. */
export interface Look {
  watch: number
  leg: Leg
  place: number
  night: Night
  /** When it was first observed since the watch began, according to these sightings. */
  firstSeen: number | null
}

export type News = Mark & { look: Look }

/** The changes of each night since it was last judged, in order; if never judged, since its first sighting. */
export async function readNews(client: Client, looks: readonly Look[]): Promise<News[]> {
  if (looks.length === 0) return []
  const { rows } = await client.query<CellRecord & { n: number }>({
    name: 'watch_news',
    text: NEWS,
    values: [
      looks.map(({ watch }) => watch),
      looks.map(({ leg }) => leg === 'direct'),
      looks.map(({ place }) => place),
      looks.map(({ night }) => night),
      looks.map(({ firstSeen }) => firstSeen),
    ],
  })
  return rows.flatMap((row) => {
    const look = looks[row.n - 1]
    return look ? [{ look, seenMs: row.seen, figures: toFigures(row) }] : []
  })
}

const OF_PLACE = 'changes_of(p.hotel, p.kind, p.los, p.occ, p.currency, a.night)'

const NEWS = `
select a.n, ${CHANGE_COLUMNS}
from unnest($1::bigint[], $2::boolean[], $3::bigint[], $4::date[], $5::bigint[]) with ordinality
  as a(watch, direct, place, night, first, n)
left join watch_nights s on s.watch = a.watch and s.night = a.night
join watched_places p on p.id = a.place
cross join lateral (
  select coalesce(
    case when a.direct then s.seen else s.channel_seen end + 1,
    (select max(seen) from ${OF_PLACE} where seen <= a.first)
  ) as seen
) since
cross join lateral (select * from ${OF_PLACE} changes where changes.seen >= since.seen) h
order by a.n, h.seen`

/** How far the history of each place has been judged; null while waiting for the next sighting. */
export type Judged = Readonly<Record<Leg, number | null>>

export interface Kept {
  state: NightState
  judged: Judged
}

/** The judged state of these nights, by `watch/night`. */
export async function readStates(
  client: Client,
  nights: readonly { watch: number; night: Night }[],
): Promise<Map<string, Kept>> {
  const { rows } = await client.query<{
    watch: number
    night: Night
    seen: number | null
    cell: Mark | null
    channel_seen: number | null
    channel: Mark | null
    holds: boolean | null
  }>({
    name: 'watch_states',
    text: `select watch, night::text, seen, cell, channel_seen, channel, holds from watch_nights
      join unnest($1::bigint[], $2::date[]) as a(watch, night) using (watch, night)`,
    values: [nights.map(({ watch }) => watch), nights.map(({ night }) => night)],
  })
  return new Map(
    rows.map((row) => [
      `${row.watch}/${row.night}`,
      {
        state: { direct: row.cell, channel: row.channel, holds: row.holds },
        judged: { direct: row.seen, channel: row.channel_seen },
      },
    ]),
  )
}

export interface StateRow extends Kept {
  watch: number
  night: Night
}

export async function writeStates(client: Client, rows: readonly StateRow[]): Promise<void> {
  if (rows.length === 0) return
  const column = (read: (state: NightState) => unknown) => rows.map(({ state }) => read(state))
  const json = (mark: Mark | null) => (mark === null ? null : JSON.stringify(mark))
  await client.query({
    name: 'watch_states_write',
    text: `insert into watch_nights (watch, night, seen, cell, channel_seen, channel, holds)
      select * from unnest($1::bigint[], $2::date[], $3::bigint[], $4::jsonb[], $5::bigint[], $6::jsonb[], $7::boolean[])
      on conflict (watch, night) do update set seen = excluded.seen, cell = excluded.cell,
        channel_seen = excluded.channel_seen, channel = excluded.channel, holds = excluded.holds`,
    values: [
      rows.map(({ watch }) => watch),
      rows.map(({ night }) => night),
      rows.map(({ judged }) => judged.direct),
      column(({ direct }) => json(direct)),
      rows.map(({ judged }) => judged.channel),
      column(({ channel }) => json(channel)),
      column(({ holds }) => holds),
    ],
  })
}

/** When each place was last observed on these nights, changed or not, by `place/night`. */
export async function readLastSeen(
  client: Client,
  cells: readonly { place: number; night: Night }[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ place: number; night: Night; seen: number }>({
    name: 'watch_last_seen',
    text: `select a.place, a.night::text, c.seen from unnest($1::bigint[], $2::date[]) as a(place, night)
      join watched_places p on p.id = a.place
      cross join lateral cells_of(p.hotel, p.kind, p.los, p.occ, a.night, a.night) c
      where c.currency = p.currency`,
    values: [cells.map(({ place }) => place), cells.map(({ night }) => night)],
  })
  return new Map(rows.map(({ place, night, seen }) => [`${place}/${night}`, seen]))
}
