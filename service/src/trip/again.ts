import { Type } from 'typebox'
import { IdField } from '../edge/schemas.ts'
import { type GridJob, type GridJobDeps, openGridJob } from '../grids/open-job.ts'
import { invalid } from '../kernel/errors.ts'
import { LIMITS } from '../kernel/limits.ts'
import { type Catalog, findSource } from '../sources/catalog/catalog.ts'
import type { WalletBody } from '../wallets/wallet.ts'
import { tripView } from './answer.ts'
import { inSlices } from './in-slices.ts'
import { readOwnCandidates } from './own-cells.ts'
import { problemOf } from './problem-of.ts'
import { hotelsField, readTrip, type TripAsk, tripBody } from './request.ts'
import { solveTrip } from './solver/solve.ts'
import { candidatesOf, KIND, type TripDeps } from './trip.ts'

/** More than the jobs of one trip: one per kind, and what was fetched later. */
const MOST_JOBS = 10

export const againBody = (catalog: Catalog) => {
  const { wallet, point_value, max_moves } = tripBody(catalog).properties
  return Type.Object(
    {
      jobs: Type.Array(IdField('job', 'A job that a call of `POST /trip` of your account has made.'), {
        description: 'The ended jobs of one trip: its hotels, nights, guests and currency are theirs.',
        minItems: 1,
        maxItems: MOST_JOBS,
        uniqueItems: true,
      }),
      hotels: hotelsField(
        catalog,
        'Further hotels to choose from, such as those of the options before: what was known of them needed no job.',
      ),
      wallet,
      point_value,
      max_moves,
    },
    { additionalProperties: false },
  )
}

interface AgainBody {
  jobs: readonly string[]
  hotels?: { chain: string; hotel_code: string }[]
  wallet?: WalletBody
  point_value: Record<string, number>
  max_moves: number
}

/** The same trip, paid otherwise. Only prices that the account's own jobs have paid for count, so the answer is free. */
export async function planAgain(
  deps: TripDeps & GridJobDeps,
  { jobs: ids, ...body }: AgainBody,
  account: number,
): Promise<object> {
  const { pool, catalog, fx, now, solving } = deps
  const jobs: GridJob[] = []
  for (const id of ids) jobs.push(await openTripJob(deps, account, id))
  const ask = askOf(catalog, jobs, body, now())
  const hotels = 'listed' in ask.hotels ? await candidatesOf(deps, ask.hotels.listed) : []
  const begunMs = Math.min(...jobs.map(({ job }) => job.createdAt.getTime()))
  // What the trip itself took for known when it was asked for.
  const sinceMs = begunMs - LIMITS.areaAwardAgeSec * 1000
  const cells = await readOwnCandidates(pool, hotels, ask, { account, sinceMs })
  const posed = problemOf(fx, ask, hotels, cells)
  const solution = await solving.take(account, () => inSlices(solveTrip(posed.problem)))
  return { place: null, alternatives: [], ...tripView({ ...posed, ask, hotels, cells, solution }, []) }
}

async function openTripJob(deps: GridJobDeps, account: number, id: string): Promise<GridJob> {
  const found = await openGridJob(deps, account, id)
  const { kind, endedDays } = found.job
  if (kind !== KIND) throw invalid(`The job ${id} is of kind ${kind}. Name jobs that POST /trip has made.`)
  if (endedDays === null) throw invalid(`The job ${id} has not ended. Ask again when it has.`)
  return found
}

function askOf(
  catalog: Catalog,
  jobs: readonly GridJob[],
  body: Omit<AgainBody, 'jobs'>,
  nowMs: number,
): TripAsk {
  const [first] = jobs
  if (!first) throw invalid('`jobs` must name at least one job.')
  const tripOf = ({ grid: { nights, occupancy, currency } }: GridJob) =>
    JSON.stringify([nights, occupancy, currency])
  if (jobs.some((job) => tripOf(job) !== tripOf(first)))
    throw invalid('`jobs` must be of one trip: the same nights, guests and currency.')
  const named = new Map(
    [...jobs.flatMap(({ grid }) => grid.hotels.map(nameOf)), ...(body.hotels ?? [])].map((hotel) => [
      `${hotel.chain}/${hotel.hotel_code}`,
      hotel,
    ]),
  )
  // A source may have left the catalog since.
  const hotels = [...named.values()].filter(({ chain }) => findSource(catalog, chain) !== undefined)
  if (hotels.length === 0 || hotels.length > LIMITS.tripHotels)
    throw invalid(
      `\`jobs\` and \`hotels\` must have 1 to ${LIMITS.tripHotels} hotels in all, not ${hotels.length}.`,
    )
  const { nights, occupancy, currency } = first.grid
  const { adults, children, ages, rooms } = occupancy
  const fields = {
    ...body,
    hotels,
    checkin: nights[0] ?? '',
    los: nights.length,
    adults,
    ...(ages ? { children_ages: [...ages] } : { children }),
    rooms,
    currency,
    radius: LIMITS.radiusMiDefault,
    max_hotels: LIMITS.tripHotels,
    fill: 'none' as const,
    partial: true,
  }
  return readTrip(catalog, fields, nowMs)
}

function nameOf({ source, hotelCode }: GridJob['grid']['hotels'][number]) {
  return { chain: source.id, hotel_code: hotelCode }
}
