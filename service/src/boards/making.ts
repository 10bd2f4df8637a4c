import { databaseNow } from '../db/clock.ts'
import type { InputOf } from '../edge/route.ts'
import type { Planned } from '../edge/sale.ts'
import { type GridDeps, planGrid } from '../grids/matrix.ts'
import { readGrid, withGridAges } from '../grids/request.ts'
import { findIds } from '../identity/id-map.ts'
import { WEEKDAYS } from '../kernel/dates.ts'
import { type ApiError, invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import type { AgeDeps } from '../rates/auto-age.ts'
import { unknownSet } from '../rates/request.ts'
import { dateOn } from '../schedules/relative-dates.ts'
import { isTimezone, localDay } from '../schedules/timing.ts'
import type { HotelSet, SetHotel } from '../sets/set.ts'
import { findSet } from '../sets/store.ts'
import { findSource } from '../sources/catalog/catalog.ts'
import type { BoardBody, BoardNights } from './board.ts'
import { subjectOf } from './runs.ts'
import { countBoards, noteRun, upsertBoard } from './store.ts'

type Body = InputOf<typeof BoardBody>

/** Fetches a board: a grid that is always a job, so that it stays readable. Its board is made with it, or not at all. */
export async function planBoard(
  deps: GridDeps & AgeDeps,
  account: number,
  body: Body,
  order: { requestId: string; dryRun: boolean },
): Promise<Planned> {
  const { set: id, kind, timezone, nights: asked, ...terms } = body
  const set = await findSet(deps.pool, account, id)
  if (!set) throw unknownSet(id)
  if (!isTimezone(timezone))
    throw invalid(
      `\`timezone\` must be a zone of the time zone database, such as Europe/London. ${timezone} is none.`,
    )
  const nowMs = deps.now()
  // Dates count by the clock that schedules go by.
  const day = localDay((await databaseNow(deps.pool)).getTime(), timezone)
  const nights = keptNights(asked)
  const hotels = kind === 'market' ? marketHotels(set) : await parityHotels(deps, set)
  const dates = { from: dateOn(day, nights.from), to: dateOn(day, nights.to) }
  const read = readGrid(
    deps.catalog,
    { ...terms, hotels, los: 1, kind: 'cash', nights: { ...nights, ...dates } },
    nowMs,
  )
  const grid = await withGridAges(deps, read, terms.max_age)
  return planGrid(
    deps,
    grid,
    {
      kind: 'matrix',
      asJob: true,
      answer: () => {
        throw new Error('a board is always a job')
      },
      made: async (client, job) => {
        const board = await upsertBoard(client, account, { set: id, kind, nights })
        if ((await countBoards(client, account)) > LIMITS.boards)
          throw invalid(`An account can have at most ${LIMITS.boards} boards. Delete one first.`)
        await noteRun(client, board, job.id)
        return { board: { id: board.id } }
      },
    },
    order,
  )
}

/** Days in the order of the week, so that the same nights are the same board. */
function keptNights({ from, to, days }: Body['nights']): BoardNights {
  if (!days) return { from, to }
  const twice = days.find((one, index) => days.indexOf(one) !== index)
  if (twice) throw invalid(`\`nights.days\` lists ${twice} twice.`)
  return { from, to, days: days.toSorted((a, b) => WEEKDAYS.indexOf(a) - WEEKDAYS.indexOf(b)) }
}

function marketHotels({ id, hotels }: HotelSet): SetHotel[] {
  if (hotels.length > LIMITS.gridHotels)
    throw invalid(`A board can have at most ${LIMITS.gridHotels} hotels, and ${id} has ${hotels.length}.`)
  if (hotels.length < 2)
    throw invalid(`The market of ${id} needs competitors: it has one hotel only. Add some to the set.`)
  return hotels
}

async function parityHotels({ catalog, pool }: GridDeps, set: HotelSet): Promise<SetHotel[]> {
  const own = subjectOf(set)
  const source = own && findSource(catalog, own.chain)
  if (!own || source?.kind !== 'chain') throw invalid(`The subject of ${set.id} must be a hotel of a chain.`)
  const agencies = catalog.sources.filter(({ kind }) => kind === 'ota').map(({ id }) => id)
  const ids = await findIds(pool, { chain: own.chain, hotelCode: own.hotel_code }, agencies)
  if (ids.size === 0) throw unlisted(own)
  return [own, ...[...ids].map(([chain, { id }]) => ({ chain, hotel_code: id }))]
}

function unlisted({ chain, hotel_code: code }: SetHotel): ApiError {
  return invalid(
    `No listing of ${chain} ${code} at an agency is known. Look them up first, with GET /hotels/${chain}/${code}/ids?resolve=1.`,
  )
}
