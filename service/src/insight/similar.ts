import type { Reads } from '../db/replica/reads.ts'
import type { ReferenceRates } from '../fx/reference-rates.ts'
import type { Judged } from '../history/judged.ts'
import { distanceMi } from '../kernel/great-circle.ts'
import { ascending, medianOf } from '../kernel/percentiles.ts'
import type { Kind } from '../observations/cell-row.ts'
import { compare } from '../observations/comparable.ts'
import type { Stay } from '../observations/key.ts'
import { keyAt } from '../observations/rows.ts'
import { type CellRecord, KIND_LETTER, toFigures } from '../observations/store.ts'
import type { Catalog, Source } from '../sources/catalog/catalog.ts'

const RADIUS_MI = 10
const STARS_APART = 1
const KNOWN_MS = 86_400_000
const MOST_HOTELS = 5
const FEWEST_HOTELS = 3
/** A degree of latitude is at least this long. */
const DEGREE_MI = 68.7

export interface SimilarDeps {
  catalog: Catalog
  reads: Reads
  fx: ReferenceRates
}

export interface Similar {
  hotels: number
  median: number
}

type Neighbour = CellRecord & {
  source: string
  code: string
  lat: number
  lng: number
  my_lat: number
  my_lng: number
}

/**
 * What the nearest hotels of the same class cost for the same stay, as far as it was seen within a day. The hotels of
 * an agency or a metasearch engine are compared among themselves, because several list the same hotel; so are points, which differ by chain.
 */
export async function findSimilar(
  { catalog, reads, fx }: SimilarDeps,
  { no, stay, kind, nowMs }: { no: number; stay: Stay; kind: Kind; nowMs: number },
  judged: Pick<Judged, 'basis' | 'currency'>,
): Promise<Similar | null> {
  const sources = catalog.sources.filter(isPeer(stay.source, kind))
  const rows = await readNeighbours(reads, { no, stay, kind, sources, notBeforeMs: nowMs - KNOWN_MS })
  const priced = rows.flatMap((row) => {
    const miles = distanceMi({ lat: row.my_lat, lng: row.my_lng }, { lat: row.lat, lng: row.lng })
    const figure = figureIn(fx, row, judged)
    return figure === null || miles > RADIUS_MI ? [] : [{ miles, figure, code: row.code }]
  })
  const nearest = priced
    .toSorted((a, b) => a.miles - b.miles || (a.code < b.code ? -1 : 1))
    .slice(0, MOST_HOTELS)
  if (nearest.length < FEWEST_HOTELS) return null
  return { hotels: nearest.length, median: medianOf(ascending(nearest.map(({ figure }) => figure))) }
}

function isPeer(source: Source, kind: Kind): (other: Source) => boolean {
  return source.kind !== 'chain' || kind === 'award'
    ? ({ id }) => id === source.id
    : (other) => other.kind === source.kind
}

function figureIn(
  fx: ReferenceRates,
  row: Neighbour,
  { basis, currency }: Pick<Judged, 'basis' | 'currency'>,
): number | null {
  const figures = toFigures(row)
  if (basis === 'lowest_points') return figures.points
  const { comparable } = compare(fx, figures, currency, row.seen)
  return (basis === 'bar' ? comparable?.bar : comparable?.barAfterTax) ?? null
}

async function readNeighbours(
  reads: Reads,
  {
    no,
    stay,
    kind,
    sources,
    notBeforeMs,
  }: { no: number; stay: Stay; kind: Kind; sources: Source[]; notBeforeMs: number },
): Promise<Neighbour[]> {
  // The place of a hotel without a number is how far stays of this party are kept from the numbers of hotels.
  const places = sources.map((source) => keyAt(0, { ...stay, source }))
  const { rows } = await reads.query<Neighbour>({
    name: 'similar_hotels',
    text: `select h.id as hotel, h.source, h.code, h.lat, h.lng, me.lat as my_lat, me.lng as my_lng, c.night::text, c.seen,
        c.status::text, c.min_los, c.quoted, c.tax, c.bar, c.bar_after_tax, c.member, c.member_after_tax, c.member_known,
        c.points, c.premium, c.points_cash, c.copay, c.points_known
      from hotels me
      join hotels h on h.lat between me.lat - $2 and me.lat + $2 and h.lng is not null and h.id <> me.id
        and least(abs(h.lng - me.lng), 360 - abs(h.lng - me.lng)) <= $2 / greatest(cos(radians(me.lat)), 0.01)
        and abs(h.stars - me.stars) <= $3 and h.status <> 'closed'
      join unnest($4::text[], $5::int[], $6::int[], $11::bigint[]) as s(source, occ, currency, apart) on s.source = h.source
      cross join lateral (
        select * from cells_of(h.id + s.apart, $7::"char", $8, s.occ, $9, $9) of_hotel
        where of_hotel.currency = s.currency and seen >= $10 offset 0
      ) c
      where me.id = $1`,
    values: [
      no,
      RADIUS_MI / DEGREE_MI,
      STARS_APART,
      sources.map(({ id }) => id),
      places.map(({ occ }) => occ),
      places.map(({ currency }) => currency),
      KIND_LETTER[kind],
      stay.los,
      stay.checkin,
      notBeforeMs,
      places.map(({ hotel }) => hotel),
    ],
  })
  return rows
}
