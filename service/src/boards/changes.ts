import { Type } from 'typebox'
import { nullable, Timestamp } from '../edge/schemas.ts'
import { standingOf } from '../grids/standing.ts'
import { scoreOf } from '../parity/verdict.ts'
import { type BoardLine, type Figures, linesOf } from './figures.ts'

const Pair = (what: string) =>
  nullable(
    Type.Object({
      before: nullable(Type.Number(), 'In the earlier run.'),
      now: nullable(Type.Number(), 'In this one.'),
    }),
    what,
  )

const ChangeSchema = Type.Object(
  {
    job: nullable(Type.String(), 'The job of the earlier run; null in a shared board.'),
    since_at: Timestamp('When the earlier run was fetched.'),
    nights: Type.Integer({ description: 'Nights in both runs.' }),
    compared: Type.Integer({ description: 'Rates that both runs have on the same basis.' }),
    cheaper: Type.Integer({ description: 'Of those, how many are lower now.' }),
    dearer: Type.Integer({ description: 'How many are higher.' }),
    gone: Type.Integer({ description: 'Could be booked in the earlier run, and not in this one.' }),
    reopened: Type.Integer({ description: 'The other way round.' }),
    rank: Pair('The mean rank of the subject over the nights in both; null for parity.'),
    rate_index: Pair('Its mean rate index over these nights; null for parity.'),
    vs_others_median_pct: Pair('Its mean distance from the median of the others; null for parity.'),
    lose: Pair('Comparisons that an agency won by a lower rate, over these nights; null for a market.'),
    hotels: Type.Array(
      Type.Object({
        chain: Type.String({ description: 'Id of the source.' }),
        hotel_code: Type.String({ description: 'The property’s code there.' }),
        name: nullable(Type.String(), 'As the directory names it.'),
        compared: Type.Integer({ description: 'Its nights with a rate in both runs.' }),
        cheaper: Type.Integer({ description: 'How many are lower now.' }),
        dearer: Type.Integer({ description: 'How many are higher.' }),
        change_pct: nullable(
          Type.Number(),
          'What these nights cost together now, against the earlier run, in percent. Null if there are none.',
        ),
      }),
      {
        description:
          'By hotel, in the order of the board. Hotels that only one of the runs has are left out.',
      },
    ),
  },
  { $id: 'BoardChange' },
)

export const CHANGE_DAYS = [1, 7, 30] as const

export const ChangesField = Type.Object(
  {
    '1d': nullable(ChangeSchema, 'Against the run nearest to a day before; null if there is none.'),
    '7d': nullable(ChangeSchema, 'Against the run nearest to 7 days before; null if there is none.'),
    '30d': nullable(ChangeSchema, 'Against the run nearest to 30 days before; null if there is none.'),
  },
  {
    $id: 'BoardChanges',
    description: 'How it differs from earlier runs of the board, or of a schedule for the same nights.',
  },
)

export interface Earlier {
  job: string
  at: Date
  figures: Figures
}

/** How a board differs from an earlier run of it. Only nights that are in both count. */
export function changeOf(now: Figures, { job, at, figures: before }: Earlier) {
  const [lines, earlier] = [linesOf(now), linesOf(before)]
  const known = new Map(earlier.map((line) => [keyOf(line), line]))
  const hotels = lines.flatMap((line) => {
    const was = known.get(keyOf(line))
    return was ? [{ line, moves: movesOf(line, was) }] : []
  })
  const sum = (read: (moves: Moves) => number) => hotels.reduce((total, { moves }) => total + read(moves), 0)
  const nights = nightsInBoth(lines, earlier)
  return {
    job,
    since_at: at.toISOString(),
    nights: nights.size,
    compared: sum(({ compared }) => compared),
    cheaper: sum(({ cheaper }) => cheaper),
    dearer: sum(({ dearer }) => dearer),
    gone: sum(({ gone }) => gone),
    reopened: sum(({ reopened }) => reopened),
    ...placesOf(now, before, nights),
    lose: losesOf(now, before, nights),
    hotels: hotels.map(
      ({ line: { chain, hotel_code, name }, moves: { compared, cheaper, dearer, changePct } }) => ({
        chain,
        hotel_code,
        name,
        compared,
        cheaper,
        dearer,
        change_pct: changePct,
      }),
    ),
  }
}

const keyOf = ({ chain, hotel_code: code }: BoardLine) => `${chain}/${code}`

interface Moves {
  compared: number
  cheaper: number
  dearer: number
  gone: number
  reopened: number
  changePct: number | null
}

function movesOf({ nights }: BoardLine, was: BoardLine): Moves {
  const rates = new Map(was.nights.map(({ night, rate }) => [night, rate]))
  const moves: Moves = { compared: 0, cheaper: 0, dearer: 0, gone: 0, reopened: 0, changePct: null }
  let [before, now] = [0, 0]
  for (const { night, rate } of nights) {
    const earlier = rates.get(night)
    if (!rate || !earlier) continue
    if (earlier.isOpen && !rate.isOpen) moves.gone += 1
    if (rate.isOpen && !earlier.isOpen) moves.reopened += 1
    if (rate.basis !== earlier.basis || rate.rate === null || earlier.rate === null) continue
    moves.compared += 1
    if (rate.rate < earlier.rate) moves.cheaper += 1
    if (rate.rate > earlier.rate) moves.dearer += 1
    before += earlier.rate
    now += rate.rate
  }
  if (before > 0) moves.changePct = Math.round((now / before - 1) * 1000) / 10
  return moves
}

/** Nights of which both runs have a rate, or know that there is none. */
function nightsInBoth(lines: readonly BoardLine[], earlier: readonly BoardLine[]): ReadonlySet<string> {
  const nightsOf = (of: readonly BoardLine[]) =>
    new Set(of.flatMap(({ nights }) => nights.flatMap(({ night, rate }) => (rate ? [night] : []))))
  return nightsOf(lines).intersection(nightsOf(earlier))
}

function placesOf(now: Figures, before: Figures, nights: ReadonlySet<string>) {
  const [here, there] = [standingIn(now, nights), standingIn(before, nights)]
  const pair = (field: 'rank' | 'rate_index' | 'vs_others_median_pct') =>
    here && there ? { before: there[field], now: here[field] } : null
  return {
    rank: pair('rank'),
    rate_index: pair('rate_index'),
    vs_others_median_pct: pair('vs_others_median_pct'),
  }
}

function standingIn({ market }: Figures, nights: ReadonlySet<string>) {
  const subject = market?.subject
  if (!market || !subject) return null
  const index = market.hotels.findIndex(
    ({ chain, hotel_code: code }) => chain === subject.chain && code === subject.hotel_code,
  )
  return standingOf(
    market.nights.filter(({ night }) => nights.has(night)),
    index,
  )
}

function losesOf(now: Figures, before: Figures, nights: ReadonlySet<string>) {
  const loses = ({ parity }: Figures) =>
    parity &&
    scoreOf(
      parity.nights
        .filter(({ night }) => nights.has(night))
        .flatMap(({ channels }) => channels.map((row) => row?.verdict ?? null)),
    ).lose
  const [here, there] = [loses(now), loses(before)]
  return here === null || there === null ? null : { before: there, now: here }
}
