import type { Client } from '../../db/pool.ts'
import { chunks } from '../../kernel/chunks.ts'
import { zoneOf } from '../../kernel/zone.ts'
import type { HotelContent } from '../../sources/content.ts'

/** Hotels per statement: few, so that nobody waits long for a row. */
const MOST_ROWS = 500

/** What a write changed, for those who follow hotels. */
export interface DirectoryChange {
  /** Listed hotels that are not closed: how many more there are. */
  hotels: number
  /** The numbers of hotels that closed, and of closed ones that are back. */
  closed: number[]
  reopened: number[]
}

function noChange(): DirectoryChange {
  return { hotels: 0, closed: [], reopened: [] }
}

export function addChange(sum: DirectoryChange, { hotels, closed, reopened }: DirectoryChange): void {
  sum.hotels += hotels
  sum.closed.push(...closed)
  sum.reopened.push(...reopened)
}

/**
 * Stores what a source says of its hotels. A field that it leaves out keeps its earlier value. `listedAt` is null for a hotel that
 * was described but not listed.
 */
export async function storeContent(
  client: Client,
  source: string,
  hotels: readonly HotelContent[],
  listedAt: Date | null,
): Promise<DirectoryChange> {
  // A list that changes while it is read may name a hotel twice.
  const unique = [...new Map(hotels.map((hotel) => [hotel.hotelCode, hotel])).values()]
  const sorted = unique.toSorted((a, b) => (a.hotelCode < b.hotelCode ? -1 : 1))
  const change = noChange()
  for (const some of chunks(sorted, MOST_ROWS))
    addChange(change, await storeSome(client, source, some, listedAt))
  return change
}

async function storeSome(
  client: Client,
  source: string,
  hotels: readonly HotelContent[],
  listedAt: Date | null,
): Promise<DirectoryChange> {
  const rows = hotels.map((hotel) => ({
    code: hotel.hotelCode,
    name: hotel.name,
    brand: hotel.brand,
    address: hotel.address,
    city: hotel.city,
    region: hotel.region,
    postal_code: hotel.postalCode,
    country: hotel.country,
    lat: hotel.lat,
    lng: hotel.lng,
    stars: hotel.stars,
    currency: hotel.currency,
    timezone: hotel.timezone ?? zoneOf(hotel),
    rooms_total: hotel.roomsTotal,
    status: hotel.status,
  }))
  const { rows: changed } = await client.query<ChangedRow>({
    name: 'directory_store',
    text: STORE,
    values: [source, JSON.stringify(rows), listedAt],
  })
  return changeOf(changed)
}

interface ChangedRow {
  id: number
  wasListed: boolean
  isListed: boolean
  wasClosed: boolean
  isClosed: boolean
}

const FACTS = [
  'name',
  'brand',
  'address',
  'city',
  'region',
  'postal_code',
  'country',
  'lat',
  'lng',
  'stars',
  'currency',
  'timezone',
  'rooms_total',
]

/** Sorted by code, so concurrent writers cannot deadlock. `updated_at` moves only if something changed. */
const STORE = `
with page as (
  select * from jsonb_to_recordset($2::jsonb) as p(code text, name text, brand text, address text, city text, region text,
    postal_code text, country text, lat float8, lng float8, stars real, currency text, timezone text, rooms_total int,
    status text)
), old as (
  select h.code, h.listed_at is not null and h.status <> 'closed' as listed, h.status = 'closed' as closed
  from hotels h join page p on h.source = $1 and h.code = p.code
), kept as (
  insert into hotels as h (source, code, ${FACTS.join(', ')}, status, listed_at)
  select $1, code, ${FACTS.join(', ')}, status, $3::timestamptz from page order by code
  on conflict (source, code) do update set
    ${FACTS.map((fact) => `${fact} = coalesce(excluded.${fact}, h.${fact})`).join(', ')},
    status = excluded.status, listed_at = coalesce(excluded.listed_at, h.listed_at),
    updated_at = case when (${FACTS.map((fact) => `coalesce(excluded.${fact}, h.${fact})`).join(', ')}, excluded.status)
      is distinct from (${FACTS.map((fact) => `h.${fact}`).join(', ')}, h.status) then now() else h.updated_at end
  returning h.id, h.code, h.status = 'closed' as closed, h.listed_at is not null and h.status <> 'closed' as listed
)
select k.id, coalesce(o.listed, false) as "wasListed", k.listed as "isListed", coalesce(o.closed, false) as "wasClosed",
  k.closed as "isClosed"
from kept k left join old o using (code)
where coalesce(o.listed, false) is distinct from k.listed or coalesce(o.closed, false) is distinct from k.closed`

/** Marks hotels that left the source. Their rates and history stay. */
export async function closeHotels(
  client: Client,
  source: string,
  codes: readonly string[],
): Promise<DirectoryChange> {
  const change = noChange()
  for (const some of chunks([...new Set(codes)].toSorted(), MOST_ROWS)) {
    const { rows } = await client.query<ChangedRow>({
      name: 'directory_close',
      text: `update hotels set status = 'closed', updated_at = now()
        where source = $1 and code = any($2::text[]) and status <> 'closed'
        returning id, listed_at is not null as "wasListed", false as "isListed", false as "wasClosed", true as "isClosed"`,
      values: [source, some],
    })
    addChange(change, changeOf(rows))
  }
  return change
}

export interface Sweep extends DirectoryChange {
  /** The last code that was checked; null after the last hotel. */
  next: string | null
}

/** Closes hotels that a whole listing, begun at this moment, did not name any more: the next few by code. */
export async function sweepUnlisted(
  client: Client,
  source: string,
  after: string,
  begunAt: Date,
): Promise<Sweep> {
  const { rows } = await client.query<{ last: string | null; lost: string[] | null }>({
    name: 'directory_sweep',
    text: `with slice as (
        select code, listed_at < $3 and status <> 'closed' as gone from hotels
        where source = $1 and code > $2 order by code limit ${MOST_ROWS}
      )
      select max(code) as last, array_agg(code) filter (where gone) as lost from slice`,
    values: [source, after, begunAt],
  })
  const [found] = rows
  const closed = await closeHotels(client, source, found?.lost ?? [])
  return { ...closed, next: found?.last ?? null }
}

function changeOf(rows: readonly ChangedRow[]): DirectoryChange {
  return {
    hotels: rows.reduce((sum, row) => sum + Number(row.isListed) - Number(row.wasListed), 0),
    closed: rows.filter((row) => row.isClosed && !row.wasClosed).map(({ id }) => id),
    reopened: rows.filter((row) => row.wasClosed && !row.isClosed).map(({ id }) => id),
  }
}
