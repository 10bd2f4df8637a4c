import type { HotelSet, Schedule } from '@vacancy/client'
import type { HotelId } from '../hotels/hotel-id.ts'

/** The two boards of a set. */
export type BoardKind = 'market' | 'parity'

const placeOf = (set: string, kind: BoardKind) => `vacancy.board.${set}.${kind}`

interface Kept {
  job: string
  atMs: number
}

/** Remembers the newest job of a board in this browser, so that it opens with the figures that were paid for. */
export function keepJob(set: string, kind: BoardKind, job: string): void {
  localStorage.setItem(placeOf(set, kind), JSON.stringify({ job, atMs: Date.now() } satisfies Kept))
}

function readKept(set: string, kind: BoardKind): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(placeOf(set, kind)) ?? 'null') as Partial<Kept> | null
    return typeof kept?.job === 'string' && typeof kept.atMs === 'number'
      ? { job: kept.job, atMs: kept.atMs }
      : null
  } catch {
    return null
  }
}

/** The newest job of a board: the one asked for here, or the last run of a schedule for it. */
export function newestJob(
  set: HotelSet,
  kind: BoardKind,
  schedules: readonly Schedule[],
): string | undefined {
  const runs = schedules
    .filter((schedule) => boardOf(schedule, set) === kind)
    .flatMap(({ last_run: run }): Kept[] =>
      run?.job_id && run.status === 'done' ? [{ job: run.job_id, atMs: Date.parse(run.created_at) }] : [],
    )
  const kept = readKept(set.id, kind)
  return [...runs, ...(kept ? [kept] : [])].toSorted((a, b) => b.atMs - a.atMs)[0]?.job
}

/** Which board of a set a schedule fills: the market by the set, parity by the subject and its listings. */
export function boardOf({ ask, body }: Schedule, { id, subject }: HotelSet): BoardKind | null {
  if (ask !== 'matrix') return null
  if (body['set'] === id) return 'market'
  const hotels = body['hotels']
  const [own] = Array.isArray(hotels) ? (hotels as HotelId[]) : []
  const isOwn =
    own !== undefined &&
    subject !== null &&
    own.chain === subject.chain &&
    own.hotel_code === subject.hotel_code
  return isOwn ? 'parity' : null
}
