import { CELL_COLUMNS, type CellColumns, cellOfRow, type StoredCell } from '../cells/stored.ts'
import type { Pool } from '../db/pool.ts'
import type { Night } from '../kernel/dates.ts'
import type { Occupancy } from '../kernel/occupancy.ts'
import type { Kind } from '../observations/cell-row.ts'
import { keyOfHotel } from '../observations/key.ts'
import type { Candidate, HotelCells, KnownCells } from './cells.ts'
import type { TripAsk } from './request.ts'

/** Nights of one kind, and since when the account's jobs count. */
interface Wanted {
  account: number
  kind: Kind
  nights: readonly Night[]
  occupancy: Occupancy
  currency: string
  sinceMs: number
}

/** What jobs of the account have paid for: its ended ones, whatever they were made for. The newest of each night. */
export async function readOwnCandidates(
  pool: Pool,
  hotels: readonly Candidate[],
  { terms, wallet }: Pick<TripAsk, 'terms' | 'wallet'>,
  { account, sinceMs }: Pick<Wanted, 'account' | 'sinceMs'>,
): Promise<HotelCells[]> {
  const ofKind = (kind: Kind) => readOwn(pool, hotels, { ...terms[kind], account, kind, sinceMs })
  const [cash, award] = await Promise.all([ofKind('cash'), ofKind('award')])
  return hotels.map(({ source }, at) => {
    const awards = award.get(at) ?? []
    return {
      // The cell of an award has the cash rate of its night where its source told both.
      cash: knownOf([...awards.filter(({ bar }) => bar !== null), ...(cash.get(at) ?? [])]),
      award: wallet.has(source) ? knownOf(awards) : null,
    }
  })
}

function knownOf(cells: readonly StoredCell[]): KnownCells {
  const fresh = new Map(cells.map((cell) => [cell.night, cell]))
  return { known: fresh.size, fresh }
}

async function readOwn(
  pool: Pool,
  hotels: readonly Candidate[],
  { account, kind, nights, occupancy, currency, sinceMs }: Wanted,
): Promise<Map<number, StoredCell[]>> {
  const { rows } = await pool.query<CellColumns & { pos: number }>({
    name: 'trip_own_cells',
    text: OWN,
    values: [
      account,
      sinceMs,
      kind,
      JSON.stringify(occupancy),
      // Points have no currency.
      kind === 'cash' ? currency : null,
      hotels.map(({ source, no }) => no && keyOfHotel(no, source, { occupancy, currency }).hotel),
      nights[0],
      nights.at(-1),
    ],
  })
  const cells = rows.map(
    (row): StoredCell => Object.assign(cellOfRow(row.pos, row), { memberAfterTax: null }),
  )
  return Map.groupBy(cells, ({ hotel }) => hotel)
}

const OWN = `
select distinct on (h.pos, c.night) (h.pos - 1)::int as pos, ${CELL_COLUMNS}
from jobs j
cross join unnest($6::bigint[]) with ordinality as h(hotel, pos)
join job_cells c on c.job = j.id and c.hotel = h.hotel and c.night between $7 and $8 and c.los = 1
where j.account = $1 and j.finished_at >= to_timestamp($2 / 1000.0) and c.seen >= $2
  and j.request->>'kind' = $3 and j.request->'occupancy' = $4::jsonb and ($5::text is null or j.request->>'currency' = $5)
order by h.pos, c.night, c.seen desc`
