import type { Pool } from '../../src/db/pool.ts'
import type { WatchEvent } from './watch-market.ts'

/** Nothing of any refresh is left to be done or judged. */
export async function isQuiet(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ busy: boolean }>(
    `select exists (select 1 from refreshes where tasks_open > 0 or due_at <= ledger_now())
       or exists (select 1 from sightings) as busy`,
  )
  return rows[0]?.busy === false
}

/** What was seen of each night of a hotel that is available or sold out in turn, one step after another. */
export async function transitionsOf(
  pool: Pool,
  { chain, hotel_code: code }: { chain: string; hotel_code: string },
): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ night: string; status: string }>(
    `select night::text, case c.status when 'a' then 'available' else 'sold_out' end as status
     from cell_history c join hotels h on h.id = c.hotel
     where h.source = $1 and h.code = $2 and kind = 'c' order by night, seen`,
    [chain, code],
  )
  const nights = [...Map.groupBy(rows, ({ night }) => night)]
  return new Map(
    nights.map(([night, list]) => [
      night,
      list.slice(1).map(({ status }, index) => stepOf(list[index]?.status, status)),
    ]),
  )
}

/** The same, as a watch was told of it. */
export function toldOf(events: readonly WatchEvent[], night: string): string[] {
  return events
    .filter((event) => event.night === night)
    .map(({ previous, current }) => stepOf(previous?.status, current.status))
}

export const isComing = (step: string) => step.endsWith('→ available')

function stepOf(before: string | undefined, now: string): string {
  return `${before} → ${now}`
}
