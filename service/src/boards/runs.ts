import type { Pool } from '../db/pool.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { Schedule } from '../schedules/schedule.ts'
import { listSchedules } from '../schedules/store.ts'
import type { HotelSet, SetHotel } from '../sets/set.ts'
import type { Board, BoardNights } from './board.ts'

/** A job that fetched a board, by hand or by a schedule. */
export interface BoardRun {
  board: number
  job: string
  at: Date
  /** Whether it has ended with something to show. */
  isReadable: boolean
}

/** A board with its set; undefined if that was deleted. */
export interface SetBoard {
  board: Board
  set: HotelSet | undefined
}

/** `most`: of each board. */
interface RunsQuery {
  most: number
  onlyReadable?: boolean
}

/** The runs of each of these boards whose jobs are kept, newest first. */
export async function findRuns(
  pool: Pool,
  account: number,
  boards: readonly SetBoard[],
  { most, onlyReadable = false }: RunsQuery,
): Promise<BoardRun[]> {
  // Those deleted within a day count as schedules of an account too, but are not listed.
  const schedules = await listSchedules(pool, account, null, LIMITS.schedules)
  const pairs = boards.flatMap((one) =>
    schedules
      .filter((schedule) => isOf(schedule, one))
      .map(({ no }) => ({ board: one.board.no, schedule: no })),
  )
  const { rows } = await pool.query<BoardRun>(
    `select b.no as board, r.job, r.at, r.readable as "isReadable" from unnest($1::bigint[]) as b(no)
     cross join lateral (
       select j.public_id as job, o.at, j.finished_at is not null and j.cells_done > 0 as readable
       from (
         select r.job, r.created_at as at from board_runs r where r.board = b.no
         union
         select s.job, s.created_at from unnest($2::bigint[], $3::bigint[]) as p(board, schedule)
           join schedule_runs s on s.schedule = p.schedule where p.board = b.no and s.job is not null
       ) o join jobs j on j.public_id = o.job
       where not $5 or (j.finished_at is not null and j.cells_done > 0)
       order by o.at desc, j.id desc limit $4
     ) r`,
    [
      boards.map(({ board }) => board.no),
      pairs.map(({ board }) => board),
      pairs.map((pair) => pair.schedule),
      most,
      onlyReadable,
    ],
  )
  return rows
}

/** Whether a schedule asks for the same as a board: the market by its set, parity by the subject and its listings. */
function isOf({ ask, body }: Schedule, { board, set }: SetBoard): boolean {
  const asked = body as {
    set?: string
    hotels?: SetHotel[]
    nights?: BoardNights
    kind?: string
    los?: unknown
  }
  const { kind = 'cash', los = 1, nights } = asked
  if (ask !== 'matrix' || kind !== 'cash' || los !== 1 || !isSame(nights, board.nights)) return false
  if (board.kind === 'market') return asked.set === board.set
  const [own] = asked.hotels ?? []
  const subject = subjectOf(set)
  return own !== undefined && own.chain === subject?.chain && own.hotel_code === subject.hotel_code
}

function isSame(some: BoardNights | undefined, others: BoardNights): boolean {
  return (
    some?.from === others.from &&
    some.to === others.to &&
    JSON.stringify(some.days ?? []) === JSON.stringify(others.days ?? [])
  )
}

/** The hotel that the others are compared with. */
export function subjectOf(set: Pick<HotelSet, 'subject' | 'hotels'> | undefined): SetHotel | null {
  return set?.subject ?? set?.hotels[0] ?? null
}

const DAY_MS = 86_400_000

/** How far a run may be from the wanted age, as a share of it: runs are never at exactly the same time. */
const NEAREST = 0.75
const FURTHEST = 1.5

/** The run that is nearest to so many days before another one; undefined if none is near. */
export function runBefore(runs: readonly BoardRun[], shown: BoardRun, days: number): BoardRun | undefined {
  const wanted = days * DAY_MS
  const distance = ({ at }: BoardRun) => Math.abs(shown.at.getTime() - at.getTime() - wanted)
  return runs
    .filter(({ isReadable, at }) => {
      const age = shown.at.getTime() - at.getTime()
      return isReadable && age >= wanted * NEAREST && age <= wanted * FURTHEST
    })
    .toSorted((a, b) => distance(a) - distance(b))[0]
}
